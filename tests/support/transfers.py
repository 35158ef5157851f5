"""Exports and imports of the first club, and archives and workbooks to import."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.utils.datetime import WINDOWS_EPOCH
from sqlalchemy.orm import Session

from scorekeeper.evenings import zone
from scorekeeper.storage.database import db
from scorekeeper.transfer.club_games import ClubBook
from scorekeeper.transfer.exports import FORMATS
from scorekeeper.transfer.imports import Imported, import_file
from scorekeeper.transfer.sources import Limits, Source
from tests.support.clubs import the_club

PARIS = zone("Europe/Paris")
ABOUT = {"format": 1}


def quiet(_done: int, _all: int) -> None:
    """Ignore the progress of an import."""


def exported(ending: str = "zip") -> bytes:
    """Return the export of the first club as bytes."""
    with Session(db.engine) as session:
        book = ClubBook(session, the_club().id, "Tuesday", "1.2.3", PARIS)
        return b"".join(FORMATS[ending].pieces(book))


def imported(
    content: bytes,
    name: str = "club.zip",
    *,
    most: int = 10_000_000,
    lines: int = 100_000,
    club_id: int | None = None,
) -> Imported:
    """Import a file into a club, by default the first, and return what it added."""
    source = Source(io.BytesIO(content), name, Limits(unpacked=most, lines=lines))
    return import_file(the_club().id if club_id is None else club_id, source, PARIS, quiet)


def lines_of(*documents: Any) -> bytes:
    """Return documents as lines of JSON."""
    return "".join(json.dumps(each) + "\n" for each in documents).encode()


def archive_of(files: Mapping[str, bytes], compression: int = ZIP_DEFLATED) -> bytes:
    """Return a zip file with these files."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def club_of(*documents: Any, players: bytes = b"", about: Any = ABOUT) -> bytes:
    """Return the archive of a club with these games."""
    return archive_of(
        {
            "club.json": json.dumps(about).encode(),
            "players.jsonl": players,
            "games.jsonl": lines_of(*documents),
        }
    )


def workbook(
    *sheets: tuple[str, Sequence[Sequence[Any]]],
    merged: str = "",
    formats: Mapping[str, str] | None = None,
    epoch: datetime = WINDOWS_EPOCH,
) -> bytes:
    """Return a workbook with these sheets by title. `formats` are number formats by cell."""
    book = Workbook()
    book.epoch = epoch
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        if merged:
            sheet.merge_cells(merged)
        for cell, written_as in (formats or {}).items():
            sheet[cell].number_format = written_as
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
