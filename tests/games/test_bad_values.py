"""Values that no database can store are rejected with a clear message."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import Visitor

FORM = {"role": "player", "device": "\0", "name": "\0", "key": "\0", "code": "\0", "next": "\0"}


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    app.config["WTF_CSRF_ENABLED"] = False
    return visitor(app, Role.KEEPER)


@pytest.mark.parametrize("junk", ["%00", "a%00b", "%ff", "%F0%9F%98%80", "A" * 3000])
def test_an_id_that_cannot_be_one_is_not_found(keeper: Visitor, junk: str) -> None:
    for address in ("/games/@", "/games/@/live", "/join/@", "/club/invitations/@"):
        assert keeper.get(address.replace("@", junk)).status_code == 404
    for address in (
        "/club/devices/@/role",
        "/club/devices/@/revoke",
        "/club/invitations/@/revoke",
        "/games/@/undo",
        "/join/@",
    ):
        assert keeper.post(address.replace("@", junk), data=FORM).status_code == 404


@pytest.mark.parametrize("address", ["/club/hand-over", "/club/me", "/join", "/games"])
def test_a_form_that_no_database_can_hold_is_refused_at_its_field(
    keeper: Visitor, address: str
) -> None:
    assert keeper.post(address, data=FORM).status_code == 422
