"""Opening the score book for a command, with an explanation and advice if that fails."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from sqlalchemy.exc import DBAPIError

from scorekeeper.config import Settings, read_settings
from scorekeeper.setting_readers import SettingError
from scorekeeper.storage.backups import BackupError
from scorekeeper.storage.data_folder import known_file
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of
from scorekeeper.storage.migration import MigrationError

CANNOT_START = (SettingError, OSError, DBAPIError, MigrationError, DatabaseFaultError)
"""Errors that creating the app can raise."""

OTHER_FOLDER = (
    "; let the user that runs the server write to the data folder, "
    "or name another one in SCOREKEEPER_DATA_DIR"
)


class NoSuchClubError(LookupError):
    """The command cannot choose a single club. The message lists the clubs, if any."""


def with_book(
    work: Callable[[Settings], int], *, statistics: bool = True, may_be_new: bool = False
) -> int:
    def open_first(settings: Settings) -> int:
        from scorekeeper import create_app
        from scorekeeper.storage.backups import check_that_there_is_a_book

        if not may_be_new:
            check_that_there_is_a_book(settings)
        with create_app(settings, statistics=statistics).app_context():
            return work(settings)

    return with_settings(open_first)


def with_settings(work: Callable[[Settings], int]) -> int:
    """Read the settings and do this work. Returns the status of the work.

    An error is explained on standard error. The status is then 2 for an invalid setting, else 1.
    """
    settings = None
    try:
        settings = read_settings()
        with _cleaning_up():
            return work(settings)
    except (*CANNOT_START, BackupError) as error:
        return fail(error, settings)
    except NoSuchClubError as error:
        return fail_with(str(error), 1)


@contextmanager
def _cleaning_up() -> Iterator[None]:
    """Make signals exit the program normally, so that unfinished files are removed."""
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(end, _end) for end in ends]
    try:
        yield
    finally:
        for end, usual in zip(ends, before, strict=True):
            signal.signal(end, usual)


def _end(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def fail(error: Exception, settings: Settings | None) -> int:
    why = _why(error, settings or Settings())
    return fail_with(why, 2 if isinstance(error, SettingError) else 1)


def fail_with(sentence: str, status: int) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return status


def _why(error: Exception, settings: Settings) -> str:
    if isinstance(error, SettingError | MigrationError | BackupError):
        return str(error)
    if isinstance(error, BrokenPipeError):
        return "standard output was closed before everything was written"
    fault = fault_of(error, str(settings.data_dir))
    if isinstance(error, OSError) and (error.filename or fault is not DatabaseFault.FULL):
        is_refused = fault is not DatabaseFault.FULL and _is_of_data_folder(error, settings)
        elsewhere = OTHER_FOLDER if is_refused else ""
        return f"cannot use {error.filename}: {error.strerror}{elsewhere}"
    if fault is None or fault is DatabaseFault.SILENT:
        return f"the database cannot be opened: {getattr(error, 'orig', error)}"
    return _words(fault, settings)


def _is_of_data_folder(error: OSError, settings: Settings) -> bool:
    place = Path(str(error.filename)).absolute()
    folder = settings.data_dir.absolute()
    return place.is_relative_to(folder) or folder.is_relative_to(place)


def _words(fault: DatabaseFault, settings: Settings) -> str:
    from sqlalchemy import make_url

    url = make_url(settings.sqlalchemy_url)
    is_file = url.get_backend_name() == "sqlite"
    place = str(url.database) if is_file else url.render_as_string(hide_password=True)
    restore = "“scorekeeper restore”" if is_file else "psql"
    words = {
        DatabaseFault.BUSY: f"{place} is in use by another program; stop that, or wait for it",
        DatabaseFault.FULL: f"the disk of {place} is full; make room there",
        DatabaseFault.DAMAGED: f"{place} is damaged; put a backup in its place with {restore}",
        DatabaseFault.FOREIGN: f"{place} is not the database of a score book, or is damaged; put "
        "the right one or a backup in its place, or name another one in SCOREKEEPER_DATABASE_URL",
        DatabaseFault.MISSING: f"{place} is missing or empty, though there was a score book; "
        f"restore it, or to start an empty one delete {known_file(settings)}",
        DatabaseFault.READ_ONLY: f"{place} cannot be written to; let the user that runs the server "
        "write there, and in its folder",
        DatabaseFault.UNCLEAR: f"{place} closed the connection before it confirmed the change; "
        "check the data, and run the command again if it is missing",
    }
    return words[fault]
