"""A database that another program holds: who reads does not notice, who writes presses again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.config import Settings
from scorekeeper.storage import turns
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device, GameRow
from tests.support.clubs import the_club
from tests.support.database_lock import held_by_another_program
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "K♣ Q♦ 3", "note": "In the\ngarden"}
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)


@pytest.mark.usefixtures("hurry")
def test_a_round_that_could_not_be_written_is_sent_again_as_it_was_typed(
    app: Flask, client: Visitor, settings: Settings
) -> None:
    table = Table(app)
    page = client.visit(table.address + "/rounds/new")
    with held_by_another_program(settings):
        again = read(client.submit(page, ROUND, form="#round"), 503)
        assert "Nothing was changed" in again.main.text
        still = client.submit(again, form=".sorry form")
        assert still.status_code == 503
    for _twice in range(2):
        assert client.submit(read(still), form=".sorry form").status_code == 303
    assert table.totals == (18, 0)
    ruling = client.visit(table.address + "/rounds/1").main.text
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
        answer = client.submit(page, ROUND, form="#round", headers=headers)
    assert answer.status_code == 503
    assert answer.headers["HX-Retarget"] == "#messages"
    assert "Please try again" in answer.text


def test_who_reads_does_not_wait_for_who_writes(
    app: Flask, client: Visitor, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 600.0)
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
    assert datetime.now(UTC) - seen < timedelta(minutes=5), "noted at the next page"
