"""Join a club without an invitation, by the login that a proxy sends to this server.

A login joins as a player, or as a watcher if watcher was its last role. It never joins as a keeper.
A login keeps its last player, even if that player was renamed. A new login gets the player with the
name of the login. A login that a keeper has blocked needs an invitation.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.devices import (
    add_signed_in_device,
    find_device,
    lock_club,
    unconfirmed_token,
)
from scorekeeper.clubs.members import get_or_create_player
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.names import heard
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, Device


class NoOnlyClubConflict(Exception):
    """There is no club, or there are several clubs, and a login does not say which club."""


class LoginBlockedError(Exception):
    """A keeper removed this login, and it needs an invitation to come back."""


def offers_login(login: str) -> bool:
    """Check that no keeper has blocked this login. Raises `NoOnlyClubConflict`."""
    return not _is_blocked(db.session(), _only_club(db.session()), login)


def join(login: str, token: str, label: str) -> str:
    """Add the browser with this token to the only club. Return its new token.

    A second call changes nothing. Raises `NoOnlyClubConflict` and `LoginBlockedError`.
    """
    entry = f"login {login}"
    with write() as session:
        club_id = _only_club(session)
        if lock_club(session, club_id) is None:
            raise NoOnlyClubConflict
        if given := unconfirmed_token(session, token, entry):
            return given
        device = find_device(session, token)
        if device is not None and device.login == login and device.revoked_at is None:
            return token
        if _is_blocked(session, club_id, login):
            raise LoginBlockedError
        last = next(_devices_of(session, club_id, login), None)
        role = Role.WATCHER if last and last.role == Role.WATCHER else Role.PLAYER
        device, given = add_signed_in_device(session, club_id, token, entry, role, label)
        remember_login(session, device, login)
    return given


def remember_login(session: Session, device: Device, login: str) -> None:
    """Note that a device joined by this login, and set its player. The club must be locked."""
    before = (known.player for known in _devices_of(session, device.club_id, login))
    last = next(filter(None, before), None)
    device.player = last.person if last else get_or_create_player(session, device.club_id, login)
    device.login = login


def blocked_logins(club: Club) -> list[str]:
    """Return the blocked logins in alphabetical order."""
    return sorted({str(device.login) for device in db.session.scalars(_blocking(club.id))})


def allow_login(club: Club, login: str) -> None:
    with write() as session:
        lock_club(session, club.id)
        for device in session.scalars(_blocking(club.id)):
            if heard(str(device.login)) == heard(login):
                device.blocks_login = False


def _only_club(session: Session) -> int:
    found = session.scalars(select(Club.id).limit(2)).all()
    if len(found) != 1:
        raise NoOnlyClubConflict
    return found[0]


def _devices_of(session: Session, club_id: int, login: str) -> Iterator[Device]:
    """Yield the devices of a login, whatever its capitals, newest first."""
    query = select(Device).where(Device.club_id == club_id, Device.login.is_not(None))
    for device in session.scalars(query.order_by(Device.made_at.desc(), Device.id)):
        if heard(str(device.login)) == heard(login):
            yield device


def _blocking(club_id: int) -> Select[Device]:
    return select(Device).where(Device.club_id == club_id, Device.blocks_login)


def _is_blocked(session: Session, club_id: int, login: str) -> bool:
    blocked = session.scalars(_blocking(club_id))
    return any(heard(str(device.login)) == heard(login) for device in blocked)
