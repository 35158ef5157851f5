"""What a club can be written as: an archive, lines of JSON, tables, a workbook of statistics."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from tempfile import TemporaryFile

from scorekeeper.transfer.archive import club_archive
from scorekeeper.transfer.club_games import ClubBook, line_of
from scorekeeper.transfer.pieces import Sink, pieces_of
from scorekeeper.transfer.tables import TABLES, CsvFile, Table
from scorekeeper.transfer.workbook import write_workbook

LONGEST_NAME = 40
"""How long the part of a file name is that comes from the name of the club."""


@dataclass(frozen=True, slots=True)
class Format:
    """A form of export: what its files end with, their media type, and how one is made."""

    ending: str
    media_type: str
    pieces: Callable[[ClubBook], Iterator[bytes]]


def _lines(book: ClubBook) -> Iterator[bytes]:
    return map(line_of, book.games())


def _table(table: Table, book: ClubBook) -> Iterator[bytes]:
    sink = Sink()
    file = CsvFile(table, book.zone, sink)
    for game in book.games():
        file.write(game)
        yield sink.take()
    file.finish()
    yield sink.take()


def _workbook(book: ClubBook) -> Iterator[bytes]:
    with TemporaryFile() as file:
        write_workbook(book.session, book.club_id, file)
        yield from pieces_of(file)


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORMATS = {
    each.ending: each
    for each in (
        Format("zip", "application/zip", club_archive),
        Format("jsonl", "application/jsonl", _lines),
        Format("xlsx", _XLSX, _workbook),
        *[Format(table.file_name, "text/csv", partial(_table, table)) for table in TABLES],
    )
}
"""The formats by what their files end with."""


def file_name(club_name: str, day: date, format: Format) -> str:
    """The name of a file that every system can store.

    >>> file_name("Café Zoé / Nice", date(2026, 11, 21), FORMATS["rounds.csv"])
    'cafe-zoe-nice-2026-11-21-rounds.csv'
    """
    plain = unicodedata.normalize("NFKD", club_name.casefold()).encode("ascii", "ignore").decode()
    name = "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST_NAME].strip("-") or "scorekeeper"
    joint = "-" if "." in format.ending else "."
    return f"{name}-{day}{joint}{format.ending}"
