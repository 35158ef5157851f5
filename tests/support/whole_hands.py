"""Whole hands of Gin that several tests give, and how a document holds them."""

from __future__ import annotations

from typing import Any

RUN_OF_SEVEN = "2S 3S 4S 5S 6S 7S 8S"

GIN_HAND = "2S 3S 4S 5S 6S 7S 8S KH KD KC"
"""Ten cards, all melded."""

KNOCK_WITH_5 = "2S 3S 4S 5S 6S 7S KH KD KC 5D"
"""A run of six, three kings and a 5."""

NOTHING = "AH 3H 5H 7H 9H JH AC 3C 6C QD"
"""Ten cards without a meld: 1 + 3 + 5 + 7 + 9 + 10 + 1 + 3 + 6 + 10 = 55."""


def whole(cards: str | list[str], **more: object) -> Any:
    """A hand given whole."""
    return {"hand": cards, **more}


def laid(*melds: str, unmatched: str = "") -> Any:
    """A hand as its player laid it out."""
    return {"melds": list(melds), "unmatched": unmatched}
