"""Every game of the score book that counts, read from its facts in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select
from sqlalchemy.orm import Session

from scorekeeper.rummy.game.sheet import fold
from scorekeeper.statistics.results import Persons, Result, new_results
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.stored_rounds import StoredRounds
from scorekeeper.storage.unreadable import UnreadableGameError, reading

AT_ONCE = 100
"""How many games are read at once."""

COUNTED: tuple[ColumnElement[bool], ...] = (
    GameRow.played > 0,
    GameRow.status != "playing",
    GameRow.deleted_at.is_(None),
)
"""Which games count; see `counts`."""

_GAMES = select(GameRow).where(*COUNTED).order_by(GameRow.id).limit(AT_ONCE)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games with what they count as; `unreadable` are the ids of games that cannot be read."""

    ids: tuple[str, ...]
    played: int
    games: list[Result]
    rounds: list[Result]
    unreadable: tuple[str, ...]


def rounds_in_book(connection: Connection) -> int:
    """The number of rounds in all counted games."""
    return connection.scalar(select(func.sum(GameRow.played)).where(*COUNTED)) or 0


def batches(connection: Connection) -> Iterator[Batch]:
    """All games that count, in the order of their ids."""
    known: dict[int, Persons] = {}
    last = ""
    with Session(connection) as session:
        while rows := session.scalars(_GAMES.where(GameRow.id > last)).all():
            for row in rows:
                if row.club_id not in known:
                    known[row.club_id] = Persons(connection, row.club_id)
            yield _batch(connection, rows, known)
            last = rows[-1].id
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
            continue
        results = new_results(row, sheet, persons[row.club_id])
        games += results[0]
        rounds += results[1]
    return Batch(ids, sum(row.played for row in rows), games, rounds, tuple(unreadable))
