"""A book restored from a backup: older sheets and forms never match it by chance."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.games import open_rounds
from scorekeeper.games.open_round import new_open_round
from scorekeeper.storage.backups import back_up, restore
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.models.games import PER_BOOK
from scorekeeper.storage.queries import etag_of
from tests.support.apps import make_app
from tests.support.clock import Clock
from tests.support.own_postgresql import Cluster, cluster
from tests.support.pages import Visitor
from tests.support.processes import installed
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table

__all__ = ["cluster"]

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """An app with a score book that the test can replace."""
    return own_app


@pytest.fixture
def put_back(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], None]:
    """Returns a function that restores the book of its first call and adds an hour to the clock."""
    backup, clock = tmp_path / "backup.zip", Clock(monkeypatch)

    def put_back() -> None:
        if not backup.exists():
            back_up(settings, backup, "0")
        clock.set(clock.off + timedelta(hours=1))
        with backup.open("rb") as source:
            restore(settings, source)

    return put_back


@pytest.fixture
def table(app: Flask) -> Table:
    """A game with one round."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


def state_of(table: Table) -> str:
    """Return the etag of a game’s state."""
    with table.app.app_context():
        return etag_of(db.session.get_one(GameRow, table.id))


def test_a_sheet_and_a_form_of_lost_rounds_are_out_of_date(
    table: Table, client: Visitor, put_back: Callable[[], None]
) -> None:
    program = PlayingProgram(table.app, token(table.app), table.id)
    put_back()
    for _time in range(2):
        table.knock("Ann", Ann=3, Bob=11)
        lost = state_of(table)
        page = client.visit(f"{table.address}/rounds/new")
        program.look()
        put_back()
        table.knock("Bob", Ann=9, Bob=1)
        assert client.get(f"{table.address}/live?seen={lost}").status_code == 200
        assert client.submit(page, ROUND, form="#round").status_code == 409
        assert program.change("POST", "/undo").status_code == 412
        assert table.totals == (20, 8)
        put_back()


def test_a_new_game_is_still_new(app: Flask, put_back: Callable[[], None]) -> None:
    new = Table(app)
    put_back()
    with app.app_context():
        assert db.session.get_one(GameRow, new.id).is_new


def test_a_hand_for_an_open_round_of_before_is_not_taken(
    table: Table, put_back: Callable[[], None]
) -> None:
    with table.app.app_context():
        row = db.session.get_one(GameRow, table.id)
        opened = new_open_round().with_facts({"ending": "knock", "by": "0"})
        open_rounds.store(row.id, version=row.version, before=None, after=opened)
    put_back()
    with table.app.app_context():
        again = open_rounds.find_open(table.id)
        assert again is not None
        assert again.id != opened.id
        assert again.facts == opened.facts


@pytest.fixture
def served(settings: Settings, cluster: Cluster) -> Iterator[Callable[[], Flask]]:
    """Returns a function that starts the app on a PostgreSQL for this test only."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    changed = replace(settings, database_url=cluster.url)
    apps = [make_app(changed)]

    def start() -> Flask:
        apps.append(create_app(changed))
        return apps[-1]

    yield start
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def versions(app: Flask) -> list[int]:
    with app.app_context():
        found = list(db.session.scalars(select(GameRow.version)))
        db.session.remove()
        db.engine.dispose()
    return found


@pytest.mark.slow
def test_versions_begin_anew_after_pg_restore_and_not_after_a_start(
    served: Callable[[], Flask], cluster: Cluster, tmp_path: Path
) -> None:
    app = served()
    Table(app).knock("Ann", Ann=5, Bob=25)
    [before] = versions(app)
    assert versions(served()) == [before]
    dump = tmp_path / "book.dump"
    dumped = [installed("pg_dump"), "--format=custom", f"--file={dump}", cluster.url]
    put_back = [installed("pg_restore"), "--clean", "--exit-on-error", f"--dbname={cluster.url}"]
    for command in (dumped, [*put_back, dump]):
        subprocess.run(command, check=True)
    [after] = versions(served())
    assert (after % PER_BOOK, after == before) == (before % PER_BOOK, False)
    assert versions(served()) == [after]
