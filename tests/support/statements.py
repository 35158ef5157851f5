"""What a page asks of the database, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from scorekeeper.storage.database import Base, db


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """The statements that the database is sent meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        sent.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


@contextmanager
def loaded(table: type[Base]) -> Iterator[list[object]]:
    """The rows of a table that are read meanwhile."""
    rows: list[object] = []

    def note(row: object, _context: object) -> None:
        rows.append(row)

    event.listen(table, "load", note)
    try:
        yield rows
    finally:
        event.remove(table, "load", note)
