"""The records of a club: for each game, and over all of them; each with where it was set.

Whoever set a record first is named first. Every record is found by one look in an index.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Integer,
    Row,
    ScalarSelect,
    Select,
    String,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from scorekeeper.statistics.extremes import Sense, sense_of
from scorekeeper.storage.database import db
from scorekeeper.storage.game_lists import FINISHED
from scorekeeper.storage.models import Club, GameResult, GameRow, Player, PlayerEvening, RoundResult

MOST_NAMED = 3
"""How many who share a record are named."""

MOST_COUNTED = 100
"""How many who share a record are counted: thousands have won by a margin of 1."""


MOST_WITH_LOWEST = 10
"""How many may share the lowest total: in some games, going out often gives 0."""


class Kind(StrEnum):
    """What a record is of."""

    ROUND = "round"
    HIGHEST = "highest"
    LOWEST = "lowest"
    MARGIN = "margin"
    COMEBACK = "comeback"
    STREAK = "streak"
    LONGEST = "longest"
    WON_IN_EVENING = "won in evening"
    OUTS_IN_EVENING = "outs in evening"
    UNDERCUTS_IN_EVENING = "undercuts in evening"
    BUSIEST = "busiest"


_CLUB = bindparam("club", type_=Integer)

_LEAST = {Kind.STREAK: 1}
"""What is no record yet: one win is no row of wins."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who set a record and when: in a round, in a game, or else on that evening.

    `player` is `None` where a record is nobody's alone.
    """

    day: date
    player: Player | None = None
    game_id: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record with the first who set it; `more` others share it, `None` if they are too many."""

    kind: Kind
    value: int
    holders: list[Holder]
    more: int | None


def records_of_variants(club: Club, variants: Iterable[str]) -> dict[str, list[Record]]:
    """The records of each of these variants."""
    known = tuple(variants)
    found = _found(club, _of_variants(known)) if known else {}
    return {variant: found[variant] for variant in known}


def records_of_club(club: Club) -> list[Record]:
    """The records over all variants."""
    return _found(club, _of_all()).get("", [])


@lru_cache(maxsize=32)
def _of_variants(variants: tuple[str, ...]) -> CompoundSelect[Any]:
    """The query for the records of these variants; building it takes longer than asking it."""
    return _together(each for variant in variants for each in _of_variant(variant))


def _of_variant(variant: str) -> Iterator[Select[Any]]:
    rounds = (RoundResult.club_id == _CLUB, RoundResult.variant == variant)
    games = (GameResult.club_id == _CLUB, GameResult.variant == variant)
    yield _best(Kind.ROUND, variant, RoundResult.points, *rounds)
    if sense_of(variant) is not Sense.FEWEST:
        yield _best(Kind.HIGHEST, variant, GameResult.final, *games)
    if sense_of(variant) is not Sense.MOST:
        to_the_end = GameResult.called == 0
        yield _best(Kind.LOWEST, variant, GameResult.final, *games, to_the_end)
    yield _best(Kind.MARGIN, variant, GameResult.margin, *games)
    yield _best(Kind.COMEBACK, variant, GameResult.comeback, *games)
    yield _best(Kind.STREAK, variant, GameResult.variant_streak, *games)
    yield _best(Kind.LONGEST, variant, GameResult.rounds, *games, GameResult.seat == 0)


@cache
def _of_all() -> CompoundSelect[Any]:
    evening = PlayerEvening.club_id == _CLUB
    return _together(
        (
            _best(Kind.STREAK, "", GameResult.streak, GameResult.club_id == _CLUB),
            _best(Kind.WON_IN_EVENING, "", PlayerEvening.won, evening),
            _best(Kind.OUTS_IN_EVENING, "", PlayerEvening.outs, evening),
            _best(Kind.UNDERCUTS_IN_EVENING, "", PlayerEvening.undercuts, evening),
            _busiest(),
        )
    )


def _together(queries: Iterable[Select[Any]]) -> CompoundSelect[Any]:
    return union_all(*(select(each.subquery()) for each in queries))


def _best(kind: Kind, variant: str, column: Any, *conditions: ColumnElement[bool]) -> Select[Any]:
    """The rows in which a column has its best value, the earliest first; none without a value."""
    rows = column.class_
    if kind is Kind.LOWEST:
        known, order = conditions, column
    else:
        known, order = (*conditions, column > _LEAST.get(kind, 0)), column.desc()
    best = select(column).where(*known).order_by(order).limit(1).scalar_subquery()
    # Without the other bound, as SQLite would look through everything above it.
    sharing = (*conditions, column == best)
    # Nothing is better than the best, so this finds the same rows. But with it and in this order
    # they are read from the index of the values, even if SQLite would rather read that of the days.
    first = column <= best if kind is Kind.LOWEST else column >= best
    return (
        select(
            literal(kind.value, String).label("kind"),
            literal(variant, String).label("variant"),
            column.label("value"),
            (literal(0, Integer) if kind is Kind.LONGEST else rows.player_id).label("player_id"),
            rows.played_on.label("day"),
            getattr(rows, "game_id", literal("", String)).label("game_id"),
            getattr(rows, "number", literal(0, Integer)).label("number"),
            _count(select(literal(1)).where(*sharing)).label("sharing"),
        )
        .where(*conditions, first)
        .order_by(column, rows.played_on, *_then_by(rows))
        .limit(MOST_NAMED)
    )


def _count(sharing: Select[Any]) -> ScalarSelect[int]:
    """How many rows share a record, as far as they are counted."""
    some = sharing.limit(MOST_COUNTED + 1).subquery()
    return select(func.count()).select_from(some).scalar_subquery()


def _then_by(rows: Any) -> list[Any]:
    """The order of the rows of one evening."""
    if rows is GameResult:
        return [rows.started_at, rows.game_id, rows.seat]
    return [rows.game_id, rows.number, rows.seat] if rows is RoundResult else [rows.player_id]


def _busiest() -> Select[Any]:
    """The evenings on which the most games were finished."""
    games = func.count().label("games")
    evenings = (
        select(GameRow.played_on, games)
        .where(GameRow.club_id == _CLUB, FINISHED)
        .group_by(GameRow.played_on)
        .cte()
    )
    most = evenings.c.games == select(func.max(evenings.c.games)).scalar_subquery()
    return (
        select(
            literal(Kind.BUSIEST.value, String).label("kind"),
            literal("", String).label("variant"),
            evenings.c.games.label("value"),
            literal(0, Integer).label("player_id"),
            evenings.c.played_on.label("day"),
            literal("", String).label("game_id"),
            literal(0, Integer).label("number"),
            _count(select(literal(1)).where(most)).label("sharing"),
        )
        .where(most)
        .order_by(evenings.c.played_on)
        .limit(MOST_NAMED)
    )


def _found(club: Club, query: CompoundSelect[Any]) -> dict[str, list[Record]]:
    """The records that a query finds, by variant and in the order of their kinds."""
    rows = db.session.execute(query, {"club": club.id}).all()
    players = _players(club, {row.player_id for row in rows})
    found: dict[str, list[Record]] = defaultdict(list)
    sharing: dict[tuple[str, Kind], list[Row[Any]]] = defaultdict(list)
    for row in rows:
        sharing[row.variant, Kind(row.kind)].append(row)
    for (variant, kind), first in sorted(sharing.items(), key=lambda item: _place(item[0][1])):
        if kind is Kind.LOWEST and first[0].sharing > MOST_WITH_LOWEST:
            continue
        holders = [
            Holder(row.day, players.get(row.player_id), row.game_id or None, row.number or None)
            for row in sorted(first, key=lambda row: row.day)
        ]
        sharing_it = first[0].sharing
        more = None if sharing_it > MOST_COUNTED else sharing_it - len(holders)
        found[variant].append(Record(kind, first[0].value, holders, more))
    return found


def _place(kind: Kind) -> int:
    return list(Kind).index(kind)


def _players(club: Club, ids: set[int]) -> dict[int, Player]:
    query = select(Player).where(Player.club_id == club.id, Player.id.in_(ids))
    return {player.id: player for player in db.session.scalars(query)}
