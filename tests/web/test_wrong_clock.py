"""A clock set back, or ahead by a year: devices stay signed in, and joining works."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs import invitations
from scorekeeper.clubs.clubs import delete_club
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.games.details import Details, change_details
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Device, GameRow
from scorekeeper.storage.queries import game_after
from scorekeeper.web.shell.translation import day_words, evening_here
from tests.support.clock import Clock
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import form, record, start, win
from tests.support.transfers import exported, imported

HOUR, AGES = timedelta(hours=1), timedelta(days=400)
WRONG = pytest.mark.parametrize(
    "off", [-HOUR, AGES, -AGES], ids=["an-hour-back", "400-days-ahead", "400-days-back"]
)


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:  # noqa: ARG001 - all is imported
    return Clock(monkeypatch)


def submit_name(client: Visitor, page: Element) -> int:
    fields = {"name": "Tuesday"}
    return client.submit(page, fields, form="main form[action='/club/name']").status_code


@WRONG
def test_the_last_keeper_stays_in_whatever_the_clock_says(
    client: Visitor, clock: Clock, off: timedelta
) -> None:
    before = client.visit("/club")
    clock.set(off)
    assert submit_name(client, before) == 303, "a form that was open when the clock changed"
    assert submit_name(client, client.visit("/club")) == 303
    clock.set(timedelta())
    assert submit_name(client, client.visit("/club")) == 303


@WRONG
def test_the_cookie_outlives_the_year_in_which_the_clock_believes_to_be(
    client: Visitor, clock: Clock, off: timedelta
) -> None:
    clock.set(off)
    cookie = client.get("/club").headers["Set-Cookie"]
    ends = cookie.split("Expires=")[1].split(";")[0]
    assert datetime.strptime(ends, "%a, %d %b %Y %H:%M:%S GMT").year == 2100


def test_a_form_from_another_site_does_not_take_the_cookie_away(
    app: Flask, client: Visitor
) -> None:
    client.visit("/")
    another_site = app.test_client()  # Browsers send no cookie from another site.
    answer = another_site.post("/games", data={"variant": "gin"})
    assert answer.status_code in (400, 403)
    assert "Set-Cookie" not in answer.headers


@WRONG
def test_a_device_is_here_now_when_it_comes_again(
    app: Flask, client: Visitor, clock: Clock, off: timedelta
) -> None:
    clock.set(off)
    client.visit("/club")
    clock.set(timedelta())
    assert "in 1 year" not in words(visitor(app, Role.KEEPER).visit("/club"))
    client.visit("/club")
    with app.app_context():
        seen = db.session.scalars(select(Device.seen_at)).first()
    assert seen is not None
    assert abs(clock.now() - seen) < timedelta(minutes=5)


def test_an_hour_back_invitations_and_codes_are_good(app: Flask, clock: Clock) -> None:
    with app.app_context():
        made = invitations.invite(the_club(), Role.PLAYER, timedelta(hours=12))
        clock.set(-HOUR)
        assert invitations.active_invitations(the_club())
        assert invitations.read_link(made.token, "another token").id == made.invitation_id
        invitations.join_by_code(made.code or "", "192.0.2.1", "a token", "a phone")


def test_what_was_made_in_the_future_does_not_last_for_a_year(app: Flask, clock: Clock) -> None:
    with app.app_context():
        clock.set(AGES)
        made = invitations.invite(the_club(), Role.PLAYER, timedelta(hours=12))
        clock.set(timedelta())
        assert not invitations.active_invitations(the_club())
        with pytest.raises(invitations.NoInvitationError):
            invitations.read_link(made.token, "another token")
        with pytest.raises(invitations.NoInvitationError):
            invitations.join_by_code(made.code or "", "192.0.2.1", "a token", "a phone")


def test_the_way_back_of_a_keeper_is_good_at_any_time(app: Flask, clock: Clock) -> None:
    with app.app_context():
        made = invitations.make_keeper_link(the_club())
        for off in (AGES, -AGES):
            clock.set(off)
            assert invitations.read_link(made.token, "another token").id == made.invitation_id


def test_wrong_codes_of_the_future_do_not_shut_the_door_for_a_year(
    app: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "WRONG_CODES", replace(invitations.WRONG_CODES, most=1))
    with app.app_context():
        the_club()
    stranger = visitor(app, None)
    page = stranger.visit("/join")
    clock.set(AGES)
    for status in (422, 429):
        assert stranger.submit(page, {"code": "ACDE-FHJK"}).status_code == status
    clock.set(timedelta())
    assert stranger.submit(page, {"code": "ACDE-FHJK"}).status_code == 422


def test_a_rematch_begun_under_a_clock_set_back_is_the_next_game(app: Flask, clock: Clock) -> None:
    with app.app_context():
        row = start()
        clock.set(-HOUR)
        row = commands.call(row.id, **form(record(row, win(20))))
        rematch = start(rematch_of=row)
        following = game_after(row)
        assert following is not None
        assert following.id == rematch.id


def test_a_rematch_has_its_own_time_after_a_game_of_a_clock_years_ahead(
    app: Flask, clock: Clock
) -> None:
    with app.app_context():
        clock.set(AGES)
        row = record(start(overrides={"target": 20}), win(20))
        clock.set(timedelta())
        rematch = start(rematch_of=row)
        assert rematch.created_at <= clock.now()
        assert rematch.played_on < row.played_on
        assert game_after(row) is rematch


def test_a_club_whose_clock_was_ahead_can_be_imported(app: Flask, clock: Clock) -> None:
    with app.app_context():
        clock.set(AGES)
        wrong, right = (record(start(overrides={"target": 20}), win(20)).id for _game in range(2))
        clock.set(timedelta())
        row = db.session.get_one(GameRow, right)
        day = date(2026, 11, 21)
        change_details(right, Details(day, "", ""), **form(row))
        archive = exported()
        delete_club(the_club())
        db.session.remove()
        assert imported(archive).games == 2
        for game_id, played_on in ((wrong, evening_here(clock.now())), (right, day)):
            found = db.session.get_one(GameRow, game_id)
            assert found.created_at <= clock.now()
            assert found.played_on == played_on
        assert imported(exported()).already_there == 2


@pytest.mark.parametrize(
    ("zone", "now", "day", "words"),
    [
        ("America/New_York", (2027, 1, 1, 3), date(2026, 11, 14), "14 November"),
        ("Pacific/Auckland", (2026, 12, 31, 20), date(2026, 11, 14), "14 November 2026"),
        ("Pacific/Auckland", (2026, 12, 31, 12), date(2026, 11, 14), "14 November"),
    ],
    ids=["still the old year", "already the new year", "the new year’s night"],
)
def test_this_year_is_that_of_the_club(
    app: Flask,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    zone: str,
    now: tuple[int, ...],
    day: date,
    words: str,
) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", zone)
    clock.show(datetime(*now, tzinfo=UTC))
    with app.test_request_context():
        assert day_words(day) == words


def test_what_happened_in_the_future_is_told_as_of_just_now(
    app: Flask, client: Visitor, clock: Clock
) -> None:
    with app.app_context():
        clock.set(AGES)
        start()
    clock.set(timedelta())
    assert "1 minute ago" in read(client.get("/games/in-play")).select_one(".item time").text
