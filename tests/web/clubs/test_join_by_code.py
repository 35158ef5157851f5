"""Joining by a code: where it leads, and the limit on guessing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy import update

from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Invitation
from tests.support.clubs import the_club, visitor
from tests.support.joining import device_count, is_join_page
from tests.support.pages import Visitor, read
from tests.support.scorebook import start
from tests.support.table import Table
from tests.support.walks import walk

ME = "form[action='/club/me']"


def test_whoever_comes_in_by_a_code_says_who_it_is_and_goes_on_to_the_games(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    answer = stranger.submit(stranger.visit("/"), {"code": str(made.code)})
    assert answer.location == "/club#me"
    page = stranger.visit("/club")
    assert stranger.submit(page, {"name": "Zoé"}, form=ME).location == "/"
    assert "You are Zoé here." in stranger.visit("/").text


def say_who(stranger: Visitor, made: InvitationSecrets) -> str:
    """Come in by a code and say who it is; the page one is taken to then."""
    answer = stranger.submit(stranger.visit("/"), {"code": str(made.code)})
    assert answer.location == "/club#me"
    page = stranger.visit("/club")
    return stranger.submit(page, {"who": "other", "name": "Zoé"}, form=ME).location


def test_whoever_comes_in_by_the_code_of_a_game_says_who_it_is_and_goes_on_to_it(
    app: Flask, stranger: Visitor
) -> None:
    Table(app, players=("Cem", "Dora"))
    with app.app_context():
        row = start()
        made = invitations.invite(the_club(), Role.PLAYER, timedelta(hours=1), row)
        address = f"/games/{row.id}"
    assert say_who(stranger, made) == address


def test_whoever_comes_in_where_one_game_is_played_goes_on_to_it(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    Table(app).change("call")
    table = Table(app)
    assert say_who(stranger, made) == table.address


def test_whoever_comes_in_where_several_games_are_played_sees_them_all(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    Table(app)
    Table(app, players=("Cem", "Dora"))
    assert say_who(stranger, made) == "/"


def test_a_code_leads_on_to_the_page_that_was_asked_for(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    address = Table(app).address
    answer = stranger.submit(read(stranger.get(address)), {"code": str(made.code).lower()})
    assert (answer.status_code, answer.location.rstrip("?")) == (303, address)
    assert stranger.get(address).status_code == 200


@walk(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", ""]
)
def test_a_code_leads_to_no_other_site(
    stranger: Visitor, made: InvitationSecrets, elsewhere: str
) -> None:
    fields = {"code": str(made.code), "next": elsewhere}
    assert stranger.submit(stranger.visit("/join"), fields).location == "/club#me"


@walk("junk", ["//[", "http://[", "//a\uff0fb"])
def test_an_address_that_is_none_leads_home(stranger: Visitor, junk: str) -> None:
    token = stranger.visit("/").select_one("[name=csrf_token]")["value"]
    fields = {"csrf_token": token, "language": "fr", "next": junk}
    assert stranger.post("/language", data=fields).location == "/"


@walk("end", ["revoked_at", "expires_at", "code_expires_at"])
def test_a_code_that_is_not_good_any_more_gets_the_join_page(
    app: Flask, stranger: Visitor, made: InvitationSecrets, end: str
) -> None:
    with app.app_context(), write() as session:
        session.execute(update(Invitation).values(**{end: datetime.now(UTC)}))
    answer = stranger.submit(stranger.visit("/"), {"code": str(made.code)})
    assert answer.status_code == 422
    page = read(answer)
    assert is_join_page(answer.text)
    assert "does not work. Check it, or ask for a new one" in page.select_one("#code-error").text
    assert page.select_one("#code")["value"] == made.code
    assert is_join_page(stranger.get("/").text)


def test_guessing_codes_meets_the_limit_with_a_sentence(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = stranger.visit("/")
    for _ in range(invitations.WRONG_CODES.most):
        assert stranger.submit(page, {"code": "ACDE-FHJK"}).status_code == 422
    for guesser in (stranger, visitor(app, None)):  # a fresh cookie is no fresh start
        answer = guesser.submit(guesser.visit("/"), {"code": str(made.code)})
        assert answer.status_code == 429
        assert "Too many wrong codes." in answer.text
    assert stranger.get(f"/join/{made.token}").status_code == 200
    assert device_count(app) == 0
