"""The file of an SQLite database: no other is made in its place, and one put there is noticed.

A connection keeps the file that it opened, even one that was deleted; what it writes is then lost.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import InvalidatePoolError

from scorekeeper.storage.faults import DatabaseFaultError, Fault, fault_of_file, fault_of_sqlite

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a database while it is open; it belongs to that one alone."""

REPLACED = ".replaced"
"""What these are called once another database was put in the place of theirs."""

MOST_LOOKED_THROUGH = 50_000_000
"""In bytes: a larger file is not looked through for damage at every start, for it takes seconds."""


def path_of(engine: Engine) -> str | None:
    """The path of the file, `None` for a database that has none of its own."""
    path = engine.url.database or ":memory:"
    return None if path.startswith((":memory:", "file:")) else path


def make_file(path: str) -> None:
    """Make an empty file that nobody else may read, where there is none."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def has_our_tables(path: str, patience: float) -> bool:
    """Whether the tables of a score book are in this file; alters nothing.

    Raises `DatabaseFaultError` where it is damaged or has other tables. It is looked at before it
    is opened to be written to, which would mark it as ours.
    """
    if not Path(path).exists() or Path(path).stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(_only_there(path), timeout=patience, uri=True)) as database:
            found = {name for [name] in database.execute(_TABLES)}
            if Path(path).stat().st_size <= MOST_LOOKED_THROUGH:
                _look_through(database)
    except sqlite3.Error as error:
        fault = fault_of_sqlite(error, str(Path(path).parent)) or Fault.SILENT
        raise DatabaseFaultError(fault, str(error)) from error
    if found - {"alembic_version"} and not {"alembic_version", "game"} <= found:
        raise DatabaseFaultError(Fault.FOREIGN, path)
    return "game" in found


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


def _look_through(database: sqlite3.Connection) -> None:
    [told] = database.execute("PRAGMA quick_check(1)").fetchone()
    if told != "ok":
        raise DatabaseFaultError(Fault.DAMAGED, told)


def _only_there(path: str) -> str:
    """The address under which SQLite opens this file, and makes none."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


def watch_file(engine: Engine, path: str) -> None:
    """Have every connection of this engine use the file that is at this path now, and make none."""

    def open_only(_dialect: Any, _record: Any, arguments: list[Any], options: Any) -> None:
        arguments[0] = _only_there(path)
        options["uri"] = True

    def note(_connection: Any, record: Any) -> None:
        record.info["files"] = {part: _identity(path + part) for part in ("", *BESIDE)}

    def check(_connection: Any, record: Any, _proxy: Any) -> None:
        now, opened = _identity(path), record.info["files"]
        if now is None:
            raise DatabaseFaultError(Fault.MISSING, f"{path} is gone")
        if now != opened[""]:
            _set_aside(path, opened)
            raise InvalidatePoolError

    event.listen(engine, "do_connect", open_only)
    event.listen(engine, "connect", note)
    event.listen(engine, "checkout", check)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked of every connection, and twice as fast
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DatabaseFaultError(fault_of_file(error), str(error)) from error
    return found.st_dev, found.st_ino


def _set_aside(path: str, opened: dict[str, tuple[int, int] | None]) -> None:
    """Keep SQLite from adding to the new file what was written last into the old one."""
    for part in BESIDE:
        if opened[part] is not None and _identity(path + part) == opened[part]:
            Path(path + part).replace(f"{path}{REPLACED}{part}")
