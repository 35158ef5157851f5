"""The answers to documents as typed values, with the names of players and sentences in words.

Their fields are the keys of the answers in JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from types import NoneType
from typing import Any

from scorekeeper.rummy.house_rules import Value

PointsByName = dict[str, int]

_PLAIN = frozenset([str, int, bool, dict, NoneType])
"""What stands in JSON as it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer or a part of one; it is written in JSON by the names of its fields."""

    def as_json(self) -> dict[str, Any]:
        """The answer, ready for JSON; a field that has a default is left out while it has that."""
        return {
            key: value if type(value) in _PLAIN else _plain(value)
            for name, key, default in keys_of(type(self))  # type: ignore[arg-type] # mypy takes the hash of its instances for that of a class
            if (value := getattr(self, name)) is not default
        }


@cache
def keys_of(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """The name, the key in JSON and the default of each field, `MISSING` if it has none.

    The underscore that tells a field from a word of Python, as in `from_`, is not in its key.
    """
    return tuple((each.name, each.name.rstrip("_"), each.default) for each in fields(kind))


def _plain(part: Answer | tuple[Any, ...]) -> Any:
    if isinstance(part, Answer):
        return part.as_json()
    return [each.as_json() if isinstance(each, Answer) else each for each in part]


@dataclass(frozen=True, slots=True)
class ScoredLine(Answer):
    """Points for one player, the rule behind them and the sentence that explains them."""

    player: str
    points: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoredPayment(Answer):
    """Points that one player pays another, in games that say who pays whom."""

    from_: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class LaidOff(Answer):
    """A card that was laid off, and the meld that it was added to."""

    card: str
    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRound(Answer):
    """A round with its winners and every point; `points` are the sums of the lines in `why`.

    Only a game with columns says in which of them the win was written, and only a game whose rounds
    are dealt differently how many cards it was, with their wild rank or contract.
    """

    number: int
    ending: str
    by: str | None
    dealer: str
    deadwood: PointsByName
    winners: tuple[str, ...]
    tags: tuple[str, ...]
    points: PointsByName
    why: tuple[ScoredLine, ...]
    payments: tuple[ScoredPayment, ...]
    warnings: tuple[str, ...]
    layoffs: tuple[LaidOff, ...] | None = None
    columns: tuple[int, ...] | None = None
    cards_dealt: int | None = None
    wild: str | None = None
    contract: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredColumn(Answer):
    """A column of a game that has several, with who reached its target."""

    totals: PointsByName
    boxes: PointsByName
    closed: bool
    bonuses: tuple[ScoredLine, ...]
    final: PointsByName
    winner: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame(Answer):
    """A game with every round scored; `final` is the totals with the end-of-game bonuses.

    Only a game that has several columns has `columns`.
    """

    variant: str
    preset: str
    rules: dict[str, Value]
    players: tuple[str, ...]
    rounds: tuple[ScoredRound, ...]
    totals: PointsByName
    over: bool
    bonuses: tuple[ScoredLine, ...]
    final: PointsByName
    winners: tuple[str, ...]
    next_dealer: str | None
    columns: tuple[ScoredColumn, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMelds(Answer):
    """A hand laid out with the least deadwood; `layoffs` are there if they were asked for.

    If the game's own question was asked, it is laid out as that wants: `verdict` is the answer in a
    sentence, `yes` whether that is a yes, and `notes` what there is to add.
    """

    melds: tuple[str, ...]
    unmatched: str
    deadwood: int
    layoffs: tuple[LaidOff, ...] | None = None
    verdict: str | None = None
    yes: bool | None = None
    notes: tuple[str, ...] | None = None
