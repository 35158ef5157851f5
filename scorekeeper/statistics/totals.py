"""A player's totals over many games: sums of counters, their rates, the best and the worst.

A player's worst round depends on the game. If the fewest points win, it is the round with the most
points. If the most points win, it is the round with the most deadwood, because the losers of a
round often score 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, repeat
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Date,
    Integer,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal,
    select,
    true,
    union_all,
)
from sqlalchemy.orm import aliased

from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.fairness import Wins
from scorekeeper.statistics.sums import have_met
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    COUNTERS,
    MEASURES,
    Counters,
    GameResult,
    GameRow,
    Measures,
    PairMonth,
    PlayerMonth,
    RoundResult,
)
from scorekeeper.storage.planner import unindexed

NAMES = (*COUNTERS, *MEASURES)


class Totals(Counters, Measures):
    """The sums of `Counters`. If the rows have `Measures`, the sums of `Measures` follow."""

    def __init__(self, *sums: int) -> None:
        for name, number in zip(NAMES, chain(sums, repeat(0)), strict=False):
            setattr(self, name, number)

    @property
    def wins(self) -> Wins:
        return Wins(self.games, self.won, self.fair)

    @property
    def points_a_round(self) -> float | None:
        return _ratio(self.points, self.rounds)

    @property
    def points_a_round_won(self) -> float | None:
        return _ratio(self.points_won, self.rounds_won)

    @property
    def average_caught(self) -> float | None:
        return _ratio(self.caught_with, self.caught)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def all_of(totals: Iterable[Totals]) -> Totals:
    parts = list(totals)
    return Totals(*(sum(getattr(part, name) for part in parts) for name in NAMES))


def sums_of(rows: type[Counters]) -> list[ColumnElement[int]]:
    """The sums of these columns, in the order of `Totals`."""
    return [func.sum(getattr(rows, name)) for name in NAMES if hasattr(rows, name)]


Dated: TypeAlias = GameResult | RoundResult | PlayerMonth | PairMonth
"""Rows with a variant and a day or month."""


@dataclass(frozen=True, slots=True)
class Span:
    """A selection of games. Without a `variant` it has all variants, without a `year` all years."""

    variant: str = ""
    year: int | None = None

    def covers(self, rows: type[Dated]) -> ColumnElement[bool]:
        day = rows.month if hasattr(rows, "month") else rows.played_on
        conditions: list[ColumnElement[bool]] = [true()]
        if self.variant:
            conditions.append(rows.variant == self.variant)
        if self.year is not None:
            first, last = date(self.year, 1, 1), date(self.year, 12, 31)
            conditions.append(day.between(literal(first, Date()), literal(last, Date())))
        return and_(*conditions)


class Sense(StrEnum):
    """The totals that win a game: the most or the fewest points. `EITHER` if presets differ."""

    MOST = "most"
    FEWEST = "fewest"
    EITHER = "either"


class ExtremeKind(StrEnum):
    """The kind of an extreme. Totals count only for games played from start to end."""

    MOST_POINTS = "most points"
    MOST_DEADWOOD = "most deadwood"
    HIGHEST_TOTAL = "highest total"
    LOWEST_TOTAL = "lowest total"


@dataclass(frozen=True, slots=True)
class Extreme:
    """An extreme value with its game.

    If the value is from a round, `number` is the number of this round.
    """

    value: int
    game_id: str
    number: int | None = None


@cache
def sense_of(variant: str) -> Sense:
    found = find_variant(variant)
    if found is None:
        return Sense.EITHER
    rules = [rules_in_force(found, preset.key, {}) for preset in found.presets]
    senses = {
        Sense.FEWEST if found.lowest_wins(preset_rules) else Sense.MOST for preset_rules in rules
    }
    return senses.pop() if len(senses) == 1 else Sense.EITHER


def started_at(rows: Any) -> Any:
    """The start of each result's game, to order the results of one evening.

    An index has the rows in the order of their evenings. So only rows of the same evening need this
    look-up.
    """
    if rows is GameResult:
        return GameResult.started_at
    return select(GameRow.created_at).where(GameRow.id == rows.game_id).scalar_subquery()


def extremes_of(
    player_id: int, variants: Iterable[str], span: Span, against: int | None = None
) -> dict[str, dict[ExtremeKind, Extreme]]:
    """The extremes of a player in each variant, in all games or only `against` one opponent."""
    found: dict[str, dict[ExtremeKind, Extreme]] = defaultdict(dict)
    chosen = tuple(sorted(variants))
    if chosen:
        query = _extremes(chosen, span, has_met=against is not None)
        asked = {"player": player_id} | ({} if against is None else {"other": against})
        for variant, kind, value, game_id, number in db.session.execute(query, asked):
            found[variant][ExtremeKind(kind)] = Extreme(value, game_id, number or None)
    return found


@lru_cache(maxsize=64)
def _extremes(variants: tuple[str, ...], span: Span, *, has_met: bool) -> CompoundSelect[Any]:
    """The extremes of a `player`. Cached, because building it takes longer than running it."""
    chosen = [query for variant in variants for query in _of_variant(variant, span, has_met)]
    return union_all(*(select(query.subquery()) for query in chosen))


def _of_variant(variant: str, span: Span, has_met: bool) -> Iterable[Select[Any]]:
    rounds, games = (
        [
            table.player_id == bindparam("player", type_=Integer()),
            table.variant == variant,
            span.covers(table),
            *([_meets(bindparam("other", type_=Integer()), table)] if has_met else []),
        ]
        for table in (RoundResult, GameResult)
    )
    yield _first(ExtremeKind.MOST_POINTS, RoundResult.points, *rounds)
    yield _first(ExtremeKind.MOST_DEADWOOD, RoundResult.deadwood, *rounds)
    to_the_end = (*games, GameResult.to_the_end.is_(True))
    yield _first(ExtremeKind.HIGHEST_TOTAL, GameResult.final, *to_the_end)
    yield _first(ExtremeKind.LOWEST_TOTAL, GameResult.final, *to_the_end)


def _meets(
    player_id: ColumnElement[int], rows: type[GameResult | RoundResult]
) -> ColumnElement[bool]:
    other = aliased(GameResult)
    return exists().where(
        other.game_id == rows.game_id,
        unindexed(other.player_id) == player_id,
        have_met(other.met, rows.seat),
    )


def _first(kind: ExtremeKind, value: Any, *conditions: ColumnElement[bool]) -> Select[Any]:
    """The earliest row with the highest or lowest value.

    A subquery finds that value first. An index has the rows with this value in order of their days,
    so the database sorts only the rows of one day, not thousands.
    """
    rows = value.class_
    number = getattr(rows, "number", literal(0, Integer)).label("number")
    values = select(value).where(*conditions, value.is_not(None))
    order = value if kind is ExtremeKind.LOWEST_TOTAL else value.desc()
    extreme = values.order_by(order).limit(1).scalar_subquery()
    return (
        select(rows.variant, literal(kind.value), value, rows.game_id, number)
        .where(*conditions, value == extreme)
        .order_by(rows.played_on, started_at(rows), rows.game_id, number)
        .limit(1)
    )
