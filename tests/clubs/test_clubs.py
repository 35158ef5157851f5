"""Clubs are created by their first keeper, and deleted with everything in them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, text, update

from scorekeeper import clock
from scorekeeper.clubs import clubs, devices
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.storage.database import db, write
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.storage.models import CreatedClub, Device
from scorekeeper.storage.tokens import new_token
from tests.support.clubs import let_in, new_club, the_club
from tests.support.members import HERE, invite, join, member
from tests.support.scorebook import at_once, form, record, start, win

pytestmark = pytest.mark.usefixtures("book")


@pytest.mark.usefixtures("new_book")
def test_the_first_visitor_makes_the_club_and_keeps_it() -> None:
    assert not clubs.has_club()
    token = clubs.create_club(new_token(), "Android", beside_others=False)
    assert clubs.has_club()
    assert member(token).role is Role.KEEPER


@pytest.mark.usefixtures("new_book")
def test_the_same_first_visitor_twice_makes_one_club() -> None:
    token = new_token()
    for _ in range(2):
        clubs.create_club(token, "", beside_others=True)
    assert len(clubs.all_clubs()) == 1


def test_of_many_first_visitors_at_once_one_keeps_the_club(new_book: Flask) -> None:
    jobs = [lambda: clubs.create_club(new_token(), "", beside_others=False)] * 6
    failed = [answer for answer in at_once(new_book, *jobs) if isinstance(answer, Exception)]
    assert [type(error) for error in failed] == [clubs.ClubExistsConflict] * 5
    db.session.rollback()
    assert len(clubs.all_clubs()) == 1
    assert len(devices.devices_of(clubs.all_clubs()[0])) == 1


def test_a_club_beside_others_needs_the_setting() -> None:
    with pytest.raises(clubs.ClubExistsConflict):
        clubs.create_club(new_token(), "", beside_others=False)
    clubs.create_club(new_token(), "", beside_others=True)
    assert len(clubs.all_clubs()) == 2


def test_clubs_beside_others_are_few_a_day_from_one_address() -> None:
    def found(address: str) -> str:
        return clubs.create_club(new_token(), "", beside_others=True, address=address)

    for port in range(clubs.NEW_CLUBS.most):
        found(f"{HERE}:{port + 1}")
    with pytest.raises(clubs.TooManyClubsError):
        found(HERE)
    assert found("192.0.2.8")
    with write() as session:
        session.execute(update(CreatedClub).values(at=clock.now() - timedelta(hours=25)))
    assert found(HERE)
    assert db.session.scalar(select(func.count()).select_from(CreatedClub)) == 1


def test_a_club_is_deleted_with_everything_in_it_and_nothing_else() -> None:
    row = record(start(), win(20), win(10))
    commands.undo(row.id, **form(row))
    join(invite().token, "Ann")
    other = new_club("other")
    token = let_in(other, Role.KEEPER)
    start(("Ann", "X"), club=other)
    clubs.delete_club(the_club())
    assert [club.name for club in clubs.all_clubs()] == ["other"]
    assert len(games_in_play(the_club())) == 1
    assert member(token).keeps
    for table in ("round", "change WHERE kind <> 'start'", "invitation"):
        assert db.session.scalar(text(f"SELECT count(*) FROM {table}")) == 0  # noqa: S608 - as listed above
    assert db.session.scalar(select(func.count()).select_from(Device)) == 1
