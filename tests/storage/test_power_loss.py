"""After a power cut SQLite’s files hold all acknowledged rounds, and no partial ones.

Before a round is acknowledged, its part of the log, `-wal`, is on the disk (`synchronous=FULL`).
Anything written at the moment of the cut can be there in part, as zeros or as noise.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.config import Settings
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import GameRow
from tests.support.databases import opened
from tests.support.scorebook import record, start, totals, win

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]

ROUNDS = 12
CUTS = 60
"""The number of places to cut off the log."""

TAILS: dict[str, Callable[[int], bytes]] = {
    "nothing": lambda _length: b"",
    "zeros": bytes,
    "noise": random.Random(12).randbytes,
}
"""The content in place of data not yet on the disk."""


@dataclass(frozen=True)
class Played:
    """The files after some rounds. `ends` are the log’s lengths at each acknowledgement."""

    database: bytes
    log: bytes
    ends: Sequence[int]


@pytest.fixture
def played(settings: Settings, book: object) -> Played:
    """Rounds of a game without an end, all still in SQLite’s log."""
    assert book
    path, ends = settings.data_dir / "scorekeeper.db", []
    log = Path(f"{path}-wal")
    row = start(overrides={"target": 0})
    for _ in range(ROUNDS):
        row = record(row, win(10))
        ends.append(log.stat().st_size)
    return Played(path.read_bytes(), log.read_bytes(), ends)


def put(folder: Path, database: bytes, log: bytes | None) -> Path:
    """Write files as a power cut leaves them. SQLite makes `-shm`, the index of the log, again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "scorekeeper.db"
    path.write_bytes(database)
    if log is not None:
        Path(f"{path}-wal").write_bytes(log)
    return path


def rounds_in(path: Path) -> int:
    """Return the rounds in a sound database, and check the copies and the history of their game."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        [rounds] = database.execute("SELECT count(*) FROM round").fetchone()
        copies = database.execute("SELECT played, version FROM game").fetchall()
        [changes] = database.execute("SELECT count(*) FROM change").fetchone()
    assert copies in ([(rounds, rounds + 1)], [])
    assert changes == rounds + len(copies)
    return int(rounds)


@pytest.mark.parametrize("tail", TAILS)
def test_a_log_that_is_cut_off_has_every_round_that_was_acknowledged_before(
    played: Played, tmp_path: Path, tail: str
) -> None:
    anywhere = random.Random(tail).sample(range(len(played.log)), CUTS)
    for cut in (*anywhere, *played.ends):
        log = played.log[:cut] + TAILS[tail](len(played.log) - cut)
        found = rounds_in(put(tmp_path / "cut", played.database, log))
        assert found == bisect_right(played.ends, cut), cut


def test_the_program_goes_on_from_there(played: Played, settings: Settings, tmp_path: Path) -> None:
    half = (played.ends[4] + played.ends[5]) // 2
    folder = put(tmp_path / "cut", played.database, played.log[:half]).parent
    with opened(Settings(data_dir=folder, secret_key=settings.secret_key)):
        row = db.session.scalars(select(GameRow)).one()
        assert totals(row) == (50, 0)
        assert totals(record(row, win(7))) == (57, 0)
        db.session.rollback()
        assert list(check(lambda _done, _everything: None)) == []


def test_a_database_without_its_log_is_the_older_one_and_sound(
    played: Played, tmp_path: Path
) -> None:
    """The docs say that a plain `cp scorekeeper.db` lacks the last rounds."""
    assert rounds_in(put(tmp_path / "alone", played.database, None)) == 0


def test_what_is_not_committed_is_not_there(settings: Settings, tmp_path: Path) -> None:
    row = record(start(), win(10))
    path = settings.data_dir / "scorekeeper.db"
    with write() as session:
        session.get_one(GameRow, row.id).place = "in the middle"
        session.flush()
        for file in settings.data_dir.iterdir():
            shutil.copy(file, tmp_path)
    assert rounds_in(tmp_path / path.name) == 1
    with closing(sqlite3.connect(tmp_path / path.name)) as copied:
        assert copied.execute("SELECT place FROM game").fetchall() == [("",)]
