"""The page of a club’s access tokens: made by a keeper, shown once, revoked at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.evenings import evening_of
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import AccessToken
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.transfers import PARIS
from tests.support.walks import walk

FORM = "form[action='/club/tokens']"


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    """The keeper of a club with a game."""
    Table(app)
    return visitor(app, Role.KEEPER)


def made(keeper: Visitor, name: str = "Screen") -> str:
    """Create a token, and return its secret as shown."""
    sent = keeper.submit("/club/tokens", {"name": name}, form=FORM)
    assert sent.status_code == 303
    [shown] = keeper.visit("/club/tokens").select("#token")
    return str(shown["value"])


def asks(app: Flask, secret: str) -> int:
    """Return the status of the answer to a program with this secret."""
    bearer = {"Authorization": f"Bearer {secret}"}
    return app.test_client(use_cookies=False).get("/api/v1/games", headers=bearer).status_code


def test_the_page_of_the_club_leads_to_it(keeper: Visitor) -> None:
    assert keeper.visit("/club").select("a[href='/club/tokens']")
    assert "The club’s tokens" not in words(keeper.visit("/club/tokens"))


def test_a_token_is_shown_once_and_lets_a_program_read(app: Flask, keeper: Visitor) -> None:
    secret = made(keeper)
    assert asks(app, secret) == 200
    page = keeper.visit("/club/tokens")
    assert secret not in page.text
    assert "Screen" in words(page)
    assert "used" in words(page)


def test_the_database_has_only_its_hash(app: Flask, keeper: Visitor) -> None:
    secret = made(keeper)
    with app.app_context():
        row = db.session.scalars(select(AccessToken)).one()
    assert secret not in repr(vars(row))


def test_a_revoked_token_is_refused_at_once(app: Flask, keeper: Visitor) -> None:
    first, second = made(keeper, "One"), made(keeper, "Two")
    page = keeper.visit("/club/tokens")
    [revoke] = [form for form in page.select(".club-device form") if "One" in form.text]
    sent = keeper.submit(page, form=f"form[action='{revoke['action']}']")
    assert sent.status_code == 303
    assert (asks(app, first), asks(app, second)) == (401, 200)
    page = keeper.visit("/club/tokens")
    assert "The token no longer works." in page.text
    assert "One" not in words(page)


def test_a_form_that_is_sent_twice_makes_one_token(app: Flask, keeper: Visitor) -> None:
    page = keeper.visit("/club/tokens")
    for _twice in range(2):
        keeper.submit(page, {"name": "Screen"}, form=FORM)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(AccessToken)) == 1


def test_a_form_that_is_sent_again_with_something_else_makes_another_token(
    app: Flask, keeper: Visitor
) -> None:
    page = keeper.visit("/club/tokens")
    keeper.submit(page, {"name": "Button", "role": "player"}, form=FORM)
    keeper.submit(page, {"name": "Screen", "role": "watcher"}, form=FORM)
    with app.app_context():
        made = db.session.execute(select(AccessToken.name, AccessToken.role)).all()
    assert {tuple(each) for each in made} == {("Button", "player"), ("Screen", "watcher")}


def test_a_form_that_is_sent_again_after_its_token_was_revoked_makes_none(
    keeper: Visitor,
) -> None:
    page = keeper.visit("/club/tokens")
    keeper.submit(page, {"name": "Screen"}, form=FORM)
    keeper.submit("/club/tokens", form=".club-device form")
    keeper.submit(page, {"name": "Screen"}, form=FORM)
    assert not keeper.visit("/club/tokens").select("#token, .club-device")


@walk(
    ("name", "sentence"),
    [
        ("x" * 41, "A name has 1 to 40 characters."),
        ("a\u200bb", "A name is one line without invisible characters."),
    ],
)
def test_a_name_that_is_none_is_refused_at_its_field(
    keeper: Visitor, name: str, sentence: str
) -> None:
    page = read(keeper.submit("/club/tokens", {"name": name}, form=FORM), 422)
    assert sentence in page.select_one(".field--wrong").text
    assert page.select_one("#name")["value"] == name


def test_a_token_says_what_it_may_do_and_when_it_ends(app: Flask, keeper: Visitor) -> None:
    sent = {"name": "Button", "role": "player", "ends_on": "2100-01-31"}
    keeper.submit("/club/tokens", sent, form=FORM)
    made(keeper, "Screen")
    shown = [words(each) for each in keeper.visit("/club/tokens").select(".club-device")]
    assert shown[0].startswith("Screen Look only never used")
    assert shown[1].startswith("Button Play never used")
    assert "ends on 31 Jan 2100" in shown[1]
    with app.app_context():
        assert set(db.session.scalars(select(AccessToken.role))) == {"player", "watcher"}


def test_a_token_ends_with_the_evening_of_its_last_day(app: Flask, keeper: Visitor) -> None:
    secret, today = made(keeper), evening_of(clock.now(), PARIS)
    for last_day, status in ((today, 200), (today - timedelta(days=1), 401)):
        with app.app_context(), write() as session:
            session.execute(update(AccessToken).values(ends_on=last_day))
        assert asks(app, secret) == status
    assert "ended on" in words(keeper.visit("/club/tokens").select_one(".club-device"))


@walk(
    ("field", "typed", "sentence"),
    [
        ("ends_on", "2020-01-01", "That day is over."),
        ("ends_on", "soon", "That is not a date. Write it like 2026-11-21."),
        ("role", "keeper", "Not a valid choice."),
    ],
)
def test_what_no_token_can_have_is_refused_at_its_field(
    keeper: Visitor, field: str, typed: str, sentence: str
) -> None:
    sent = {"name": "Button", field: typed}
    page = read(keeper.submit("/club/tokens", sent, form=FORM), 422)
    assert sentence in page.select_one(".field--wrong").text
    assert not page.select(".club-device")


def test_with_the_club_its_tokens_go(app: Flask, keeper: Visitor) -> None:
    secret = made(keeper)
    keeper.submit("/club/delete", {"confirmation": "delete"})
    assert asks(app, secret) == 401


def test_a_use_that_was_stored_by_a_wrong_clock_is_stored_anew(app: Flask, keeper: Visitor) -> None:
    secret, far = made(keeper), clock.now() + timedelta(days=400)
    with app.app_context(), write() as session:
        session.execute(update(AccessToken).values(used_at=far))
    assert asks(app, secret) == 200
    with app.app_context():
        assert db.session.scalars(select(AccessToken.used_at)).one() < far
