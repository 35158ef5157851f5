"""What a page asks of the database and of the rules, counted."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.rummy.game import sheet
from scorekeeper.rummy.game.sheet import Game, Sheet
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.round import Round, Ruling
from scorekeeper.storage.database import Base, db


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """Collects the statements that are sent to the database meanwhile."""
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
def traced(app: Flask) -> Iterator[list[str]]:
    """Collects all that SQLite is asked meanwhile, also what SQLAlchemy hears nothing of."""
    sent: list[str] = []

    def begin(connection: sqlite3.Connection, *_more: object) -> None:
        connection.set_trace_callback(sent.append)

    def end(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_trace_callback(None)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", begin)
    event.listen(engine, "checkin", end)
    try:
        yield sent
    finally:
        event.remove(engine, "checkout", begin)
        event.remove(engine, "checkin", end)


@contextmanager
def loaded(table: type[Base]) -> Iterator[list[object]]:
    """Collects the rows of a table that are read meanwhile."""
    rows: list[object] = []

    def note(row: object, _context: object) -> None:
        rows.append(row)

    event.listen(table, "load", note)
    try:
        yield rows
    finally:
        event.remove(table, "load", note)


@contextmanager
def judgings() -> Iterator[list[Round]]:
    """The rounds that are judged meanwhile for a sheet."""
    rounds: list[Round] = []

    def judge(*given: Any) -> Ruling:
        rounds.append(given[3])
        return judge_round(*given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sheet, "judge_round", judge)
        yield rounds


@contextmanager
def folds() -> Iterator[list[Game]]:
    """The games that are folded meanwhile, by whichever module."""
    games: list[Game] = []

    def fold(game: Game, *known: Any) -> Sheet:
        games.append(game)
        return sheet.fold(game, *known)

    users = [
        module
        for name, module in sys.modules.items()
        if name.startswith("scorekeeper.") and module is not sheet and hasattr(module, "fold")
    ]
    with pytest.MonkeyPatch.context() as patched:
        for module in users:
            patched.setattr(module, "fold", fold)
        yield games
