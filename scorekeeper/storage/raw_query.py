"""A query that phones ask all the time, sent by the database's driver alone.

To take a connection from the pool and give it back costs more than the query of a poll, so on a
file of SQLite each thread keeps one.
"""

from __future__ import annotations

from threading import local
from typing import Any
from weakref import WeakSet, finalize

from sqlalchemy import Engine, PoolProxiedConnection, Select, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError

from scorekeeper.storage.database_file import check_file, path_of


class RawQuery:
    """A query for at most one row, outside any transaction.

    SQLAlchemy works out its text and how its columns are read, once. To have it send each of them
    would take several times as long. Nothing that listens for statements hears of it. On a file of
    SQLite, each thread keeps a connection for it.
    """

    def __init__(self, engine: Engine, query: Select[*tuple[Any, ...]]) -> None:
        dialect = engine.dialect
        compiled: Any = query.compile(engine)
        self._engine, self._text, self._in_order = engine, str(compiled), compiled.positiontup
        self._readers = [
            column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in query.selected_columns
        ]
        path = path_of(engine)
        self._kept = KeptConnections(engine, path) if path else None
        # SQLite's connections begin transactions only when told to.
        self._begins_by_itself = dialect.name == "postgresql"

    def one_or_none(self, **values: str) -> tuple[Any, ...] | None:
        """The row for these values; raises what SQLAlchemy raises when a query fails."""
        given = values if self._in_order is None else [values[name] for name in self._in_order]
        connection = self._kept.get() if self._kept else self._engine.raw_connection()
        try:
            row = self._ask(connection.dbapi_connection, given)
        except BaseException as error:
            connection.invalidate()
            if isinstance(error, self._engine.dialect.loaded_dbapi.Error):
                raise DBAPIError(self._text, given, error) from error
            raise
        finally:
            if not self._kept:
                connection.close()
        if row is None:
            return None
        return tuple(
            read(stored) if read else stored
            for read, stored in zip(self._readers, row, strict=True)
        )

    def _ask(self, driver: Any, given: dict[str, str] | list[str]) -> Any:
        if not self._begins_by_itself:
            return driver.execute(self._text, given).fetchone()
        driver.autocommit = True
        row = driver.execute(self._text, given).fetchone()
        driver.autocommit = False
        return row


class KeptConnections:
    """A connection for each thread, beside the pool of this engine, to the file at this path.

    It is only for reading outside of a transaction.
    """

    def __init__(self, engine: Engine, path: str) -> None:
        self._engine, self._path = engine, path
        self._of_thread = local()
        self._open: WeakSet[PoolProxiedConnection] = WeakSet()
        event.listen(engine, "engine_disposed", self._close_all)

    def get(self) -> PoolProxiedConnection:
        """This thread's connection, a new one if the file was replaced.

        Raises `DatabaseFaultError` if the file is gone, and what SQLAlchemy raises when it cannot
        be opened.
        """
        kept: PoolProxiedConnection | None = getattr(self._of_thread, "connection", None)
        if kept is None or not kept.is_valid:
            return self._new()
        try:
            check_file(self._path, kept)
        except InvalidatePoolError:
            kept.close()
            return self._new()
        return kept

    def _new(self) -> PoolProxiedConnection:
        connection = self._engine.raw_connection()
        driver: Any = connection.driver_connection
        connection.detach()
        # It goes with its thread, and the file must not stay open then.
        finalize(connection, driver.close)
        self._of_thread.connection = connection
        self._open.add(connection)
        return connection

    def _close_all(self, _engine: Engine) -> None:
        for connection in tuple(self._open):
            connection.close()
