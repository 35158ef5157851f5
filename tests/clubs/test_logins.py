"""Logins on either database: who can join, once, and as which player."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import delete

from scorekeeper.clubs import clubs, devices, logins, members
from scorekeeper.clubs.logins import LoginBlockedError, NoOnlyClubConflict
from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Player
from scorekeeper.storage.tokens import new_token
from tests.support.clubs import known_names, let_in, new_club, the_club
from tests.support.members import member

pytestmark = pytest.mark.usefixtures("book")


def join(login: str, token: str = "") -> Member:
    """Join by a login with a new browser, or with the token’s browser."""
    return member(logins.join(login, token or new_token(), "Android"))


def remove(who: Member, *, with_login: bool) -> None:
    devices.revoke_device(the_club(), who.device_id, with_login=with_login)


def test_a_login_is_a_player_who_remembers_it() -> None:
    let_in(the_club(), Role.KEEPER, player="Ann")
    ann, zoe = join("ANN"), join("Zoé")
    assert (ann.player, ann.login, ann.role) == ("Ann", "ANN", Role.PLAYER)
    assert (zoe.player, zoe.login, zoe.role) == ("Zoé", "Zoé", Role.PLAYER)
    assert known_names() == ["Ann", "Zoé"]


def test_a_phone_that_came_by_a_login_is_one_at_the_table_whoever_holds_it() -> None:
    ann = join("ann")
    assert [phone.player for phone in members.phones_of(ann.club_id)] == ["ann"]
    members.set_player(ann, None)
    db.session.rollback()
    assert [phone.player for phone in members.phones_of(ann.club_id)] == [None]


def test_a_form_that_is_sent_again_makes_no_second_device() -> None:
    token = new_token()
    first, again = join("ann", token), join("ann", token)
    assert first.device_id == again.device_id
    assert join("bob", token).device_id != first.device_id
    assert len(devices.devices_of(the_club())) == 2


def test_a_browser_that_was_let_in_keeps_its_token() -> None:
    token = logins.join("ann", new_token(), "")
    assert logins.join("ann", token, "") == token


def test_many_browsers_of_one_login_at_once_are_one_player(book: Flask) -> None:
    the_club()

    def go(_number: int) -> str:
        with book.app_context():
            return logins.join("ann", new_token(), "")

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(go, range(6)))) == 6
    db.session.rollback()
    assert known_names() == ["ann"]
    assert len(devices.devices_of(the_club())) == 6


def test_a_login_needs_one_club_and_no_other() -> None:
    new_club()
    for ask in (logins.offers_login, join):
        with pytest.raises(NoOnlyClubConflict):
            ask("ann")
    for club in clubs.all_clubs():
        clubs.delete_club(club)
    for ask in (logins.offers_login, join):
        with pytest.raises(NoOnlyClubConflict):
            ask("ann")


def test_a_blocked_login_is_blocked_in_all_capitals_until_it_is_allowed() -> None:
    remove(join("ann"), with_login=True)
    remove(join("bob"), with_login=False)
    assert logins.blocked_logins(the_club()) == ["ann"]
    assert not logins.offers_login("Ann")
    assert logins.offers_login("bob")
    for login in ("ann", "ANN"):
        with pytest.raises(LoginBlockedError):
            join(login)
    logins.allow_login(the_club(), "Ann")
    assert logins.blocked_logins(the_club()) == []
    assert join("ann").player == "ann"


def test_a_login_is_the_same_however_it_writes_its_capitals() -> None:
    devices.change_role(the_club(), join("ann").device_id, Role.WATCHER)
    assert join("ANN").role is Role.WATCHER
    bob = join("bob")
    members.set_player(bob, "Robert")
    db.session.rollback()
    assert join("BOB").player == "Robert"


def test_a_device_without_a_login_blocks_none() -> None:
    remove(member(let_in(the_club(), Role.PLAYER, player="Bob")), with_login=True)
    assert logins.blocked_logins(the_club()) == []
    assert logins.offers_login("Bob")


def test_a_login_whose_player_is_gone_makes_another_one() -> None:
    join("ann")
    with write() as session:
        session.execute(delete(Player))
    db.session.expire_all()
    assert join("ann").player == "ann"


@pytest.mark.usefixtures("new_book")
def test_a_login_makes_a_club_and_is_its_organiser() -> None:
    token = new_token()
    made = [clubs.create_club(token, "", beside_others=False, login="ann") for _again in range(2)]
    ann = member(made[0])
    assert made[0] == made[1]
    assert (ann.role, ann.player, ann.login) == (Role.KEEPER, "ann", "ann")
    assert join("ann").role is Role.PLAYER
