"""Invitations: made by a keeper, shown once, used by whoever holds the link or types the code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Select, and_, delete, func, or_, select
from sqlalchemy.orm import Session, joinedload

from scorekeeper.clubs.creation_limit import network
from scorekeeper.clubs.members import device_with, lock_club, player_named
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.sign_in import admit, awaited, give_another_token
from scorekeeper.storage.database import db, write, write_alone
from scorekeeper.storage.models import Club, Device, GameRow, Invitation, WrongCode
from scorekeeper.storage.tokens import (
    hash_of,
    hash_of_code,
    is_id,
    new_code,
    new_id,
    new_token,
    read_code,
)

CODE_LASTS = timedelta(hours=3)
MOST_WRONG_CODES = 10
"""So many from one address in `WRONG_CODES_COUNT_FOR`; then even the right one is refused."""

MOST_WRONG_CODES_IN_ALL = 50_000
"""Few against 25 to the 8th codes, and more than a guest of one club can use up for the others."""
WRONG_CODES_COUNT_FOR = timedelta(minutes=15)

CLOCK_WAS_WRONG = timedelta(days=1)
"""Invitations made so far in the future were made by a clock that ran ahead, and last too long."""


class NoInvitationError(LookupError):
    """This invitation never was, has expired, was revoked or is used up: nobody is told which."""


class OtherClubConflict(Exception):  # noqa: N818 - it is nobody's error
    """The device is in another club and has to leave that one first."""


class TooManyWrongCodesError(Exception):
    """So many codes were wrong lately that none is looked at."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What opens an invitation; shown to who makes it, and stored nowhere."""

    invitation_id: str
    token: str
    code: str | None


def invite(club: Club, role: Role, lasts: timedelta, game: GameRow | None = None) -> Secrets:
    """Make an invitation that any number of devices may use until it expires or is revoked.

    They are led to the `game` from which it was sent.
    """
    secrets = Secrets(new_id(), new_token(), new_code())
    now = datetime.now(UTC)
    with write() as session:
        lock_club(session, club.id)
        _add(session, club, secrets, role, now, now + lasts, None if game is None else game.id)
    return secrets


def make_keeper_link(club: Club) -> Secrets:
    """Make a link that lets a keeper back in, once and whenever; the one before it dies."""
    secrets = Secrets(new_id(), new_token(), None)
    now = datetime.now(UTC)
    with write() as session:
        lock_club(session, club.id)
        for older in session.scalars(_living(club.id, now).where(Invitation.once)):
            older.revoked_at = now
        _add(session, club, secrets, Role.KEEPER, now, None)
    return secrets


def make_server_link(club: Club, lasts: timedelta) -> Secrets:
    """Make a link that lets a keeper in once and soon; the keepers' own link stays good."""
    secrets = Secrets(new_id(), new_token(), None)
    now = datetime.now(UTC)
    with write() as session:
        _add(session, club, secrets, Role.KEEPER, now, now + lasts)
    return secrets


def _add(
    session: Session,
    club: Club,
    secrets: Secrets,
    role: Role,
    now: datetime,
    expires_at: datetime | None,
    game_id: str | None = None,
) -> None:
    code_expires_at = now + CODE_LASTS if secrets.code else None
    session.add(
        Invitation(
            id=secrets.invitation_id,
            club_id=club.id,
            token_hash=hash_of(secrets.token),
            code_hash=hash_of_code(secrets.code) if secrets.code else None,
            role=role.value,
            game_id=game_id,
            once=secrets.code is None,
            made_at=now,
            expires_at=expires_at,
            code_expires_at=code_expires_at,
        )
    )


def _living(club_id: int, now: datetime) -> Select[Invitation]:
    """The invitations of a club that still let somebody in."""
    return select(Invitation).where(
        Invitation.club_id == club_id,
        Invitation.revoked_at.is_(None),
        or_(
            Invitation.expires_at.is_(None),
            and_(Invitation.expires_at > now, Invitation.made_at < now + CLOCK_WAS_WRONG),
        ),
        or_(Invitation.once.is_(False), Invitation.used_at.is_(None)),
    )


def _is_living(invitation: Invitation) -> bool:
    now = datetime.now(UTC)
    expired = invitation.expires_at is not None and (
        invitation.expires_at <= now or invitation.made_at >= now + CLOCK_WAS_WRONG
    )
    used_up = invitation.once and invitation.used_at is not None
    return invitation.revoked_at is None and not expired and not used_up


def living_invitations(club: Club) -> list[Invitation]:
    """The invitations that still let somebody in, the newest first."""
    query = _living(club.id, datetime.now(UTC)).order_by(Invitation.made_at.desc(), Invitation.id)
    return list(db.session.scalars(query))


def find_living(club: Club, invitation_id: str) -> Invitation | None:
    """The invitation of this id in the club, while it lets somebody in."""
    query = _living(club.id, datetime.now(UTC)).where(Invitation.id == invitation_id)
    return db.session.scalar(query) if is_id(invitation_id) else None


def sent_from(device_id: str) -> str | None:
    """The id of the game from which the invitation was sent by which a device came."""
    query = select(Invitation.game_id).join(Device, Device.invitation_id == Invitation.id)
    return db.session.scalar(query.where(Device.id == device_id))


def guests_of(club: Club) -> dict[str, int]:
    """How many devices came by each invitation, those included that went since."""
    query = (
        select(Device.invitation_id, func.count())
        .where(Device.club_id == club.id, Device.invitation_id.is_not(None))
        .group_by(Device.invitation_id)
    )
    return {str(invitation_id): count for invitation_id, count in db.session.execute(query)}


def revoke_invitation(club: Club, invitation_id: str) -> None:
    """Let nobody in by this invitation any more; raises `NoInvitationError`."""
    query = select(Invitation).where(Invitation.id == invitation_id, Invitation.club_id == club.id)
    with write() as session:
        lock_club(session, club.id)
        invitation = session.scalar(query) if is_id(invitation_id) else None
        if invitation is None:
            raise NoInvitationError
        invitation.revoked_at = invitation.revoked_at or datetime.now(UTC)


def read_link(link: str, token: str) -> Invitation:
    """The invitation of a link, with its club, for the browser with this token.

    Raises `NoInvitationError`; not for whom it let in, but who was not told.
    """
    query = select(Invitation).where(Invitation.token_hash == hash_of(link))
    invitation = db.session.scalar(query.options(joinedload(Invitation.club)))
    if invitation is None:
        raise NoInvitationError
    if not _is_living(invitation) and awaited(db.session(), token, invitation.id) is None:
        raise NoInvitationError
    return invitation


def join_by_link(link: str, token: str, label: str, name: str | None) -> str:
    """Let the browser with this token into the club of the link, and answer the token to keep.

    A second time changes nothing. Raises `NoInvitationError`, `OtherClubConflict`.
    """
    with write() as session:
        query = select(Invitation).where(Invitation.token_hash == hash_of(link))
        return _join(session, session.scalar(query), token, label, name)


def join_by_code(typed: str, address: str, token: str, label: str) -> str:
    """Let the browser with this token into the club whose code was typed; see `join_by_link`.

    Raises `NoInvitationError` for a wrong code, which is counted against the address,
    `TooManyWrongCodesError` and `OtherClubConflict`.
    """
    code, address = read_code(typed), network(address)
    with write() as session:
        write_alone(session)
        _check_wrong_codes(session, address)
        invitation = session.scalar(
            select(Invitation).where(
                Invitation.code_hash == hash_of_code(code or ""),
                Invitation.code_expires_at > datetime.now(UTC),
            )
        )
        if invitation is not None and _is_living(invitation):
            return _join(session, invitation, token, label, None)
        session.add(WrongCode(address=address, at=datetime.now(UTC)))
    raise NoInvitationError


def _join(
    session: Session, invitation: Invitation | None, token: str, label: str, name: str | None
) -> str:
    if invitation is None:
        raise NoInvitationError
    lock_club(session, invitation.club_id)
    session.refresh(invitation)
    if given := awaited(session, token, invitation.id):
        return given  # the same form, sent again
    device = device_with(session, token)
    if device is not None and device.invitation_id == invitation.id and not device.revoked_at:
        return token
    if not _is_living(invitation):
        raise NoInvitationError
    role = Role(invitation.role)
    if device is None:
        club_id, way = invitation.club_id, invitation.id
        device, token = admit(session, club_id, token, way, role, label, invitation.id)
    elif device.revoked_at is not None:
        raise NoInvitationError
    elif device.club_id != invitation.club_id:
        raise OtherClubConflict
    elif not Role(device.role).may(role):
        device.role, device.invitation_id = role.value, invitation.id
        token = give_another_token(session, device, token, invitation.id)
    if name is not None and device.player_id is None and device.role != Role.WATCHER:
        device.player = player_named(session, invitation.club_id, name)
    invitation.used_at = datetime.now(UTC)
    return token


def _check_wrong_codes(session: Session, address: str) -> None:
    """Raise `TooManyWrongCodesError` where guessing has met its limit; forget what is old.

    What was counted by a clock that ran ahead is forgotten too: it would shut the door for as long.
    """
    now = datetime.now(UTC)
    counts = WrongCode.at.between(now - WRONG_CODES_COUNT_FOR, now + WRONG_CODES_COUNT_FOR)
    session.execute(delete(WrongCode).where(~counts))
    count = select(func.count()).select_from(WrongCode)
    if (session.scalar(count.where(WrongCode.address == address)) or 0) >= MOST_WRONG_CODES or (
        session.scalar(count) or 0
    ) >= MOST_WRONG_CODES_IN_ALL:
        raise TooManyWrongCodesError
