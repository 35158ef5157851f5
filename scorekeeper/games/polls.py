"""What a poll asks the database: who is polling, and what state the game is in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, Select, bindparam, select
from sqlalchemy.exc import DBAPIError

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Device, GameRow, OpenRoundRow
from scorekeeper.storage.queries import etag_text
from scorekeeper.storage.tokens import hash_of


@dataclass(frozen=True, slots=True)
class PolledGame:
    """The state of a game as its etag, and the device of its club that asks for it."""

    etag: str
    device_id: str
    player_id: int | None
    role: Role
    seen_at: datetime
    arrived: bool


_POLLED = (
    select(
        Device.id,
        Device.player_id,
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
        """This game as the device with this token sees it; `None` unless both are of one club."""
        found = self._polled.one_or_none(token_hash=hash_of(token), game=game_id)
        if found is None:
            return None
        device_id, player_id, role, seen_at, arrived, *state = found
        return PolledGame(etag_text(*state), device_id, player_id, Role(role), seen_at, arrived)


class RawQuery:
    """A query for at most one row, sent by the database's driver alone.

    SQLAlchemy compiles it and works out how its columns are read, once. It sends no events for it.

    It exists only for speed: a poll in which nothing has changed takes 32 µs on SQLite, against
    about 90 with a query of SQLAlchemy. On PostgreSQL the query itself takes 110 µs against 170.
    """

    def __init__(self, engine: Engine, query: Select[*tuple[Any, ...]]) -> None:
        dialect = engine.dialect
        compiled: Any = query.compile(engine)
        self._engine, self._text, self._in_order = engine, str(compiled), compiled.positiontup
        self._readers = [
            column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in query.selected_columns
        ]

    def one_or_none(self, **values: str) -> tuple[Any, ...] | None:
        """The row for these values; raises what SQLAlchemy raises when a query fails."""
        given = values if self._in_order is None else [values[name] for name in self._in_order]
        connection = self._engine.raw_connection()
        try:
            driver: Any = connection.dbapi_connection
            row = driver.execute(self._text, given).fetchone()
        except BaseException as error:
            connection.invalidate()
            if isinstance(error, self._engine.dialect.loaded_dbapi.Error):
                raise DBAPIError(self._text, given, error) from error
            raise
        finally:
            connection.close()
        if row is None:
            return None
        return tuple(
            read(stored) if read else stored
            for read, stored in zip(self._readers, row, strict=True)
        )
