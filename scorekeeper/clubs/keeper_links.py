"""Revokes what could make a keeper who leaves, or gets a lesser role, a keeper again."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Device, Invitation


def revoke_keeper_links(session: Session, device: Device) -> bool:
    """Revoke the club's link to get back in and its keeper invitations, if the device is a keeper.

    Nobody knows who holds them; it may be this device. Links from `scorekeeper keeper-link` stay,
    as they belong to whoever runs the server. Returns whether there was a link to get back in.
    """
    if device.role != Role.KEEPER:
        return False
    query = select(Invitation).where(
        Invitation.club_id == device.club_id,
        Invitation.role == Role.KEEPER.value,
        or_(~Invitation.once, Invitation.expires_at.is_(None)),
        Invitation.revoked_at.is_(None),
    )
    found = session.scalars(query).all()
    for each in found:
        each.revoked_at = datetime.now(UTC)
    return any(each.once and each.expires_at is None and each.used_at is None for each in found)
