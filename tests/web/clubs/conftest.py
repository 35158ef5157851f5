"""An invitation to a club, and Bob’s device in it."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs import clubs, devices, invitations
from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from tests.support.clubs import let_in, the_club
from tests.support.members import EVENING


@pytest.fixture
def made(app: Flask) -> InvitationSecrets:
    """An invitation to play in Tuesday’s club."""
    with app.app_context():
        clubs.rename_club(the_club(), "Tuesday")
        return invitations.invite(the_club(), Role.PLAYER, EVENING)


@pytest.fixture
def bob(app: Flask) -> str:
    """The id of Bob’s device, a player’s in Ann’s club."""
    with app.app_context():
        let_in(the_club(), Role.PLAYER, "Android", "Bob")
        [device] = [device for device in devices.devices_of(the_club()) if device.label]
        return device.id
