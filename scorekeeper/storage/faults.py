"""What is wrong with a database or with a game in it, so that each page can say what to do.

A game that cannot be read must not break the pages that list others.
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
"""In bytes: an I/O error on a disk with less free space than this means that the disk is full."""

NOT_READ = (AttributeError, LookupError, TypeError, ValueError)
"""The errors raised by values that this program did not write."""


class Fault(StrEnum):
    """What is wrong with a database."""

    BUSY = "busy"
    FULL = "full"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    MISSING = "missing"
    READ_ONLY = "read-only"
    SILENT = "silent"
    UNCLEAR = "gone before it said whether everything was written"


class DatabaseFaultError(Exception):
    """The database cannot be used at the moment. Nothing was changed, unless that is unclear."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(detail or fault.value)
        self.fault = fault


_OF_SQLITE = {
    5: Fault.BUSY,  # SQLITE_BUSY
    6: Fault.BUSY,  # SQLITE_LOCKED
    8: Fault.READ_ONLY,  # SQLITE_READONLY
    10: Fault.SILENT,  # SQLITE_IOERR
    11: Fault.DAMAGED,  # SQLITE_CORRUPT
    13: Fault.FULL,  # SQLITE_FULL
    14: Fault.MISSING,  # SQLITE_CANTOPEN
    26: Fault.FOREIGN,  # SQLITE_NOTADB
}

_DAMAGED = re.compile(
    "Could not decode to UTF-8|unsupported file format|no such index|duplicate column"
    "|.* already exists"
)
"""What SQLite says of a damaged text or header, and of tables newer than a migration expects."""

# States that begin with 08 are about the connection. PgBouncer reports every fault so.
_OF_POSTGRESQL = {
    "40001": Fault.BUSY,  # serialization_failure
    "40P01": Fault.BUSY,  # deadlock_detected
    "53300": Fault.BUSY,  # too_many_connections
    "55P03": Fault.BUSY,  # lock_not_available
    "57014": Fault.BUSY,  # query_canceled, by the time limit of a statement
    "57P01": Fault.SILENT,  # admin_shutdown
    "57P02": Fault.SILENT,  # crash_shutdown
    "57P03": Fault.SILENT,  # cannot_connect_now
    "25006": Fault.SILENT,  # read_only_sql_transaction, as of a replica that is not promoted yet
    "53100": Fault.FULL,  # disk_full
    "XX001": Fault.DAMAGED,  # data_corrupted
    "XX002": Fault.DAMAGED,  # index_corrupted
    "3D000": Fault.MISSING,  # invalid_catalog_name
    "42P01": Fault.FOREIGN,  # undefined_table
    "42703": Fault.FOREIGN,  # undefined_column
    # A migration found what it was to make: alembic_version is wrong.
    "42P07": Fault.DAMAGED,  # duplicate_table
    "42701": Fault.DAMAGED,  # duplicate_column
    "42710": Fault.DAMAGED,  # duplicate_object
    "42704": Fault.DAMAGED,  # undefined_object
}


def fault_of(error: Exception, folder: str = ".") -> Fault | None:
    """What this error says about a database in this folder. `None` if it is not about one."""
    if isinstance(error, DatabaseFaultError):
        return error.fault
    if isinstance(error, NoConnectionLeftError):
        return Fault.BUSY
    if isinstance(error, OSError):
        return fault_of_file(error)
    if not isinstance(error, DBAPIError):
        return None
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return fault_of_sqlite(original, folder)
    if state := getattr(original, "sqlstate", None):
        return _OF_POSTGRESQL.get(state, Fault.SILENT if state.startswith("08") else None)
    is_about_connection = isinstance(error, OperationalError | InterfaceError)
    return Fault.SILENT if error.connection_invalidated or is_about_connection else None


def fault_of_file(error: OSError) -> Fault:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Fault.FULL
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return Fault.READ_ONLY
    return Fault.MISSING if error.errno == errno.ENOENT else Fault.SILENT


def fault_of_sqlite(error: sqlite3.Error, folder: str) -> Fault | None:
    """What an error of SQLite means: the lowest byte of its code is the kind of error."""
    if str(error).startswith(("no such table", "no such column")):
        return Fault.FOREIGN
    if _DAMAGED.match(str(error)):
        return Fault.DAMAGED
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == _IO_ERROR and shutil.disk_usage(folder).free < ROOM_NEEDED:
        return Fault.FULL
    return _OF_SQLITE.get(code)


class UnreadableGameError(LookupError):
    """What is stored of a game cannot be read."""


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
    """Stands for a value that is not JSON: using it fails, but not the query that reads it."""


def read_json(text: str) -> Any:
    """The stored JSON value, or `Unreadable` if the text was damaged or is nested too deep."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return Unreadable()
