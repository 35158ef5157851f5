"""Count what a page needs of the database and of the rules."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.games.polls import KeptConnections
from scorekeeper.rummy.game import round_ruling, sheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.round import Round
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.storage.database import db


@contextmanager
def hearing(target: object, **listeners: Callable[..., None]) -> Iterator[None]:
    """Call these listeners during the block, at the events of SQLAlchemy with their names."""
    for name, listener in listeners.items():
        event.listen(target, name, listener)
    try:
        yield
    finally:
        for name, listener in listeners.items():
            event.remove(target, name, listener)


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """Collect the statements sent to the database during the block."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        sent.append(statement)

    with app.app_context():
        engine = db.engine
    with hearing(engine, before_cursor_execute=note):
        yield sent


@contextmanager
def all_counted(app: Flask) -> Iterator[list[str]]:
    """Collect every statement sent to an SQLite database, also those that bypass SQLAlchemy."""
    sent: list[str] = []
    ask = KeptConnections.first_row

    def note(connections: KeptConnections, text: str, values: Any) -> Any:
        sent.append(text)
        return ask(connections, text, values)

    def begin(connection: sqlite3.Connection, *_more: object) -> None:
        connection.set_trace_callback(sent.append)

    def end(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_trace_callback(None)

    with app.app_context():
        engine = db.engine
    with (
        pytest.MonkeyPatch.context() as patched,
        hearing(engine, checkout=begin, checkin=end),
    ):
        patched.setattr(KeptConnections, "first_row", note)
        yield sent


@contextmanager
def judgings() -> Iterator[list[Round]]:
    """Collect the rounds judged for a sheet during the block."""
    rounds: list[Round] = []

    def judge(*given: Any) -> Ruling:
        rounds.append(given[3])
        return judge_round(*given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(round_ruling, "judge_round", judge)
        yield rounds


@contextmanager
def folds() -> Iterator[list[Game]]:
    """Collect the games folded during the block by any module."""
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
