"""Worked examples for the articles of the rules page.

An example is a list of rounds in the format of a game document, without results. The program
computes the results under every preset, and under each house rule that the example names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.round import Ending

TWO = ("Nina", "Max")
THREE = ("Nina", "Max", "Lou")
FOUR = ("Nina", "Max", "Lou", "Paul")

RoundDocument = dict[str, Any]
HandDocument = str | int | dict[str, Any]

STOCK_ROUND: RoundDocument = {"ending": "stock"}
VOID_ROUND: RoundDocument = {"ending": "void"}


class Ask(StrEnum):
    """The part of an example to show: the last round, next dealer, end, winner or columns."""

    RULING = "ruling"
    DEALER = "dealer"
    END = "end"
    WINNER = "winner"
    COLUMNS = "columns"


@dataclass(frozen=True)
class Example:
    """Rounds that illustrate the article with this key.

    - `players`: the names of the players. By default `TWO`, `THREE` or `FOUR`: the shortest of
      these tuples with all names in the rounds
    - `rules`: house rules that replace values of every preset
    - `flips`: house rules that change the outcome under the preset `plain`
    - `ask`: the part to show
    - `called`: whether the players ended the game early
    - `by_sides`: whether the players are partners in a game that does not need partners. In a game
      that needs partners, they always are
    """

    article: str
    rounds: tuple[Mapping[str, Any], ...]
    players: tuple[str, ...] = ()
    rules: Mapping[str, Value] = field(default_factory=dict)
    flips: tuple[Mapping[str, Value], ...] = ()
    ask: Ask = Ask.RULING
    called: bool = False
    by_sides: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", self.players or _shortest_players(self.rounds))
        object.__setattr__(self, "rounds", tuple(map(MappingProxyType, self.rounds)))
        object.__setattr__(self, "rules", MappingProxyType(self.rules))
        object.__setattr__(self, "flips", tuple(map(MappingProxyType, self.flips)))


def _shortest_players(rounds: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    sides = {
        side for played in rounds for side in (played.get("by", "Nina"), *played.get("hands", ()))
    }
    named = {name for side in sides for name in side.split(" & ")}
    return next(players for players in (TWO, THREE, FOUR) if named <= {*players})


def ended(ending: str, by: str, **hands: HandDocument) -> RoundDocument:
    return {"ending": ending, "by": by, "hands": hands}


def knock(by: str, **hands: HandDocument) -> RoundDocument:
    return ended(Ending.KNOCK.value, by, **hands)


def stock_ran_out(**hands: HandDocument) -> RoundDocument:
    return {"ending": "stock", "hands": hands}


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def went_out(
    article: str,
    *flips: Mapping[str, Value],
    by: str = "Nina",
    ending: str = "out",
    rules: Mapping[str, Value] = _NOTHING,
    ask: Ask = Ask.RULING,
    also: Mapping[str, Any] = _NOTHING,
    **hands: HandDocument,
) -> Example:
    """An example of one round that the player `by` ended.

    `flips` are house rules that change the outcome. `also` has further facts of the round.
    """
    played = {**ended(ending, by, **hands), **also}
    return Example(article, (played,), rules=rules, flips=flips, ask=ask)


def knocked(article: str, *flips: Mapping[str, Value], by: str = "Nina", **others: Any) -> Example:
    return went_out(article, *flips, by=by, ending=Ending.KNOCK.value, **others)


def ran_out(
    article: str,
    *flips: Mapping[str, Value],
    rules: Mapping[str, Value] = _NOTHING,
    **hands: HandDocument,
) -> Example:
    return Example(article, (stock_ran_out(**hands),), rules=rules, flips=flips)


def whole(cards: str) -> HandDocument:
    """A hand given with all its cards, including its melds."""
    return {"hand": cards}
