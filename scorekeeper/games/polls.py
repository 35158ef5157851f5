"""The queries of a poll: the sender of the poll, and the state of the game.

Phones poll their game. Programs poll the game in play.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from queue import SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    Engine,
    PoolProxiedConnection,
    Select,
    bindparam,
    event,
    exists,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError, InvalidatePoolError

from scorekeeper import clock
from scorekeeper.clubs.access_tokens import USE_STORED_EVERY
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database_file import check_file, path_of
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.game_lists import PUT_ASIDE_AFTER
from scorekeeper.storage.models import AccessToken, Device, GameRow, OpenRoundRow, Player
from scorekeeper.storage.queries import etag_text
from scorekeeper.storage.table_cards import OPENS_GAME
from scorekeeper.storage.tokens import hash_of


class PolledGame(NamedTuple):
    """A device that polls a game of its club, and the state of the game as an etag.

    `seated_at` is the last time when a game with the device’s player was started, or when the
    player was added.
    """

    etag: str
    seated_at: datetime | None
    device_id: str
    player_id: int | None
    role: Role
    seen_at: datetime
    arrived: bool
    login: str | None


_POLLED = (
    select(
        Device.id,
        Device.player_id,
        Device.role,
        Device.seen_at,
        Device.arrived,
        Device.login,
        Device.table_link_id,
        GameRow.version,
        OpenRoundRow.id,
        OpenRoundRow.version,
        # PostgreSQL plans a query at each poll, which takes much longer for a join of four tables.
        select(Player.seen_at).where(Player.id == Device.player_id).scalar_subquery(),
    )
    .join(GameRow, GameRow.club_id == Device.club_id)
    .outerjoin(OpenRoundRow, OpenRoundRow.game_id == GameRow.id)
    .where(Device.token_hash == bindparam("token_hash"), Device.revoked_at.is_(None))
    .where(GameRow.id == bindparam("game"), GameRow.deleted_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class GameInPlay:
    """The state of the game in play outside tournaments that was changed last."""

    id: str
    version: int
    renamed: int

    @classmethod
    def of(cls, row: GameRow) -> GameInPlay:
        return cls(row.id, row.version, row.renamed)

    @property
    def tag(self) -> str:
        return f"{self.version}.{mark_of(self.id)}"


def mark_of(game_id: str) -> str:
    """Return a short hash, so that no two games share a tag."""
    return sha256(game_id.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class PolledNow:
    """The game in play of a club, if there is one, and the role of the program that polls it.

    If `is_clear`, the answer needs no further query. If not, the token could end tonight, its use
    must be stored, or the game could have been put aside.
    """

    game: GameInPlay | None
    role: Role
    is_clear: bool


# The constants are literals, so that `RawQuery` sends only the token with each poll.
_LATEST = (
    select(GameRow.id)
    .where(GameRow.club_id == AccessToken.club_id)
    .where(GameRow.status == literal_column("'playing'"), GameRow.deleted_at.is_(None))
    .where(GameRow.tournament_id.is_(None))
    .order_by(GameRow.changed_at.desc(), GameRow.id.desc())
    .suffix_with("LIMIT 1")
    .correlate(AccessToken)
    .scalar_subquery()
)

_POLLED_NOW = (
    select(
        AccessToken.role,
        AccessToken.ends_on,
        AccessToken.used_at,
        GameRow.changed_at,
        GameRow.played,
        exists().where(OpenRoundRow.game_id == GameRow.id).label("is_entered"),
        GameRow.id,
        GameRow.version,
        GameRow.renamed,
    )
    .select_from(AccessToken)
    .outerjoin(GameRow, GameRow.id == _LATEST)
    .where(AccessToken.token_hash == bindparam("token_hash"), AccessToken.revoked_at.is_(None))
)


class Polls:
    """Answers polls from one database."""

    def __init__(self, engine: Engine) -> None:
        connections = KeptConnections(engine)
        self._polled = RawQuery(connections, _POLLED)
        self._opens = RawQuery(connections, OPENS_GAME)
        self._polled_now = RawQuery(connections, _POLLED_NOW)

    def game(self, token: str, game_id: str) -> PolledGame | None:
        """Return this game as the device with this token sees it.

        `None` if the game’s club has no device with this token, or if the game is deleted. `None`
        also for a device at a table with a card that does not open the game.
        """
        found = self._polled.one_or_none(token_hash=hash_of(token), game=game_id)
        if found is None:
            return None
        device_id, player_id, name, seen_at, arrived, login, card, *state, seated_at = found
        role = Role(name)
        if role is Role.TABLE and not self._opens_game(card, game_id):
            return None
        return PolledGame(
            etag_text(*state),
            seated_at,
            device_id,
            player_id,
            role,
            seen_at,
            arrived,
            login,
        )

    def _opens_game(self, card: str | None, game_id: str) -> bool:
        return self._opens.one_or_none(card=card or "", game=game_id) == (True,)

    def now(self, token: str) -> PolledNow | None:
        """Return the game in play of the club with this access token. `None` for a wrong token."""
        found = self._polled_now.one_or_none(token_hash=hash_of(token))
        if found is None:
            return None
        role, ends_on, used_at, changed_at, played, is_entered, *state = found
        now = clock.now()
        is_new = changed_at is not None and not played and not is_entered
        is_clear = (
            _is_far_off(ends_on, now)
            and used_at is not None
            and abs(now - used_at) <= USE_STORED_EVERY
            and not (is_new and now - changed_at >= PUT_ASIDE_AFTER)
        )
        return PolledNow(None if state[0] is None else GameInPlay(*state), Role(role), is_clear)


def _is_far_off(day: date | None, now: datetime) -> bool:
    """Check whether no time zone has reached this day yet. True without a day."""
    return day is None or day > (now + timedelta(days=1)).date()


MOST_REMEMBERED = 8_192
"""Each process remembers the values that every poll repeats, for this many devices."""

AT_ONCE = 4
"""The number of polls that each process sends to the database simultaneously."""


class KeptConnections:
    """A few open connections in addition to the engine’s pool, for raw queries only.

    With a hundred threads, the pool would open and close connections all the time. Opening a
    connection takes as long as twenty polls. Threads that compete for the interpreter cost even
    more. So only `AT_ONCE` threads query at the same time, and the other threads wait. A raw query
    has no transaction and no ping, so PostgreSQL gets one message instead of four.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self._path = engine, path_of(engine)
        self._pool = engine.pool.recreate()
        self._idle: deque[PoolProxiedConnection] = deque()
        self._turns: SimpleQueue[None] = SimpleQueue()  # A queue is quicker than a semaphore.
        for _ in range(AT_ONCE):
            self._turns.put(None)
        event.listen(engine, "engine_disposed", lambda _engine: self._close_idle())

    def first_row(self, text: str, values: Any) -> Any:
        """Return the first row of this query. Raises the driver’s exceptions."""
        self._turns.get()
        try:
            connection = self._take()
            try:
                driver: Any = connection.dbapi_connection
                row = driver.execute(text, values).fetchone()
            except BaseException:
                connection.close()
                raise
            self._idle.append(connection)
        finally:
            self._turns.put(None)
        return row

    def _take(self) -> PoolProxiedConnection:
        """Return an idle connection to the current database file, or a new connection."""
        try:
            connection = self._idle.pop()
        except IndexError:
            return self._open()
        if self._path is not None:
            try:
                check_file(self._path, connection)
            except InvalidatePoolError:
                connection.close()
                return self._open()
            except DatabaseFaultError:
                self._idle.append(connection)
                raise
        return connection

    def _open(self) -> PoolProxiedConnection:
        # If the database file was replaced, the pool’s check of a connection moves away the files
        # beside the old database file.
        self.engine.raw_connection().close()
        connection = self._pool.connect()
        connection.detach()
        driver: Any = connection.dbapi_connection
        self.engine.dialect.set_isolation_level(driver, "AUTOCOMMIT")
        return connection

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()


class RawQuery:
    """A query for at most one row that goes directly to the database’s driver.

    SQLAlchemy compiles the query once, and determines how to read its columns. SQLAlchemy sends no
    events when the query runs.

    The class exists only for speed. On SQLite a query takes 15 µs, compared with 34 µs with a
    connection of SQLAlchemy’s pool, and about 90 µs if SQLAlchemy sends it. On PostgreSQL it takes
    a third of the time of a query with a connection of that pool.
    """

    def __init__(self, connections: KeptConnections, query: Select[*tuple[Any, ...]]) -> None:
        engine = connections.engine
        compiled: Any = query.compile(engine)
        self._connections, self._text = connections, str(compiled)
        self._in_order, self._error = compiled.positiontup, engine.dialect.loaded_dbapi.Error
        self._constants = {
            name: _to_send(parameter, engine)
            for parameter, name in compiled.bind_names.items()
            if not parameter.required
        }
        readers = [
            column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None)
            for column in query.selected_columns
        ]
        # A phone’s polls read the same timestamps again and again. The cache makes reading them ten
        # times as fast.
        self._readers = [read and lru_cache(MOST_REMEMBERED)(read) for read in readers]

    def one_or_none(self, **values: str) -> tuple[Any, ...] | None:
        """Return the row for these values. Raises SQLAlchemy’s exceptions if a query fails."""
        named = self._constants | values
        given = named if self._in_order is None else [named[name] for name in self._in_order]
        try:
            row = self._connections.first_row(self._text, given)
        except self._error as error:
            raise DBAPIError(self._text, given, error) from error
        if row is None:
            return None
        return tuple(
            [
                read(stored) if read else stored
                for read, stored in zip(self._readers, row, strict=True)
            ]
        )


def _to_send(parameter: BindParameter[Any], engine: Engine) -> Any:
    write = parameter.type.dialect_impl(engine.dialect).bind_processor(engine.dialect)
    return write(parameter.effective_value) if write else parameter.effective_value
