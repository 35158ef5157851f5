#!/bin/sh
# Guess: `import hypothesis` imports Hypothesis, and what it needs.
# Seen (Hypothesis 6.170.15, Trio 0.35.0): where Trio is installed, it is imported too. Hypothesis
# loads every entry point of the group `hypothesis`, and Trio declares one. Only the variable
# HYPOTHESIS_NO_PLUGINS prevents that.
# Why it matters here: Selenium needs Trio, so each process of the tests imports a framework for
# coroutines that no test uses, and a warning or a fault of its import stops tests without one.
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
