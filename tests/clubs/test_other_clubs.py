"""Actions and statistics of one club never affect another club."""

from __future__ import annotations

import pytest

from scorekeeper.clubs import devices, invitations
from scorekeeper.clubs.access_tokens import (
    NoAccessTokenError,
    access_tokens,
    authenticate_bearer,
    make_access_token,
    revoke_access_token,
)
from scorekeeper.clubs.devices import LastKeeperError
from scorekeeper.clubs.invitations import NoInvitationError
from scorekeeper.clubs.roles import Role
from tests.support.clubs import let_in, new_club, the_club
from tests.support.members import invite, join, member

pytestmark = pytest.mark.usefixtures("book")


def test_a_club_cannot_revoke_the_token_of_another() -> None:
    made = make_access_token(the_club(), "Screen", "a-key-of-a-form")
    with pytest.raises(NoAccessTokenError):
        revoke_access_token(new_club(), made.id)
    assert [token.id for token in access_tokens(the_club())] == [made.id]
    assert authenticate_bearer(made.token)


def test_a_club_cannot_revoke_the_invitation_of_another() -> None:
    made = invite()
    with pytest.raises(NoInvitationError):
        invitations.revoke_invitation(new_club(), made.invitation_id)
    assert join(made.token).club_id == the_club().id


def test_the_keeper_of_another_club_does_not_make_the_last_one_dispensable() -> None:
    let_in(new_club(), Role.KEEPER)
    last = member(let_in(the_club(), Role.KEEPER))
    with pytest.raises(LastKeeperError):
        devices.revoke_device(the_club(), last.device_id)


def test_who_joined_is_counted_for_the_club_alone() -> None:
    made = invite()
    join(made.token)
    assert invitations.count_joined(the_club()) == {made.invitation_id: 1}
    assert invitations.count_joined(new_club()) == {}
