"""Clubs: founded by their first keeper, named, and deleted with everything in them."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import delete as delete_from
from sqlalchemy import select

from scorekeeper.clubs.creation_limit import count_founding
from scorekeeper.clubs.members import device_with, lock_club
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.sign_in import admit, awaited
from scorekeeper.rummy.documents.fields import is_plain_name
from scorekeeper.storage.database import db, write, write_alone
from scorekeeper.storage.models import Club, Device, GameRow, Invitation, Player

LONGEST_CLUB_NAME = 80

_FOUNDING = "founding"
"""The way in of whoever makes a club."""


class NotFoundedHereError(Exception):
    """This score book has a club, and takes no other."""


def all_clubs() -> list[Club]:
    """Every club of this score book, the oldest first: for whoever runs the machine."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))


def has_club() -> bool:
    """Whether any club is here."""
    return db.session.scalar(select(Club.id).limit(1)) is not None


def find_club(club_id: int) -> Club | None:
    """The club of this number."""
    return db.session.get(Club, club_id)


def found(token: str, label: str, *, beside_others: bool, address: str = "") -> str:
    """Make a club whose keeper is the browser with this token, and answer the token to keep.

    A second time changes nothing.

    Raises `NotFoundedHereError` where there is a club and none may stand `beside_others`,
    `TooManyClubsError` where too many were made from this address lately.
    """
    with write() as session:
        write_alone(session)
        if given := awaited(session, token, _FOUNDING):
            return given
        if device_with(session, token) is not None:
            return token
        if not beside_others and session.scalar(select(Club.id).limit(1)) is not None:
            raise NotFoundedHereError
        if beside_others:
            count_founding(session, address)
        club = Club(name="", created_at=datetime.now(UTC))
        session.add(club)
        session.flush()
        return admit(session, club.id, token, _FOUNDING, Role.KEEPER, label)[1]


def read_club_name(typed: str) -> str | None:
    """A club's name as it was typed, trimmed; `None` where it cannot be one, empty for none."""
    name = typed.strip()
    return name if len(name) <= LONGEST_CLUB_NAME and is_plain_name(name) else None


def rename(club: Club, name: str) -> None:
    """Give the club a name, or none."""
    with write() as session:
        if found := lock_club(session, club.id):
            found.name = name


def choose(club: Club, *, all_agree: bool, shows_at_once: bool) -> None:
    """Say when a round entered together is recorded, and when its hands are shown."""
    with write() as session:
        if found := lock_club(session, club.id):
            found.all_agree, found.shows_at_once = all_agree, shows_at_once


def delete(club: Club) -> None:
    """Delete a club with its games, players, devices and invitations, for ever."""
    club_id = club.id
    with write() as session:
        lock_club(session, club_id)
        # Games before the players who sit in them.
        for table in (GameRow, Device, Invitation, Player):
            session.execute(delete_from(table).where(table.club_id == club_id))
        session.execute(delete_from(Club).where(Club.id == club_id))
