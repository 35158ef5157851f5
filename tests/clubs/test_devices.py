"""The devices of a club: removal, a new keeper, and their players."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs import devices, members
from scorekeeper.clubs.devices import LastKeeperError, NoSuchDeviceError
from scorekeeper.clubs.invitations import NoInvitationError, join_by_link
from scorekeeper.clubs.members import find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club
from tests.support.clubs import known_names, let_in, new_club, the_club
from tests.support.members import invite, keeper, member
from tests.support.scorebook import at_once, start

pytestmark = pytest.mark.usefixtures("book")


def test_a_removed_device_is_a_stranger_with_a_revoked_token() -> None:
    token = let_in(the_club(), Role.PLAYER)
    assert not devices.is_revoked(token)
    devices.revoke_device(the_club(), member(token).device_id)
    assert find_member(token) is None
    assert devices.is_revoked(token)
    with pytest.raises(NoInvitationError):
        join_by_link(invite().token, token, "", None)


def test_no_one_finds_a_device_of_another_club() -> None:
    foreign = member(let_in(new_club(), Role.PLAYER)).device_id
    for device_id in (foreign, "zzzzzzzzzzzz"):
        with pytest.raises(NoSuchDeviceError):
            devices.revoke_device(the_club(), device_id)
        with pytest.raises(NoSuchDeviceError):
            devices.change_role(the_club(), device_id, Role.KEEPER)
        with pytest.raises(NoSuchDeviceError):
            devices.hand_over(the_club(), keeper().device_id, device_id)


def test_the_last_keeper_cannot_leave_or_get_a_lesser_role() -> None:
    ann = keeper()
    let_in(the_club(), Role.PLAYER)
    with pytest.raises(LastKeeperError):
        devices.revoke_device(the_club(), ann.device_id)
    with pytest.raises(LastKeeperError):
        devices.change_role(the_club(), ann.device_id, Role.PLAYER)
    keeper()
    devices.revoke_device(the_club(), ann.device_id)


def test_of_two_keepers_who_leave_at_once_one_stays(book: Flask) -> None:
    ids = [keeper().device_id, keeper().device_id]
    club_id = the_club().id

    def leave(device_id: str) -> None:
        devices.revoke_device(db.session.get_one(Club, club_id), device_id)

    answers = at_once(book, *[lambda device_id=device_id: leave(device_id) for device_id in ids])
    assert sorted(type(answer).__name__ for answer in answers) == ["LastKeeperError", "NoneType"]


def test_the_club_is_handed_over() -> None:
    ann, token = keeper(), let_in(the_club(), Role.WATCHER)
    devices.hand_over(the_club(), ann.device_id, member(token).device_id)
    roles = {device.id: device.role for device in devices.devices_of(the_club())}
    assert roles == {ann.device_id: "player", member(token).device_id: "keeper"}


def test_a_device_is_held_by_a_player_or_by_nobody_again() -> None:
    start(("Ann", "Bob"))
    token = let_in(the_club(), Role.PLAYER)
    for name in ("Bob", "Zoé", None):
        members.set_player(member(token), name)
        assert member(token).player == name
    assert known_names() == ["Ann", "Bob", "Zoé"]
