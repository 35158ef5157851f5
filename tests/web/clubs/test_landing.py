"""Whoever joins is taken to the game from which they were invited, or that is being played."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.clubs import visitor
from tests.support.pages import Visitor
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game between Ann and Bob."""
    return Table(app)


@pytest.fixture
def invitation(client: Visitor, table: Table) -> BeautifulSoup:
    """The page of an invitation that Ann made on its sheet."""
    sheet = client.visit(table.address)
    return client.visit(client.submit(sheet, form="form[action$=invitations]").location)


def link_of(page: BeautifulSoup) -> str:
    """The path of an invitation."""
    link = page.select_one("#link")
    assert link is not None
    return "/join/" + link.text.strip().rsplit("/", 1)[-1]


def sign_in(app: Flask, page: BeautifulSoup) -> str:
    """The page one is taken to by the link of an invitation."""
    cem = visitor(app, None)
    return str(cem.submit(cem.visit(link_of(page))).location)


def test_the_link_leads_to_the_game(app: Flask, invitation: BeautifulSoup, table: Table) -> None:
    assert sign_in(app, invitation) == table.address


def test_by_its_code_one_is_asked_first_who_one_is(app: Flask, invitation: BeautifulSoup) -> None:
    code = invitation.select_one(".club-square__code")
    assert code is not None
    cem = visitor(app, None)
    assert cem.submit(cem.visit("/"), {"code": code.text}).location == "/club#me"
    other = visitor(app, None)
    asked_for = other.get("/games/new")
    assert asked_for.status_code == 403
    page = BeautifulSoup(asked_for.text, "html.parser")
    assert other.submit(page, {"code": code.text}).location.rstrip("?") == "/games/new"


def test_whoever_is_in_already_is_shown_the_way_to_it(
    client: Visitor, invitation: BeautifulSoup, table: Table
) -> None:
    [way] = client.visit(link_of(invitation)).select(".button--primary")
    assert (way.text, way["href"]) == ("Go to the game", table.address)


def test_whoever_comes_late_lands_in_the_game_after_it(
    app: Flask, invitation: BeautifulSoup, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.change("call")
    assert sign_in(app, invitation) == table.address
    rematch = Table(app)
    assert sign_in(app, invitation) == rematch.address


def test_where_the_game_is_gone_home_is_open(
    app: Flask, client: Visitor, invitation: BeautifulSoup, table: Table
) -> None:
    table.delete()
    assert sign_in(app, invitation) == "/"
    assert client.visit(link_of(invitation)).select(".button--primary")[0]["href"] == "/"


def test_an_invitation_made_elsewhere_leads_home_or_to_the_one_game_on_the_table(
    app: Flask, client: Visitor
) -> None:
    page = client.visit("/club/invitations")
    answer = client.submit(page, {"game": "nosuchgame"}, form="form[action$=invitations]")
    invitation = client.visit(answer.location)
    assert sign_in(app, invitation) == "/"
    table = Table(app)
    assert sign_in(app, invitation) == table.address
    Table(app, players=("Cem", "Dora"))
    assert sign_in(app, invitation) == "/"


def test_a_sheet_shows_the_invitation_at_once_and_the_same_one_again(
    client: Visitor, table: Table
) -> None:
    sheet = client.visit(table.address)
    first, again = (client.submit(sheet, form="form[action$=invitations]") for _tap in range(2))
    assert again.location == first.location
    page = client.visit(first.location)
    assert page.select("[role=img][aria-label='QR code of the link below']")


def test_an_invitation_to_watch_is_made_under_options(
    client: Visitor, invitation: BeautifulSoup
) -> None:
    form = "details form[action$=invitations]"
    made = client.submit(invitation, {"role": "watcher", "lasts": "week"}, form=form)
    page = client.visit(made.location)
    assert link_of(page) != link_of(invitation)
    assert page.select("details [name=role][value=watcher][checked]")
