"""Deletes games of the first club, and counts what is left of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from scorekeeper.clubs.members import find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.games import deletion
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.models import GameRow
from tests.support.clubs import let_in, the_club
from tests.support.scorebook import form


def delete(row: GameRow, **more: Any) -> GameRow:
    """Delete a game with a fresh form."""
    return deletion.delete(row.id, **form(row), **more)


def restore(row: GameRow, **more: Any) -> GameRow:
    """Restore a deleted game with a fresh form."""
    return deletion.restore(row.id, **form(row), **more)


def for_ever(row: GameRow) -> None:
    """Delete a deleted game for ever."""
    deletion.delete_for_ever(the_club(), row.id, version=row.version)


def device() -> str:
    """A phone of the club."""
    found = find_member(let_in(the_club(), Role.PLAYER))
    assert found is not None
    return found.device_id


def rows_of_games() -> dict[str, int]:
    """The number of rows of every table that belongs to games."""
    others = {"club", "device", "invitation", "wrong_code", "statistics_state"}
    tables = set(Base.metadata.tables) - others
    count = select(func.count())
    return {
        name: db.session.scalar(count.select_from(Base.metadata.tables[name])) or 0
        for name in tables
    }
