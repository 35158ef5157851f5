"""A new score book, and the page after joining: the invitation’s game, or the one in play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Invitation
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.members import is_join_page
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def invitation(client: Visitor, table: Table) -> Element:
    """Create an invitation on the sheet, and return its page."""
    return client.press(table.address, form="form[action$=invitations]")


def link_of(page: Element) -> str:
    """Return the path of an invitation’s link."""
    link = page.select_one("#link")
    return "/join/" + link.text.strip().rsplit("/", 1)[-1]


def sign_in(app: Flask, page: Element) -> str:
    """Join by the link of an invitation, and return the address of the next page."""
    cem = visitor(app, None)
    return str(cem.submit(link_of(page)).location)


def test_the_link_leads_to_the_game(app: Flask, invitation: Element, table: Table) -> None:
    assert sign_in(app, invitation) == table.address


def test_whoever_is_in_already_is_shown_the_way_to_it(
    client: Visitor, invitation: Element, table: Table
) -> None:
    [way] = client.visit(link_of(invitation)).select(".button--primary")
    assert (way.text, way["href"]) == ("Go to the game", table.address)


@walk(
    ("language", "help_text"),
    [
        ("en", "Optional. This phone then asks for your own hand."),
        ("de", "Freiwillig. Dieses Handy fragt dann nach deinen Karten."),
        ("it", "Facoltativo. Questo telefono chiede poi le tue carte."),
        ("fr", "Facultatif. Ce téléphone demande alors votre main."),
    ],
)
def test_an_invitation_says_what_a_name_is_good_for(
    app: Flask, invitation: Element, language: str, help_text: str
) -> None:
    headers = {"Accept-Language": language}
    page = read(visitor(app, None).get(link_of(invitation), headers=headers))
    assert help_text in words(page)


def test_an_invitation_shows_the_game_on_the_table_and_that_its_own_is_over(
    app: Flask, client: Visitor, invitation: Element, table: Table
) -> None:
    link, cem = link_of(invitation), visitor(app, None)
    assert words(cem.visit(link), ".invited-game").startswith("Gin Rummy round 2")
    table.knock("Ann", Ann=3, Bob=11)
    table.change("call")
    page = words(cem.visit(link))
    assert "Nobody is playing now. The last game: Ann won Gin Rummy, 28–0." in page
    assert "Sent on" not in page
    others = Table(app, "knock", ("Bob", "Cem", "Dora"))
    others.record("knock", "Cem", hands={"Bob": 3, "Cem": 1, "Dora": 11})
    page = cem.visit(link)
    assert [row.words for row in page.select(".invited-game li")] == [
        "C Cem , in front 12",
        "B Bob 0",
        "D Dora 0",
    ]
    assert "They are playing now." in words(page)
    assert "for a game that is over now." in words(page)
    assert not page.select(f"a[href='{table.address}']"), "nobody but a member may open it"
    assert client.visit(link).select(f"a[href='{table.address}']")
    rematch = Table(app)
    headings = cem.visit(link).select(".invited-game h2")
    assert [heading.text.strip() for heading in headings] == ["Gin Rummy", "Knock Rummy"]
    assert sign_in(app, invitation) == rematch.address


def test_whoever_only_watches_comes_in_as_nobody_and_is_not_asked_for_a_name(
    app: Flask, invitation: Element, table: Table
) -> None:
    bob, cem = visitor(app, Role.PLAYER, player="Bob"), visitor(app, None)
    fields = {"who": "other", "name": "x" * 41}
    answer = cem.submit(link_of(invitation), fields, button="[name=watch]")
    assert answer.location == table.address
    cem.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE)
    assert words(cem.visit(table.address + "/round"), "h1") == "Waiting for Ann and Bob"
    assert words(bob.visit(table.address + "/round"), "h1").endswith("Your hand?")


def test_whoever_comes_late_lands_in_the_game_after_it(
    app: Flask, invitation: Element, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.change("call")
    assert sign_in(app, invitation) == table.address
    others = Table(app, "knock", ("Ann", "Cem", "Dora"))
    assert sign_in(app, invitation) == others.address, "no other game is on the table"
    rematch = Table(app)
    assert sign_in(app, invitation) == rematch.address


def test_where_the_game_lies_unfinished_one_chooses_what_is_played_now(
    app: Flask, invitation: Element, table: Table
) -> None:
    others = Table(app, "knock", ("Ann", "Cem", "Dora"))
    others.record("knock", "Cem", hands={"Ann": 3, "Cem": 1, "Dora": 11})
    assert sign_in(app, invitation) == "/"
    table.knock("Ann", Ann=3, Bob=11)
    assert sign_in(app, invitation) == table.address
    table.change("call")
    assert sign_in(app, invitation) == others.address


def test_where_the_game_is_gone_home_is_open(
    app: Flask, client: Visitor, invitation: Element, table: Table
) -> None:
    table.delete()
    assert sign_in(app, invitation) == "/"
    assert client.visit(link_of(invitation)).select(".button--primary")[0]["href"] == "/"


def test_an_invitation_made_elsewhere_leads_home_or_to_the_one_game_on_the_table(
    app: Flask, client: Visitor
) -> None:
    page = client.visit("/club/invitations")
    invitation = client.press(page, {"game": "nosuchgame"}, form="form[action$=invitations]")
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


def test_a_sheet_makes_another_invitation_once_the_code_of_the_last_has_run_out(
    app: Flask, client: Visitor, table: Table
) -> None:
    def tapped() -> str | None:
        return client.submit(table.address, form="form[action$=invitations]").location

    first = tapped()
    with app.app_context(), write() as session:
        session.execute(update(Invitation).values(code_expires_at=clock.now()))
    assert tapped() != first


def test_an_invitation_to_watch_is_made_under_options(client: Visitor, invitation: Element) -> None:
    form = "details form[action$=invitations]"
    page = client.press(invitation, {"role": "watcher", "lasts": "week"}, form=form)
    assert link_of(page) != link_of(invitation)
    assert page.select("details [name=role][value=watcher][checked]")


def test_the_first_visitor_plays_after_one_tap(stranger: Visitor) -> None:
    page = stranger.visit("/")
    assert "Choose the game and the players." in words(page)
    answer = stranger.submit(page, button="button.button--primary")
    assert (answer.status_code, answer.location) == (303, "/games/new")
    assert stranger.visit(answer.location).select("a[href^='/games/new?variant=gin']")
    assert stranger.get("/club/invitations").status_code == 200


def test_a_second_visitor_finds_the_join_page(app: Flask, stranger: Visitor) -> None:
    second = visitor(app, None)
    late = second.visit("/")
    stranger.submit("/")
    answer = second.submit(late)
    assert answer.status_code == 409
    assert "Somebody else has just started the club" in answer.text
    assert is_join_page(second.get("/").text)


def test_one_tap_that_is_sent_twice_makes_one_club(app: Flask, stranger: Visitor) -> None:
    page = stranger.visit("/")
    for _ in range(2):
        assert stranger.submit(page).status_code == 303
    with app.app_context():
        assert len(clubs.all_clubs()) == 1


def test_looking_at_a_new_score_book_makes_nothing(app: Flask, stranger: Visitor) -> None:
    for address in ("/", "/join", "/games/new", "/rules"):
        stranger.get(address)
    with app.app_context():
        assert not clubs.has_club()


@walk("address", ["/", "/games/new", "/games/xyz", "/club", "/club/invitations"])
def test_a_stranger_finds_the_join_page_at_every_page_of_a_club(
    app: Flask, stranger: Visitor, address: str
) -> None:
    Table(app)
    answer = stranger.get(address)
    assert answer.status_code == (200 if address == "/" else 403)
    assert is_join_page(answer.text)
    assert "Start a club" not in answer.text
    assert not read(answer).select("main a, [href='/club']")
    if address != "/":
        htmx = stranger.get(address, headers=HTMX)
        assert (htmx.status_code, htmx.data, htmx.headers["HX-Redirect"]) == (403, b"", "/")


def test_everybody_may_start_a_club_where_that_is_set_but_not_too_many(
    app_with: Callable[..., Flask],
) -> None:
    app = app_with(open_clubs=True)
    table, answers = Table(app), []
    for _ in range(clubs.NEW_CLUBS.most + 1):
        cem = visitor(app, None)
        form = "section[aria-labelledby=create] form"
        answers.append(cem.submit("/", form=form))
        if len(answers) == 1:
            assert answers[0].location == "/games/new"
            assert cem.get(table.address).status_code == 404
            assert cem.get("/club/invitations").status_code == 200
    assert [answer.status_code for answer in answers[-2:]] == [303, 429]
    assert "Too many clubs were started from here today." in answers[-1].text
