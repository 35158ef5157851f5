"""A new score book: the first visitor keeps it, and strangers find the join page."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from scorekeeper import create_app
from scorekeeper.clubs import clubs
from scorekeeper.config import Settings
from tests.support.clubs import visitor
from tests.support.joining import is_join_page
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table
from tests.support.walks import walk


def test_the_first_visitor_plays_after_one_tap(stranger: Visitor) -> None:
    page = stranger.visit("/")
    assert "Choose the game and say who plays." in page.main.text
    answer = stranger.submit(page, button="button.button--primary")
    assert (answer.status_code, answer.location) == (303, "/games/new")
    assert stranger.visit(answer.location).select("a[href^='/games/new?variant=gin']")
    assert stranger.get("/club/invitations").status_code == 200


def test_a_second_visitor_finds_the_join_page(app: Flask, stranger: Visitor) -> None:
    second = visitor(app, None)
    late = second.visit("/")
    stranger.submit(stranger.visit("/"))
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


@walk("address", ["/games/new", "/games/xyz", "/club", "/club/invitations"])
def test_a_stranger_finds_the_join_page_at_every_page_of_a_club(
    app: Flask, stranger: Visitor, address: str
) -> None:
    Table(app)
    answer = stranger.get(address)
    assert answer.status_code == 403
    assert is_join_page(answer.text)
    assert not read(answer).select("main a, [href='/club']")


def test_the_join_page_at_the_first_address_is_no_error(app: Flask, stranger: Visitor) -> None:
    Table(app)
    answer = stranger.get("/")
    assert answer.status_code == 200
    assert is_join_page(answer.text)
    assert "Start a club" not in answer.text


def test_everybody_may_start_a_club_where_that_is_set(settings: Settings) -> None:
    app = create_app(replace(settings, open_clubs=True))
    app.test_client_class = Visitor
    table = Table(app)
    cem = visitor(app, None)
    page = cem.visit("/")
    answer = cem.submit(page, form="section[aria-labelledby=create] form")
    assert answer.location == "/games/new"
    assert cem.get(table.address).status_code == 404
    assert cem.get("/club/invitations").status_code == 200
    with app.app_context():
        assert len(clubs.all_clubs()) == 2
        app.extensions["sqlalchemy"].engine.dispose()


def test_too_many_clubs_from_one_address_are_told_so(settings: Settings) -> None:
    app = create_app(replace(settings, open_clubs=True))
    app.test_client_class = Visitor
    Table(app)
    answers = []
    for _ in range(clubs.NEW_CLUBS.most + 1):
        cem = visitor(app, None)
        form = "section[aria-labelledby=create] form"
        answers.append(cem.submit(cem.visit("/"), form=form))
    assert [each.status_code for each in answers[-2:]] == [303, 429]
    assert "Too many clubs were started from here today." in answers[-1].text
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def test_htmx_is_sent_to_the_join_page(app: Flask, stranger: Visitor) -> None:
    answer = stranger.get(Table(app).address, headers=HTMX)
    assert (answer.status_code, answer.data) == (403, b"")
    assert answer.headers["HX-Redirect"] == "/"
