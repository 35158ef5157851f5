"""The phones of a club that may enter rounds, and the players who hold them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, bindparam, func, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, Device, Player

IN_HAND = timedelta(minutes=30)
"""A phone counts as being looked at for this long after it was last seen."""

STILL_HERE = timedelta(hours=12)
"""A phone counts as being at the table for this long after it was last seen."""

_IN_THE_CLUB = and_(Device.club_id == bindparam("club"), Device.revoked_at.is_(None))

_PERSON = aliased(Player)
"""Into whom the player of a phone was merged, if they were."""

_PHONES = (
    select(Device.id, func.coalesce(_PERSON.name, Player.name), Device.seen_at)
    .outerjoin(Player, Player.id == Device.player_id)
    .outerjoin(_PERSON, _PERSON.id == Player.same_as_id)
    .where(
        _IN_THE_CLUB,
        Device.role != Role.WATCHER.value,
        or_(Device.player_id.is_not(None), Device.invitation_id.is_not(None)),
    )
)
_COUNT_SEEN = (
    select(func.count())
    .select_from(Device)
    .where(_IN_THE_CLUB, Device.seen_at > bindparam("since"))
)
"""Built once, as the form of a round asks the one and home the other."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A device that may enter rounds, and the player for whom it speaks.

    The player is `None` for somebody who was invited and has not said yet who it is.
    """

    device_id: str
    player: str | None
    seen_at: datetime


def phones_of(club_id: int) -> tuple[Phone, ...]:
    """Every phone of a club that may enter rounds and is a player's, or of somebody invited."""
    return tuple(Phone(*found) for found in db.session.execute(_PHONES, {"club": club_id}))


def at_the_table(phones: Collection[Phone], member: Member) -> list[Phone]:
    """The phones of others that are here.

    One that nobody has looked at for hours was left at home.
    """
    since = datetime.now(UTC) - STILL_HERE
    return [each for each in phones if each.device_id != member.device_id and each.seen_at > since]


def in_hand(phones: Collection[Phone]) -> list[Phone]:
    """The phones that are being looked at."""
    since = datetime.now(UTC) - IN_HAND
    return [each for each in phones if each.seen_at > since]


def any_other_here(phones: Collection[Phone], players: Collection[str], member: Member) -> bool:
    """Whether another one of these players has a phone at the table.

    A phone without a name is taken for that of a player who has none, as long as there is one.
    """
    others = {*players} - {member.player}
    here = {each.player for each in at_the_table(phones, member)}
    without = others - {each.player for each in phones}
    return bool(here & others) or (None in here and bool(without))


def count_phones_in_hand(club_id: int) -> int:
    """How many phones of a club are being looked at, also by watchers."""
    since = datetime.now(UTC) - IN_HAND
    return db.session.scalar(_COUNT_SEEN, {"club": club_id, "since": since}) or 0


def players_with_phones(club: Club) -> set[str]:
    """The names of the players of a club who have a phone."""
    return {each.player for each in phones_of(club.id) if each.player is not None}
