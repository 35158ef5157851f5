"""A browser that joins a club gets a new token, because others may know the one it had before.

The response with the new token can get lost. Until the new token has been used once, sending the
same form again returns the same new token. After that, the old token opens nothing.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.devices import add_device, find_device
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Device
from scorekeeper.storage.tokens import hash_of, new_token, token_after


def unconfirmed_token(session: Session, token: str, entry: str) -> str | None:
    """The token that replaced `token` by way of `entry`, as long as it has not been used yet."""
    given = token_after(token, entry)
    query = select(Device.id).where(
        Device.token_hash == hash_of(given), ~Device.arrived, Device.revoked_at.is_(None)
    )
    return given if session.scalar(query) is not None else None


def add_signed_in_device(
    session: Session,
    club_id: int,
    token: str,
    entry: str,
    role: Role,
    label: str,
    invitation_id: str | None = None,
) -> tuple[Device, str]:
    """Add the browser with `token` to a club as a new device; returns it and its new token."""
    given = _next_token(session, token, entry)
    device = add_device(session, club_id, given, role, label, invitation_id)
    device.arrived = False
    return device, given


def replace_token(session: Session, device: Device, token: str, entry: str) -> str:
    """Replace the token of a device that has `token`; returns the new one."""
    given = _next_token(session, token, entry)
    device.token_hash, device.arrived = hash_of(given), False
    return given


def _next_token(session: Session, token: str, entry: str) -> str:
    """The token derived from the one before, or a random one if that was given out before."""
    given = token_after(token, entry)
    return given if find_device(session, given) is None else new_token()
