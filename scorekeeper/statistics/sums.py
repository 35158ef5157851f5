"""Sums of results by month, by pair and month, and by evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from itertools import groupby, permutations
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Date,
    Insert,
    Select,
    Table,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.statistics.results import Result, persons_of
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameResult, PairMonth, PlayerEvening, PlayerMonth

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Sums:
    """A table of sums. Its counters are all columns except its key and the club."""

    table: Table

    @cached_property
    def key(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.table.primary_key)

    @cached_property
    def counters(self) -> tuple[str, ...]:
        others = (*self.key, "club_id")
        return tuple(column.name for column in self.table.columns if column.name not in others)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.key, "club_id", *self.counters)

    @property
    def date_column(self) -> str:
        return self.key[-1]


MONTHS, PAIRS, EVENINGS = map(Sums, map(table, (PlayerMonth, PairMonth, PlayerEvening)))
ALL_SUMS = (MONTHS, PAIRS, EVENINGS)


def month_of(evening: date) -> date:
    return evening.replace(day=1)


def exchange(connection: Connection, old: Sequence[Result], new: Sequence[Result]) -> None:
    """Subtract the old results of a game from all sums, and add the new results."""
    for sums in ALL_SUMS:
        added = _difference(sums, old, new)
        if added:
            connection.execute(_upsert(connection.dialect.name, sums), added)
        if old:
            _remove_empty(connection, sums, old)


def _difference(sums: Sums, old: Sequence[Result], new: Sequence[Result]) -> list[Row]:
    """Amounts to add to rows of sums, sorted so that two writers cannot deadlock."""
    rows: dict[tuple[Any, ...], Row] = {}
    totals: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sign, results in ((-1, old), (1, new)):
        for share in _shares(sums, results):
            key = tuple(share[name] for name in sums.key)
            rows[key] = {name: share[name] for name in (*sums.key, "club_id")}
            for name in sums.counters:
                totals[key][name] += sign * share[name]
    return [rows[key] | totals[key] for key in sorted(rows) if any(totals[key].values())]


def _shares(sums: Sums, results: Sequence[Result]) -> Iterator[Row]:
    """Rows to add for games, one per player or pair. Results must be grouped by game."""
    dated = [dict(result) | {"month": month_of(result["played_on"])} for result in results]
    if sums is not PAIRS:
        yield from dated
        return
    for _game, seats in groupby(dated, key=itemgetter("game_id")):
        for mine, other in permutations(seats, 2):
            if not mine["met"] >> other["seat"] & 1:
                continue
            yield mine | {
                "opponent_id": other["player_id"],
                "ahead": int(mine["rank"] < other["rank"]),
                "level": int(mine["rank"] == other["rank"]),
            }


@cache  # Building this query takes longer than running it.
def _upsert(dialect: str, sums: Sums) -> Insert:
    added = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(sums.table)
    more = {name: sums.table.c[name] + added.excluded[name] for name in sums.counters}
    return added.on_conflict_do_update(index_elements=sums.key, set_=more)


def _remove_empty(connection: Connection, sums: Sums, old: Sequence[Result]) -> None:
    columns = sums.table.c
    days = {result["played_on"] for result in old}
    dates = days if sums is EVENINGS else {month_of(day) for day in days}
    connection.execute(
        delete(sums.table).where(
            columns.player_id.in_(persons_of(old)),
            columns[sums.date_column].in_(dates),
            columns.games == 0,
        )
    )


def write_again(connection: Connection, persons: Collection[int] | None = None) -> None:
    """Write all sums again from the results, or only the sums of these persons."""
    for sums in ALL_SUMS:
        columns = sums.table.c
        clear, totals = delete(sums.table), totals_of(connection, sums)
        if persons is not None:
            people = [name for name in _PEOPLE if name in columns]
            clear = clear.where(or_(*[columns[name].in_(persons) for name in people]))
            totals = totals.where(or_(*[_PEOPLE[name].in_(persons) for name in people]))
        connection.execute(clear)
        connection.execute(insert(sums.table).from_select(sums.columns, totals))


_MINE, _OTHER = table(GameResult).alias("mine"), table(GameResult).alias("other")
_PEOPLE = {"player_id": _MINE.c.player_id, "opponent_id": _OTHER.c.player_id}


def totals_of(connection: Connection, sums: Sums) -> Select[Any]:
    """A query for the correct values of these sums, from the stored results. See `Sums.columns`."""
    of_pairs = {
        "ahead": case((_MINE.c.rank < _OTHER.c.rank, 1), else_=0),
        "level": case((_MINE.c.rank == _OTHER.c.rank, 1), else_=0),
    }
    key = _PEOPLE | {
        "variant": _MINE.c.variant,
        "month": _month(connection, _MINE.c.played_on),
        "played_on": _MINE.c.played_on,
        "club_id": _MINE.c.club_id,
    }
    group = [key[name] for name in (*sums.key, "club_id")]
    added = [
        func.sum(of_pairs[name] if name in of_pairs else _MINE.c[name]) for name in sums.counters
    ]
    totals = select(*group, *added).group_by(*group)
    if sums is not PAIRS:
        return totals.select_from(_MINE)
    other = (_OTHER.c.game_id == _MINE.c.game_id) & (_OTHER.c.seat != _MINE.c.seat)
    return totals.select_from(_MINE.join(_OTHER, other & have_met(_MINE.c.met, _OTHER.c.seat)))


def have_met(met: Any, seat: Any) -> ColumnElement[bool]:
    """The condition that `met`, a column of `GameResult`, has the bit of this seat."""
    return met.bitwise_and(literal(1).bitwise_lshift(seat)) != 0  # type: ignore[no-any-return]  # columns of either kind


def _month(connection: Connection, day: ColumnElement[date]) -> ColumnElement[date]:
    if _is_postgresql(connection):
        return cast(func.date_trunc("month", day), Date)
    return func.date(day, "start of month", type_=Date)


def _is_postgresql(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
