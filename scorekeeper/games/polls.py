"""What a poll asks the database: who is polling, and in which state the game is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, bindparam, select

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.connections import RawQuery
from scorekeeper.storage.models import Device, GameRow, OpenRoundRow
from scorekeeper.storage.queries import etag_text
from scorekeeper.storage.tokens import hash_of


@dataclass(frozen=True, slots=True)
class PolledGame:
    """The state of a game as its etag, and the device of its club that asks for it."""

    etag: str
    role: Role
    seen_at: datetime
    arrived: bool


_POLLED = (
    select(
        Device.role,
        Device.seen_at,
        Device.arrived,
        GameRow.version,
        OpenRoundRow.id,
        OpenRoundRow.version,
    )
    .join(GameRow, GameRow.club_id == Device.club_id)
    .outerjoin(OpenRoundRow, OpenRoundRow.game_id == GameRow.id)
    .where(Device.token_hash == bindparam("token_hash"), Device.revoked_at.is_(None))
    .where(GameRow.id == bindparam("game"), GameRow.deleted_at.is_(None))
)


class Polls:
    """Answers polls from one database."""

    def __init__(self, engine: Engine) -> None:
        self._polled = RawQuery(engine, _POLLED)

    def game(self, token: str, game_id: str) -> PolledGame | None:
        """This game as the device with this token sees it; `None` if it is in no club with it."""
        found = self._polled.one_or_none(token_hash=hash_of(token), game=game_id)
        if found is None:
            return None
        role, seen_at, arrived, version, open_id, open_version = found
        return PolledGame(etag_text(version, open_id, open_version), Role(role), seen_at, arrived)
