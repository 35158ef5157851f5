"""The tables of a club as CSV that Excel reads as UTF-8, without a cell that runs as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, BinaryIO, TypeAlias

from scorekeeper.transfer.club_games import ClubGame
from scorekeeper.transfer.columns import (
    GAMES,
    HANDS,
    ROUNDS,
    Column,
    GameLine,
    Value,
    hand_lines,
    round_lines,
)

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A spreadsheet could take a text that begins with one of these for a formula."""

Rows: TypeAlias = Iterator[list[Value]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the name of its file, what a row is, its columns, and the rows of one game."""

    file_name: str
    help: str
    columns: Sequence[Column[Any]]
    rows: Callable[[ClubGame, tzinfo], Rows]


def _games(game: ClubGame, zone: tzinfo) -> Rows:
    yield [column.value(GameLine(game, zone)) for column in GAMES]


def _rounds(game: ClubGame, zone: tzinfo) -> Rows:
    for round in round_lines(game, zone):
        yield [column.value(round) for column in ROUNDS]


def _hands(game: ClubGame, zone: tzinfo) -> Rows:
    for round in round_lines(game, zone):
        for hand in hand_lines(round):
            yield [column.value(hand) for column in HANDS]


TABLES = (
    Table("games.csv", "A row for each game.", GAMES, _games),
    Table("rounds.csv", "A row for each round.", ROUNDS, _rounds),
    Table("hands.csv", "A row for each player in each round.", HANDS, _hands),
)


class CsvFile:
    """Writes a table to a binary file, game by game."""

    def __init__(self, table: Table, zone: tzinfo, file: BinaryIO | io.RawIOBase) -> None:
        self._table, self._zone = table, zone
        # Excel takes a file for UTF-8 only if it begins with a byte order mark.
        self._text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")  # type: ignore[type-var]  # any binary file will do
        self._writer = csv.writer(self._text)
        self._writer.writerow([column.name for column in table.columns])

    def write(self, game: ClubGame) -> None:
        """Add the rows of a game."""
        for row in self._table.rows(game, self._zone):
            self._writer.writerow([defused(value) for value in row])

    def finish(self) -> None:
        """Write what is left; the binary file stays open."""
        self._text.flush()
        self._text.detach()


def defused(value: Value) -> Value:
    """The value, with an apostrophe before a text that could be taken for a formula.

    >>> defused("=1+1"), defused("Ann"), defused(-5)
    ("'=1+1", 'Ann', -5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
