#!/bin/sh
# Guess: of two cards of one rank neither is greater, or exactly one is by its suit.
# Seen (pyplayingcards 1.2.4): each of two fives is greater than the other, and neither is less.
# Why it matters here: who draws the higher card deals. `sorted` and `max` follow the order in
# which the cards come, and two players can both be told that they deal.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyplayingcards==1.2.4
venv/bin/python - <<'EOF'
from pyplayingcards import PlayingCard

hearts, clubs = PlayingCard("hearts", "5"), PlayingCard("clubs", "5")
seen = [hearts > clubs, clubs > hearts, hearts < clubs, clubs < hearts, hearts == clubs]
print(*seen)
assert seen == [True, True, False, False, False]
EOF
