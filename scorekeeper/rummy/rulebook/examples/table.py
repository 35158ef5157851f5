"""Rounds as the examples write them."""

from __future__ import annotations

from typing import Any

Round = dict[str, Any]
Hand = str | int | dict[str, Any]

STOCK: Round = {"ending": "stock"}
VOID: Round = {"ending": "void"}


def ended(ending: str, by: str, **hands: Hand) -> Round:
    """A round that `by` ended so, with the hands by name."""
    return {"ending": ending, "by": by, "hands": hands}


def knock(by: str, **hands: Hand) -> Round:
    """A round that `by` ended with a knock."""
    return ended("knock", by, **hands)


def whole(cards: str) -> Hand:
    """A whole hand, for the program to lay out."""
    return {"hand": cards}
