"""Score books at every migration there was are brought up to date, whatever happens meanwhile."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.config import Settings
from scorekeeper.statistics.check import check
from scorekeeper.storage import connections
from scorekeeper.storage.connections import ENGINE_OPTIONS
from scorekeeper.storage.database import db
from scorekeeper.storage.migration import MIGRATIONS
from scorekeeper.storage.models import GameRow
from tests.support.databases import environment, opened
from tests.support.migrations import upgrade
from tests.support.processes import run_at_once
from tests.support.released import FIRST, put
from tests.support.scorebook import totals

REVISIONS = sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
    pytest.mark.parametrize("revision", REVISIONS),
]

ROOM = 8
"""In KiB: no write fits, neither to the book nor to its log of writes."""

START = """
from scorekeeper import create_app

def go():
    create_app()
"""


@pytest.fixture
def old_book(settings: Settings, revision: str) -> Settings:
    """The settings of a score book that is at a migration, as the version of that day left it."""
    put(FIRST, settings)
    app = Flask("scorebook")
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = ENGINE_OPTIONS["sqlite"]
    db.init_app(app)
    with app.app_context():
        connections.set_up(db.engine)
        upgrade(revision)
        db.engine.dispose()
    return settings


def check_book(settings: Settings) -> None:
    """It opens, with every game that was played and the statistics that follow from them."""
    with opened(settings):
        games = [totals(row) for row in db.session.scalars(select(GameRow))]
        assert len(games) > 10
        db.session.rollback()
        assert list(check(lambda _done, _everything: None)) == []


def test_it_is_brought_up_to_date(old_book: Settings) -> None:
    check_book(old_book)


def test_it_is_brought_up_to_date_by_two_servers_at_once(old_book: Settings) -> None:
    run_at_once(START, [()] * 2, **environment(old_book))
    check_book(old_book)


def test_its_last_writes_are_kept_though_its_server_was_killed(
    old_book: Settings, tmp_path: Path
) -> None:
    """They are in the log of writes alone, which a server that is killed leaves behind."""
    killed = replace(old_book, data_dir=tmp_path / "killed")
    with closing(sqlite3.connect(old_book.data_dir / "scorekeeper.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE club SET name = 'Written last'")
        database.commit()
        shutil.copytree(old_book.data_dir, killed.data_dir)
    assert (killed.data_dir / "scorekeeper.db-wal").stat().st_size > 0
    check_book(killed)
    with closing(sqlite3.connect(killed.data_dir / "scorekeeper.db")) as database:
        assert database.execute("SELECT name FROM club").fetchall() == [("Written last",)]


def test_it_is_left_as_it_was_where_the_disk_is_full(old_book: Settings) -> None:
    """A limit of the size of files stands for the disk, as every user may set one."""
    found = subprocess.run(
        ["/bin/bash", "-c", f"ulimit -f {ROOM}; exec {sys.executable} -m scorekeeper keeper-link"],
        capture_output=True,
        text=True,
        env=os.environ | environment(old_book) | {"SCOREKEEPER_SECRET_KEY": "x" * 16},
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.strip() == "scorekeeper: the database cannot be opened: disk I/O error"
    check_book(old_book)
