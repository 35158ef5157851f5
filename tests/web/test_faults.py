"""A disk or a database that fails, or is locked by another program, while people play."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select, text, update
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device, GameRow
from scorekeeper.storage.queries import etag_of
from tests.support.clubs import the_club, visitor
from tests.support.databases import held_by_another_program
from tests.support.documents import knock
from tests.support.empty_books import EmptyBooks
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.scorebook import record, restart, start, win
from tests.support.table import Table
from tests.support.walks import walk

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """An app with a database that the test can damage."""
    return own_app


@pytest.fixture
def path(settings: Settings) -> Path:
    """The path of the database."""
    return settings.data_dir / "scorekeeper.db"


def settle(app: Flask) -> None:
    """Close all connections, so that all data is in the file."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def spoil(path: Path) -> None:
    """Write noise over all but the first page, in place."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x5a" * (path.stat().st_size - 4096))


def write_words(path: Path) -> None:
    path.write_text("no database\n" * 2_000, encoding="utf-8")


def take_tables_away(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE device")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes and replaces no open file")
@pytest.mark.parametrize(
    ("harm", "title", "sentence"),
    [
        (spoil, "The score book is damaged", "The file of the score book is damaged."),
        (write_words, "The wrong database", "This is the wrong database for this score book"),
        (take_tables_away, "The wrong database", "This is the wrong database for this score book"),
        (Path.unlink, "The score book is gone", "The file of the score book is gone."),
    ],
)
def test_a_database_that_goes_bad_is_named_until_a_good_one_is_there(
    app: Flask,
    client: Visitor,
    path: Path,
    tmp_path: Path,
    harm: Callable[[Path], None],
    title: str,
    sentence: str,
) -> None:
    table = Table(app)
    page = client.visit(table.address + "/rounds/new")
    settle(app)
    good = Path(shutil.copy(path, tmp_path))
    harm(path)
    for answer in (client.get("/"), client.submit(page, ROUND, form="#round")):
        assert words(read(answer, 503), "h1") == title
        assert sentence in words(read(answer))
    assert client.get("/static/icon.svg").status_code == 200
    assert harm is not Path.unlink or not path.exists(), "no empty one was made in its place"
    good.replace(path)
    assert client.submit(read(answer), form=".sorry form").status_code == 303
    assert table.totals == (18, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes and replaces no open file")
def test_a_database_that_is_deleted_while_it_is_open_is_not_written_to(
    app: Flask, client: Visitor, path: Path
) -> None:
    page = client.visit(Table(app).address + "/rounds/new")
    path.unlink()
    assert "is gone" in words(read(client.submit(page, ROUND, form="#round"), 503))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes and replaces no open file")
def test_a_copy_that_is_put_in_place_while_phones_ask_is_what_they_get(
    app: Flask, client: Visitor, path: Path, tmp_path: Path
) -> None:
    table, copy = Table(app), tmp_path / "copy.db"
    table.knock("Ann", Ann=5, Bob=15)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    table.knock("Ann", Ann=5, Bob=45)
    assert table.totals == (50, 0)
    with app.app_context():
        seen = etag_of(db.session.get_one(GameRow, table.id))
    copy.replace(path)
    news = client.get(f"{table.address}/live?seen={seen}", headers=HTMX)
    assert news.status_code == 200
    assert table.totals == (10, 0)
    client.submit(table.address + "/rounds/new", ROUND, form="#round")
    assert table.totals == (28, 0)
    settle(app)
    with closing(sqlite3.connect(path)) as restored:
        assert restored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert restored.execute("SELECT count(*) FROM round").fetchone() == (2,)


def test_a_full_disk_is_told_apart_and_does_not_keep_anybody_from_reading(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, target=0)
    full = {"is": True}

    def limit(connection: Any, _record: Any, _proxy: Any) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages if full['is'] else 1_000_000}")

    with app.app_context():
        event.listen(db.engine, "checkout", limit)
    recorded, refused = fill(client, table)
    assert words(read(refused), "h1") == "The disk is full"
    assert "The disk with the score book is full." in words(read(refused))
    for address in ("/", table.address, "/club"):
        assert client.get(address).status_code == 200
    assert table.totals == (18 * recorded, 0)
    full["is"] = False
    assert client.submit(read(refused), form=".sorry form").status_code == 303
    assert table.totals == (18 * (recorded + 1), 0)


def fill(client: Visitor, table: Table) -> tuple[int, TestResponse]:
    """Record rounds until the disk is full, and return their number, and the last answer."""
    for recorded in range(50):
        page = client.visit(table.address + "/rounds/new")
        answer = client.submit(page, ROUND | {"note": "x" * 500}, form="#round")
        if answer.status_code != 303:
            return recorded, answer
    raise AssertionError


MENDED_BY_THE_FACTS = [
    "UPDATE game SET totals = '[1, 2'",
    "UPDATE game SET totals = 'null'",
    "UPDATE game SET winners = '[7]'",
]
"""Columns that only repeat results computed from the facts."""

DAMAGED_TIMES = [
    "UPDATE game SET changed_at = 'yesterday'",
    "UPDATE game SET changed_at = 20261121",
    "UPDATE game SET created_at = '2026-99-99 12:00:00.000000'",
    "UPDATE round SET entered_at = ''",
    "UPDATE game SET played_on = 'yesterday'",
    "UPDATE game SET played_on = '2026-99-99'",
]
"""Columns without influence on points."""

UNREADABLE = [
    "UPDATE game SET overrides = '{\"target\"'",
    "UPDATE game SET overrides = '[]'",
    'UPDATE game SET overrides = \'{"target": "many"}\'',
    "UPDATE game SET variant = 'mao'",
    "UPDATE game SET preset = 'nowhere'",
    "UPDATE game SET stake = '{'",
    "UPDATE round SET entry = '{'",
    "UPDATE round SET entry = 'null'",
    "UPDATE round SET entry = replace(entry, 'knock', 'flood')",
    'UPDATE round SET entry = replace(entry, \'"1": 25\', \'"1": "ZZ"\')',
    "UPDATE round SET entry = replace(entry, '\"1\": 25', '\"7\": 25')",
    "DELETE FROM seat",
]


@walk("harm", MENDED_BY_THE_FACTS + DAMAGED_TIMES + UNREADABLE, every=3)
def test_one_unreadable_game_takes_down_no_other(
    app: Flask, settings: Settings, empty_books: EmptyBooks, harm: str
) -> None:
    settle(app)
    empty_books.put(settings)
    client = visitor(app, Role.KEEPER)
    table = "round" if " round " in harm else "game"
    with app.app_context():
        bad = record(start(), win(20)).id
        good = record(start(("Cem", "Dora")), knock("Cem", Cem=5, Dora=9)).id
        whose = "game_id = :id" if table == "round" or " seat" in harm else "id = :id"
        with db.engine.begin() as connection:
            connection.execute(text(f"{harm} WHERE {whose}"), {"id": bad})
        restart()
    home = client.visit("/")
    in_play = home.select("[aria-labelledby=playing] a")
    assert [link["href"] for link in in_play].count(f"/games/{good}") == 1
    assert "Cem" in words(home)
    for address in (f"/games/{good}", f"/games/{good}/live", "/games/new", "/club", "/history"):
        assert client.get(address).status_code == 200
    if harm in DAMAGED_TIMES:
        assert ("some time ago" in words(home)) == ("changed_at" in harm)
        assert "20" in words(client.visit(f"/games/{bad}"))
        assert client.get(f"/games/{bad}/rounds/1").status_code == 200
        return
    if harm in MENDED_BY_THE_FACTS:
        assert "A game that cannot be read" in words(home)
        assert "20" in words(client.visit(f"/games/{bad}"))
        return
    for address in (f"/games/{bad}", f"/games/{bad}/rounds/1", f"/games/{bad}/live"):
        answer = client.get(address)
        assert answer.status_code == 500
        assert "is damaged and cannot be read" in answer.text


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


GARDEN = ROUND | {"hand-1": "K♣ Q♦ 3", "note": "In the\ngarden"}


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_queue, "PATIENCE", 0.05)


@pytest.mark.usefixtures("hurry")
def test_a_round_that_could_not_be_written_is_sent_again_as_it_was_typed(
    app: Flask, client: Visitor, settings: Settings
) -> None:
    table = Table(app)
    page = client.visit(table.address + "/rounds/new")
    with held_by_another_program(settings):
        again = read(client.submit(page, GARDEN, form="#round"), 503)
        assert "Nothing was changed" in words(again)
        still = client.submit(again, form=".sorry form")
        assert still.status_code == 503
    for _twice in range(2):
        assert client.submit(read(still), form=".sorry form").status_code == 303
    assert table.totals == (18, 0)
    ruling = words(client.visit(table.address + "/rounds/1"))
    assert "In the" in ruling
    assert "garden" in ruling


@pytest.mark.usefixtures("hurry")
def test_a_new_game_that_could_not_be_started_keeps_all_its_players(
    app: Flask, client: Visitor, settings: Settings
) -> None:
    page = client.visit("/games/new?variant=gin")
    with held_by_another_program(settings):
        refused = client.submit(page, {"name": ["Zoé", "Bob"]}, form="main form[method=post]")
    assert client.submit(read(refused, 503), form=".sorry form").status_code == 303
    with app.app_context():
        assert db.session.scalars(select(GameRow)).one().players == ("Zoé", "Bob")


@pytest.mark.usefixtures("hurry")
def test_to_htmx_it_is_said_among_the_messages_and_the_form_stays(
    app: Flask, client: Visitor, settings: Settings
) -> None:
    page = client.visit(Table(app).address + "/rounds/new")
    with held_by_another_program(settings):
        headers = HTMX
        answer = client.submit(page, GARDEN, form="#round", headers=headers)
    assert answer.status_code == 503
    assert answer.headers["HX-Retarget"] == "#messages"
    assert "Please try again" in answer.text


def test_who_reads_does_not_wait_for_who_writes(
    app: Flask, client: Visitor, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_queue, "PATIENCE", 600.0)
    address = Table(app).address
    client.visit("/")
    with app.app_context(), write() as session:
        session.execute(update(Device).values(seen_at=LONG_AGO))
    with held_by_another_program(settings):
        for page in ("/", address, f"{address}/live", "/club", "/rules"):
            assert client.get(page).status_code == 200
    client.visit("/")
    with app.app_context():
        devices = select(Device.seen_at).where(Device.club_id == the_club().id)
        seen = max(db.session.scalars(devices))
    assert clock.now() - seen < timedelta(minutes=5), "noted at the next page"
