"""A phone that has said nothing of itself: it counts for the others, and is asked whose it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs import invitations
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device, Player
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table

ASKED = "Whose phone is this?"


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with three players."""
    return Table(app, "knock", ("Ann", "Bob", "Cem"))


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Ann's phone, which has her name."""
    return visitor(app, Role.PLAYER, player="Ann")


def invited(app: Flask, role: Role = Role.PLAYER) -> Visitor:
    """The phone of somebody who came in by an invitation and gave no name."""
    with app.app_context():
        made = invitations.invite(the_club(), role, timedelta(hours=1))
    guest = visitor(app, None)
    guest.submit(guest.visit("/"), {"code": str(made.code)})
    return guest


def announce(phone: Visitor, table: Table) -> TestResponse:
    """Say on a phone that Ann ended the round."""
    sheet = phone.visit(table.address)
    return phone.submit(sheet, {"ending": "knock:0"}, form=ANNOUNCE, follow_redirects=True)


def test_a_guest_without_a_name_counts_as_a_phone_of_the_others(
    app: Flask, table: Table, ann: Visitor
) -> None:
    assert not ann.visit(table.address).select(ANNOUNCE)
    invited(app, Role.WATCHER)
    assert not ann.visit(table.address).select(ANNOUNCE)
    invited(app)
    assert ann.visit(table.address).select(ANNOUNCE)


def test_a_sheet_from_before_the_others_came_says_to_say_it_again(
    app: Flask, table: Table, ann: Visitor
) -> None:
    stale = ann.visit(table.address)
    invited(app)
    link = stale.select_one("a[href*='ending=knock']")
    sheet = ann.visit(str(link["href"]))
    assert "Say again how the round ended" in words(sheet, "#messages")
    assert sheet.select(ANNOUNCE)
    assert not words(ann.visit(table.address), "#messages")


def test_a_guest_counts_only_while_a_player_has_no_phone(
    app: Flask, table: Table, ann: Visitor
) -> None:
    ours = Table(app, "knock", ("Ann", "Dora"))
    invited(app)
    assert ann.visit(ours.address).select(ANNOUNCE)
    visitor(app, Role.PLAYER, player="Dora")
    yesterday = datetime.now(UTC) - timedelta(days=1)
    with app.app_context(), write() as session:
        dora = session.scalars(select(Device).join(Player).where(Player.name == "Dora")).one()
        dora.seen_at = yesterday
    assert not ann.visit(ours.address).select(ANNOUNCE), "Dora's phone is at home"
    assert ann.visit(table.address).select(ANNOUNCE)


@pytest.mark.usefixtures("ann")
def test_whoever_gave_no_name_is_asked_by_one_tap_and_goes_on_to_their_hand(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    page = read(announce(guest, table))
    assert words(page, "h1") == ASKED
    assert [words(each) for each in page.select("main button[name=who]")] == [
        "A Ann has a phone",
        "B Bob",
        "C Cem",
        "Nobody’s: we pass it round",
    ]
    answer = guest.submit(page, button="[value='player:Bob']")
    form = guest.visit(answer.location)
    assert words(form, "#messages") == "You are Bob here."
    assert words(form, "#together h1") == "Ann knocked Your hand?"
    assert form.select("#hand-1")


@pytest.mark.usefixtures("ann")
def test_a_phone_that_is_passed_round_is_asked_once_and_gives_every_hand(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    answer = guest.submit(read(announce(guest, table)), button="[value=nobody]")
    form = guest.visit(answer.location)
    assert [each["id"] for each in form.select("[data-hand] input")] == ["hand-1", "hand-2"]
    guest.submit(form, {"hand-1": "9", "hand-2": "K"}, form="#round")
    assert words(guest.visit(table.address + "/round"), "h1") == "Waiting for Ann"
    guest.submit(guest.visit("/club"), {"who": "player:Bob"}, form="form[action$=me]")
    guest.submit(guest.visit("/club"), {"who": "nobody"}, form="form[action$=me]")
    assert words(guest.visit(table.address + "/round"), "h1") == "Waiting for Ann"


def test_the_round_that_others_opened_asks_whose_phone_it_is_too(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    announce(ann, table)
    page = guest.visit(table.address + "/round")
    assert words(page, "h1") == ASKED
    answer = guest.submit(page, button="[value='player:Cem']")
    assert answer.location.rstrip("?") == table.address + "/round"
    assert guest.visit(answer.location).select("#hand-2")


def test_a_phone_alone_is_not_asked(app: Flask, table: Table) -> None:
    guest = invited(app)
    form = guest.visit(table.address + "/rounds/new?ending=knock:0")
    assert words(form, "h1") == "Ann knocked"


@pytest.mark.usefixtures("ann")
def test_the_answer_leads_to_no_other_site(app: Flask, table: Table) -> None:
    guest = invited(app)
    page = read(announce(guest, table))
    fields = {"next": "https://evil.example/"}
    assert guest.submit(page, fields, button="[value='player:Bob']").location == "/"
