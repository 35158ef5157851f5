"""Members of the first club: invited, and joining by link or code, with and without the pages."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import update

from scorekeeper.clubs import devices, invitations
from scorekeeper.clubs.invitations import InvitationSecrets, join_by_code, join_by_link
from scorekeeper.clubs.members import Member, find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Invitation
from scorekeeper.storage.tokens import new_token
from tests.support.clubs import let_in, the_club
from tests.support.elements import Element
from tests.support.pages import Visitor, words

EVENING = timedelta(hours=12)
HERE = "192.0.2.7"
"""The address from which codes are typed."""


def member(token: str) -> Member:
    found = find_member(token)
    assert found is not None
    return found


def keeper() -> Member:
    return member(let_in(the_club(), Role.KEEPER))


def invite(role: Role = Role.PLAYER) -> InvitationSecrets:
    return invitations.invite(the_club(), role, EVENING)


def join(link: str, name: str | None = None, token: str = "") -> Member:
    """Join by a link with a new device."""
    return member(join_by_link(link, token or new_token(), "Android", name))


def type_code(code: str, address: str = HERE) -> Member:
    """Join by a code with a new device."""
    return member(join_by_code(code, address, new_token(), "iPhone"))


def later(**values: object) -> None:
    """Set columns of all invitations, to let time pass."""
    with write() as session:
        session.execute(update(Invitation).values(**values))


def device_count(app: Flask) -> int:
    """Return the number of devices in the first club."""
    with app.app_context():
        return len(devices.devices_of(the_club()))


def page_of_invitation(client: Visitor, role: str = "player") -> Element:
    """Create an invitation for an evening, and return its page."""
    fields = {"role": role, "lasts": "evening"}
    answer = client.submit("/club/invitations", fields, form="form[action$=invitations]")
    assert answer.status_code == 303
    return client.visit(answer.location)


def path_of(page: Element) -> str:
    """Return the path of the link on a page, without the host."""
    return urlsplit(words(page, "#link")).path


def is_join_page(answer: str) -> bool:
    """Check whether this is the page for strangers."""
    return "You need an invitation" in answer
