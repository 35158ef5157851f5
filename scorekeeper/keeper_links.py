"""The link by which a keeper gets back in: it ends when a keeper goes, or becomes less."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Invitation
from scorekeeper.roles import Role


def end_keeper_link(session: Session, device: Device) -> bool:
    """Revoke the link of the club that this device kept; answers whether there was one.

    It is not known who holds the link: it may be this device.
    """
    if device.role != Role.KEEPER:
        return False
    query = select(Invitation).where(
        Invitation.club_id == device.club_id,
        Invitation.once,
        Invitation.expires_at.is_(None),
        Invitation.used_at.is_(None),
        Invitation.revoked_at.is_(None),
    )
    links = session.scalars(query).all()
    for link in links:
        link.revoked_at = datetime.now(UTC)
    return bool(links)
