"""Access tokens, with which other programs read and play a club’s games."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

from flask import current_app
from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import DBAPIError

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.evenings import evening_of, zone
from scorekeeper.storage.database import db, single_query, write
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import AccessToken, Club
from scorekeeper.storage.tokens import IdAndToken, derive_id_and_token, hash_of, is_id

USE_STORED_EVERY = timedelta(minutes=5)

_BEARER = (
    select(
        AccessToken.id,
        AccessToken.club_id,
        AccessToken.name,
        AccessToken.role,
        AccessToken.ends_on,
        AccessToken.used_at,
        Club.name.label("club_name"),
        Club.all_agree,
        Club.shows_at_once,
    )
    .join(Club, Club.id == AccessToken.club_id)
    .where(AccessToken.token_hash == bindparam("token_hash"), AccessToken.revoked_at.is_(None))
)


class NoAccessTokenError(LookupError):
    """The club has no such token."""


def make_access_token(
    club: Club, name: str, key: str, *, role: Role = Role.WATCHER, ends_on: date | None = None
) -> IdAndToken:
    """Make the token for a form and its key. A form sent again gets the same token.

    The token works until the end of the evening of `ends_on`, or until it is revoked. Raises
    `NoAccessTokenError` if it has been revoked since the form was first sent.
    """
    made = derive_id_and_token(key, f"access token of {club.id}: {role}, {ends_on}, {name}")
    with write() as session:
        lock_club(session, club.id)
        older = session.get(AccessToken, made.id)
        if older is None:
            now, digest = clock.now(), hash_of(made.token)
            token = AccessToken(
                id=made.id,
                club_id=club.id,
                token_hash=digest,
                name=name,
                role=role.value,
                ends_on=ends_on,
                made_at=now,
            )
            session.add(token)
        elif older.revoked_at is not None:
            raise NoAccessTokenError(made.id)
    return made


def access_tokens(club: Club) -> list[AccessToken]:
    """Return the tokens that are not revoked, including ended tokens, newest first."""
    query = select(AccessToken).where(
        AccessToken.club_id == club.id, AccessToken.revoked_at.is_(None)
    )
    return list(db.session.scalars(query.order_by(AccessToken.made_at.desc(), AccessToken.id)))


def revoke_access_token(club: Club, token_id: str) -> None:
    """Revoke a token. Raises `NoAccessTokenError` if the club has no token with this id."""
    query = select(AccessToken).where(AccessToken.id == token_id, AccessToken.club_id == club.id)
    with write() as session:
        found = session.scalar(query) if is_id(token_id) else None
        if found is None:
            raise NoAccessTokenError(token_id)
        found.revoked_at = found.revoked_at or clock.now()


def authenticate_bearer(secret: str) -> Member | None:
    """Return the program with this token as a member of the club. `None` for an invalid token."""
    with single_query() as connection:
        found = connection.execute(_BEARER, {"token_hash": hash_of(secret)}).one_or_none()
    if found is None or has_ended(found.ends_on):
        return None
    now = clock.now()
    if found.used_at is None or abs(now - found.used_at) > USE_STORED_EVERY:
        used = update(AccessToken).where(AccessToken.id == found.id).values(used_at=now)
        # If writing would have to wait, the next request tries again.
        with suppress(DatabaseFaultError, DBAPIError), write(patience=0) as session:
            session.execute(used)
    return Member(
        device_id=found.id,
        club_id=found.club_id,
        club_name=found.club_name,
        all_agree=found.all_agree,
        shows_at_once=found.shows_at_once,
        role=Role(found.role),
        player_id=None,
        player=None,
        seen_at=now,
        arrived=True,
        program=found.name,
    )


def has_ended(ends_on: date | None) -> bool:
    time_zone = zone(current_app.config.get("TIME_ZONE", ""))
    return ends_on is not None and ends_on < evening_of(clock.now(), time_zone)
