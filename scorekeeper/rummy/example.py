"""Worked examples of the rules: rounds in the format of a game document.

Examples contain no results: those are computed under every preset, and under each of the house
rules that the example names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.round import Ending

TWO = ("Nina", "Max")
THREE = ("Nina", "Max", "Lou")
FOUR = ("Nina", "Max", "Lou", "Paul")

Round = dict[str, Any]
Hand = str | int | dict[str, Any]

STOCK: Round = {"ending": "stock"}
VOID: Round = {"ending": "void"}


class Ask(StrEnum):
    """What an example shows: its last round, next dealer, end, winner or columns."""

    RULING = "ruling"
    DEALER = "dealer"
    END = "end"
    WINNER = "winner"
    COLUMNS = "columns"


@dataclass(frozen=True, kw_only=True)
class Example:
    """Rounds that illustrate the article with this key.

    `rules` apply on top of every preset; `flips` are house rules that change the outcome of
    `plain`.
    """

    article: str
    rounds: tuple[Mapping[str, Any], ...]
    players: tuple[str, ...] = TWO
    rules: Mapping[str, Value] = field(default_factory=dict)
    flips: tuple[Mapping[str, Value], ...] = ()
    ask: Ask = Ask.RULING

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", tuple(map(MappingProxyType, self.rounds)))
        object.__setattr__(self, "rules", MappingProxyType(self.rules))
        object.__setattr__(self, "flips", tuple(map(MappingProxyType, self.flips)))


def ended(ending: str, by: str, **hands: Hand) -> Round:
    """A round that `by` ended in this way, with the hands by name."""
    return {"ending": ending, "by": by, "hands": hands}


def knock(by: str, **hands: Hand) -> Round:
    """A round that `by` ended with a knock."""
    return ended(Ending.KNOCK.value, by, **hands)


def whole(cards: str) -> Hand:
    """A whole hand, for the program to lay out."""
    return {"hand": cards}
