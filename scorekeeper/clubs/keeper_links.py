"""What makes somebody a keeper: no such invitation outlives a keeper who goes, or becomes less."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Device, Invitation


def end_keeper_link(session: Session, device: Device) -> bool:
    """Revoke the links to get back in and the invitations to keep the club that this device kept.

    It is not known who holds them: it may be this device. What `scorekeeper keeper-link` made
    stays, for whoever runs the server. Answers whether there was a link.
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
