#!/bin/sh
# Guess: a newer minor version of PettingZoo still has the card games of the previous one.
# Seen (pettingzoo 1.25.0 and 1.27.0): the wheel of 1.25.0 has an environment for gin rummy, and the
# wheel of 1.27.0 has none.
# Why it matters here: tests compare a solver of gin hands with other programs. With
# `pettingzoo>=1.25`, the date of the installation decides whether this program is one of them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps --target=1.25.0 pettingzoo==1.25.0
venv/bin/pip install --quiet --disable-pip-version-check --no-deps --target=1.27.0 pettingzoo==1.27.0
for version in 1.25.0 1.27.0; do
  for game in chess gin_rummy; do
    if ls "$version/pettingzoo/classic/$game"_v*.py >/dev/null 2>&1; then echo "$version: $game"; fi
  done
done >seen
cat seen
diff seen - <<'EOF'
1.25.0: chess
1.25.0: gin_rummy
1.27.0: chess
EOF
