"""Empty score books: migrated once in a test run, and copied for every test."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import NullPool

from scorekeeper.config import Settings
from scorekeeper.statistics.rebuild import bring_up_to_date
from scorekeeper.storage.database import db, init_db
from tests.support.statements import hearing

CHANGING = {"CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE"}

Statement = tuple[str, object]
"""A statement sent to a database, with its values."""


class EmptyBooks:
    """The result of a first start, for an empty file and for an empty PostgreSQL schema."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scorekeeper.db"
        self._statements: list[Statement] = []

    def put(self, settings: Settings) -> None:
        """Create an empty score book at the place that the settings name."""
        if settings.database_url:
            self._put_tables(settings)
        else:
            self._put_file(settings)

    def _put_file(self, settings: Settings) -> None:
        if not self._file.exists():
            _migrate(f"sqlite:///{self._file}")
        settings.data_dir.mkdir(mode=0o700, exist_ok=True)
        shutil.copyfile(self._file, settings.data_dir / "scorekeeper.db")

    def _put_tables(self, settings: Settings) -> None:
        if not self._statements:
            self._statements = _migrate(settings.sqlalchemy_url)
            return
        engine = create_engine(settings.sqlalchemy_url, poolclass=NullPool)
        with engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            with driver.pipeline():
                for statement, values in self._statements:
                    driver.execute(statement, values)
            driver.commit()


def _migrate(url: str) -> list[Statement]:
    """Create the tables of a database, and return the statements that changed it."""
    app = Flask("scorebook")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    sent: list[Statement] = []

    def note(_connection: object, _cursor: object, text: str, values: object, *_: object) -> None:
        if text.split()[0] in CHANGING:
            sent.append((text, values))

    with hearing(Engine, before_cursor_execute=note), app.app_context():
        init_db(app)
        bring_up_to_date()
        db.engine.dispose()
    return sent


def do_not_wait(engine: Engine) -> None:
    """Turn off SQLite’s wait for the disk on every write.

    The wait takes longer than all else in many tests, and their books need not survive a power cut.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up)
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")
