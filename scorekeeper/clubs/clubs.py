"""Clubs: create, rename, set up, and delete them with everything in them."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.address_limits import AddressLimit
from scorekeeper.clubs.devices import (
    add_signed_in_device,
    find_device,
    lock_club,
    unconfirmed_token,
)
from scorekeeper.clubs.logins import remember_login
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.storage.database import db, lock_book, write
from scorekeeper.storage.models import (
    AccessToken,
    AnsweredRequest,
    Club,
    CreatedClub,
    Device,
    GameRow,
    ImportAnswer,
    Invitation,
    PairMonth,
    Player,
    PlayerEvening,
    PlayerMonth,
    TournamentRow,
)

LONGEST_CLUB_NAME = 80

NEW_CLUBS = AddressLimit(CreatedClub, most=5, within=timedelta(days=1))
"""The limit on new clubs in a score book that allows several."""

_CLUB = select(Club).where(Club.id == bindparam("club"))
"""The query for a club. It is built once, because most pages load their club."""

_SUMS = (PlayerMonth, PairMonth, PlayerEvening)
"""The tables of sums. A club’s other results are deleted with its games."""

_OWN = (Device, Invitation, AccessToken, AnsweredRequest, ImportAnswer)
"""The other tables with rows of a club."""

_ENTRY = "new club"
"""The entry of a browser that created the club, in place of an invitation’s id."""


class ClubExistsConflict(Exception):
    """This score book already has a club, and allows only one."""


class TooManyClubsError(Exception):
    """Too many clubs were created from this address lately."""


def all_clubs() -> list[Club]:
    """Return all clubs, oldest first."""
    return list(db.session.scalars(select(Club).order_by(Club.id)))


def has_club() -> bool:
    return db.session.scalar(select(Club.id).limit(1)) is not None


def find_club(club_id: int) -> Club | None:
    return db.session.scalar(_CLUB, {"club": club_id})


def add_first_club(session: Session, name: str, created_at: datetime) -> Club:
    """Add a club to a score book without clubs. Raises `ClubExistsConflict`."""
    lock_book(session)
    if session.scalar(select(Club.id).limit(1)) is not None:
        raise ClubExistsConflict
    club = Club(name=name, created_at=created_at)
    session.add(club)
    session.flush()
    return club


def create_club(
    token: str, label: str, *, beside_others: bool, address: str = "", login: str | None = None
) -> str:
    """Create a club with this browser as its keeper. Return the browser’s new token.

    This changes nothing if the browser has a device already, or sends the form again before it uses
    its new token. With a `login`, the browser joins the club by that login.

    Raises `ClubExistsConflict` if there is a club, unless `beside_others` allows several, and
    `TooManyClubsError` if too many were created from this address lately.
    """
    with write() as session:
        lock_book(session)
        if given := unconfirmed_token(session, token, _ENTRY):
            return given
        device = find_device(session, token)
        if device is not None and device.role != Role.TABLE:
            return token  # A device at a table stays there, and the browser gets a separate device.
        if not beside_others and session.scalar(select(Club.id).limit(1)) is not None:
            raise ClubExistsConflict
        if beside_others:
            NEW_CLUBS.forget_old(session)
            if NEW_CLUBS.is_reached(session, address):
                raise TooManyClubsError
            NEW_CLUBS.count(session, address)
        club = Club(name="", created_at=clock.now())
        session.add(club)
        session.flush()
        device, given = add_signed_in_device(session, club.id, token, _ENTRY, Role.KEEPER, label)
        if login:
            remember_login(session, device, login)
    return given


def read_club_name(typed: str) -> str:
    """Return the typed name, which can be empty. Raises `RuleError` if it is invalid."""
    name = typed.strip()
    if name:
        check_name(name, most=LONGEST_CLUB_NAME)
    return name


def rename_club(club: Club, name: str) -> None:
    """Rename a club. An empty name removes the club’s name."""
    with write() as session:
        if found := lock_club(session, club.id):
            found.name = name


def set_shared_entry(club: Club, *, all_agree: bool, shows_at_once: bool) -> None:
    """Set when a round entered on several phones is recorded, and when its hands are shown.

    This takes effect with the next announced round.
    """
    with write() as session:
        if found := lock_club(session, club.id):
            found.all_agree, found.shows_at_once = all_agree, shows_at_once


def delete_club(club: Club) -> None:
    club_id = club.id
    with write(alone_in_club=club_id) as session:
        lock_club(session, club_id)
        # Games and tournaments refer to players, so delete them first.
        for table in (GameRow, TournamentRow, *_SUMS, *_OWN, Player):
            session.execute(delete(table).where(table.club_id == club_id))
        session.execute(delete(Club).where(Club.id == club_id))
