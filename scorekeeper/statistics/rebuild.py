"""Writes all results again from the facts of every counted game, and the words of the search."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from flask import current_app
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    text,
)
from sqlalchemy.orm import Session

from scorekeeper.rummy.game.sheet import fold
from scorekeeper.statistics import sums
from scorekeeper.statistics.counting import count_game
from scorekeeper.statistics.results import Persons, Result, new_results
from scorekeeper.statistics.standings import RunningStandings
from scorekeeper.storage.bulk import Report, insert_many
from scorekeeper.storage.database import db, table
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.mapping import StoredRounds
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import GameResult, GameRow, RoundResult, StatisticsState
from scorekeeper.storage.queries import PLAY_ORDER, is_after
from scorekeeper.storage.search_text import games_with_text, refresh_texts

VERSION = 3
"""Increase it whenever games count differently. The next start then writes all results again."""

NEW_OBJECTS = 100_000
"""During the rebuild, Python collects garbage only after this many new objects."""

_GAME_RESULT, _ROUND_RESULT, _STATE = table(GameResult), table(RoundResult), table(StatisticsState)

AT_ONCE = 100
"""The number of games that one query reads."""

COUNTED: tuple[ColumnElement[bool], ...] = (
    or_(GameRow.played > 0, GameRow.imported.is_not(null())),
    GameRow.status != "playing",
    GameRow.deleted_at.is_(None),
)
"""The SQL condition for games that count, the same as `is_counted`."""

_ORDER = (GameRow.club_id, *PLAY_ORDER)

_GAMES = select(GameRow).where(*COUNTED).order_by(*_ORDER).limit(AT_ONCE)


@dataclass(slots=True)
class Rebuilt:
    """The numbers of written games, of written rounds, and of unreadable games."""

    games: int = 0
    rounds: int = 0
    unreadable: int = 0


def are_written() -> bool:
    """Check whether this version of the statistics wrote the results."""
    with db.engine.connect() as connection:
        return is_up_to_date(connection)


def bring_up_to_date() -> None:
    if are_written():
        return
    with migrating(db.engine, tables=False) as connection:
        # Another server could have written the results during the wait.
        if not is_up_to_date(connection):
            if rounds := rounds_in_book(connection):
                current_app.logger.warning("Writing the statistics of %d rounds …", rounds)
            _write_again(connection, lambda _done, _everything: None)


def rebuild(report: Report) -> Rebuilt:
    """Write all results again, in one transaction that excludes all other writers of results."""
    with migrating(db.engine, tables=False) as connection:
        return _write_again(connection, report)


def is_up_to_date(connection: Connection) -> bool:
    return connection.scalars(select(_STATE.c.version)).all() == [VERSION]


def _write_again(connection: Connection, report: Report) -> Rebuilt:
    if connection.dialect.name == "postgresql":
        # Until the commit, another server cannot store a finished game. It waits, or it asks its
        # user to try again.
        connection.execute(text("LOCK TABLE game_result, round_result IN EXCLUSIVE MODE"))
    counted = select(GameRow.id).where(*COUNTED)
    for results in (_ROUND_RESULT, _GAME_RESULT):
        connection.execute(delete(results).where(results.c.game_id.not_in(counted)))
    connection.execute(delete(_STATE))
    with _collecting_rarely():
        written = _write_results(connection, report)
    sums.write_again(connection)
    refresh_texts(connection, games_with_text(connection))
    connection.execute(insert(_STATE).values(version=VERSION))
    return written


def _write_results(connection: Connection, report: Report) -> Rebuilt:
    written, everything = Rebuilt(), rounds_in_book(connection)
    standings = RunningStandings()
    for batch in batches(connection):
        for results in (_ROUND_RESULT, _GAME_RESULT):
            connection.execute(delete(results).where(results.c.game_id.in_(batch.ids)))
        standings.rate(batch.games)
        insert_many(connection, _GAME_RESULT, batch.games)
        insert_many(connection, _ROUND_RESULT, batch.rounds)
        written.games += len(batch.ids) - len(batch.unreadable)
        written.rounds += batch.played
        written.unreadable += len(batch.unreadable)
        report(written.rounds, everything)
    return written


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    """Collect garbage less often, because each collection visits all objects of a batch."""
    usual = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games with their results. `unreadable` are the ids of unreadable games.

    Unreadable games keep their stored results.
    """

    ids: tuple[str, ...]
    played: int
    games: list[Result]
    rounds: list[Result]
    unreadable: tuple[str, ...]


def rounds_in_book(connection: Connection) -> int:
    return connection.scalar(select(func.sum(GameRow.played)).where(*COUNTED)) or 0


def batches(connection: Connection) -> Iterator[Batch]:
    """All games that count, club by club, in the order of play."""
    persons: dict[int, Persons] = {}
    some = _GAMES
    with Session(connection) as session:
        while rows := session.scalars(some).all():
            for row in rows:
                if row.club_id not in persons:
                    persons[row.club_id] = Persons(connection, row.club_id)
            yield _batch(connection, rows, persons)
            some = _GAMES.where(is_after(rows[-1], _ORDER))
            session.expunge_all()


def _batch(connection: Connection, rows: Sequence[GameRow], persons: dict[int, Persons]) -> Batch:
    ids = tuple(row.id for row in rows)
    stored = StoredRounds(connection, ids)
    games: list[Result] = []
    rounds: list[Result] = []
    unreadable = []
    for row in rows:
        try:
            with reading(row.id):
                sheet = fold(stored.game(row))
        except UnreadableGameError:
            unreadable.append(row.id)
            games += _stored(connection, _GAME_RESULT, row.id)
            rounds += _stored(connection, _ROUND_RESULT, row.id)
            continue
        results = new_results(row, count_game(sheet), persons[row.club_id])
        games += results[0]
        rounds += results[1]
    return Batch(ids, sum(row.played for row in rows), games, rounds, tuple(unreadable))


def _stored(connection: Connection, results: Table, game_id: str) -> list[Result]:
    query = select(results).where(results.c.game_id == game_id).order_by(*results.primary_key)
    return [row._asdict() for row in connection.execute(query)]
