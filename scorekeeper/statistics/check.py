"""Compares all stored statistics with the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isclose
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, except_, select, text

from scorekeeper.statistics.rebuild import COUNTED, Batch, batches, is_up_to_date, rounds_in_book
from scorekeeper.statistics.results import ORDER_COLUMNS, UNKNOWN, Result
from scorekeeper.statistics.standings import RunningStandings
from scorekeeper.statistics.sums import ALL_SUMS, Sums, totals_of
from scorekeeper.storage.bulk import Report
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import GameResult, GameRow, RoundResult
from scorekeeper.storage.search_text import games_with_wrong_words

_GAME_RESULT, _ROUND_RESULT = table(GameResult), table(RoundResult)
_KEYS: dict[Table, tuple[str, ...]] = {
    _GAME_RESULT: ("game_id", "seat"),
    _ROUND_RESULT: ("game_id", "number", "seat"),
}
_AT_ONCE = 1_000


def check(report: Report) -> Iterator[str]:
    """A sentence for each difference from the facts, and for each unreadable game.

    If another version wrote the statistics, they are not compared, because everything would differ.
    """
    with db.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        is_written = is_up_to_date(connection)
        yield from _check_games(connection, report, with_results=is_written)
        if is_written:
            yield from _check_the_rest(connection)


def _check_the_rest(connection: Connection) -> Iterator[str]:
    yield from _check_uncounted(connection)
    yield from _check_standings(connection)
    for sums in ALL_SUMS:
        yield from _check_sums(connection, sums)
    for game_id in games_with_wrong_words(connection):
        yield f"game {game_id}: the search index is out of date for its place and notes"


def _check_games(connection: Connection, report: Report, *, with_results: bool) -> Iterator[str]:
    done, everything = 0, rounds_in_book(connection)
    for batch in batches(connection):
        counted = {result["game_id"] for result in batch.games}
        for game_id in batch.unreadable:
            how = "counts as it did before" if game_id in counted else "is not counted"
            yield f"game {game_id}: it cannot be read, and {how}"
        if with_results:
            yield from _compare(connection, _GAME_RESULT, batch, batch.games)
            yield from _compare(connection, _ROUND_RESULT, batch, batch.rounds)
        done += batch.played
        report(done, everything)


def _compare(
    connection: Connection, results: Table, batch: Batch, expected: Iterable[Result]
) -> Iterator[str]:
    key = _KEYS[results]
    query = select(results).where(results.c.game_id.in_(batch.ids))
    stored = {_key(row._asdict(), key): row._asdict() for row in connection.execute(query)}
    right = {_key(result, key): result for result in expected}
    for which in sorted(stored.keys() | right.keys()):
        name = _name(dict(zip(key, which, strict=True)))
        if which not in stored:
            yield f"{name}: it is missing"
        elif which not in right:
            yield f"{name}: it should not be there"
        else:
            for column, value in right[which].items():
                if column not in UNKNOWN and (found := stored[which][column]) != value:
                    yield f"{name}: {column} is {found}, and should be {value}"


def _key(result: Result, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(result[name] for name in names)


def _name(key: Result) -> str:
    of_round = f", round {key['number']}" if "number" in key else ""
    return f"game {key['game_id']}{of_round}, player {key['seat'] + 1}"


def _check_uncounted(connection: Connection) -> Iterator[str]:
    counted = select(GameRow.id).where(*COUNTED)
    for results in (_GAME_RESULT, _ROUND_RESULT):
        uncounted = select(results.c.game_id).where(results.c.game_id.not_in(counted)).distinct()
        for game_id in sorted(connection.scalars(uncounted)):
            yield f"game {game_id}: it is not counted, but has rows in {results.name}"


def _check_standings(connection: Connection) -> Iterator[str]:
    standings = RunningStandings()
    query = select(_GAME_RESULT).order_by(*ORDER_COLUMNS, _GAME_RESULT.c.seat)
    rows = connection.execution_options(yield_per=_AT_ONCE).execute(query)
    results = (row._asdict() for row in rows)
    for _game, seats in groupby(results, key=itemgetter("game_id")):
        stored = list(seats)
        right = [dict(result) for result in stored]
        standings.rate(right)
        pairs = list(zip(stored, right, strict=True))
        for result, expected in pairs:
            # The last digits depend on the machine.
            numbers = [(result[name], expected[name]) for name in UNKNOWN if name != "streak"]
            if not all(isclose(*pair, rel_tol=1e-9) for pair in numbers):
                yield f"{_name(result)}: the rating or the streak is wrong"
        for result, expected in pairs:
            if result["streak"] != expected["streak"]:
                yield f"{_name(result)}: the streak over all games is wrong"


def _check_sums(connection: Connection, sums: Sums) -> Iterator[str]:
    stored = select(*[sums.table.c[name] for name in sums.columns])
    right = totals_of(connection, sums)
    differ = set()
    for difference in (except_(stored, right), except_(right, stored)):
        differ |= {tuple(row)[: len(sums.key)] for row in connection.execute(difference)}
    for key in sorted(differ):
        which = ", ".join(f"{name} {value}" for name, value in zip(sums.key, key, strict=True))
        yield f"{sums.table.name}, {which}: the sums are wrong"
