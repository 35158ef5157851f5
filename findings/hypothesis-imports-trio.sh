#!/bin/sh
# Guess: `import hypothesis` imports Hypothesis and its dependencies.
# Seen (Hypothesis 6.170.15, Trio 0.35.0): if Trio is installed, it is imported too. Hypothesis
# loads every entry point of the group `hypothesis`, and Trio declares one. Only the variable
# HYPOTHESIS_NO_PLUGINS prevents that.
# Why it matters here: Selenium needs Trio, so each test process imports a framework that no test
# uses. A warning or an error during this import stops all tests.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check hypothesis==6.170.15 trio==0.35.0
imported() {
    venv/bin/python -c 'import sys, hypothesis; print("trio" in sys.modules)'
}
plain=$(imported)
without=$(HYPOTHESIS_NO_PLUGINS=1 imported)
printf 'Trio is imported: %s, with HYPOTHESIS_NO_PLUGINS: %s\n' "$plain" "$without"
test "$plain" = True
test "$without" = False
