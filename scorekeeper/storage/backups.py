"""Backups of the score book and the secret key as one zip file, made while people play.

A backup is verified before it is restored. Backups are only for SQLite. PostgreSQL has its own
backup programs; see `docs/servers.md`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO

from scorekeeper import clock
from scorekeeper.config import Settings
from scorekeeper.storage import database_file, writer_queue
from scorekeeper.storage.data_folder import KEY_FILE, is_known_book, remember_book
from scorekeeper.storage.faults import (
    ROOM_NEEDED,
    DatabaseFault,
    DatabaseFaultError,
    fault_of_sqlite,
)
from scorekeeper.storage.staging import staging_folder
from scorekeeper.storage.zip_entries import zip_entry

BOOK, ABOUT = "scorekeeper.db", "backup.json"
"""The files of a backup: the score book and the description. `KEY_FILE` is there too, if any."""

FORMAT = 1

LONGEST_ABOUT = 100_000
"""The maximum size of a description in bytes. Real descriptions are far smaller."""

READERS_PATIENCE = 30.0
"""Seconds that a backup or a restore waits while another program locks the database."""


class BackupError(Exception):
    """A backup cannot be made or restored. The message gives the reason; nothing was changed."""


class NoRoomError(BackupError):
    """The disk has too little free space for a backup."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The description of a backup."""

    version: str
    made_at: datetime
    games: int
    rounds: int
    sums: dict[str, str]


def back_up(settings: Settings, target: Path, version: str, *, may_replace: bool = False) -> Backup:
    """Write a backup to a new file. If `may_replace`, replace an old file.

    The file appears complete or not at all. `version` is the version of the program.

    Raises `BackupError` if the file exists, if there is no score book, or if there is too little
    free space. Also raises `OSError` and the errors of `has_our_tables`.
    """
    book = book_file(settings)
    if target.exists() and not may_replace:
        raise BackupError(f"{target} already exists; choose another name")
    _check_that_it_is_there(book)
    _check_room(book, target.parent)
    with staging_folder(target.parent) as folder:
        copy = folder / BOOK
        _copy_database(book, copy)
        files = [copy]
        if (settings.data_dir / KEY_FILE).exists():
            files.append(settings.data_dir / KEY_FILE)
        about = _describe(copy, files, version)
        packed = folder / "backup.zip"
        _pack(packed, files, about)
        if may_replace:
            packed.replace(target)
        else:
            os.link(packed, target)  # fails if the file exists by now
        _write_through(target.parent)
    return about


def _check_room(book: Path, folder: Path) -> None:
    """Raise `NoRoomError` if a backup would leave the score book no room to grow."""
    parts = (Path(f"{book}{end}") for end in ("", *database_file.BESIDE))
    size = sum(part.stat().st_size for part in parts if part.exists())
    if shutil.disk_usage(folder).free < 2 * size + ROOM_NEEDED:
        raise NoRoomError(f"there is no room for a backup in {folder}: it takes {2 * size:,} bytes")


def restore(settings: Settings, source: BinaryIO) -> tuple[Backup, list[Path]]:
    """Replace the score book and the secret key by those of a backup. Keep the old files.

    Returns the description of the backup, and the old files under their new names.

    A running server continues with the new score book. Raises `BackupError` if the backup is
    incomplete or damaged, and `OtherVersionError` if this version of the program does not know its
    tables.
    """
    book = book_file(settings)
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    book.parent.mkdir(parents=True, exist_ok=True)
    with staging_folder(book.parent) as folder:
        about = _unpack(source, folder)
        _check(folder, about)
        _begin_anew(folder / BOOK)
        with writer_queue.take_write_turn(str(book), READERS_PATIENCE):
            set_aside = _exchange(folder, book, settings.data_dir / KEY_FILE)
    remember_book(settings)
    return about, set_aside


def book_file(settings: Settings) -> Path:
    """The file of the score book. Raises `BackupError` for PostgreSQL."""
    from sqlalchemy import make_url

    url = make_url(settings.sqlalchemy_url)
    if url.get_backend_name() != "sqlite":
        raise BackupError(
            "the score book is on PostgreSQL: back it up with pg_dump, and restore it into an "
            f"empty database, as docs/servers.md says; keep {settings.data_dir / KEY_FILE} too"
        )
    return Path(str(url.database))


def check_that_there_is_a_book(settings: Settings) -> None:
    """Raise `BackupError` if this data folder has no book and never had one.

    A book on PostgreSQL is not checked.
    """
    from sqlalchemy import make_url

    url = make_url(settings.sqlalchemy_url)
    if url.get_backend_name() == "sqlite" and not is_known_book(settings):
        _check_that_it_is_there(Path(str(url.database)))


def _check_that_it_is_there(book: Path) -> None:
    if not database_file.has_our_tables(str(book), READERS_PATIENCE):
        raise BackupError(f"there is no score book at {book}")


def _copy_database(book: Path, copy: Path) -> None:
    """Copy one consistent state of the database, even while others write."""
    database_file.make_file(str(copy))
    with (
        _faults_in(copy.parent),
        closing(sqlite3.connect(book, timeout=READERS_PATIENCE)) as original,
        closing(sqlite3.connect(copy)) as new,
    ):
        original.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _faults_in(folder: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        fault = fault_of_sqlite(error, str(folder)) or DatabaseFault.SILENT
        if fault is DatabaseFault.FULL:
            raise NoRoomError(f"there is no room for a backup in {folder}") from error
        raise DatabaseFaultError(fault, str(error)) from error


def _describe(copy: Path, files: list[Path], version: str) -> Backup:
    with _faults_in(copy.parent), closing(sqlite3.connect(copy)) as database:
        [games] = database.execute("SELECT count(*) FROM game").fetchone()
        [rounds] = database.execute("SELECT count(*) FROM round").fetchone()
    sums = {file.name: _sum_of(file) for file in files}
    return Backup(version, clock.now(), games, rounds, sums)


def _pack(packed: Path, files: list[Path], about: Backup) -> None:
    database_file.make_file(str(packed))
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.writestr(zip_entry(ABOUT), json.dumps(_document(about), indent=2) + "\n")
        for file in files:
            with (
                archive.open(zip_entry(file.name, file.stat().st_size), "w") as member,
                file.open("rb") as packed_file,
            ):
                shutil.copyfileobj(packed_file, member, 1 << 20)
    _write_through(packed)


def _document(about: Backup) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "scorekeeper": about.version,
        "made_at": about.made_at.isoformat(timespec="seconds"),
        "games": about.games,
        "rounds": about.rounds,
        "sha256": about.sums,
    }


def _unpack(source: BinaryIO, folder: Path) -> Backup:
    """Extract only the files that the description lists."""
    try:
        with zipfile.ZipFile(source) as archive:
            with archive.open(ABOUT) as described:
                about = _read(json.loads(described.read(LONGEST_ABOUT)))
            for name in about.sums:
                with archive.open(name) as packed, (folder / name).open("xb") as file:
                    (folder / name).chmod(0o600)
                    while block := packed.read(1 << 20):
                        file.write(block)
                _write_through(folder / name)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise BackupError("this is no backup of a score book, or is damaged") from error
    return about


def _read(document: dict[str, Any]) -> Backup:
    if document["format"] != FORMAT:
        version = document["scorekeeper"]
        raise BackupError(
            f"the backup was made by Scorekeeper {version}, a newer version than this one"
        )
    sums = dict(document["sha256"])
    if BOOK not in sums or not sums.keys() <= {BOOK, KEY_FILE}:
        raise ValueError(f"unknown files: {sorted(sums)}")
    made_at = datetime.fromisoformat(document["made_at"])
    counted = (int(document["games"]), int(document["rounds"]))
    return Backup(document["scorekeeper"], made_at, *counted, sums)


def _check(folder: Path, about: Backup) -> None:
    """Raise `BackupError` if a checksum is wrong, and the errors of `has_our_tables`."""
    for name, expected in about.sums.items():
        if _sum_of(folder / name) != expected:
            raise BackupError(f"the backup is damaged: {name} differs from the original")
    made_by = f"The backup of Scorekeeper {about.version}"
    database_file.has_our_tables(str(folder / BOOK), READERS_PATIENCE, made_by)


def _begin_anew(book: Path) -> None:
    from sqlalchemy import URL, create_engine

    from scorekeeper.storage.versions import begin_anew

    engine = create_engine(URL.create("sqlite", database=str(book)))
    try:
        with engine.begin() as connection:
            begin_anew(connection)
    finally:
        engine.dispose()


def _exchange(folder: Path, book: Path, key: Path) -> list[Path]:
    """Put the new files in place, and return the old files under their new names.

    The old files get their new names first, so a killed program loses nothing. The old `-wal` file
    is deleted before the book is replaced, because SQLite would apply it to the new book.
    """
    aside = _ending_of_what_is_kept(book.parent)
    old = [Path(f"{book}{end}") for end in ("", *database_file.BESIDE)]
    pairs = [(file, Path(f"{book}{aside}{file.name[len(book.name) :]}")) for file in old]
    if (
        (folder / KEY_FILE).exists()
        and key.exists()
        and (folder / KEY_FILE).read_bytes() != key.read_bytes()
    ):
        pairs.append((key, key.with_name(f"{key.name}{aside}")))
    set_aside = [(file, other) for file, other in pairs if file.exists()]
    _check_that_they_can_be_replaced(old)
    for file, other in set_aside:
        os.link(file, other)
    for beside in old[1:]:
        beside.unlink(missing_ok=True)
    (folder / BOOK).replace(book)
    if (folder / KEY_FILE).exists():
        (folder / KEY_FILE).replace(key)
    _write_through(book.parent)
    return [other for _file, other in set_aside]


def _ending_of_what_is_kept(folder: Path) -> str:
    at = clock.now().strftime(".before-%Y%m%d-%H%M%S")
    endings = chain([at], (f"{at}-{number}" for number in count(2)))
    return next(ending for ending in endings if not any(folder.glob(f"*{ending}*")))


def _check_that_they_can_be_replaced(files: list[Path]) -> None:
    """Raise `BackupError` if a file cannot be renamed. On Windows, open files cannot."""
    try:
        for file in filter(Path.exists, files):
            file.replace(file)
    except PermissionError as error:
        raise BackupError(
            f"{error.filename} cannot be replaced ({error.strerror}): first stop the server that "
            "uses it"
        ) from None


def _sum_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _write_through(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows cannot open folders.
    # Windows flushes only files opened for writing. No system opens a folder for writing.
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
