#!/bin/sh
# Guess: `Deck(jokers=True)` is a deck with jokers.
# Seen (pydealer 1.4.0): it has 52 cards and no joker. The number of jokers is another argument,
# `num_jokers`, which is 0 unless given.
# Why it matters here: simulated rummy games with jokers are in fact played without them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pydealer==1.4.0
venv/bin/python - <<'EOF'
import pydealer

plain = pydealer.Deck(jokers=True)
two = pydealer.Deck(jokers=True, num_jokers=2)
print(len(plain), len(two))
assert len(plain) == 52
assert not any("joker" in str(card).lower() for card in plain)
assert len(two) == 54
EOF
