"""A browser becomes a device by a token made as it comes in: the one before may be known to others.

An answer can get lost on its way. Until the new token has come back once, whoever sends the same
form again is given it again; afterwards the old token opens nothing.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.members import add_device, device_with
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Device
from scorekeeper.storage.tokens import hash_of, new_token, token_after


def awaited(session: Session, token: str, way: str) -> str | None:
    """The token that whoever came this `way` with `token` was given and has not shown yet."""
    given = token_after(token, way)
    query = select(Device.id).where(
        Device.token_hash == hash_of(given), ~Device.arrived, Device.revoked_at.is_(None)
    )
    return given if session.scalar(query) is not None else None


def admit(
    session: Session,
    club_id: int,
    token: str,
    way: str,
    role: Role,
    label: str,
    invitation_id: str | None = None,
) -> tuple[Device, str]:
    """Let a browser into a club as a new device; answers it with the token to keep."""
    given = _token_to_give(session, token, way)
    device = add_device(session, club_id, given, role, label, invitation_id)
    device.arrived = False
    return device, given


def give_another_token(session: Session, device: Device, token: str, way: str) -> str:
    """Let the device that has `token` have another one from now on; answers it."""
    given = _token_to_give(session, token, way)
    device.token_hash, device.arrived = hash_of(given), False
    return given


def _token_to_give(session: Session, token: str, way: str) -> str:
    """The token that follows from the one before, unless that was given and shown already."""
    given = token_after(token, way)
    return given if device_with(session, given) is None else new_token()
