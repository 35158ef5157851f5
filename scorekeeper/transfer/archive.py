"""A club as one zip archive, packed while it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from scorekeeper.storage.models import Player
from scorekeeper.transfer.club_games import ClubBook, line_of
from scorekeeper.transfer.pieces import Sink, pieces_of
from scorekeeper.transfer.tables import TABLES, CsvFile, Table
from scorekeeper.transfer.workbook import write_workbook

FORMAT = 1
"""The number of this form of the archive."""

ABOUT, PLAYERS, GAMES, STATISTICS = "club.json", "players.jsonl", "games.jsonl", "statistics.xlsx"
"""The files of an archive, besides the tables."""


def club_archive(book: ClubBook) -> Iterator[bytes]:
    """The archive of a club in pieces."""
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive, ExitStack() as open_files:
        tables = [(table, open_files.enter_context(TemporaryFile())) for table in TABLES]
        yield from _pack_games(archive, sink, book, tables)
        archive.writestr(_entry(PLAYERS), _players(book))
        for table, file in tables:
            yield from _pack(archive, sink, table.file_name, file)
        statistics = open_files.enter_context(TemporaryFile())
        write_workbook(book.session, book.club_id, statistics)
        yield from _pack(archive, sink, STATISTICS, statistics)
        archive.writestr(_entry(ABOUT), json.dumps(_about(book), ensure_ascii=False, indent=2))
    yield sink.take()


def _pack_games(
    archive: ZipFile, sink: Sink, book: ClubBook, tables: Sequence[tuple[Table, BinaryIO]]
) -> Iterator[bytes]:
    """Pack the games, and write the tables to their files meanwhile."""
    files = [CsvFile(table, book.zone, file) for table, file in tables]
    with archive.open(_entry(GAMES), "w") as member:
        for game in book.games():
            member.write(line_of(game))
            for file in files:
                file.write(game)
            yield sink.take()
    for file in files:
        file.finish()


def _pack(archive: ZipFile, sink: Sink, name: str, file: BinaryIO) -> Iterator[bytes]:
    with archive.open(_entry(name), "w") as member:
        for piece in pieces_of(file):
            member.write(piece)
            yield sink.take()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, datetime.now().timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    return entry


def _players(book: ClubBook) -> str:
    """The players of a club as lines of JSON, with their faces."""
    query = select(Player).where(Player.club_id == book.club_id)
    query = query.options(joinedload(Player.same_as)).order_by(Player.name)
    players = [_player(each) for each in book.session.scalars(query)]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in players)


def _player(player: Player) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "sign": player.sign,
        "archived": player.archived_at and player.archived_at.astimezone(UTC).isoformat(),
        "same_as": player.same_as and player.same_as.name,
    }
    known = {key: value for key, value in parts.items() if value}
    return {"name": player.name, "colour": player.colour, **known}


def _about(book: ClubBook) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "scorekeeper": book.version,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "club": book.name,
        "games": book.read,
        "rounds": book.rounds,
        "unreadable": book.unreadable,
    }
