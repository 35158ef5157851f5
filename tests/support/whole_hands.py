"""Whole hands of Gin for several tests, and their form in documents."""

from __future__ import annotations

from typing import Any

from tests.support.documents import knock

RUN_OF_SEVEN = "2S 3S 4S 5S 6S 7S 8S"

GIN_HAND = "2S 3S 4S 5S 6S 7S 8S KH KD KC"
"""Ten cards, all melded."""

KNOCK_WITH_5 = "2S 3S 4S 5S 6S 7S KH KD KC 5D"
"""A run of six, three kings and a 5."""

ANN = "7S 8S 9S KS KH KD 2D 2S 2H AH"
"""Three melds and an ace: a knock with 1. Cards can be laid off on the run."""

BOB = "4D 5D 6D TS JS QS QH QC 9D 8H"
"""A run and three queens. The ten and the jack of spades fit Ann’s run, 9 + 8 are left."""

UNDERCUT = knock(
    "Ann",
    Ann={"hand": "7S 8S 9S KH KD KC 4C 5C 6C 9D"},
    Bob={"hand": "2S 2H 2D 3H 4H 5H TS AC AD 3S"},
)
"""A round that Bob wins by laying off a card."""

NOTHING = "AH 3H 5H 7H 9H JH AC 3C 6C QD"
"""Ten cards without a meld: 1 + 3 + 5 + 7 + 9 + 10 + 1 + 3 + 6 + 10 = 55."""


def whole(cards: str | list[str], **more: object) -> Any:
    """A hand entered whole."""
    return {"hand": cards, **more}


def laid(*melds: str, unmatched: str = "") -> Any:
    """A hand as its player laid it out."""
    return {"melds": list(melds), "unmatched": unmatched}
