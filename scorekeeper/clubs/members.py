"""Members: the device of a request in its club, and the phones of the club’s players."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, String, and_, bindparam, cast, func, or_, select
from sqlalchemy.orm import Session, aliased

from scorekeeper import clock
from scorekeeper.clubs.devices import locked_device
from scorekeeper.clubs.players import add_player
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.names import LONGEST_NAME, is_plain_name
from scorekeeper.rummy.documents.reading import as_program
from scorekeeper.storage.database import db, single_query, write
from scorekeeper.storage.models import AccessToken, Club, Device, Player
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.table_cards import is_open_at
from scorekeeper.storage.tokens import hash_of

_PERSON = aliased(Player)
"""The player into whom a device’s player was merged, if there is one."""

_MEMBER = (
    select(
        Device.id,
        Device.club_id,
        Device.role,
        Device.seen_at,
        Device.arrived,
        Device.player_id,
        Device.login,
        Player.seen_at.label("seated_at"),
        Device.table_link_id,
        Club.name,
        Club.all_agree,
        Club.shows_at_once,
        func.coalesce(_PERSON.name, Player.name).label("who"),
    )
    .join(Club, Club.id == Device.club_id)
    .outerjoin(Player, Player.id == Device.player_id)
    .outerjoin(_PERSON, _PERSON.id == Player.same_as_id)
    .where(Device.token_hash == bindparam("token_hash"), Device.revoked_at.is_(None))
)
"""The query for a member. It is built once, because every request runs it."""

_ROLE_NOW = select(Device.role).where(
    Device.id == bindparam("device_id"), Device.revoked_at.is_(None)
)

_ROLE_AT_TABLE_NOW = _ROLE_NOW.where(is_open_at(bindparam("card"), bindparam("game_at_table")))

_ROLE_OF_TOKEN_NOW = select(AccessToken.role).where(
    AccessToken.id == bindparam("device_id"), AccessToken.revoked_at.is_(None)
)

IN_USE = timedelta(minutes=30)
"""A phone counts as in use for this long after it was last seen."""

STILL_HERE = timedelta(hours=12)
"""A phone counts as being at the table for this long after it was last seen."""

_IN_THE_CLUB = and_(Device.club_id == bindparam("club"), Device.revoked_at.is_(None))

_NO_PHONES = (Role.TABLE.value, Role.WATCHER.value)
"""The roles of devices that do not enter a hand."""

_PHONES = (
    select(Device.id, func.coalesce(_PERSON.name, Player.name), Device.seen_at)
    .outerjoin(Player, Player.id == Device.player_id)
    .outerjoin(_PERSON, _PERSON.id == Player.same_as_id)
    .where(
        _IN_THE_CLUB,
        Device.role.not_in(_NO_PHONES),
        or_(
            Device.player_id.is_not(None),
            Device.invitation_id.is_not(None),
            Device.login.is_not(None),
        ),
    )
)

_HOLDER = func.coalesce(cast(Device.player_id, String), Device.id)
"""The holder of a device: its player, or the device itself if it has no player."""

_COUNT_SEEN = select(func.count(_HOLDER.distinct())).where(
    _IN_THE_CLUB, Device.role != Role.TABLE.value, Device.seen_at > bindparam("since")
)


@dataclass(frozen=True, slots=True)
class Member:
    """A device as a request sees it: its club, its role, and the player who holds it.

    - `player_id`: stays when the player is renamed
    - `login`: the name by which the device signed in, if it did not use an invitation
    - `seated_at`: the last time when a game with its player was started, or when the player was
      added
    - `all_agree`: the club’s option that all players must agree to a round entered together
    - `shows_at_once`: the club’s option to show each hand of such a round when it arrives
    - `program`: the name of a program with an access token; for a program, `device_id` is the id of
      the token, and there is no player
    - `table_link_id`: the card by which a device at a table signed in
    """

    device_id: str
    club_id: int
    club_name: str
    all_agree: bool
    shows_at_once: bool
    role: Role
    player_id: int | None
    player: str | None
    seen_at: datetime
    arrived: bool
    login: str | None = None
    seated_at: datetime | None = None
    program: str | None = None
    table_link_id: str | None = None

    @property
    def author(self) -> str | None:
        """The name that the history shows for this device’s changes. `None` if it is not known."""
        return self.player if self.program is None else as_program(self.program)

    @property
    def plays(self) -> bool:
        return self.role.may(Role.PLAYER)

    @property
    def keeps(self) -> bool:
        return self.role is Role.KEEPER


class PlayerTakenError(Exception):
    """This player already has a device. The player or a keeper must agree to another device."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def find_member(token: str) -> Member | None:
    """Return the member with this token. `None` for a stranger and for a removed device."""
    with single_query() as connection:
        found = connection.execute(_MEMBER, {"token_hash": hash_of(token)}).one_or_none()
    if found is None:
        return None
    return Member(
        device_id=found.id,
        club_id=found.club_id,
        club_name=found.name,
        all_agree=found.all_agree,
        shows_at_once=found.shows_at_once,
        role=Role(found.role),
        player_id=found.player_id,
        player=found.who,
        seen_at=found.seen_at,
        arrived=found.arrived,
        login=found.login,
        seated_at=found.seated_at,
        table_link_id=found.table_link_id,
    )


def role_now(member: Member) -> Select[str]:
    """Return a query for the current role of a `device_id`.

    For a program, `device_id` is the id of its token. The query finds no row if the club removed
    the device or the token.
    """
    return _ROLE_NOW if member.program is None else _ROLE_OF_TOKEN_NOW


def role_at_table_now() -> Select[str]:
    """Return a query for the role of a `device_id` with a `card` that opens the `game_at_table`.

    It finds no row if the club removed the device, or the card no longer opens that game.
    """
    return _ROLE_AT_TABLE_NOW


def read_name(typed: str) -> str | None:
    """Return the typed name, or `None` if it is invalid."""
    name = typed.strip()
    return name if 1 <= len(name) <= LONGEST_NAME and is_plain_name(name) else None


def get_or_create_player(session: Session, club_id: int, name: str) -> Player:
    """Return the player with this name, or add one. The club must be locked."""
    player = find_player(session, club_id, name)
    return add_player(session, club_id, name) if player is None else player.person


def claim_player(session: Session, device: Device, name: str) -> Player:
    """Return the player with this name as the player of this device. Add the player if missing.

    The club must be locked. A keeper can claim any player. For other devices, this raises
    `PlayerTakenError` if the player has a different phone.
    """
    found = find_player(session, device.club_id, name)
    if found is None:
        return add_player(session, device.club_id, name)
    player = found.person
    is_theirs = device.player is not None and device.player.person is player
    if not is_theirs and device.role != Role.KEEPER and _has_phone(session, player):
        raise PlayerTakenError(player.name)
    return player


def _has_phone(session: Session, player: Player) -> bool:
    same = select(Player.id).where(or_(Player.id == player.id, Player.same_as_id == player.id))
    query = select(Device.id).where(
        Device.player_id.in_(same), Device.revoked_at.is_(None), Device.role.not_in(_NO_PHONES)
    )
    return session.scalar(query.limit(1)) is not None


def set_player(member: Member, name: str | None) -> str | None:
    """Set the player of the member’s device. Return the player’s name in the club.

    `None` removes the player. Raises `PlayerTakenError`.
    """
    with write() as session:
        device = locked_device(session, member.club_id, member.device_id)
        device.player = None if name is None else claim_player(session, device, name)
    return device.player.name if device.player else None


def give_device(club: Club, device_id: str, name: str | None) -> Device:
    """Set the player of a device for a keeper. `None` removes the player.

    Raises `NoSuchDeviceError`.
    """
    with write() as session:
        device = locked_device(session, club.id, device_id)
        device.player = None if name is None else get_or_create_player(session, club.id, name)
    return device


@dataclass(frozen=True, slots=True)
class Phone:
    """A device that can enter rounds, and its player.

    The player is `None` if the person who joined has not chosen a name.
    """

    device_id: str
    player: str | None
    seen_at: datetime


def phones_of(club_id: int) -> tuple[Phone, ...]:
    return tuple(Phone(*found) for found in db.session.execute(_PHONES, {"club": club_id}))


def at_the_table(phones: Collection[Phone], member: Member) -> list[Phone]:
    """Return the phones of other members that were seen within `STILL_HERE`."""
    since = clock.now() - STILL_HERE
    return [
        phone for phone in phones if phone.device_id != member.device_id and phone.seen_at > since
    ]


def in_use(device_ids: Collection[str]) -> set[str]:
    """Return which of these phones are in use, even if their players have changed."""
    query = select(Device.id).where(
        Device.id.in_(device_ids),
        Device.revoked_at.is_(None),
        Device.role.not_in(_NO_PHONES),
        Device.seen_at > clock.now() - IN_USE,
    )
    return set(db.session.scalars(query))


def any_other_here(phones: Collection[Phone], players: Collection[str], member: Member) -> bool:
    """Check whether one of these players, other than the member, has a phone at the table.

    A phone without a player can belong to any player without a phone, so it counts if one of these
    other players has no phone.
    """
    others = {*players} - {member.player}
    here = {phone.player for phone in at_the_table(phones, member)}
    without = others - {phone.player for phone in phones}
    return bool(here & others) or (None in here and bool(without))


def count_phones_in_use(club_id: int) -> int:
    """Count the phones in use in a club, including phones of watchers.

    Several phones of one player count once.
    """
    since = clock.now() - IN_USE
    return db.session.scalar(_COUNT_SEEN, {"club": club_id, "since": since}) or 0


def players_with_phones(club: Club) -> set[str]:
    return {phone.player for phone in phones_of(club.id) if phone.player is not None}
