"""Options and settings of the connections to SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

from scorekeeper.storage import writer_queue
from scorekeeper.storage.faults import read_json

READERS_PATIENCE = 1.0
"""Seconds that a reader waits for SQLite, for example during recovery from a crash."""

LONGEST_STATEMENT = 30.0
"""PostgreSQL cancels a statement after this many seconds. Deleting a whole club takes less time."""

ENGINE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"pool_timeout": writer_queue.PATIENCE, "json_deserializer": read_json},
    # One snapshot per page: its queries must all see the same state.
    "postgresql": {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "pool_timeout": writer_queue.PATIENCE,
        "connect_args": {
            "connect_timeout": round(writer_queue.PATIENCE),
            # Behind PgBouncer, a prepared statement can be missing on the next connection.
            "prepare_threshold": None,
            # A database in SQL_ASCII would answer in bytes.
            "client_encoding": "utf-8",
        },
    },
}
"""The options of an engine, by the kind of database."""

WRITE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": "BEGIN IMMEDIATE"},
    # After waiting for a row, a writer must see the previous writer's changes.
    "postgresql": {"isolation_level": "READ COMMITTED"},
}
"""The options of a connection that writes."""

SINGLE_QUERY_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": ""},
    "postgresql": {"isolation_level": "AUTOCOMMIT"},
}
"""The options of a connection for a single query."""


def set_up(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _set_up_postgresql)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver begins transactions late and without the write lock, which loses updates.
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
    """Set the wait for other writing programs to `patience`. `None` keeps the readers' wait."""
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
    # PgBouncer can give the next statement to a connection without these limits. So its option
    # `connect_query` must set these limits too.
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {milliseconds(writer_queue.PATIENCE)}")
        cursor.execute(f"SET statement_timeout = {milliseconds(LONGEST_STATEMENT)}")
    connection.commit()


def milliseconds(seconds: float) -> int:
    """A time limit in whole milliseconds. Never 0, which both databases take for no limit."""
    return max(round(seconds * 1_000), 1)
