"""A phone that has said nothing of itself: it counts for the others, and is asked whose it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs import invitations
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device, Player
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, read, words
from tests.support.party import HAND_IN
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


def form_of(phone: Visitor, table: Table) -> BeautifulSoup:
    """What a phone is shown for a round that Ann ended."""
    return phone.visit(table.address + "/rounds/new?ending=knock:0")


def test_a_guest_without_a_name_counts_as_a_phone_of_the_others(
    app: Flask, table: Table, ann: Visitor
) -> None:
    assert not form_of(ann, table).select(HAND_IN)
    invited(app, Role.WATCHER)
    assert not form_of(ann, table).select(HAND_IN)
    invited(app)
    form = form_of(ann, table)
    assert words(form, HAND_IN) == "Send my hand"
    assert form.select_one("#round")["data-first"] == "0"


def test_a_guest_counts_only_while_a_player_has_no_phone(
    app: Flask, table: Table, ann: Visitor
) -> None:
    ours = Table(app, "knock", ("Ann", "Dora"))
    invited(app)
    assert form_of(ann, ours).select(HAND_IN)
    visitor(app, Role.PLAYER, player="Dora")
    yesterday = datetime.now(UTC) - timedelta(days=1)
    with app.app_context(), write() as session:
        dora = session.scalars(select(Device).join(Player).where(Player.name == "Dora")).one()
        dora.seen_at = yesterday
    assert not form_of(ann, ours).select(HAND_IN), "Dora's phone is at home"
    assert form_of(ann, table).select(HAND_IN)


@pytest.mark.usefixtures("ann")
def test_whoever_gave_no_name_is_asked_by_one_tap_and_goes_on_to_their_hand(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    page = form_of(guest, table)
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
    assert form.select("[value='knock:0'][checked]")
    assert form.select_one("#round")["data-first"] == "1"
    assert words(form, HAND_IN) == "Send my hand"


@pytest.mark.usefixtures("ann")
def test_a_phone_that_is_passed_round_is_asked_once_and_gives_every_hand(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    answer = guest.submit(form_of(guest, table), button="[value=nobody]")
    form = guest.visit(answer.location)
    assert not form.select_one("#round").has_attr("data-first")
    typed = {"ending": "knock:0", "hand-1": "9", "hand-2": "K"}
    sent = guest.submit(form, typed, form="#round", button=HAND_IN, follow_redirects=True)
    assert words(read(sent), "#messages").startswith("These hands are in.")
    assert words(form_of(guest, table), "h1") == "Ann knocked"
    guest.submit(guest.visit("/club"), {"who": "player:Bob"}, form="form[action$=me]")
    guest.submit(guest.visit("/club"), {"who": "nobody"}, form="form[action$=me]")
    assert words(form_of(guest, table), "h1") == "Ann knocked"


def test_the_round_that_others_opened_asks_whose_phone_it_is_too(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    ann.submit(form_of(ann, table), {"hand-0": "5"}, form="#round", button=HAND_IN)
    page = guest.visit(table.address + "/round")
    assert words(page, "h1") == ASKED
    answer = guest.submit(page, button="[value='player:Cem']")
    assert answer.location.rstrip("?") == table.address + "/round"
    assert guest.visit(answer.location).select("#hand-2")


def test_a_phone_alone_is_not_asked(app: Flask, table: Table) -> None:
    assert words(form_of(invited(app), table), "h1") == "Ann knocked"


@pytest.mark.usefixtures("ann")
def test_the_answer_leads_to_no_other_site(app: Flask, table: Table) -> None:
    guest = invited(app)
    page = form_of(guest, table)
    fields = {"next": "https://evil.example/"}
    assert guest.submit(page, fields, button="[value='player:Bob']").location == "/"
