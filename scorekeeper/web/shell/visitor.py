"""The sender of a request, and the check of their permission."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Protocol, TypeGuard

from flask import Flask, current_app, g, has_request_context, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import clock
from scorekeeper.clubs.access_tokens import authenticate_bearer
from scorekeeper.clubs.clubs import find_club
from scorekeeper.clubs.members import Member, find_member, role_at_table_now, role_now
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.visits import Visits, store_visits
from scorekeeper.games.polls import MOST_REMEMBERED
from scorekeeper.storage.database import CLUB_OF_WRITER, WRITE_CHECK, Permission
from scorekeeper.storage.models import Club
from scorekeeper.storage.tokens import print_code
from scorekeeper.tournaments.cards import card_of, opens_game
from scorekeeper.web.shell.cookies import CARD, TOKEN, may_come_back
from scorekeeper.web.shell.logins import has_login
from scorekeeper.web.shell.permissions import (
    ANYBODY,
    BY_CARD,
    GAME_AT_TABLE,
    POLLED,
    REQUIRED_ROLES,
    TOURNAMENT_AT_TABLE,
    is_by_token,
    is_public,
    is_without_cookie,
    role_may,
)

SEEN_EVERY = timedelta(minutes=5)

VISITS = "scorekeeper_visits"
"""The key in `app.extensions` for the visits of phones that poll."""


class StrangerError(Exception):
    """A stranger asked for a page of a club."""


class NotAtTableError(Exception):
    """A device that signed in by a table's card asked for a page that the card does not open."""


class NotAllowedError(Exception):
    """A member lacks the role `needed`. If it is `None`, the endpoint is closed to everybody."""

    def __init__(self, needed: Role | None) -> None:
        super().__init__(needed)
        self.needed = needed


def init_access(app: Flask) -> None:
    """Identify the sender of every request, and check their permission, before a view runs."""
    app.before_request(_guard)
    app.extensions[WRITE_CHECK] = _permission
    app.extensions[CLUB_OF_WRITER] = _club_of_writer
    app.jinja_env.globals.update(
        member_or_none=member_or_none,
        may=may,
        shows_controls=shows_controls,
        reader=reader,
        is_away=is_away,
        is_own_table=is_own_table,
        own_table_address=own_table_address,
    )


def _guard() -> AnyResponse | None:
    endpoint = request.endpoint
    if is_by_token(endpoint) and request.method != "OPTIONS":
        g.member = _bearer()
    elif is_without_cookie(endpoint):
        return None
    else:
        g.member = _from_cookie()
    if endpoint is None:
        return None  # Unknown address: everybody gets the same answer.
    if is_at_table(g.member) and is_public(endpoint) and endpoint not in BY_CARD:
        if endpoint == "home.index" and (address := own_table_address()):
            return redirect(address)
        g.member = None  # A table's phone sees nothing of the club on public pages.
    if endpoint not in REQUIRED_ROLES:
        raise NotAllowedError(None)
    needed = REQUIRED_ROLES[endpoint]
    if needed is not ANYBODY and g.member is None:
        raise StrangerError
    g.opened_by_card = _opened_by_card(request.view_args or {})
    if not may(endpoint):
        raise NotAtTableError if is_at_table(g.member) else NotAllowedError(needed)
    _remember(g.member, endpoint)
    return None


def is_at_table(member: Member | None) -> TypeGuard[Member]:
    """Check whether this device signed in by a table's card, and has only the card's rights."""
    return member is not None and member.role is Role.TABLE


def own_card_id() -> str | None:
    """The id of the table card that this browser scanned last. Members can have one too."""
    member = member_or_none()
    if member is None:
        return None
    return member.table_link_id if is_at_table(member) else session.get(CARD)


def own_table_address() -> str:
    """The address of the page for the table card scanned last. Empty without a valid card."""
    link_id = own_card_id()
    card = card_of(link_id) if link_id else None
    return url_for("hall.table", code=print_code(card.code)) if card else ""


def _opened_by_card(asked: Mapping[str, Any]) -> frozenset[str]:
    link_id = own_card_id()
    if link_id is None:
        return frozenset()
    if "game_id" in asked:
        return GAME_AT_TABLE if opens_game(link_id, asked["game_id"]) else frozenset()
    card = card_of(link_id) if "tournament_id" in asked else None
    is_own = card is not None and card.tournament_id == asked["tournament_id"]
    return TOURNAMENT_AT_TABLE if is_own else frozenset()


def _from_cookie() -> Member | None:
    """The member of the cookie's device.

    `None` without such a device, or if it signed in by a login that the request lacks.
    """
    found = find_member(session[TOKEN]) if TOKEN in session else None
    if found is None or has_login(found.login, request.environ):
        return found
    g.lost_login = found.login
    return None


def lost_login() -> str | None:
    """The login by which the device of the cookie signed in, if the request lacks it."""
    login: str | None = g.get("lost_login")
    return login


def _bearer() -> Member | None:
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
    values: dict[str, object] = {"device_id": member.device_id}
    if not _enters_by_card(member):
        return Permission(role_now(member), values, partial(_check_role, member))
    values |= {"card": own_card_id(), "game_at_table": (request.view_args or {})["game_id"]}
    return Permission(role_at_table_now(), values, _check_at_table)


def _enters_by_card(member: Member) -> bool:
    """Check whether only a table's card allows this request to write, in the game of that table."""
    needed = REQUIRED_ROLES.get(request.endpoint or "")
    return (
        needed is not ANYBODY
        and not member.role.may(needed)
        and "game_id" in (request.view_args or {})
    )


def _check_at_table(role: str | None) -> None:
    """Raise `NotAtTableError` if the device lost its right to this game while a write waited."""
    if role is None:
        raise NotAtTableError


def _check_role(member: Member, role: str | None) -> None:
    """Raise an error if the device was removed or got a lower role while a write waited.

    A removed device can still use endpoints that are open to everybody.
    """
    if role is None and not is_public(request.endpoint):
        raise StrangerError
    if role is not None and not Role(role).may(member.role):
        raise NotAllowedError(member.role)


def _remember(member: Member | None, endpoint: str) -> None:
    """Store a device's visit from time to time. Renew its cookie then, unless it only polls."""
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
    member: Member | None = g.get("member")
    return member


def reader() -> str:
    """An opaque name for the reader: a club and a player, or a stranger.

    The browser's storage belongs to a reader. A member who lost the cookie and signs in again has
    another device, but finds the same storage. The name is empty if the cookie was not read.
    """
    if "member" not in g:
        return ""
    member = member_or_none()
    return _opaque(*((member.club_id, member.player_id) if member else ()))


def is_away() -> bool:
    return "member" in g and member_or_none() is None and may_come_back()


class KnownDevice(Protocol):
    """A device as known to a request or to a poll."""

    @property
    def device_id(self) -> str: ...
    @property
    def player_id(self) -> int | None: ...
    @property
    def role(self) -> Role: ...
    @property
    def seated_at(self) -> datetime | None: ...


def shown_to(device: KnownDevice) -> str:
    """An opaque name of the device, its player and its role. If it changes, the page reloads."""
    return _opaque(device.device_id, device.player_id, device.role.value)


def seated(device: KnownDevice) -> str:
    """The start of the last game with this device's player, in seconds. Polls send it back."""
    return _seconds(device.seated_at)


@lru_cache(MOST_REMEMBERED)
def _seconds(time: datetime | None) -> str:
    return "" if time is None else str(time.timestamp())


@lru_cache(MOST_REMEMBERED)
def _opaque(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def may(endpoint: str) -> bool:
    """Check whether the endpoint would answer this visitor. Pages show controls only if so."""
    member = member_or_none()
    if member is None:
        return is_public(endpoint)
    opened: frozenset[str] = g.get("opened_by_card", frozenset())
    return role_may(member.role, endpoint, opened)


def is_own_table() -> bool:
    """Check whether this page shows the game at the table of the card scanned last."""
    opened: frozenset[str] = g.get("opened_by_card", frozenset())
    return opened == GAME_AT_TABLE


def shows_controls() -> bool:
    """Check whether this page shows its actions. Watchers see only actions open to everybody."""
    member = member_or_none()
    is_open = request.endpoint != "home.index" and is_public(request.endpoint)
    return member is None or member.plays or is_open or is_own_table()


def current_member() -> Member:
    """The member who sent the request. Raises `StrangerError` for a stranger."""
    member = member_or_none()
    if member is None:
        raise StrangerError
    return member


def current_club() -> Club:
    """The member's club. A request sees no data of other clubs."""
    if "club" not in g:
        g.club = find_club(current_member().club_id)
    club: Club | None = g.club
    if club is None:
        raise StrangerError
    return club


def default_entered_by() -> str:
    member = member_or_none()
    return (member and member.player) or session.get("entered_by", "")
