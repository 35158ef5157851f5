"""The needs of SQLite only: settings and locks against losing data."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.storage.database import db, write
from scorekeeper.storage.database_file import REPLACED
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import GameRow
from tests.support.scorebook import record, start, totals, win

pytestmark = [
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]


def test_connections_are_set_up_to_lose_nothing(make_app: Callable[[], Flask]) -> None:
    with make_app().app_context():
        db.engine.dispose()  # what wrote already was set up again
        with db.engine.connect() as connection:
            answers = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
    full = 2
    assert answers == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 1_000,
    }


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no open file")
def test_the_last_writes_to_a_replaced_file_are_not_applied_to_the_new_one(
    settings: Settings, tmp_path: Path
) -> None:
    game, path, copy = start().id, settings.data_dir / "scorekeeper.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    db.session.remove()
    db.engine.dispose()  # closes the only connection, and with it the log
    record(db.session.get_one(GameRow, game), win(10))
    copy.replace(path)
    db.session.remove()
    assert totals(db.session.get_one(GameRow, game)) == (0, 0)
    assert Path(f"{path}{REPLACED}-wal").exists()


def test_a_writer_keeps_all_others_out_from_its_beginning(settings: Settings) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows has no file locks of this kind")
    path = settings.data_dir / "scorekeeper.db"
    with write(), closing(sqlite3.connect(path, timeout=0)) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        with Path(f"{path}.lock").open("ab") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_rebuilding_a_table_keeps_the_rows_that_belong_to_it() -> None:
    row = record(start(), win(20), win(30, by="Bob"))
    db.session.rollback()
    with migrating(db.engine) as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("game", recreate="always"):
            pass
    assert totals(row) == (20, 30)
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_migration_that_leaves_orphans_changes_nothing() -> None:
    row = record(start(), win(20))
    db.session.rollback()
    with (
        pytest.raises(RuntimeError, match=r"left a row of .+ without"),
        migrating(db.engine) as connection,
    ):
        connection.execute(GameRow.__table__.delete())
    assert totals(row) == (20, 0)


def test_a_book_with_orphans_opens_where_no_migration_is_missing(
    make_app: Callable[[], Flask],
) -> None:
    row = record(start(), win(20))
    db.session.rollback()
    with db.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("DELETE FROM player")
        driver.commit()
        driver.execute("PRAGMA foreign_keys = ON")
    with make_app().app_context():
        assert db.session.get(GameRow, row.id)


def test_writers_take_turns_without_a_file_lock(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.storage.writer_queue.fcntl", None)
    Path(f"{settings.data_dir / 'scorekeeper.db'}.lock").unlink(missing_ok=True)
    assert totals(record(start(), win(20))) == (20, 0)
    assert not Path(f"{settings.data_dir / 'scorekeeper.db'}.lock").exists()
