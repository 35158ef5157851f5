"""Joining a club by the link or the code of an invitation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from scorekeeper.clubs.address_limits import AddressLimit
from scorekeeper.clubs.devices import find_device, lock_club
from scorekeeper.clubs.invitations import NoInvitationError, is_active
from scorekeeper.clubs.members import claim_player
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.sign_in import add_signed_in_device, replace_token, unconfirmed_token
from scorekeeper.storage.database import db, write, write_alone
from scorekeeper.storage.models import Invitation, WrongCode
from scorekeeper.storage.tokens import hash_of, hash_of_code, read_code

WRONG_CODES = AddressLimit(WrongCode, most=10, within=timedelta(minutes=15), most_in_all=50_000)
"""Once it is reached even a right code is refused.

In all they are far fewer than the 25 to the 8th codes there are, and more than one guest alone can
use up.
"""


class OtherClubConflict(Exception):
    """The device is in another club and has to leave that one first."""


class TooManyWrongCodesError(Exception):
    """Too many wrong codes were typed lately, so this one was not checked."""


def read_link(link: str, token: str) -> Invitation:
    """The invitation of a link, with its club, for the browser with this token.

    Raises `NoInvitationError` unless it can be used, or this browser used it and never received
    the response.
    """
    query = select(Invitation).where(Invitation.token_hash == hash_of(link))
    invitation = db.session.scalar(query.options(joinedload(Invitation.club)))
    if invitation is None:
        raise NoInvitationError
    if not is_active(invitation) and unconfirmed_token(db.session(), token, invitation.id) is None:
        raise NoInvitationError
    return invitation


def join_by_link(link: str, token: str, label: str, name: str | None) -> str:
    """Add the browser with this token to the club of the link; returns its new token.

    Doing so twice changes nothing. Raises `NoInvitationError`, `OtherClubConflict`, and
    `PlayerTakenError` if another device has this name.
    """
    with write() as session:
        query = select(Invitation).where(Invitation.token_hash == hash_of(link))
        return _join(session, session.scalar(query), token, label, name)


def join_by_code(typed: str, address: str, token: str, label: str) -> str:
    """Add the browser with this token to the club of the typed code; see `join_by_link`.

    Raises `NoInvitationError` for a wrong code, which is counted against the address,
    `TooManyWrongCodesError` and `OtherClubConflict`.
    """
    code = read_code(typed)
    with write() as session:
        write_alone(session)
        WRONG_CODES.forget_old(session)
        if WRONG_CODES.is_reached(session, address):
            raise TooManyWrongCodesError
        invitation = session.scalar(
            select(Invitation).where(
                Invitation.code_hash == hash_of_code(code or ""),
                Invitation.code_expires_at > datetime.now(UTC),
            )
        )
        if invitation is not None and is_active(invitation):
            return _join(session, invitation, token, label, None)
        WRONG_CODES.count(session, address)
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
    invitation.used_at = datetime.now(UTC)
    return token
