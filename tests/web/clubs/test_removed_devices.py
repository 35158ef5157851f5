"""The cookie of a device, and the notice for a removed device."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper import clock
from scorekeeper.clubs import devices, invitations
from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device
from scorekeeper.storage.tokens import new_token
from scorekeeper.web.shell.cookies import TOKEN
from tests.support.clubs import the_club, visitor
from tests.support.elements import parse
from tests.support.members import EVENING, device_count, is_join_page
from tests.support.pages import HTMX, Visitor
from tests.support.table import Table


def test_a_device_that_was_removed_gets_the_join_page_and_nothing_else(
    app: Flask, client: Visitor, made: InvitationSecrets
) -> None:
    table = Table(app)
    bob = visitor(app, None)
    bob.submit(f"/join/{made.token}", {"name": "Bob"})
    form = bob.visit(f"{table.address}/rounds/new")
    client.submit("/club", form="form[action$=revoke]")
    for address in ("/", table.address, f"{table.address}/document", "/club", "/games/new"):
        assert is_join_page(bob.get(address).text)
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    assert bob.submit(form, fields).status_code == 403
    assert table.rounds == 0


def test_a_device_that_was_removed_may_be_invited_again(
    app: Flask, client: Visitor, made: InvitationSecrets
) -> None:
    bob = visitor(app, None)
    for _ in range(2):
        bob.submit(f"/join/{made.token}")
        assert not is_join_page(bob.get("/").text)
        client.submit("/club", {"invitation": None}, form="form[action$=revoke]")
        assert is_join_page(bob.get("/").text)


def copy_of(browser: Visitor) -> Visitor:
    """Return another browser with the same cookie."""
    copy = visitor(browser.application, None)
    copy.set_cookie("scorekeeper", browser.get_cookie("scorekeeper").value)
    return copy


REMOVED = "This device is no longer in the club"


LOST_POST = "Nothing was recorded or changed"


@pytest.fixture
def removed(app: Flask, client: Visitor) -> Visitor:
    """Bob’s browser, removed a moment ago and without a request since."""
    bob = visitor(app, Role.PLAYER, player="Bob")
    client.submit("/club", form="form[action$=revoke]")
    return bob


def notice(page: str) -> str:
    """Return the join page’s notice to a removed device."""
    found = parse(page).select_one("[role=alert]:not(#banner)")
    return found.text if found else ""


def test_a_removed_device_learns_why_it_stands_at_the_door_until_it_is_in_again(
    removed: Visitor, made: InvitationSecrets
) -> None:
    for address in ("/", "/games/new", "/join", "/"):
        said = notice(removed.get(address).text)
        assert REMOVED in said
        assert "ask an organiser for an invitation" in said
        assert LOST_POST not in said
    removed.submit("/join", {"language": "fr"}, form=".languages")
    assert "n’est plus dans le club" in notice(removed.get("/").text)
    removed.submit("/", {"code": str(made.code)})
    removed.submit("/club/leave")
    assert not notice(removed.get("/").text)


def test_a_removed_device_learns_once_that_what_it_sent_is_not_recorded(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER, player="Bob")
    form = bob.visit(f"{table.address}/rounds/new")
    client.submit("/club", form="form[action$=revoke]")
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    for _ in range(2):
        said = notice(bob.submit(form, fields, form="#round").text)
        assert REMOVED in said
        assert LOST_POST in said
    assert LOST_POST not in notice(bob.get("/").text)
    assert table.rounds == 0
    htmx = bob.submit(form, fields, form="#round", headers=HTMX)
    assert LOST_POST in notice(bob.get(htmx.headers["HX-Redirect"]).text)
    assert LOST_POST not in notice(bob.get("/").text)


def test_a_removed_device_that_creates_a_club_is_in_that_club(
    app_with: Callable[..., Flask],
) -> None:
    app = app_with(open_clubs=True)
    bob = visitor(app, Role.PLAYER)
    with app.app_context():
        [device] = devices.devices_of(the_club())
        devices.revoke_device(the_club(), device.id)
    bob.submit("/", form="section[aria-labelledby=create] form")
    assert bob.get("/club").status_code == 200
    bob.submit("/club/delete", {"confirmation": "delete"})
    assert not notice(bob.get("/").text)


@pytest.mark.usefixtures("removed")
def test_nobody_else_is_told_of_devices_that_were_removed(app: Flask, stranger: Visitor) -> None:
    table = Table(app)
    left, unknown = visitor(app, Role.PLAYER), visitor(app, None)
    with unknown.session_transaction() as session:
        session[TOKEN] = new_token()
    left.submit("/club/leave")
    pages = [browser.get("/").text for browser in (stranger, unknown)]
    token = re.compile(r'name="csrf_token" value="[^"]+"')
    assert len({token.sub("", page) for page in pages}) == 1
    for browser in (stranger, unknown, left):
        form = {"key": "k", "version": "1"}
        answer = browser.post(f"{table.address}/undo", data=form)
        assert answer.status_code == 403
        assert REMOVED not in notice(answer.text)
        assert REMOVED not in browser.get("/").text


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
    """Check that the cookie from before joining is worthless afterwards."""
    page = newcomer.visit(address)
    planted = copy_of(newcomer)
    newcomer.submit(page, fields)
    assert newcomer.get("/club").status_code == 200
    assert planted.get("/club").status_code == 403


def test_a_cookie_that_was_known_before_somebody_came_in_opens_nothing(
    app: Flask, stranger: Visitor
) -> None:
    assert_planted_opens_nothing(stranger, "/")
    with app.app_context():
        made = invitations.invite(the_club(), Role.PLAYER, EVENING)
    assert_planted_opens_nothing(visitor(app, None), f"/join/{made.token}")
    assert_planted_opens_nothing(visitor(app, None), "/join", code=str(made.code))


def test_a_device_is_seen_now_and_then_and_its_cookie_good_for_another_year(
    app: Flask, client: Visitor
) -> None:
    client.get("/")
    assert "Set-Cookie" not in client.get("/").headers
    long_ago = clock.now() - timedelta(days=1)
    with app.app_context(), write() as session:
        session.execute(update(Device).values(seen_at=long_ago))
    assert "Expires=" in client.get("/").headers["Set-Cookie"]
    with app.app_context():
        seen = db.session.scalars(select(Device.seen_at)).one()
    assert clock.now() - seen < timedelta(minutes=1)


def test_the_language_is_kept_when_somebody_comes_in(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    stranger.submit("/", {"language": "fr"}, form=".languages")
    stranger.submit(f"/join/{made.token}")
    assert stranger.visit("/").select_one("html")["lang"] == "fr"


def test_a_device_without_its_cookie_learns_that_what_it_sent_is_not_recorded(app: Flask) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER, player="Bob")
    form = bob.visit(f"{table.address}/rounds/new")
    bob.delete_cookie("scorekeeper")
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    assert LOST_POST in notice(bob.submit(form, fields, form="#round").text)
    bob.delete_cookie("scorekeeper")
    htmx = bob.submit(form, fields, form="#round", headers=HTMX)
    assert LOST_POST in notice(bob.get(htmx.headers["HX-Redirect"]).text)
    assert LOST_POST not in notice(bob.get("/").text)
    assert table.rounds == 0
