"""The devices of a club: sign them in, list them, change their role, remove them.

A club keeps at least one keeper: removing the last keeper, or changing that keeper’s role, raises
`LastKeeperError`. If a keeper is removed or gets another role, the link to get back in is revoked
too, because its holder could become a keeper again.

A browser that joins a club gets a new token, because others could know its old token. The
response with the new token can get lost. Until the new token has been used once, sending the same
form again returns the same new token. After that, the old token is useless.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import check_permission_again, db, write
from scorekeeper.storage.models import Club, Device, Invitation
from scorekeeper.storage.tokens import derive_token, hash_of, is_id, new_id, new_token

LONGEST_LABEL = 60


class LastKeeperError(Exception):
    """The club would have no keeper left."""


class NoSuchDeviceError(LookupError):
    """The club has no such device."""


@dataclass(frozen=True, slots=True)
class DeviceChange:
    """A changed device. `ended_link` is true if the link to get back in was revoked as well."""

    device: Device
    ended_link: bool = False


def devices_of(club: Club) -> list[Device]:
    """Return the devices in the club, newest first. Visits do not change this order.

    The list leaves out devices that signed in by the card of a table, because these devices are
    only in the tournament of that table.
    """
    query = (
        select(Device)
        .where(
            Device.club_id == club.id,
            Device.revoked_at.is_(None),
            Device.role != Role.TABLE.value,
        )
        .options(joinedload(Device.player))
        .order_by(Device.made_at.desc(), Device.id)
    )
    return list(db.session.scalars(query))


def find_device(session: Session, token: str) -> Device | None:
    """Return the device with this token, even if it is revoked."""
    return session.scalar(select(Device).where(Device.token_hash == hash_of(token)))


def is_revoked(token: str) -> bool:
    query = select(Device.id).where(
        Device.token_hash == hash_of(token), Device.revoked_at.is_not(None)
    )
    return db.session.scalar(query) is not None


def add_device(
    session: Session, club_id: int, token: str, role: Role, label: str, invitation_id: str | None
) -> Device:
    """Add a device to a club, inside a transaction that has checked that the device can join."""
    now = clock.now()
    device = Device(
        id=new_id(),
        club_id=club_id,
        token_hash=hash_of(token),
        role=role.value,
        label=label[:LONGEST_LABEL],
        invitation_id=invitation_id,
        made_at=now,
        seen_at=now,
    )
    session.add(device)
    return device


def lock_club(session: Session, club_id: int) -> Club | None:
    """Lock the club, so that its members stay the same until the transaction ends.

    Other transactions can still write rows that refer to the club. If such a transaction had to
    wait while it held a lock that this transaction needs, the two would wait for each other.
    """
    club = session.get(Club, club_id, with_for_update={"key_share": True})
    check_permission_again(session)
    return club


def locked_device(session: Session, club_id: int, device_id: str) -> Device:
    """Lock the club and return a device in it. Raises `NoSuchDeviceError`."""
    lock_club(session, club_id)
    device = None
    if is_id(device_id):
        device = session.get(Device, device_id, populate_existing=True)
    if device is None or device.club_id != club_id or device.revoked_at is not None:
        raise NoSuchDeviceError(device_id)
    if device.role == Role.TABLE:
        raise NoSuchDeviceError(device_id)
    return device


def change_role(club: Club, device_id: str, role: Role) -> DeviceChange:
    """Give a device another role. Raises `LastKeeperError`, `NoSuchDeviceError`."""
    with write() as session:
        device = locked_device(session, club.id, device_id)
        if role is not Role.KEEPER:
            _check_other_keeper(session, device)
        ended_link = role is not Role.KEEPER and revoke_keeper_links(session, device)
        device.role = role.value
    return DeviceChange(device, ended_link)


def revoke_device(
    club: Club, device_id: str, *, with_invitation: bool = False, with_login: bool = False
) -> DeviceChange:
    """Remove a device from the club. Raises `LastKeeperError`, `NoSuchDeviceError`.

    `with_invitation` also revokes the invitation of the device, and `with_login` blocks its login,
    so that the device cannot simply rejoin.
    """
    now = clock.now()
    with write() as session:
        device = locked_device(session, club.id, device_id)
        _check_other_keeper(session, device)
        ended_link = revoke_keeper_links(session, device)
        device.revoked_at = now
        device.blocks_login = with_login and device.login is not None
        invitation = session.get(Invitation, device.invitation_id or "")
        if with_invitation and invitation is not None:
            invitation.revoked_at = invitation.revoked_at or now
    return DeviceChange(device, ended_link)


def hand_over(club: Club, own_id: str, heir_id: str) -> DeviceChange:
    """Make the device `heir_id` a keeper and the device `own_id` a player.

    Raises `NoSuchDeviceError`.
    """
    with write() as session:
        heir = locked_device(session, club.id, heir_id)
        own = locked_device(session, club.id, own_id)
        ended_link = heir is not own and revoke_keeper_links(session, own)
        own.role, heir.role = Role.PLAYER.value, Role.KEEPER.value
    return DeviceChange(heir, ended_link)


def _check_other_keeper(session: Session, device: Device) -> None:
    if device.role != Role.KEEPER:
        return
    query = select(Device.id).where(
        Device.club_id == device.club_id,
        Device.id != device.id,
        Device.role == Role.KEEPER.value,
        Device.revoked_at.is_(None),
    )
    if session.scalar(query.limit(1)) is None:
        raise LastKeeperError


def revoke_keeper_links(session: Session, device: Device) -> bool:
    """If the device is a keeper, revoke the link to get back in and the keeper invitations.

    Anybody could hold these links, including this device. Links from `scorekeeper keeper-link`
    stay, because they belong to the operator of the server. Return whether there was a link to get
    back in.
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
    for invitation in found:
        invitation.revoked_at = clock.now()
    return any(
        invitation.once and invitation.expires_at is None and invitation.used_at is None
        for invitation in found
    )


def unconfirmed_token(session: Session, token: str, entry: str) -> str | None:
    """Return the token that `token` was replaced with when its browser joined by `entry`.

    `None` if the new token has been used, or if there is no new token.
    """
    given = derive_token(token, entry)
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
    """Add the browser with `token` to a club as a new device.

    Return the device and its new token.
    """
    given = _next_token(session, token, entry)
    device = add_device(session, club_id, given, role, label, invitation_id)
    device.arrived = False
    return device, given


def replace_token(session: Session, device: Device, token: str, entry: str) -> str:
    given = _next_token(session, token, entry)
    device.token_hash, device.arrived = hash_of(given), False
    return given


def _next_token(session: Session, token: str, entry: str) -> str:
    """Return a token derived from the previous token. If it is in use, return a random token."""
    given = derive_token(token, entry)
    return given if find_device(session, given) is None else new_token()
