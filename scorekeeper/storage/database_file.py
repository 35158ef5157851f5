"""Watches the file of an SQLite database. It notices a missing file and a replaced file.

A connection keeps using the file that it opened, even after the file was deleted. Later writes of
this connection would be lost.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection, event
from sqlalchemy.exc import InvalidatePoolError

from scorekeeper.storage import migration
from scorekeeper.storage.faults import (
    DatabaseFault,
    DatabaseFaultError,
    fault_of_file,
    fault_of_sqlite,
)

BESIDE = ("-wal", "-shm")
"""The suffixes of the files that belong to an open SQLite database."""

REPLACED = ".replaced"
"""The name part that marks an old `-wal` or `-shm` file after the database was replaced."""

LARGEST_CHECKED = 50_000_000
"""The most bytes of a file that is checked. A larger file would delay every start by seconds."""


def path_of(engine: Engine) -> str | None:
    """The path of the database file. `None` for a database in memory or on a server."""
    if engine.dialect.name != "sqlite":
        return None
    path = engine.url.database or ":memory:"
    return None if path.startswith((":memory:", "file:")) else path


def make_file(path: str) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def check_is_writable(path: str) -> None:
    """Raise `OSError` if the database file is read-only. Make its other files writable.

    SQLite creates its other files with the mode of the database. A file created while the database
    was read-only would stay read-only for ever, so it gets the current mode of the database.
    """
    for file in (Path(f"{path}{part}") for part in ("", *BESIDE)):
        try:
            os.close(os.open(file, os.O_RDWR))
        except FileNotFoundError:
            continue
        except PermissionError:
            if str(file) == path:
                raise
            file.chmod(Path(path).stat().st_mode)


def has_our_tables(path: str, patience: float, book: str = "") -> bool:
    """Check whether this file has the tables of a score book. The file stays unchanged.

    Raises `DatabaseFaultError` if the file is damaged or has other tables. Raises
    `OtherVersionError` if this version of the program does not know the tables of the file. `book`
    describes the file in the message of that error.

    Run this before opening the file for writing, which would alter even another program's database.
    """
    if not Path(path).exists() or Path(path).stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(_file_uri(path), timeout=patience, uri=True)) as database:
            found = {name for [name] in database.execute(_TABLES)}
            if {"alembic_version", "game"} <= found:
                at = database.execute("SELECT version_num FROM alembic_version").fetchall()
                migration.check_revision(at, book or f"The database {path}")
            if Path(path).stat().st_size <= LARGEST_CHECKED:
                [verdict] = database.execute("PRAGMA quick_check(1)").fetchone()
                if verdict != "ok":
                    raise DatabaseFaultError(DatabaseFault.DAMAGED, verdict)
    except sqlite3.Error as error:
        fault = fault_of_sqlite(error, str(Path(path).parent)) or DatabaseFault.SILENT
        raise DatabaseFaultError(fault, str(error)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes damaged bytes.
        raise DatabaseFaultError(DatabaseFault.DAMAGED, str(error)) from error
    if found - {"alembic_version"} and not {"alembic_version", "game"} <= found:
        raise DatabaseFaultError(DatabaseFault.FOREIGN, path)
    return "game" in found


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


def _file_uri(path: str) -> str:
    """A URI for SQLite that opens this file but never creates it."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


def watch_file(engine: Engine, path: str) -> None:
    """Make every connection of this engine open the current file at this path.

    A connection never creates the file.
    """

    def open_only(_dialect: Any, _record: Any, arguments: list[Any], options: Any) -> None:
        arguments[0] = _file_uri(path)
        options["uri"] = True

    def note(_connection: Any, record: Any) -> None:
        record.info["files"] = {part: _identity(path + part) for part in ("", *BESIDE)}

    def check(_connection: Any, _record: Any, connection: PoolProxiedConnection) -> None:
        check_file(path, connection)

    event.listen(engine, "do_connect", open_only)
    event.listen(engine, "connect", note)
    event.listen(engine, "checkout", check)


def check_file(path: str, connection: PoolProxiedConnection) -> None:
    """Check that a watched connection has the current file at this path open.

    Raises `DatabaseFaultError` if the file is missing, and `InvalidatePoolError` if it was
    replaced.
    """
    now, opened = _identity(path), connection.info["files"]
    if now is None:
        raise DatabaseFaultError(DatabaseFault.MISSING, f"{path} is gone")
    if now != opened[""]:
        for part in BESIDE:
            # SQLite would apply the last writes of the old file to the new file.
            if opened[part] is not None and _identity(path + part) == opened[part]:
                Path(path + part).replace(f"{path}{REPLACED}{part}")
        raise InvalidatePoolError


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - runs for every connection, and is twice as fast
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DatabaseFaultError(fault_of_file(error), str(error)) from error
    return found.st_dev, found.st_ino
