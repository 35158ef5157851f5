#!/bin/sh
# Guess: of two cards of one rank, either neither is greater, or the suit makes exactly one greater.
# Seen (pyplayingcards 1.2.4): each of two fives is greater than the other, and neither is less.
# Why it matters here: the player who draws the higher card deals. The result of `sorted` and `max`
# depends on the order of the cards, and two players can both be the dealer.
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
