"""Why the program cannot start with the data that it finds, and what to do about it."""

from __future__ import annotations

import sys

from sqlalchemy.exc import DBAPIError

from scorekeeper.config import SettingError, Settings
from scorekeeper.storage.database import DatabaseTooNewError
from scorekeeper.storage.faults import DatabaseFaultError, Fault, fault_of
from scorekeeper.storage.known_book import known_file

CANNOT_START = (SettingError, OSError, DBAPIError, DatabaseTooNewError, DatabaseFaultError)
"""What making the app may raise."""


def fail(error: Exception, settings: Settings | None) -> int:
    """Say why the program cannot start, and answer the status to end with."""
    print(f"scorekeeper: {_why(error, settings or Settings())}", file=sys.stderr)
    return 2 if isinstance(error, SettingError) else 1


def _why(error: Exception, settings: Settings) -> str:
    if isinstance(error, SettingError | DatabaseTooNewError):
        return str(error)
    fault = fault_of(error, str(settings.data_dir))
    if isinstance(error, OSError) and fault is not Fault.FULL:
        return f"cannot use {error.filename}: {error.strerror}"
    if fault is None or fault is Fault.SILENT:
        return f"the database cannot be opened: {getattr(error, 'orig', error)}"
    return _words(fault, settings)


def _words(fault: Fault, settings: Settings) -> str:
    """What is wrong with the database, and what to do about it."""
    from sqlalchemy import make_url

    url = make_url(settings.sqlalchemy_url)
    is_file = url.get_backend_name() == "sqlite"
    place = str(url.database) if is_file else url.render_as_string(hide_password=True)
    words = {
        Fault.BUSY: f"{place} is in use by another program; end that one, or wait for it",
        Fault.FULL: f"the disk of {place} is full; make room there",
        Fault.DAMAGED: f"{place} is damaged; put a backup in its place, without the files "
        "beside it that end in -wal and -shm",
        Fault.FOREIGN: f"{place} is not the database of a score book, or is damaged; put the right "
        "one or a backup in its place, or name another one in SCOREKEEPER_DATABASE_URL",
        Fault.MISSING: f"{place} is missing or empty, though there was a score book; put it back, "
        f"or to begin an empty one delete {known_file(settings)}",
    }
    return words[fault]
