"""The link with which a keeper returns to the club, and the end of its validity."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.clubs import devices, invitations
from scorekeeper.clubs.invitations import NoInvitationError, join_by_link
from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.tokens import new_token
from tests.support.clubs import let_in, new_club, the_club
from tests.support.members import EVENING, join, keeper, member
from tests.support.scorebook import at_once

pytestmark = pytest.mark.usefixtures("book")


def test_a_keepers_link_lets_one_device_in() -> None:
    made = invitations.make_keeper_link(the_club())
    token = new_token()
    for _ in range(2):  # the answer got lost, and the form was sent again
        assert join(made.token, token=token).role is Role.KEEPER
    with pytest.raises(NoInvitationError):
        join(made.token)


def test_a_new_keepers_link_takes_the_place_of_the_old_one_and_the_servers_of_none() -> None:
    first = invitations.make_keeper_link(the_club())
    second = invitations.make_keeper_link(the_club())
    third = invitations.make_server_link(the_club(), EVENING)
    with pytest.raises(NoInvitationError):
        join(first.token)
    assert join(second.token).keeps
    assert join(third.token).keeps


def hand_over(ann: Member) -> None:
    devices.hand_over(the_club(), ann.device_id, member(let_in(the_club(), Role.PLAYER)).device_id)


def leave(ann: Member) -> None:
    devices.revoke_device(the_club(), ann.device_id)


def become_a_player(ann: Member) -> None:
    devices.change_role(the_club(), ann.device_id, Role.PLAYER)


@pytest.mark.parametrize("go", [hand_over, leave, become_a_player])
def test_a_keeper_who_leaves_ends_the_link_to_get_back_in(go: Callable[[Member], None]) -> None:
    ann, _other = keeper(), keeper()
    beside = new_club()
    own = invitations.make_keeper_link(the_club())
    others = invitations.make_keeper_link(beside)
    servers = invitations.make_server_link(the_club(), EVENING)
    to_keep = invitations.invite(the_club(), Role.KEEPER, EVENING)
    to_play = invitations.invite(the_club(), Role.PLAYER, EVENING)
    go(ann)
    for gone in (own, to_keep):
        with pytest.raises(NoInvitationError):
            join(gone.token)
    assert join(to_play.token).plays
    assert join(others.token).keeps
    assert join(servers.token).keeps


def test_others_who_leave_do_not_end_the_link() -> None:
    keeper()
    made = invitations.make_keeper_link(the_club())
    bob = member(let_in(the_club(), Role.PLAYER))
    assert not devices.change_role(the_club(), bob.device_id, Role.KEEPER).ended_link
    assert not devices.hand_over(the_club(), bob.device_id, bob.device_id).ended_link
    assert join(made.token).keeps
    wes = member(let_in(the_club(), Role.WATCHER))
    made = invitations.make_keeper_link(the_club())
    assert not devices.revoke_device(the_club(), wes.device_id).ended_link
    assert join(made.token).keeps


def test_a_keepers_link_used_by_many_at_once_lets_one_in(book: Flask) -> None:
    made = invitations.make_keeper_link(the_club())
    failed = at_once(book, *[lambda: join_by_link(made.token, new_token(), "", None)] * 6)
    refused = [type(error) for error in failed if isinstance(error, Exception)]
    assert refused == [NoInvitationError] * 5
    db.session.rollback()
    assert len(devices.devices_of(the_club())) == 1
