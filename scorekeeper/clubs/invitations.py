"""Invitations to a club: create, show once, list, revoke and accept them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.orm import Session, joinedload

from scorekeeper import clock
from scorekeeper.clubs.address_limits import AddressLimit
from scorekeeper.clubs.devices import (
    add_signed_in_device,
    find_device,
    lock_club,
    replace_token,
    unconfirmed_token,
)
from scorekeeper.clubs.members import claim_player
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, lock_book, write
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

CLOCK_ERROR = timedelta(days=1)
"""An expiring invitation made this far in the future is void: the clock was ahead then."""

WRONG_CODES = AddressLimit(WrongCode, most=100, within=timedelta(minutes=15), most_in_all=50_000)
"""At one of these limits, the server rejects even a right code. The same wrong code counts once.

A household of guests stays below the limit of an address. Both limits are tiny compared with the
25**8 possible codes.
"""


class NoInvitationError(LookupError):
    """The invitation is unknown, expired, revoked or used up. The server does not say which."""


@dataclass(frozen=True, slots=True)
class InvitationSecrets:
    """The link token and the code of an invitation. Only their hashes are stored."""

    invitation_id: str
    token: str
    code: str | None


def invite(
    club: Club, role: Role, lasts: timedelta, game: GameRow | None = None
) -> InvitationSecrets:
    """Create an invitation for any number of devices, until it expires or is revoked.

    An invitation sent from the page of a game leads to this `game`.
    """
    secrets = InvitationSecrets(new_id(), new_token(), new_code())
    now = clock.now()
    with write() as session:
        lock_club(session, club.id)
        _add(session, club, secrets, role, now, now + lasts, None if game is None else game.id)
    return secrets


def make_keeper_link(club: Club) -> InvitationSecrets:
    """Create a link for keepers to get back in. It works for one device and never expires.

    Earlier unused links for keepers stop working, also those of `scorekeeper keeper-link`.
    """
    secrets = InvitationSecrets(new_id(), new_token(), None)
    now = clock.now()
    with write() as session:
        lock_club(session, club.id)
        for older in session.scalars(_active(club.id, now).where(Invitation.once)):
            older.revoked_at = now
        _add(session, club, secrets, Role.KEEPER, now, None)
    return secrets


def make_server_link(club: Club, lasts: timedelta) -> InvitationSecrets:
    """Create the link of `scorekeeper keeper-link`, which makes one browser a keeper.

    The link expires. The link of `make_keeper_link` stays valid.
    """
    secrets = InvitationSecrets(new_id(), new_token(), None)
    now = clock.now()
    with write() as session:
        _add(session, club, secrets, Role.KEEPER, now, now + lasts)
    return secrets


def _add(
    session: Session,
    club: Club,
    secrets: InvitationSecrets,
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


def _active(club_id: int, now: datetime) -> Select[Invitation]:
    return select(Invitation).where(
        Invitation.club_id == club_id,
        Invitation.revoked_at.is_(None),
        or_(
            Invitation.expires_at.is_(None),
            and_(Invitation.expires_at > now, Invitation.made_at < now + CLOCK_ERROR),
        ),
        or_(Invitation.once.is_(False), Invitation.used_at.is_(None)),
    )


def is_active(invitation: Invitation) -> bool:
    now = clock.now()
    expired = invitation.expires_at is not None and (
        invitation.expires_at <= now or invitation.made_at >= now + CLOCK_ERROR
    )
    used_up = invitation.once and invitation.used_at is not None
    return invitation.revoked_at is None and not expired and not used_up


def active_invitations(club: Club) -> list[Invitation]:
    """Return the active invitations of a club, newest first."""
    query = _active(club.id, clock.now()).order_by(Invitation.made_at.desc(), Invitation.id)
    return list(db.session.scalars(query))


def find_active_invitation(club: Club, invitation_id: str) -> Invitation | None:
    query = _active(club.id, clock.now()).where(Invitation.id == invitation_id)
    return db.session.scalar(query) if is_id(invitation_id) else None


def game_id_invited_from(device_id: str) -> str | None:
    query = select(Invitation.game_id).join(Device, Device.invitation_id == Invitation.id)
    return db.session.scalar(query.where(Device.id == device_id))


def invitation_of(device_id: str) -> Invitation | None:
    """Return the invitation that a device joined with, and its club."""
    query = select(Invitation).join(Device, Device.invitation_id == Invitation.id)
    query = query.where(Device.id == device_id).options(joinedload(Invitation.club))
    return db.session.scalar(query)


def count_joined(club: Club) -> dict[str, int]:
    """Count the devices that joined by each invitation, including devices that left."""
    query = (
        select(Device.invitation_id, func.count())
        .where(Device.club_id == club.id, Device.invitation_id.is_not(None))
        .group_by(Device.invitation_id)
    )
    return {str(invitation_id): count for invitation_id, count in db.session.execute(query)}


def revoke_invitation(club: Club, invitation_id: str) -> None:
    """Revoke an invitation. Raises `NoInvitationError` if the club has no such invitation."""
    query = select(Invitation).where(Invitation.id == invitation_id, Invitation.club_id == club.id)
    with write() as session:
        lock_club(session, club.id)
        invitation = session.scalar(query) if is_id(invitation_id) else None
        if invitation is None:
            raise NoInvitationError
        invitation.revoked_at = invitation.revoked_at or clock.now()


class OtherClubConflict(Exception):
    """The device is in another club and has to leave that one first."""


class TooManyWrongCodesError(Exception):
    """Too many wrong codes were typed lately, so this one was not checked."""


def read_link(link: str, token: str) -> Invitation:
    """Return the invitation of a link, with its club, for the browser with this token.

    Raises `NoInvitationError` unless the invitation is active, or this browser used it and never
    received the response.
    """
    query = select(Invitation).where(Invitation.token_hash == hash_of(link))
    invitation = db.session.scalar(query.options(joinedload(Invitation.club)))
    if invitation is None:
        raise NoInvitationError
    if not is_active(invitation) and unconfirmed_token(db.session(), token, invitation.id) is None:
        raise NoInvitationError
    return invitation


def join_by_link(link: str, token: str, label: str, name: str | None) -> str:
    """Add the browser with this token to the club of the link. Return its new token.

    A second call changes nothing. Raises `NoInvitationError`, `OtherClubConflict`, and
    `PlayerTakenError` if another device has this name.
    """
    with write() as session:
        query = select(Invitation).where(Invitation.token_hash == hash_of(link))
        return _join(session, session.scalar(query), token, label, name)


def join_by_code(typed: str, address: str, token: str, label: str) -> str:
    """Add the browser with this token to the club of the typed code. See `join_by_link`.

    A wrong code counts once against the address. Raises `NoInvitationError`,
    `TooManyWrongCodesError` and `OtherClubConflict`.
    """
    code_hash = hash_of_code(read_code(typed) or "")
    with write() as session:
        lock_book(session)
        WRONG_CODES.forget_old(session)
        if WRONG_CODES.is_reached(session, address):
            raise TooManyWrongCodesError
        invitation = session.scalar(
            select(Invitation).where(
                Invitation.code_hash == code_hash,
                Invitation.code_expires_at > clock.now(),
            )
        )
        if invitation is not None and is_active(invitation):
            return _join(session, invitation, token, label, None)
        WRONG_CODES.count(session, address, code_hash=code_hash)
    raise NoInvitationError


def _join(
    session: Session, invitation: Invitation | None, token: str, label: str, name: str | None
) -> str:
    if invitation is None:
        raise NoInvitationError
    lock_club(session, invitation.club_id)
    session.refresh(invitation)
    if given := unconfirmed_token(session, token, invitation.id):
        return given  # The same form was sent again.
    device = find_device(session, token)
    if device is not None and device.role == Role.TABLE:
        device = None  # The device stays at its table, and the browser gets a separate device.
    if device is not None and device.invitation_id == invitation.id and not device.revoked_at:
        return token
    if not is_active(invitation):
        raise NoInvitationError
    role, club_id = Role(invitation.role), invitation.club_id
    if device is None:
        device, token = add_signed_in_device(
            session, club_id, token, invitation.id, role, label, invitation.id
        )
    elif device.revoked_at is not None:
        raise NoInvitationError
    elif device.club_id != club_id:
        raise OtherClubConflict
    elif not Role(device.role).may(role):
        device.role, device.invitation_id = role.value, invitation.id
        token = replace_token(session, device, token, invitation.id)
    if name is not None and device.player_id is None and device.role != Role.WATCHER:
        device.player = claim_player(session, device, name)
    invitation.used_at = clock.now()
    return token
