"""The articles to which the lines of a round belong."""

from __future__ import annotations

from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet
from scorekeeper.rummy.rulebook import article_of

WHOLE = {
    "Ann": {"hand": "7S 8S 9S KH KD KC 4C 5C 6C 9D"},
    "Bob": {"hand": "2S 2H 2D 3H 4H 5H TS AC AD 3S"},
}
"""Whole hands of both players, with a lay-off."""


def last_round(sheet: Sheet) -> RoundOnSheet:
    """The newest round on a sheet."""
    return sheet.rounds[-1]


def keys(sheet: Sheet) -> list[str]:
    """The articles of the last round's lines, each once, in order."""
    entry = last_round(sheet)
    found = [article_of(sheet.game.variant, entry.ruling, line).key for line in entry.ruling.lines]
    return list(dict.fromkeys(found))
