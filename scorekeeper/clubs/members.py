"""The devices of a club: what each may do, for whom it speaks, and who goes.

Taking the last keeper out of a club is refused with `LastKeeperError`. A keeper who leaves, or gets
a lesser role, loses the link to get back in, too: it would make its holder a keeper again.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, joinedload

from scorekeeper.clubs.keeper_links import end_keeper_link
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.fields import LONGEST_NAME, is_plain_name
from scorekeeper.storage.database import ask_again, db, look, write
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import Club, Device, Invitation, Player
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import hash_of, is_id, new_id

LONGEST_LABEL = 60

STILL_HERE = timedelta(hours=12)
"""For so long after it was last seen, a phone counts as being at the table."""


class LastKeeperError(Exception):
    """The club would have no keeper any more."""


class NoSuchDeviceError(LookupError):
    """There is no such device in the club."""


@dataclass(frozen=True, slots=True)
class Member:
    """A device as a request sees it: its club, its role, and the player it speaks for."""

    device_id: str
    club_id: int
    club_name: str
    role: Role
    player: str | None
    seen_at: datetime
    arrived: bool

    @property
    def plays(self) -> bool:
        """Whether it may enter rounds."""
        return self.role.may(Role.PLAYER)

    @property
    def keeps(self) -> bool:
        """Whether it keeps the club."""
        return self.role is Role.KEEPER


@dataclass(frozen=True, slots=True)
class Changed:
    """A device whose part in the club changed; `ended_link` says that the link back in went too."""

    device: Device
    ended_link: bool = False


_MEMBER = (
    select(
        Device.id,
        Device.club_id,
        Device.role,
        Device.seen_at,
        Device.arrived,
        Club.name,
        Player.name.label("who"),
    )
    .join(Club, Club.id == Device.club_id)
    .outerjoin(Player, Player.id == Device.player_id)
    .where(Device.token_hash == bindparam("token_hash"), Device.revoked_at.is_(None))
)
"""Asked with every request, and therefore made once."""


def find_member(token: str) -> Member | None:
    """Who comes with this token; `None` for a stranger and for a device that was revoked."""
    with look() as connection:
        found = connection.execute(_MEMBER, {"token_hash": hash_of(token)}).one_or_none()
    if found is None:
        return None
    return Member(
        found.id,
        found.club_id,
        found.name,
        Role(found.role),
        found.who,
        found.seen_at,
        found.arrived,
    )


def is_spent(token: str) -> bool:
    """Whether a device with this token was revoked, so that the token opens nothing any more."""
    query = select(Device.id).where(
        Device.token_hash == hash_of(token), Device.revoked_at.is_not(None)
    )
    return db.session.scalar(query) is not None


def devices_of(club: Club) -> list[Device]:
    """The devices in the club, the last seen first."""
    query = (
        select(Device)
        .where(Device.club_id == club.id, Device.revoked_at.is_(None))
        .options(joinedload(Device.player))
        .order_by(Device.seen_at.desc(), Device.id)
    )
    return list(db.session.scalars(query))


def has_phones(club: Club, players: Collection[str], besides: Member) -> bool:
    """Whether another one of these players has a phone here that may enter rounds.

    One that nobody has looked at for hours was left at home. `besides` is the device that asks.
    """
    query = (
        select(Device.id)
        .join(Player, Player.id == Device.player_id)
        .where(
            Device.club_id == club.id,
            Device.revoked_at.is_(None),
            Device.role != Role.WATCHER.value,
            Device.id != besides.device_id,
            Device.seen_at > datetime.now(UTC) - STILL_HERE,
            Player.name.in_(set(players) - {besides.player}),
        )
    )
    return db.session.scalar(query.limit(1)) is not None


def players_with_phones(club: Club) -> set[str]:
    """The names of the players for whom a device of the club speaks that may enter rounds."""
    query = (
        select(Player.name)
        .join(Device, Device.player_id == Player.id)
        .where(
            Device.club_id == club.id,
            Device.revoked_at.is_(None),
            Device.role != Role.WATCHER.value,
        )
    )
    return set(db.session.scalars(query))


def player_at(device_id: str | None) -> str | None:
    """The player for whom a device speaks, as far as it said so."""
    query = select(Player.name).join(Device, Device.player_id == Player.id)
    return db.session.scalar(query.where(Device.id == device_id)) if device_id else None


def see(member: Member) -> None:
    """Note that a device was here now, with its token, unless that would keep its page waiting.

    Whoever reads does not wait for writers, nor for room on the disk: it is noted next time.
    """
    seen = {"seen_at": datetime.now(UTC), "arrived": True}
    with suppress(DatabaseFaultError, DBAPIError), write(patience=0) as session:
        session.execute(update(Device).where(Device.id == member.device_id).values(seen))


def add_device(
    session: Session, club_id: int, token: str, role: Role, label: str, invitation_id: str | None
) -> Device:
    """Let a device into a club, inside a transaction that has found it may."""
    now = datetime.now(UTC)
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


def device_with(session: Session, token: str) -> Device | None:
    """The device of this token, revoked or not."""
    return session.scalar(select(Device).where(Device.token_hash == hash_of(token)))


def lock_club(session: Session, club_id: int) -> Club | None:
    """The club, in which nobody else changes who is in it until the transaction ends."""
    club = session.get(Club, club_id, with_for_update=True)
    ask_again(session)
    return club


def read_name(typed: str) -> str | None:
    """The name of a player as it was typed, trimmed; `None` where it cannot be one."""
    name = typed.strip()
    return name if 1 <= len(name) <= LONGEST_NAME and is_plain_name(name) else None


def player_named(session: Session, club_id: int, name: str) -> Player:
    """The player of this name, made where the club does not know one; its club is locked."""
    player = find_player(session, club_id, name)
    if player is None:
        player = Player(club_id=club_id, name=name, seen_at=datetime.now(UTC))
        session.add(player)
    return player


def say_who(member: Member, name: str | None) -> str | None:
    """Say for which player a device speaks, `None` for nobody; answers the name as it is known."""
    with write() as session:
        device = _device(session, member.club_id, member.device_id)
        player = None if name is None else player_named(session, member.club_id, name)
        device.player = player
    return player.name if player else None


def change_role(club: Club, device_id: str, role: Role) -> Changed:
    """Give a device another role; raises `LastKeeperError`, `NoSuchDeviceError`."""
    with write() as session:
        device = _device(session, club.id, device_id)
        if role is not Role.KEEPER:
            _check_keeper_beside(session, device)
        ended_link = role is not Role.KEEPER and end_keeper_link(session, device)
        device.role = role.value
    return Changed(device, ended_link)


def revoke_device(club: Club, device_id: str, *, with_invitation: bool = False) -> Changed:
    """Put a device before the door; raises `LastKeeperError`, `NoSuchDeviceError`.

    `with_invitation` revokes the invitation it came by too, or it could come straight back.
    """
    now = datetime.now(UTC)
    with write() as session:
        device = _device(session, club.id, device_id)
        _check_keeper_beside(session, device)
        ended_link = end_keeper_link(session, device)
        device.revoked_at = now
        invitation = session.get(Invitation, device.invitation_id or "")
        if with_invitation and invitation is not None:
            invitation.revoked_at = invitation.revoked_at or now
    return Changed(device, ended_link)


def hand_over(member: Member, device_id: str) -> Changed:
    """Make another device the keeper, and this one a player; raises `NoSuchDeviceError`."""
    with write() as session:
        heir = _device(session, member.club_id, device_id)
        own = _device(session, member.club_id, member.device_id)
        ended_link = heir is not own and end_keeper_link(session, own)
        own.role, heir.role = Role.PLAYER.value, Role.KEEPER.value
    return Changed(heir, ended_link)


def _device(session: Session, club_id: int, device_id: str) -> Device:
    """A living device of the club, which is locked first."""
    lock_club(session, club_id)
    device = None
    if is_id(device_id):
        device = session.get(Device, device_id, populate_existing=True)
    if device is None or device.club_id != club_id or device.revoked_at is not None:
        raise NoSuchDeviceError(device_id)
    return device


def _check_keeper_beside(session: Session, device: Device) -> None:
    """Raise `LastKeeperError` where this device is the only one that keeps its club."""
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
