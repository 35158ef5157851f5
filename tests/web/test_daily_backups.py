"""The score book is backed up once a day, by any server that gets a request."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.storage import backups, writer_queue
from scorekeeper.storage.database import db
from tests.support.clock import Clock
from tests.support.clubs import visitor
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor, words
from tests.support.processes import CLEAN
from tests.support.scorebook import everything, record, start, win

KEPT = 3
TODAY = date(2026, 11, 22)
DAY = timedelta(days=1)


@pytest.fixture
def settings(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with daily backups, which begin at once, in a folder that no other test uses."""
    monkeypatch.setattr("scorekeeper.storage.daily_backups.FIRST_AFTER", 0.0)
    monkeypatch.setattr("scorekeeper.storage.daily_backups.CHECK_EVERY", 0.0)
    return replace(settings, data_dir=tmp_path / "data", backups=KEPT)


@pytest.fixture
def app(own_app: Flask) -> Iterator[Flask]:
    """An app with an adjustable clock. Its last backup ends before its book is closed."""
    yield own_app
    wait_for_backup()


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:  # noqa: ARG001 - all is imported
    """A clock set to noon today."""
    clock = Clock(monkeypatch)
    clock.show(datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC))
    return clock


def ask(client: Visitor) -> None:
    """Ask for a page, and wait for the backup that this can start."""
    client.get("/")
    wait_for_backup()


def wait_for_backup() -> None:
    for thread in threading.enumerate():
        if thread.name == "daily backup":
            thread.join(timeout=60)
            assert not thread.is_alive()


def files(settings: Settings) -> list[str]:
    """Return the names of the files in the folder of the backups."""
    folder = settings.data_dir / "backups"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@pytest.mark.usefixtures("clock")
def test_the_first_request_of_a_day_makes_a_backup_that_can_be_restored(
    app: Flask, client: Visitor, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        record(start(), win(20))
        expected = everything()
    ask(client)
    assert files(settings) == ["scorekeeper-2026-11-22.zip"]
    made = settings.data_dir / "backups" / "scorekeeper-2026-11-22.zip"
    content = made.read_bytes()
    assert (made.stat().st_mode & 0o077, made.parent.stat().st_mode & 0o077) == (0, 0)
    ask(client)
    assert made.read_bytes() == content
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(tmp_path / "elsewhere"))
    assert main.main(["restore", str(made)]) == 0
    with create_app(replace(settings, data_dir=tmp_path / "elsewhere")).app_context():
        assert everything() == expected
        db.session.remove()
        db.engine.dispose()


def test_the_last_ones_are_kept(client: Visitor, settings: Settings, clock: Clock) -> None:
    for _day in range(KEPT + 2):
        ask(client)
        clock.set(clock.off + DAY)
    assert files(settings) == [f"scorekeeper-2026-11-{day}.zip" for day in (24, 25, 26)]


@pytest.mark.parametrize("ahead", [3, 30])
def test_after_days_with_the_clock_ahead_each_day_is_backed_up_again(
    client: Visitor, settings: Settings, clock: Clock, ahead: int
) -> None:
    right = clock.off
    clock.set(right + ahead * DAY)
    for _day in range(KEPT):
        ask(client)
        clock.set(clock.off + DAY)
    folder = settings.data_dir / "backups"
    before = {file: (folder / file).read_bytes() for file in files(settings)}
    for day in range(ahead + KEPT + 1):
        clock.set(right + day * DAY)
        ask(client)
        today = f"scorekeeper-{TODAY + day * DAY}.zip"
        assert (folder / today).read_bytes() != before.get(today)
        assert len(files(settings)) == KEPT
    assert files(settings)[-1] == today


def test_the_backup_of_a_day_that_had_not_come_yet_is_made_again_on_that_day(
    client: Visitor, settings: Settings, clock: Clock
) -> None:
    right = clock.off
    tomorrow = settings.data_dir / "backups" / f"scorekeeper-{TODAY + DAY}.zip"
    clock.set(right + DAY)
    ask(client)
    made_ahead = tomorrow.read_bytes()
    for day in (0, 1):
        assert tomorrow.read_bytes() == made_ahead
        clock.set(right + day * DAY)
        ask(client)
    assert tomorrow.read_bytes() != made_ahead


def test_a_backup_of_days_to_come_is_not_said_to_be_the_last(client: Visitor, clock: Clock) -> None:
    right = clock.off
    for ahead, told in [(3, "25 Nov 2026"), (0, "22 Nov 2026")]:
        clock.set(right + ahead * DAY)
        ask(client)
        assert f"The last backup is from {told}." in words(client.visit("/club"))


def test_a_backup_is_made_on_days_that_a_zip_cannot_date(
    client: Visitor, settings: Settings, clock: Clock
) -> None:
    for year in (1979, 2108):
        clock.show(datetime(year, 7, 1, 12, tzinfo=UTC))
        ask(client)
        assert f"scorekeeper-{year}-07-01.zip" in files(settings)


@pytest.mark.usefixtures("clock")
def test_whatever_goes_wrong_is_told(
    client: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object, **_others: object) -> None:
        raise ValueError("a fault that nobody thought of")

    monkeypatch.setattr("scorekeeper.storage.daily_backups.back_up", fail)
    ask(client)
    assert "Today’s backup failed. Whoever runs" in words(client.visit("/club"))
    assert "a fault that nobody thought of" in caplog.text


def test_a_file_of_somebody_else_is_left_alone(
    client: Visitor, settings: Settings, clock: Clock
) -> None:
    (settings.data_dir / "backups").mkdir()
    mine = settings.data_dir / "backups" / "scorekeeper-before-the-move.zip"
    mine.write_bytes(b"mine")
    for _day in range(KEPT + 2):
        ask(client)
        clock.set(clock.off + DAY)
    assert mine.read_bytes() == b"mine"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file locks of this kind")
@pytest.mark.usefixtures("clock")
def test_while_another_server_makes_it_this_one_does_not(
    client: Visitor, settings: Settings
) -> None:
    (settings.data_dir / "backups").mkdir()
    with writer_queue.lock_of(str(settings.data_dir / "backups"), deadline=0):
        ask(client)
    assert files(settings) == []
    assert "backup" not in words(client.visit("/club"))


@pytest.mark.usefixtures("clock")
def test_a_keeper_sees_that_there_is_no_room_until_there_is(
    app: Flask,
    client: Visitor,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Full(NamedTuple):
        total: int = 1_000_000_000
        used: int = 999_000_000
        free: int = 1_000_000

    with monkeypatch.context() as disk:
        disk.setattr(backups.shutil, "disk_usage", lambda _folder: Full())
        ask(client)
        assert files(settings) == []
        assert "There is no room on the disk for today’s backup." in words(client.visit("/club"))
        assert "there is no room for a backup in" in caplog.text
        assert "backup" not in words(cast(Visitor, visitor(app, Role.PLAYER)).visit("/club"))
    ask(client)
    assert files(settings) == ["scorekeeper-2026-11-22.zip"]
    page = words(client.visit("/club"))
    assert "no room" not in page
    assert "The last backup is from 22 Nov 2026." in page


@pytest.mark.usefixtures("clock")
def test_what_else_is_wrong_is_in_the_log(
    client: Visitor, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    (settings.data_dir / "backups").write_text("a file where the folder belongs")
    ask(client)
    assert "Today’s backup failed. Whoever runs" in words(client.visit("/club"))
    assert "File exists" in caplog.text


@pytest.mark.usefixtures("clock")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process like that")
def test_a_server_that_is_killed_while_it_makes_one_leaves_nothing_half(
    client: Visitor, settings: Settings
) -> None:
    script = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from scorekeeper.config import read_settings\n"
        "from scorekeeper.storage import backups\n"
        "backups._write_through = lambda path: os.kill(os.getpid(), signal.SIGKILL)\n"
        "folder = read_settings().data_dir / 'backups'\n"
        "folder.mkdir()\n"
        "backups.back_up(read_settings(), folder / 'scorekeeper-2026-11-22.zip', '0')\n"
    )
    environment = CLEAN | {"SCOREKEEPER_DATA_DIR": str(settings.data_dir)}
    command = [sys.executable, "-c", script]
    killed = subprocess.run(command, cwd=CHECKOUT, env=environment, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    [left] = files(settings)
    assert left.startswith(".scorekeeper-")
    ask(client)
    assert files(settings) == ["scorekeeper-2026-11-22.zip"]


def without_backups(settings: Settings, _request: pytest.FixtureRequest) -> Settings:
    return replace(settings, backups=0)


def on_postgresql(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    return replace(settings, database_url=request.getfixturevalue("schema_url"))


@pytest.mark.parametrize("changed", [without_backups, on_postgresql])
def test_none_are_made_where_none_are_wanted_or_pg_dump_makes_them(
    settings: Settings,
    empty_books: EmptyBooks,
    request: pytest.FixtureRequest,
    changed: Callable[[Settings, pytest.FixtureRequest], Settings],
) -> None:
    settings = changed(settings, request)
    settings.data_dir.mkdir()
    empty_books.put(settings)
    app = create_app(settings)
    app.test_client_class = Visitor
    ask(cast(Visitor, app.test_client()))
    assert not (settings.data_dir / "backups").exists()
    with app.app_context():
        db.engine.dispose()


@pytest.mark.usefixtures("app")
def test_a_server_that_has_just_started_answers_first(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    newly_started = create_app(settings)
    newly_started.test_client().get("/")
    assert files(settings) == []
    with newly_started.app_context():
        db.engine.dispose()
