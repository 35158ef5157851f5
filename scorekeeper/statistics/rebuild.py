"""Writes all results again from the facts, and the words that are searched."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import current_app
from sqlalchemy import Connection, delete, insert, select, text

from scorekeeper.statistics import sums
from scorekeeper.statistics.counted_games import batches, rounds_in_book
from scorekeeper.statistics.standings import Course
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import db, table
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import GameResult, RoundResult, StatisticsState
from scorekeeper.storage.search_text import games_with_text, refresh_texts

VERSION = 2
"""Goes up whenever games count differently; all results are written again then."""

NEW_OBJECTS = 100_000
"""After how many new objects Python looks for garbage while results are written again."""

Report = Callable[[int, int], None]
"""Is told how many rounds are done, of how many."""

_GAME, _ROUND, _STATE = table(GameResult), table(RoundResult), table(StatisticsState)


@dataclass(slots=True)
class Written:
    """How much was written: games and rounds; and how many games cannot be read."""

    games: int = 0
    rounds: int = 0
    unreadable: int = 0


def bring_up_to_date() -> None:
    """Write all results again if an older version of the program wrote them, or none has."""
    with db.engine.connect() as connection:
        if is_up_to_date(connection):
            return
    with migrating(db.engine, tables=False) as connection:
        # Another server may have done it while this one waited.
        if not is_up_to_date(connection):
            if rounds := rounds_in_book(connection):
                current_app.logger.warning("Writing the statistics of %d rounds …", rounds)
            _write_again(connection, lambda _done, _everything: None)


def rebuild(report: Report) -> Written:
    """Write all results again, in one transaction during which nobody else writes results."""
    with migrating(db.engine, tables=False) as connection:
        return _write_again(connection, report)


def is_up_to_date(connection: Connection) -> bool:
    """Whether this version of the statistics wrote the results."""
    return connection.scalars(select(_STATE.c.version)).all() == [VERSION]


def _write_again(connection: Connection, report: Report) -> Written:
    if connection.dialect.name == "postgresql":
        # Whoever ends a game on another server meanwhile waits, or is asked to press again.
        connection.execute(text("LOCK TABLE game_result, round_result IN EXCLUSIVE MODE"))
    for results in (_ROUND, _GAME, _STATE):
        connection.execute(delete(results))
    with _seldom_collecting():
        written = _write_results(connection, report)
    sums.write_again(connection)
    refresh_texts(connection, games_with_text(connection))
    connection.execute(insert(_STATE).values(version=VERSION))
    return written


def _write_results(connection: Connection, report: Report) -> Written:
    written, everything = Written(), rounds_in_book(connection)
    course = Course()
    for batch in batches(connection):
        course.follow(batch.games)
        insert_many(connection, _GAME, batch.games)
        insert_many(connection, _ROUND, batch.rounds)
        written.games += len(batch.ids) - len(batch.unreadable)
        written.rounds += batch.played
        written.unreadable += len(batch.unreadable)
        report(written.rounds, everything)
    return written


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Let Python seldom look for garbage: it would look at all the rounds of a batch every time."""
    usual = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
