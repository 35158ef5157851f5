"""Export tables as columns, and their files: CSV for spreadsheets, TSV for programs.

A value is a number, a text, a date or empty. Times are in the time zone of the score book. Excel
reads the CSV files as UTF-8, and runs no cell as a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import Any, BinaryIO, Generic, TypeAlias, TypeVar

from scorekeeper.transfer.apostrophes import defused

Value: TypeAlias = int | float | str | date | None
_Row = TypeVar("_Row", contravariant=True)


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[_Row]):
    """A column: its heading, its meaning if the heading is not enough, and its value in a row."""

    name: str
    help: str
    value: Callable[[_Row], Value]


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table: its file name, the meaning of a row, its columns, and a function for its lines.

    `parts` are the parts of a `ClubGame` that the lines need. The table of standings has no parts,
    because its lines come from a tournament.
    """

    file_name: str
    help: str
    columns: Sequence[TableColumn[Any]]
    lines: Callable[[Any, tzinfo], Iterable[Any]]
    parts: tuple[str, ...] = ()

    @property
    def name_for_programs(self) -> str:
        return self.file_name.replace(".csv", ".tsv")

    def rows(self, of: object, zone: tzinfo) -> Iterator[list[Value]]:
        """The rows of a game, or of a tournament."""
        for line in self.lines(of, zone):
            yield [column.value(line) for column in self.columns]


class TableFile:
    """Writes a table to a binary file, piece by piece: as CSV for spreadsheets or as TSV.

    TSV files, for programs, have each text unchanged.
    """

    def __init__(
        self, table: ExportTable, zone: tzinfo, file: BinaryIO | io.RawIOBase, *, for_programs: bool
    ) -> None:
        self._table, self._zone, self._for_programs = table, zone, for_programs
        # Excel reads a file as UTF-8 only if it begins with a byte order mark.
        encoding = "utf-8" if for_programs else "utf-8-sig"
        self._text = io.TextIOWrapper(file, encoding=encoding, newline="")  # type: ignore[type-var]  # any binary file will do
        self._writer = csv.writer(self._text, delimiter="\t" if for_programs else ",")
        self._writer.writerow([column.name for column in table.columns])

    def write(self, of: object) -> None:
        """Write the rows of a game, or of a tournament."""
        for row in self._table.rows(of, self._zone):
            self._writer.writerow(row if self._for_programs else [_kept(value) for value in row])

    def finish(self) -> None:
        """Write the buffered rest. The binary file stays open."""
        self._text.flush()
        self._text.detach()


def _kept(value: Value) -> Value:
    return defused(value) if isinstance(value, str) else value
