"""Writers wait for their turn, and give up after a while."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorekeeper.config import Settings
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import db, write
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of
from scorekeeper.storage.writer_queue import take_write_turn
from tests.support.scorebook import at_once, record, start, totals, win


def test_a_writer_gives_up_after_waiting_too_long(tmp_path: Path) -> None:
    path = str(tmp_path / "scores.db")
    gave_up: list[DatabaseFault] = []

    def try_it() -> None:
        with pytest.raises(DatabaseFaultError) as refused, take_write_turn(path, 0.01):
            raise AssertionError
        gave_up.append(refused.value.fault)

    with take_write_turn(path, 60):
        other = threading.Thread(target=try_it)
        other.start()
        other.join(timeout=60)
    assert gave_up == [DatabaseFault.BUSY]
    with take_write_turn(path, 0.01) as left:
        assert 0 <= left <= 0.01


def test_waiting_for_a_writer_of_another_process_ends(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows has no file locks of this kind")
    path = tmp_path / "scores.db"
    with Path(f"{path}.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(DatabaseFaultError), take_write_turn(str(path), 0.01):
            raise AssertionError


@pytest.mark.usefixtures("book")
def test_waiting_for_a_row_locked_by_another_program_ends(
    settings: Settings,
) -> None:
    row = start()
    game_id = row.id
    db.session.rollback()
    kind = db.engine.dialect.name
    lock = "BEGIN IMMEDIATE" if kind == "sqlite" else "SELECT 1 FROM game FOR UPDATE"
    with db.engine.connect() as other:
        if kind == "sqlite":
            other = other.execution_options(begin="")
        other.execute(text(lock))
        with (
            pytest.raises((OperationalError, DatabaseFaultError)) as refused,
            write(patience=0.05) as session,
        ):
            session.execute(text("UPDATE game SET played = 7 WHERE id = :id"), {"id": game_id})
        assert fault_of(refused.value, str(settings.data_dir)) is DatabaseFault.BUSY
        other.rollback()
    db.session.rollback()
    row = record(start(), win(20))
    assert totals(row) == (20, 0)


def test_writers_that_come_at_once_all_get_their_turn(
    book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a slow machine a page would ask to press again.
    monkeypatch.setattr(writer_queue, "PATIENCE", 60)
    rows = at_once(book, *[start] * 8)
    assert not [row for row in rows if isinstance(row, Exception)], rows
