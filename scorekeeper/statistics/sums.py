"""Sums of results by month, by pair and month, and by evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations
from typing import Any, TypeAlias

from sqlalchemy import Connection, Insert, Table, delete
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.statistics.results import COUNTERS, Result, persons_of
from scorekeeper.storage.database import table
from scorekeeper.storage.models import PairMonth, PlayerEvening, PlayerMonth

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sums:
    """A table of sums; `key` are the columns that name a row, the `counters` are added up."""

    table: Table
    key: tuple[str, ...]
    counters: tuple[str, ...] = COUNTERS

    @property
    def moment(self) -> str:
        """The column with the month or the evening."""
        return self.key[-1]


MONTHS = Sums(table(PlayerMonth), ("player_id", "variant", "month"))
PAIRS = Sums(
    table(PairMonth),
    ("player_id", "opponent_id", "variant", "month"),
    (*COUNTERS, "ahead", "level"),
)
EVENINGS = Sums(table(PlayerEvening), ("player_id", "played_on"))
ALL = (MONTHS, PAIRS, EVENINGS)


def month_of(evening: date) -> date:
    """The first day of its month."""
    return evening.replace(day=1)


def exchange(connection: Connection, old: Sequence[Result], new: Sequence[Result]) -> None:
    """Take the results of a game out of all sums, and add others instead."""
    for sums in ALL:
        added = _difference(sums, old, new)
        if added:
            connection.execute(_add(connection, sums), added)
        if old:
            _remove_empty(connection, sums, old)


def _difference(sums: Sums, old: Sequence[Result], new: Sequence[Result]) -> list[Row]:
    """What is to be added to which rows; in order, so that two writers do not cross."""
    rows: dict[tuple[Any, ...], Row] = {}
    totals: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sign, results in ((-1, old), (1, new)):
        for each in _shares(sums, results):
            key = tuple(each[name] for name in sums.key)
            rows[key] = {name: each[name] for name in (*sums.key, "club_id")}
            for name in sums.counters:
                totals[key][name] += sign * each[name]
    return [rows[key] | totals[key] for key in sorted(rows) if any(totals[key].values())]


def _shares(sums: Sums, results: Sequence[Result]) -> Iterator[Row]:
    """What a game adds, one row for each player, or each pair."""
    dated = [dict(each) | {"month": month_of(each["played_on"])} for each in results]
    if sums is not PAIRS:
        yield from dated
        return
    for mine, other in permutations(dated, 2):
        yield mine | {
            "opponent_id": other["player_id"],
            "ahead": int(mine["rank"] < other["rank"]),
            "level": int(mine["rank"] == other["rank"]),
        }


def _add(connection: Connection, sums: Sums) -> Insert:
    postgres = connection.dialect.name == "postgresql"
    insert = (postgresql.insert if postgres else sqlite.insert)(sums.table)
    more = {name: sums.table.c[name] + insert.excluded[name] for name in sums.counters}
    return insert.on_conflict_do_update(index_elements=sums.key, set_=more)


def _remove_empty(connection: Connection, sums: Sums, old: Sequence[Result]) -> None:
    """Remove the rows of these results in which no game is left."""
    columns = sums.table.c
    connection.execute(
        delete(sums.table).where(
            columns.player_id.in_(persons_of(old)),
            columns[sums.moment].in_(_moments(sums, old)),
            columns.games == 0,
        )
    )


def _moments(sums: Sums, results: Iterable[Result]) -> set[date]:
    days = {each["played_on"] for each in results}
    return days if sums is EVENINGS else {month_of(day) for day in days}
