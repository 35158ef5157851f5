"""Databases that do not wait for the disk."""

from __future__ import annotations

import sqlite3

from sqlalchemy import Engine, event


def do_not_wait(engine: Engine) -> None:
    """Let no write to SQLite wait until it is on the disk.

    To wait takes many tests longer than all else, and no power cut is meant to spare their books.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up)
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")
