"""How connections to SQLite and PostgreSQL are set up, and a query that is asked all the time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Select, event
from sqlalchemy.exc import DBAPIError

from scorekeeper.storage import turns
from scorekeeper.storage.faults import read_json

READERS_PATIENCE = 1.0
"""How many seconds a reader waits for SQLite, for example while it recovers from a crash."""

LONGEST_STATEMENT = 30.0
"""After how many seconds PostgreSQL cancels a statement; deleting a whole club takes less."""

ENGINE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"pool_timeout": turns.PATIENCE, "json_deserializer": read_json},
    # One snapshot per page: a sheet is read in several queries and must not change between them.
    "postgresql": {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "pool_timeout": turns.PATIENCE,
        "connect_args": {
            "connect_timeout": round(turns.PATIENCE),
            # Behind PgBouncer the next statement may go to a server that knows no prepared one.
            "prepare_threshold": None,
            # Without it a database in SQL_ASCII answers in bytes.
            "client_encoding": "utf-8",
        },
    },
}
"""Options of an engine, by the kind of its database."""

WRITE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": "BEGIN IMMEDIATE"},
    # A writer that waited for a row must then see what the writer before it wrote.
    "postgresql": {"isolation_level": "READ COMMITTED"},
}
"""Options of a connection that writes."""

LOOK_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": ""},
    "postgresql": {"isolation_level": "AUTOCOMMIT"},
}
"""Options of a connection for a single query."""


def set_up(engine: Engine) -> None:
    """Set up every connection that this engine opens from now on."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite, insert=True)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _set_up_postgresql)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver itself begins transactions late and without the write lock, so updates get lost.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {milliseconds(READERS_PATIENCE)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if begin := options.get("begin", "BEGIN"):
        with _patient(connection, options.get("patience")):
            connection.exec_driver_sql(begin)


@contextmanager
def _patient(connection: Connection, patience: float | None) -> Iterator[None]:
    """Wait this long for other programs that write; `None` keeps the patience of readers."""
    if patience is None:
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout = {milliseconds(patience)}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {milliseconds(READERS_PATIENCE)}")


def _set_up_postgresql(connection: Any, _record: object) -> None:
    # Behind PgBouncer the next transaction may be on another connection: it sets the limits itself.
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {milliseconds(turns.PATIENCE)}")
        cursor.execute(f"SET statement_timeout = {milliseconds(LONGEST_STATEMENT)}")
    connection.commit()


def milliseconds(seconds: float) -> int:
    """A time limit as both databases take it: whole milliseconds, and never 0, which is none."""
    return max(round(seconds * 1_000), 1)


class RawQuery:
    """A query for at most one row, sent by the database's driver alone.

    SQLAlchemy works out its text and how its columns are read, once. It is for what every phone
    asks every two seconds, and takes 12 µs on SQLite and 110 on PostgreSQL, where SQLAlchemy takes
    64 and 170. Nothing that listens for statements hears of it.
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
