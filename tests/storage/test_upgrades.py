"""A score book is upgraded to the next version despite interruptions. No other file is touched.

The next version is made up. It rebuilds the club’s table, to which all else refers.
"""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from sqlalchemy import inspect, select, text

from scorekeeper import create_app
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.games import commands
from scorekeeper.games.open_round import new_open_round
from scorekeeper.games.open_rounds import store
from scorekeeper.statistics.check import check
from scorekeeper.storage.backups import restore
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.migration import OtherVersionError, UpgradeFailedError
from scorekeeper.storage.models import BookIdentity, CountedByAddress, GameRow
from tests.support.clubs import browser
from tests.support.databases import environment, opened
from tests.support.full_book import fill
from tests.support.migrations import next_version
from tests.support.older_rounds import put_back
from tests.support.processes import CLEAN, run_at_once
from tests.support.released import PHONE, RELEASED, keep, numbers_of_this_version
from tests.support.scorebook import everything, form, record, start, totals, win

only_on_sqlite = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

FILES = [
    pytest.param("sqlite", None, id="sqlite"),
    *(pytest.param("sqlite", path, id=path.stem) for path in RELEASED),
]
every_file, every_book = (
    pytest.mark.parametrize(("settings", "released"), books, indirect=True)
    for books in (FILES, [*FILES, pytest.param("postgresql", None, id="postgresql")])
)
"""A book of this version, and one of each released version since 1.0."""

SERVERS = 4

ROOM = 8
"""The disk space left in KiB: too little for any write, to the book or to its log."""

START = """
import sys
from pathlib import Path
from scorekeeper.cli import main
from scorekeeper.storage import migration
from scorekeeper.web import app

migration.MIGRATIONS = Path({migrations!r})

def go():
    sys.exit(main.main(["check"]))
"""

FULL_DISK = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({ROOM * 1024},) * 2)
go()
"""
"""A limit on the size of files acts like a full disk, and every user can set it."""


@pytest.fixture
def released(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """The settings of a released score book, or of one that this version leaves behind.

    PostgreSQL has no released books, so there the book is turned into one of version 0049.
    """
    if path := request.param:
        return restored(path, settings)
    with request.getfixturevalue("book").app_context():
        row = record(start(), win(20), win(9, "Bob"))
        commands.undo(row.id, **form(row))
        record(start(overrides={"target": 10}), win(12))
        row = start()
        given = new_open_round().with_facts({"ending": "knock", "by": "0", "note": "late"})
        given = given.with_hands({0: 5, 1: "K 9"}, "a phone", "Bob")
        store(row.id, version=row.version, before=None, after=given)
        db.session.remove()
        db.engine.dispose()
    if settings.database_url:
        put_back(settings)
    return settings


def restored(backup: Path, settings: Settings) -> Settings:
    """Return the same settings, with a released score book in place."""
    with backup.open("rb") as file:
        restore(settings, file)
    return settings


def rows_of(settings: Settings) -> list[tuple[object, ...]]:
    """Return every row of a score book that opens, and check its totals and statistics."""
    with opened(settings):
        for row in db.session.scalars(select(GameRow)):
            totals(row)
        db.session.rollback()
        assert list(check(lambda _done, _everything: None)) == []
        return everything()


def rows_before(settings: Settings) -> list[tuple[object, ...]]:
    """Return the rows as this version reads them. The book stays as its own version left it."""
    if settings.database_url:
        rows = rows_of(settings)
        put_back(settings)
        return rows
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(settings.data_dir, Path(folder) / "data")
        return rows_of(replace(settings, data_dir=Path(copy)))


def mottos(settings: Settings) -> list[str]:
    """Return the next version’s text for each club, which shows how often the migration ran."""
    with opened(settings):
        return list(db.session.scalars(text("SELECT motto FROM club")))


def go(settings: Settings, migrations: Path, then: str) -> subprocess.CompletedProcess[str]:
    """Open the score book in a new process, by the version with these migrations."""
    return subprocess.run(
        [sys.executable, "-c", START.format(migrations=str(migrations)) + then],
        cwd=CHECKOUT,
        env=CLEAN | environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def newest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The released book of this version, as `keep` would make it."""
    return keep(tmp_path_factory.mktemp("released"))


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_a_released_version_is_told_that_games_can_say_more(released: Path) -> None:
    """Otherwise an older program would open a book or import an archive that it cannot read.

    If this fails, write a migration, an empty one if the tables are the same, and raise the number
    of the archive format.
    """
    then, now = (
        json.loads(released.with_suffix(".json").read_text("utf-8")),
        numbers_of_this_version(),
    )
    if then["games"] != now["games"]:
        assert now["tables"] > then["tables"]
        assert now["archive"] > then["archive"]


@pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
def test_a_book_opens_in_the_next_version_with_all_that_was_in_it(
    settings: Settings, book: Flask
) -> None:
    with book.app_context():
        fill()
        db.session.remove()
    before = rows_of(settings)
    with next_version():
        assert rows_of(settings) == before
        assert mottos(settings) == ["Once."]
        with opened(settings) as app:
            assert app.test_client().get("/").status_code == 200


@only_on_sqlite
def test_a_kept_book_opens_in_the_next_version_to_the_phone_that_was_let_in(
    tmp_path: Path, settings: Settings, newest: Path
) -> None:
    for backup in [newest, *RELEASED]:
        kept = restored(backup, replace(settings, data_dir=tmp_path / backup.name))
        before = rows_before(kept)
        with next_version():
            assert rows_of(kept) == before
            assert mottos(kept) == ["Once."]
            with opened(kept) as app:
                assert browser(app, PHONE).get("/club").status_code == 200
                assert browser(app).get("/club").status_code != 200


@only_on_sqlite
def test_the_book_that_is_kept_has_something_in_every_table_but_what_is_soon_forgotten(
    settings: Settings, newest: Path
) -> None:
    forgotten = {each.__tablename__ for each in CountedByAddress.__subclasses__()}
    forgotten.add(BookIdentity.__tablename__)  # Only PostgreSQL has a row there.
    with opened(restored(newest, settings)):
        tables = [each for each in Base.metadata.sorted_tables if each.name not in forgotten]
        assert [each.name for each in tables if not db.session.execute(select(each)).first()] == []


@every_book
def test_the_version_before_leaves_it_alone_from_then_on(released: Settings) -> None:
    with next_version():
        before = rows_of(released)
    with pytest.raises(OtherVersionError, match="was made by a newer version of this program"):
        create_app(released)
    with next_version():
        assert rows_of(released) == before


@every_book
def test_an_upgrade_that_fails_leaves_the_book_to_the_version_before(
    released: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    before = rows_before(released)
    fails = 'raise RuntimeError("the upgrade failed")'
    with next_version(fails), pytest.raises(UpgradeFailedError, match="was not changed"):
        create_app(released)
    assert "the upgrade failed" in caplog.text
    assert rows_of(released) == before
    with opened(released):
        assert "motto" not in {column["name"] for column in inspect(db.engine).get_columns("club")}


@pytest.mark.slow
@every_book
def test_servers_that_start_together_bring_it_up_to_date_once(released: Settings) -> None:
    before = rows_before(released)
    with next_version() as migrations:
        script = START.format(migrations=str(migrations))
        run_at_once(script, [()] * SERVERS, **environment(released))
        assert rows_of(released) == before
        assert mottos(released) == ["Once."]


@pytest.mark.slow
@every_book
def test_an_upgrade_that_is_killed_in_the_middle_is_done_by_the_next_start(
    released: Settings,
) -> None:
    before = rows_before(released)
    with next_version("os.kill(os.getpid(), signal.SIGKILL)") as migrations:
        assert go(released, migrations, "go()").returncode == -signal.SIGKILL
    assert rows_of(released) == before
    with next_version():
        assert rows_of(released) == before
        assert mottos(released) == ["Once."]


@every_file
def test_its_last_writes_are_kept_though_its_server_was_killed(
    released: Settings, tmp_path: Path
) -> None:
    """These writes are only in the log, which a killed server leaves behind."""
    killed = replace(released, data_dir=tmp_path / "killed")
    with closing(sqlite3.connect(released.data_dir / "scorekeeper.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")  # a backup is not in it
        database.execute("UPDATE club SET name = 'Written last'")
        database.commit()
        shutil.copytree(released.data_dir, killed.data_dir)
    assert (killed.data_dir / "scorekeeper.db-wal").stat().st_size > 0
    with next_version():
        assert mottos(killed) == ["Once."]
    with closing(sqlite3.connect(killed.data_dir / "scorekeeper.db")) as database:
        assert database.execute("SELECT name FROM club").fetchall() == [("Written last",)]


@pytest.mark.slow
@every_file
def test_it_is_left_as_it_was_where_the_disk_is_full(released: Settings) -> None:
    before = rows_before(released)
    with next_version() as migrations:
        found = go(released, migrations, FULL_DISK)
        assert found.returncode == 1
        assert found.stderr.strip() == "scorekeeper: the database cannot be opened: disk I/O error"
    assert rows_of(released) == before
    with next_version():
        assert mottos(released) == ["Once."]
