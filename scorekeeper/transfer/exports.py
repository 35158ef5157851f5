"""The export formats of a club: an archive, lines of JSON, tables, a workbook.

Games, tournaments and tables are written piece by piece, so that memory use stays constant.
"""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date
from functools import partial
from tempfile import TemporaryFile
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from scorekeeper import clock
from scorekeeper.storage.models import Player
from scorekeeper.storage.zip_entries import zip_entry
from scorekeeper.transfer.club_games import ClubBook, line_of
from scorekeeper.transfer.club_leagues import lines_of_leagues
from scorekeeper.transfer.club_tournaments import STANDINGS_TABLE, tournaments_of
from scorekeeper.transfer.club_tournaments import line_of as line_of_tournament
from scorekeeper.transfer.table_files import ExportTable, TableFile
from scorekeeper.transfer.tables import TABLES
from scorekeeper.transfer.workbook import write_workbook

PIECE = 64 * 1024
"""The number of bytes of a file read in one step."""

ARCHIVE_FORMAT = 2
"""The version of the archive format and of the games in it.

A program that knows only a lower version rejects the archive.
"""

ABOUT, PLAYERS, GAMES = "club.json", "players.jsonl", "games.jsonl"
TOURNAMENTS, LEAGUES, STATISTICS = "tournaments.jsonl", "leagues.jsonl", "statistics.xlsx"
"""The files of an archive, besides the tables."""

EVERYTHING = ("document", "sheet")
"""The parts of a game that must be readable, because an import reads and judges the game."""

LONGEST_NAME = 40
"""The maximum length of the club's name in a file name."""

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class Sink(io.RawIOBase):
    """A file that holds written bytes until `take`. It does not support seeking."""

    def __init__(self) -> None:
        super().__init__()
        self._buffer = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        before = len(self._buffer)
        self._buffer += memoryview(content)  # type: ignore[arg-type]  # any buffer, as io says
        return len(self._buffer) - before

    def take(self) -> bytes:
        taken = bytes(self._buffer)
        self._buffer.clear()
        return taken


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece


def club_archive(book: ClubBook) -> Iterator[bytes]:
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive, ExitStack() as open_files:
        tables = [(table, open_files.enter_context(TemporaryFile())) for table in TABLES]
        yield from _pack_games(archive, sink, book, tables)
        yield from _pack_tournaments(archive, sink, book, open_files.enter_context(TemporaryFile()))
        archive.writestr(zip_entry(LEAGUES), b"".join(lines_of_leagues(book)))
        archive.writestr(zip_entry(PLAYERS), _players(book))
        for table, file in tables:
            yield from _pack(archive, sink, table.file_name, file)
        statistics = open_files.enter_context(TemporaryFile())
        write_workbook(book.session, book.club_id, statistics)
        yield from _pack(archive, sink, STATISTICS, statistics)
        archive.writestr(zip_entry(ABOUT), json.dumps(_about(book), ensure_ascii=False, indent=2))
    yield sink.take()


def _pack_games(
    archive: ZipFile, sink: Sink, book: ClubBook, tables: Sequence[tuple[ExportTable, BinaryIO]]
) -> Iterator[bytes]:
    """Pack the games. This also writes the tables to their files."""
    files = [TableFile(table, book.zone, file, for_programs=False) for table, file in tables]
    with archive.open(zip_entry(GAMES), "w") as member:
        for game in book.games(*EVERYTHING):
            member.write(line_of(game))
            for file in files:
                file.write(game)
            yield sink.take()
    for file in files:
        file.finish()


def _pack_tournaments(
    archive: ZipFile, sink: Sink, book: ClubBook, standings: BinaryIO
) -> Iterator[bytes]:
    table = TableFile(STANDINGS_TABLE, book.zone, standings, for_programs=False)
    with archive.open(zip_entry(TOURNAMENTS), "w") as member:
        for tournament in tournaments_of(book):
            member.write(line_of_tournament(tournament))
            table.write(tournament)
            yield sink.take()
    table.finish()
    yield from _pack(archive, sink, STANDINGS_TABLE.file_name, standings)


def _pack(archive: ZipFile, sink: Sink, name: str, file: BinaryIO) -> Iterator[bytes]:
    with archive.open(zip_entry(name), "w") as member:
        for piece in pieces_of(file):
            member.write(piece)
            yield sink.take()


def _players(book: ClubBook) -> str:
    query = select(Player).where(Player.club_id == book.club_id)
    query = query.options(joinedload(Player.same_as)).order_by(Player.name)
    players = [_player(player) for player in book.session.scalars(query)]
    return "".join(json.dumps(player, ensure_ascii=False) + "\n" for player in players)


def _player(player: Player) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "sign": player.sign,
        "archived": player.archived_at and player.archived_at.astimezone(UTC).isoformat(),
        "same_as": player.same_as and player.same_as.name,
    }
    given = {key: value for key, value in parts.items() if value}
    return {"name": player.name, "colour": player.colour, **given}


def _about(book: ClubBook) -> dict[str, Any]:
    return {
        "format": ARCHIVE_FORMAT,
        "scorekeeper": book.version,
        "made_at": clock.now().isoformat(timespec="seconds"),
        "club": book.name,
        "games": book.read,
        "rounds": book.rounds,
        "unreadable": book.unreadable,
    }


@dataclass(frozen=True, slots=True)
class Format:
    """An export format: its file ending, its media type, and the function that makes a file."""

    ending: str
    media_type: str
    pieces: Callable[[ClubBook], Iterator[bytes]]


def _lines(book: ClubBook) -> Iterator[bytes]:
    return map(line_of, book.games(*EVERYTHING))


def _table(table: ExportTable, book: ClubBook, *, for_programs: bool) -> Iterator[bytes]:
    sink = Sink()
    file = TableFile(table, book.zone, sink, for_programs=for_programs)
    for one in tournaments_of(book) if table is STANDINGS_TABLE else book.games(*table.parts):
        file.write(one)
        yield sink.take()
    file.finish()
    yield sink.take()


def _workbook(book: ClubBook) -> Iterator[bytes]:
    with TemporaryFile() as file:
        write_workbook(book.session, book.club_id, file)
        yield from pieces_of(file)


FORMATS = {
    form.ending: form
    for form in (
        Format("zip", "application/zip", club_archive),
        Format("jsonl", "application/jsonl", _lines),
        Format("xlsx", _XLSX, _workbook),
        *[
            Format(table.file_name, "text/csv", partial(_table, table, for_programs=False))
            for table in (*TABLES, STANDINGS_TABLE)
        ],
        *[
            Format(
                table.name_for_programs,
                "text/tab-separated-values",
                partial(_table, table, for_programs=True),
            )
            for table in (*TABLES, STANDINGS_TABLE)
        ],
    )
}
"""The formats by their file endings."""


def file_name(club_name: str, day: date, form: Format) -> str:
    """A file name that every system can store.

    >>> file_name("Café Zoé / Nice", date(2026, 11, 21), FORMATS["rounds.csv"])
    'cafe-zoe-nice-2026-11-21-rounds.csv'
    """
    plain = unicodedata.normalize("NFKD", club_name.casefold()).encode("ascii", "ignore").decode()
    name = "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST_NAME].strip("-") or "scorekeeper"
    joint = "-" if "." in form.ending else "."
    return f"{name}-{day}{joint}{form.ending}"
