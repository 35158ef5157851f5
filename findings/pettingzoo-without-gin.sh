#!/bin/sh
# Guess: a newer minor version of PettingZoo still has the card games of the one before.
# Seen (pettingzoo 1.25.0 and 1.27.0): the wheel of 1.25.0 has an environment for gin rummy, that of
# 1.27.0 has none.
# Why it matters here: a solver of gin hands is compared with other programs that play it, and
# `pettingzoo>=1.25` is one of them or not, by the day of the installation.
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
