"""The cookie of a device: what opens nothing, what it keeps, and when it is renewed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device
from scorekeeper.web.shell.cookies import TOKEN
from tests.support.clubs import let_in, the_club, visitor
from tests.support.joining import copy_of, device_count, is_join_page
from tests.support.pages import Visitor


def test_an_answer_that_gets_lost_locks_nobody_out(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = stranger.visit(f"/join/{made.token}")
    kept = copy_of(stranger)
    stranger.submit(page)
    assert kept.submit(page).status_code == 303
    assert not is_join_page(kept.get("/").text)
    assert device_count(app) == 1


def assert_planted_opens_nothing(newcomer: Visitor, address: str, **fields: str) -> None:
    """The cookie from before joining is a stranger's afterwards."""
    page = newcomer.visit(address)
    planted = copy_of(newcomer)
    newcomer.submit(page, fields)
    assert newcomer.get("/club").status_code == 200
    assert planted.get("/club").status_code == 403


def test_a_cookie_that_was_known_before_the_club_was_made_opens_nothing(
    stranger: Visitor,
) -> None:
    assert_planted_opens_nothing(stranger, "/")


def test_a_cookie_that_was_known_before_somebody_joined_opens_nothing(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    assert_planted_opens_nothing(stranger, f"/join/{made.token}")
    assert_planted_opens_nothing(visitor(app, None), "/join", code=str(made.code))


@pytest.mark.usefixtures("client")
def test_a_cookie_that_was_made_up_is_a_strangers(app: Flask) -> None:
    forged = visitor(app, None)
    forged.set_cookie("scorekeeper", "eyJkZXZpY2UiOiJ4In0.forged.signature")
    assert is_join_page(forged.get("/").text)


def test_a_device_is_seen_now_and_then_and_its_cookie_good_for_another_year(
    app: Flask, client: Visitor
) -> None:
    client.get("/")
    assert "Set-Cookie" not in client.get("/").headers
    long_ago = datetime.now(UTC) - timedelta(days=1)
    with app.app_context(), write() as session:
        session.execute(update(Device).values(seen_at=long_ago))
    assert "Expires=" in client.get("/").headers["Set-Cookie"]
    with app.app_context():
        seen = db.session.scalars(select(Device.seen_at)).one()
    assert datetime.now(UTC) - seen < timedelta(minutes=1)


def test_the_cookie_holds_over_https_alone_where_it_was_given_over_https(client: Visitor) -> None:
    assert "Secure" in client.get("/", base_url="https://localhost").headers["Set-Cookie"]


def test_a_cookie_keeps_the_token_where_no_script_reads_it(app: Flask, client: Visitor) -> None:
    with app.app_context():
        token = let_in(the_club(), Role.PLAYER)
    with client.session_transaction() as session:
        session[TOKEN] = token
    assert token not in client.get("/").text
    assert app.config["SESSION_COOKIE_HTTPONLY"]


def test_the_language_is_kept_when_somebody_comes_in(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    stranger.submit(stranger.visit("/"), {"language": "fr"}, form=".languages")
    stranger.submit(stranger.visit(f"/join/{made.token}"))
    assert stranger.visit("/").html["lang"] == "fr"
