"""Connections that threads keep to an SQLite file, for what is asked all the time.

To take one from the pool and give it back costs more than the query of a poll.
"""

from __future__ import annotations

from threading import local
from typing import Any
from weakref import WeakSet, finalize

from sqlalchemy import Engine, PoolProxiedConnection, event
from sqlalchemy.exc import InvalidatePoolError

from scorekeeper.storage.database_file import check_file


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
