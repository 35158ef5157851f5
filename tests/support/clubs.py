"""Clubs and their members, made without the pages: Ann is keeper, Bob player, Wes watcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.clubs.devices import add_device
from scorekeeper.clubs.members import get_or_create_player
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club
from scorekeeper.storage.queries import active_people
from scorekeeper.storage.tokens import new_token
from scorekeeper.web.shell.cookies import TOKEN
from tests.support.pages import Visitor

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam


def the_club() -> Club:
    """Return the first club, created if there is none."""
    query = select(Club).order_by(Club.id).limit(1)
    return db.session.scalars(query).one_or_none() or new_club()


def known_names() -> list[str]:
    """Return the sorted names of the first club’s active players."""
    return sorted(player.name for player in active_people(the_club()))


def new_club(name: str = "") -> Club:
    """Create another club, without a keeper."""
    with write() as session:
        club = Club(name=name, created_at=clock.now())
        session.add(club)
    return club


def let_in(club: Club, role: Role, label: str = "", player: str = "") -> str:
    """Add a device to a club, for a named player if given, and return its token."""
    token = new_token()
    with write() as session:
        device = add_device(session, club.id, token, role, label, None)
        if player:
            device.player = get_or_create_player(session, club.id, player)
    return token


def cookie(app: Flask, site: str, role: Role, player: str = "", club: str = "") -> SetCookieParam:
    """Return a device’s cookie with this role, for a browser on this site.

    The device is in the first club, or in a new one named `club`.
    """
    with app.app_context():
        joined = new_club(club) if club else the_club()
        content = {TOKEN: let_in(joined, role, player=player), "_permanent": True}
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    name = app.config["SESSION_COOKIE_NAME"]
    return {"name": name, "value": str(serializer.dumps(content)), "url": site}


def visitor(app: Flask, role: Role | None, club_id: int | None = None, player: str = "") -> Visitor:
    """Return a client with this role in the first club or another one. `None` is a stranger."""
    if role is None:
        return browser(app)
    with app.app_context():
        club = the_club() if club_id is None else db.session.get_one(Club, club_id)
        token = let_in(club, role, player=player)
    return browser(app, token)


def browser(app: Flask, token: str = "") -> Visitor:
    """Return a client with the token of a device, or a stranger’s."""
    client = cast(Visitor, app.test_client())
    if token:
        with client.session_transaction() as session:
            session[TOKEN] = token
    return client
