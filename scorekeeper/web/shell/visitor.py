"""Who sent a request, and whether they may do what it asks for."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache, partial
from hashlib import sha256
from typing import Protocol

from flask import Flask, current_app, g, has_request_context, request, session

from scorekeeper import clock
from scorekeeper.clubs.access_tokens import authenticate_bearer
from scorekeeper.clubs.clubs import find_club
from scorekeeper.clubs.members import Member, find_member, role_now
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.visits import Visits, store_visits
from scorekeeper.storage.database import CLUB_OF_WRITER, WRITE_CHECK, Permission
from scorekeeper.storage.models import Club
from scorekeeper.web.shell.cookies import TOKEN, may_come_back
from scorekeeper.web.shell.logins import is_said
from scorekeeper.web.shell.permissions import (
    ANYBODY,
    POLLED,
    REQUIRED_ROLES,
    is_by_token,
    is_public,
    is_without_cookie,
    role_may,
)

SEEN_EVERY = timedelta(minutes=5)

VISITS = "scorekeeper_visits"
"""The name under which an app keeps the visits of phones that poll."""


class StrangerError(Exception):
    """A stranger asked for a page of a club."""


class NotAllowedError(Exception):
    """A member lacks the role `needed`, or asked for something that nobody may do (`None`)."""

    def __init__(self, needed: Role | None) -> None:
        super().__init__(needed)
        self.needed = needed


def init_access(app: Flask) -> None:
    """Identify and authorize every request before anything else handles it."""
    app.before_request(_guard)
    app.extensions[WRITE_CHECK] = _permission
    app.extensions[CLUB_OF_WRITER] = _club_of_writer
    app.jinja_env.globals.update(
        member_or_none=member_or_none,
        may=may,
        shows_controls=shows_controls,
        reader=reader,
        is_away=is_away,
    )


def _guard() -> None:
    endpoint = request.endpoint
    if is_by_token(endpoint) and request.method != "OPTIONS":
        g.member = _bearer()
    elif is_without_cookie(endpoint):
        return
    else:
        g.member = _from_cookie()
    if endpoint is None:
        return  # No such address: everybody gets the same answer.
    if endpoint not in REQUIRED_ROLES:
        raise NotAllowedError(None)
    needed = REQUIRED_ROLES[endpoint]
    if needed is not ANYBODY and g.member is None:
        raise StrangerError
    if not may(endpoint):
        raise NotAllowedError(needed)
    _remember(g.member, endpoint)


def _from_cookie() -> Member | None:
    """The device of the cookie. Nobody if it came in by a login that the request does not have."""
    found = find_member(session[TOKEN]) if TOKEN in session else None
    if found is None or is_said(found.login, request.environ):
        return found
    g.lost_login = found.login
    return None


def lost_login() -> str | None:
    """The login that brought in the device of the cookie, if the request lacks it."""
    login: str | None = g.get("lost_login")
    return login


def _bearer() -> Member | None:
    """The program that sent an access token. `None` if it sent none, or an invalid one."""
    sent = request.authorization
    if sent is None or sent.type != "bearer" or not sent.token:
        return None
    return authenticate_bearer(sent.token)


def _writer() -> Member | None:
    return member_or_none() if has_request_context() else None


def _club_of_writer() -> int | None:
    member = _writer()
    return None if member is None else member.club_id


def _permission() -> Permission | None:
    member = _writer()
    if member is None:
        return None
    return Permission(
        role_now(member), {"device_id": member.device_id}, partial(_check_role, member)
    )


def _check_role(member: Member, role: str | None) -> None:
    """Refuse a write if the device was removed, or given a lesser role, while it waited."""
    if role is None and not is_public(request.endpoint):
        raise StrangerError
    if role is not None and not Role(role).may(member.role):
        raise NotAllowedError(member.role)


def _remember(member: Member | None, endpoint: str) -> None:
    """Store a device's visit from time to time, and renew its cookie unless it only polls."""
    if member is None or is_by_token(endpoint):
        return
    if is_visit_due(member.seen_at, arrived=member.arrived):
        is_poll = endpoint == POLLED
        waiting = visits_of(current_app).take() if is_poll else {}
        store_visits(waiting | {member.device_id: clock.now()})
        if not is_poll:
            session.modified = True


def visits_of(app: Flask) -> Visits:
    visits: Visits = app.extensions.setdefault(VISITS, Visits())
    return visits


def is_visit_due(seen_at: datetime, *, arrived: bool) -> bool:
    # A visit in the future was stored while the clock was wrong.
    return not arrived or abs(clock.now() - seen_at) > SEEN_EVERY


def member_or_none() -> Member | None:
    """`None` for a stranger."""
    member: Member | None = g.get("member")
    return member


def reader() -> str:
    """The owner of the data in the browser's storage: an opaque name for a club and a player.

    A member who comes in again after losing the cookie has another device, and finds the data
    again. Empty if the cookie was not read.
    """
    if "member" not in g:
        return ""
    member = member_or_none()
    return _opaque(*((member.club_id, member.player_id) if member else ()))


def is_away() -> bool:
    return "member" in g and member_or_none() is None and may_come_back()


class Reader(Protocol):
    """A device, as a request or a poll knows it."""

    @property
    def device_id(self) -> str: ...
    @property
    def player_id(self) -> int | None: ...
    @property
    def role(self) -> Role: ...
    @property
    def seated_at(self) -> datetime | None: ...


def shown_to(device: Reader) -> str:
    """The reader for whom a page is: if the device gets another player or role, it reloads."""
    return _opaque(device.device_id, device.player_id, device.role.value)


def seated(device: Reader) -> str:
    """When a game with the player of this device was last started, as a sheet sends it."""
    return "" if device.seated_at is None else str(device.seated_at.timestamp())


@lru_cache(8_192)
def _opaque(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def may(endpoint: str) -> bool:
    """Whether the endpoint would answer this visitor: pages show controls only if so."""
    member = member_or_none()
    return is_public(endpoint) if member is None else role_may(member.role, endpoint)


def shows_controls() -> bool:
    """Whether this page shows its actions. Watchers see only the actions open to everybody."""
    member = member_or_none()
    is_open = request.endpoint != "home.index" and is_public(request.endpoint)
    return member is None or member.plays or is_open


def current_member() -> Member:
    """The member who sent the request. Raises `StrangerError` for a stranger."""
    member = member_or_none()
    if member is None:
        raise StrangerError
    return member


def current_club() -> Club:
    """The member's club, the only one whose data a request sees."""
    if "club" not in g:
        g.club = find_club(current_member().club_id)
    club: Club | None = g.club
    if club is None:
        raise StrangerError
    return club


def default_entered_by() -> str:
    member = member_or_none()
    return (member and member.player) or session.get("entered_by", "")
