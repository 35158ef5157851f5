"""Every game of the score book that counts, read from its facts in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, func, literal, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.rummy.game.sheet import fold
from scorekeeper.statistics.results import Persons, Result, new_results
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.mapping import StoredRounds
from scorekeeper.storage.models import GameRow

AT_ONCE = 100
"""How many games are read at once."""

COUNTED: tuple[ColumnElement[bool], ...] = (
    GameRow.played > 0,
    GameRow.status != "playing",
    GameRow.deleted_at.is_(None),
)
"""Which games count; see `counts`."""

_PLACE = (GameRow.club_id, GameRow.played_on, GameRow.created_at, GameRow.id)
_GAMES = select(GameRow).where(*COUNTED).order_by(*_PLACE).limit(AT_ONCE)


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
    """All games that count, club by club and in the order in which they were played."""
    known: dict[int, Persons] = {}
    some = _GAMES
    with Session(connection) as session:
        while rows := session.scalars(some).all():
            for row in rows:
                if row.club_id not in known:
                    known[row.club_id] = Persons(connection, row.club_id)
            yield _batch(connection, rows, known)
            some = _after(rows[-1])
            session.expunge_all()


def _after(row: GameRow) -> Select[GameRow]:
    """The games that follow one."""
    values = (row.club_id, row.played_on, row.created_at, row.id)
    last = [literal(value, column.type) for value, column in zip(values, _PLACE, strict=True)]
    return _GAMES.where(tuple_(*_PLACE) > tuple_(*last))


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
