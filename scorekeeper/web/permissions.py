"""Who may do what: an endpoint that is not in the table below is refused to everybody."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask, g, has_request_context, request, session
from sqlalchemy.orm import Session

from scorekeeper.clubs.clubs import find_club
from scorekeeper.clubs.members import Member, find_member, record_visit, role_now
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import WRITE_CHECK
from scorekeeper.storage.models import Club
from scorekeeper.web.api.bearer import bearer
from scorekeeper.web.browser_token import TOKEN

SEEN_EVERY = timedelta(minutes=5)

ANYBODY = None
WATCHER, PLAYER, KEEPER = Role

HEALTH = ("health.alive", "health.ready", "health.metrics")

BY_TOKEN = ("api.games", "api.game", "api.current")
"""Endpoints that ask for an access token of a club; with it a program may do as a watcher may."""

WITHOUT_COOKIE = (
    *("static", "installed.worker", "schema.game", "api.score", "api.melds", "api.openapi"),
    *(*HEALTH, *BY_TOKEN),
)
"""Endpoints that neither look at a cookie nor send one: to them everybody is a stranger."""

IMPORTING = "transfer.bring_in"
"""The endpoint that takes a whole file."""

REQUIRED_ROLES: dict[str, Role | None] = {
    # The score book itself; strangers find the join page at its first address.
    "static": ANYBODY,
    "health.alive": ANYBODY,
    "health.ready": ANYBODY,
    "health.metrics": ANYBODY,
    "schema.game": ANYBODY,
    "home.index": ANYBODY,
    "home.language": ANYBODY,
    # What an installed app needs.
    "installed.worker": ANYBODY,
    "installed.manifest": ANYBODY,
    "installed.offline": ANYBODY,
    # What each phone prefers; and the parts of the pages, which no server in use shows.
    "phone.show": ANYBODY,
    "phone.keep": ANYBODY,
    "parts.show": ANYBODY,
    # Joining.
    "join.index": ANYBODY,
    "join.by_code": ANYBODY,
    "join.invitation": ANYBODY,
    "join.by_link": ANYBODY,
    "join.create_club": ANYBODY,
    # What belongs to no club.
    "rules.index": ANYBODY,
    "rules.show": ANYBODY,
    "judge.desk": ANYBODY,
    "judge.hand": ANYBODY,
    "api.score": ANYBODY,
    "api.melds": ANYBODY,
    "api.openapi": ANYBODY,
    # What programs read with an access token.
    "api.games": WATCHER,
    "api.game": WATCHER,
    "api.current": WATCHER,
    # One game, shown to whoever has a link to it.
    "shared.show": ANYBODY,
    "shared.round": ANYBODY,
    "shared.picture": ANYBODY,
    # Games.
    "home.in_play": WATCHER,
    "home.not_begun": WATCHER,
    "home.on_the_table": WATCHER,
    "home.finished": WATCHER,
    "home.games": WATCHER,
    "games.show": WATCHER,
    "games.document": WATCHER,
    "games.history": WATCHER,
    "games.live": WATCHER,
    "games.watch": WATCHER,
    "games.share": WATCHER,
    "games.picture": WATCHER,
    "games.new": PLAYER,
    "games.change_setup": PLAYER,
    "games.start": PLAYER,
    "games.rematch": PLAYER,
    "games.ask_to_call": PLAYER,
    "games.call": PLAYER,
    "games.play_on": PLAYER,
    "games.undo": PLAYER,
    "games.redo": PLAYER,
    "games.details": PLAYER,
    "games.set_details": PLAYER,
    "games.ask_to_delete": PLAYER,
    "games.delete": PLAYER,
    # The history.
    "history.games": WATCHER,
    "history.evening": WATCHER,
    "history.evening_picture": WATCHER,
    "history.leaderboard": WATCHER,
    "history.records": WATCHER,
    "sharing.index": PLAYER,
    "sharing.make": PLAYER,
    "sharing.revoke": PLAYER,
    # Rounds.
    "rounds.show": WATCHER,
    "rounds.new": PLAYER,
    "rounds.preview": PLAYER,
    "rounds.record": PLAYER,
    "rounds.edit": PLAYER,
    "rounds.correct": PLAYER,
    "rounds.ask_to_adjust": PLAYER,
    "rounds.adjust": PLAYER,
    "rounds.ask_to_remove": PLAYER,
    "rounds.remove": PLAYER,
    # A round entered together.
    "together.show": PLAYER,
    "together.announce": PLAYER,
    "together.take": PLAYER,
    "together.give": PLAYER,
    "together.look": PLAYER,
    "together.ask_for_facts": PLAYER,
    "together.set_facts": PLAYER,
    "together.agree": PLAYER,
    "together.record": PLAYER,
    "together.turn_up": PLAYER,
    "together.ask_to_discard": PLAYER,
    "together.discard": PLAYER,
    # Players.
    "players.index": WATCHER,
    "players.show": WATCHER,
    "players.against": WATCHER,
    "players.edit": PLAYER,
    "players.rename": PLAYER,
    "players.change_face": PLAYER,
    "players.archive": KEEPER,
    "players.bring_back": KEEPER,
    "players.ask_to_merge": KEEPER,
    "players.merge": KEEPER,
    "players.part": KEEPER,
    # The club and who is in it.
    "club.show": WATCHER,
    "club.ask_to_leave": WATCHER,
    "club.leave": WATCHER,
    "club.set_player": PLAYER,
    "club.rename": KEEPER,
    "club.set_shared_entry": KEEPER,
    "club.change_role": KEEPER,
    "club.give": KEEPER,
    "club.revoke": KEEPER,
    "club.ask_to_hand_over": KEEPER,
    "club.hand_over": KEEPER,
    "club.ask_to_delete": KEEPER,
    "club.delete": KEEPER,
    "transfer.index": KEEPER,
    "transfer.download": KEEPER,
    "transfer.bring_in": KEEPER,
    "deleted.index": KEEPER,
    "deleted.bring_back": KEEPER,
    "deleted.ask_to_delete": KEEPER,
    "deleted.delete": KEEPER,
    "invitations.index": KEEPER,
    "invitations.invite": KEEPER,
    "invitations.show": KEEPER,
    "invitations.revoke": KEEPER,
    "invitations.keeper_link": KEEPER,
    "tokens.index": KEEPER,
    "tokens.make": KEEPER,
    "tokens.revoke": KEEPER,
}
"""The lowest role that each endpoint requires."""

POLLED_ENDPOINTS = ("games.live",)
"""The endpoints that phones poll every two seconds; a poll does not renew the cookie."""


class StrangerError(Exception):
    """Somebody who is in no club asked for a page of one."""


class NotAllowedError(Exception):
    """A member lacks the role `needed`; `None` for what nobody may do."""

    def __init__(self, needed: Role | None) -> None:
        super().__init__(needed)
        self.needed = needed


def init_access(app: Flask) -> None:
    """Identify and authorize every request before anything else handles it."""
    app.before_request(_guard)
    app.extensions[WRITE_CHECK] = _may_still
    app.jinja_env.globals.update(
        member_or_none=member_or_none, may=may, shows_controls=shows_controls
    )


def _guard() -> None:
    endpoint = request.endpoint
    if endpoint in BY_TOKEN and request.method != "OPTIONS":
        g.member = bearer()
    elif endpoint in WITHOUT_COOKIE:
        return
    else:
        g.member = find_member(session[TOKEN]) if TOKEN in session else None
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


def _may_still(asked: Session) -> None:
    """Refuse a write if the device was removed, or given a lesser role, while it waited."""
    member = member_or_none() if has_request_context() else None
    if member is None:
        return
    role = role_now(asked, member)
    if role is None and not is_public(request.endpoint):
        raise StrangerError
    if role is not None and not role.may(member.role):
        raise NotAllowedError(member.role)


def _remember(member: Member | None, endpoint: str) -> None:
    """Store now and then that a device was here, and renew its cookie unless it only polls.

    A visit stored with a future time was stored while the clock was wrong.
    """
    if member is None or endpoint in BY_TOKEN:
        return
    if is_visit_due(member.seen_at, arrived=member.arrived):
        record_visit(member)
        if endpoint not in POLLED_ENDPOINTS:
            session.modified = True


def is_visit_due(seen_at: datetime, *, arrived: bool) -> bool:
    """Whether the database is to be told that a device, last seen then, is here."""
    return not arrived or abs(datetime.now(UTC) - seen_at) > SEEN_EVERY


def member_or_none() -> Member | None:
    """The member who sent the request; `None` for a stranger."""
    member: Member | None = g.get("member")
    return member


def may(endpoint: str) -> bool:
    """Whether the endpoint would answer this visitor: pages show controls only if so."""
    needed, member = REQUIRED_ROLES.get(endpoint, KEEPER), member_or_none()
    return needed is ANYBODY or (member is not None and member.role.may(needed))


def role_may(role: Role, endpoint: str) -> bool:
    """Whether the table above lets this role in."""
    if endpoint not in REQUIRED_ROLES:
        return False
    needed = REQUIRED_ROLES[endpoint]
    return needed is ANYBODY or role.may(needed)


def shows_controls() -> bool:
    """Whether this page shows its actions; watchers see only the actions open to everybody."""
    member = member_or_none()
    is_open = request.endpoint != "home.index" and is_public(request.endpoint)
    return member is None or member.plays or is_open


def is_public(endpoint: str | None) -> bool:
    """Whether this endpoint answers strangers."""
    return endpoint is not None and REQUIRED_ROLES.get(endpoint, KEEPER) is ANYBODY


def current_member() -> Member:
    """The member who sent the request; raises `StrangerError` for a stranger."""
    member = member_or_none()
    if member is None:
        raise StrangerError
    return member


def current_club() -> Club:
    """The member's club, the only one whose data a request sees."""
    club = find_club(current_member().club_id)
    if club is None:
        raise StrangerError
    return club


def default_entered_by() -> str:
    """The name to fill in for who enters a round."""
    member = member_or_none()
    return (member and member.player) or session.get("entered_by", "")
