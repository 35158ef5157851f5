"""The faults of a database or of a stored game, so that each page can tell what to do.

One unreadable game must not break the pages that list other games.
"""

from __future__ import annotations

import errno
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionLeftError

_IO_ERROR = 10

ROOM_NEEDED = 1_000_000
"""In bytes. An I/O error with less free space than this means that the disk is full."""

NOT_READ = (AttributeError, LookupError, TypeError, ValueError)
"""The errors that come from stored values which this program did not write."""


class DatabaseFault(StrEnum):
    """The kind of problem with a database."""

    BUSY = "busy"
    FULL = "full"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    MISSING = "missing"
    READ_ONLY = "read-only"
    SILENT = "silent"
    UNCLEAR = "gone before it said whether everything was written"


class DatabaseFaultError(Exception):
    """The database cannot be used now. Nothing was changed, except perhaps with `UNCLEAR`."""

    def __init__(self, fault: DatabaseFault, detail: str = "") -> None:
        super().__init__(detail or fault.value)
        self.fault = fault


_OF_SQLITE = {
    5: DatabaseFault.BUSY,  # SQLITE_BUSY
    6: DatabaseFault.BUSY,  # SQLITE_LOCKED
    8: DatabaseFault.READ_ONLY,  # SQLITE_READONLY
    10: DatabaseFault.SILENT,  # SQLITE_IOERR
    11: DatabaseFault.DAMAGED,  # SQLITE_CORRUPT
    13: DatabaseFault.FULL,  # SQLITE_FULL
    14: DatabaseFault.MISSING,  # SQLITE_CANTOPEN
    26: DatabaseFault.FOREIGN,  # SQLITE_NOTADB
}

_DAMAGED = re.compile(
    "Could not decode to UTF-8|unsupported file format|no such index|duplicate column"
    "|.* already exists"
)
"""SQLite's messages for a damaged text or header, and for tables newer than a migration expects."""

# States that begin with 08 are connection errors. All errors of PgBouncer have such a state.
_OF_POSTGRESQL = {
    "40001": DatabaseFault.BUSY,  # serialization_failure
    "40P01": DatabaseFault.BUSY,  # deadlock_detected
    "53300": DatabaseFault.BUSY,  # too_many_connections
    "55P03": DatabaseFault.BUSY,  # lock_not_available
    "57014": DatabaseFault.BUSY,  # query_canceled, by the time limit of a statement
    "57P01": DatabaseFault.SILENT,  # admin_shutdown
    "57P02": DatabaseFault.SILENT,  # crash_shutdown
    "57P03": DatabaseFault.SILENT,  # cannot_connect_now
    "25006": DatabaseFault.SILENT,  # read_only_sql_transaction, as of an unpromoted replica
    "53100": DatabaseFault.FULL,  # disk_full
    "XX001": DatabaseFault.DAMAGED,  # data_corrupted
    "XX002": DatabaseFault.DAMAGED,  # index_corrupted
    "3D000": DatabaseFault.MISSING,  # invalid_catalog_name
    "42P01": DatabaseFault.FOREIGN,  # undefined_table
    "42703": DatabaseFault.FOREIGN,  # undefined_column
    # The migration's target exists, so alembic_version is wrong.
    "42P07": DatabaseFault.DAMAGED,  # duplicate_table
    "42701": DatabaseFault.DAMAGED,  # duplicate_column
    "42710": DatabaseFault.DAMAGED,  # duplicate_object
    "42704": DatabaseFault.DAMAGED,  # undefined_object
}


def fault_of(error: Exception, folder: str = ".") -> DatabaseFault | None:
    """The fault that an error stands for. `None` for other errors, such as a broken constraint.

    `folder` has the database file. Its free space shows whether an I/O error means a full disk.
    """
    if isinstance(error, DatabaseFaultError):
        return error.fault
    if isinstance(error, NoConnectionLeftError):
        return DatabaseFault.BUSY
    if isinstance(error, OSError):
        return fault_of_file(error)
    if not isinstance(error, DBAPIError):
        return None
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return fault_of_sqlite(original, folder)
    if state := getattr(original, "sqlstate", None):
        return _OF_POSTGRESQL.get(state, DatabaseFault.SILENT if state.startswith("08") else None)
    is_about_connection = isinstance(error, OperationalError | InterfaceError)
    return DatabaseFault.SILENT if error.connection_invalidated or is_about_connection else None


def fault_of_file(error: OSError) -> DatabaseFault:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DatabaseFault.FULL
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return DatabaseFault.READ_ONLY
    return DatabaseFault.MISSING if error.errno == errno.ENOENT else DatabaseFault.SILENT


def fault_of_sqlite(error: sqlite3.Error, folder: str) -> DatabaseFault | None:
    """The fault for an SQLite error. The low byte of its code is the kind of error."""
    if str(error).startswith(("no such table", "no such column")):
        return DatabaseFault.FOREIGN
    if _DAMAGED.match(str(error)):
        return DatabaseFault.DAMAGED
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == _IO_ERROR and shutil.disk_usage(folder).free < ROOM_NEEDED:
        return DatabaseFault.FULL
    return _OF_SQLITE.get(code)


class UnreadableGameError(LookupError):
    """The stored values of a game cannot be read."""


@contextmanager
def reading(game_id: str) -> Iterator[None]:
    """Turn errors about the stored values of this game into an `UnreadableGameError`."""
    try:
        yield
    except UnreadableGameError:
        raise
    except NOT_READ as error:
        raise UnreadableGameError(f"{game_id}: {error!r}") from error


class Unreadable:
    """A placeholder for damaged JSON. The query succeeds; any use of the value fails."""


def read_json(text: str) -> Any:
    """The stored JSON value, or `Unreadable` if the text is damaged or nested too deep."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return Unreadable()
