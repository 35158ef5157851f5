"""The rows of a file as cells with text, from a text with separators or a workbook.

No content is executed: a formula has its saved result. Reading stops at the limits.
"""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rummy.messages import message
from scorekeeper.transfer.apostrophes import restored
from scorekeeper.transfer.past.workbook import read_workbook
from scorekeeper.transfer.sources import FaultyFileError, Location, Source, faulty_file

SEPARATORS = ";\t,|"

MOST_COLUMNS = 200

ROWS_A_GAME = 5
"""A file can have this many rows per allowed game."""

HEAD = 100_000
"""The number of characters at the start of a text used to find its separator."""

LONGEST_LINE = 100_000

NO_RESULTS = message("This is neither a table nor a file of games.")

_MOST_LINES = 1_200_000
"""The most rows, including empty rows. A sheet of a spreadsheet has up to 1,048,576."""

_MOST_CELLS = 16_384
"""The most cells in a row, including empty cells, as in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class CellRow:
    """A row that is not empty, with its number from 1.

    A row is `apart` if there are empty rows between this row and the row above.
    """

    number: int
    cells: tuple[str, ...]
    apart: bool = False

    def cell_name(self, column: int) -> str:
        """The name of a cell in a spreadsheet.

        >>> CellRow(7, ()).cell_name(0), CellRow(7, ()).cell_name(26)
        ('A7', 'AA7')
        """
        letters = ""
        while column >= 0:
            letters = chr(ord("A") + column % 26) + letters
            column = column // 26 - 1
        return f"{letters}{self.number}"


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The rows of a table. `title` is the name of the sheet in a workbook.

    With `from_1904`, its dates count days from 1904, and so does a plain number below the heading
    “Date”.
    """

    title: str
    rows: tuple[CellRow, ...]
    from_1904: bool = False


def text_of(content: bytes, name: str) -> str:
    """The text of a file in UTF-8, UTF-16 or a Windows encoding. Raises `FaultyFileError`."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise faulty_file(NO_RESULTS, Location(name))


def separators_of(text: str) -> list[str]:
    """The possible separators, most likely first."""
    return sorted(SEPARATORS, key=text[:HEAD].count, reverse=True)


def check_lines(text: str, name: str) -> None:
    """Reject a text with too many or too long lines. Raises `FaultyFileError`."""
    if text.count("\n") > _MOST_LINES:
        raise _too_many_rows(_MOST_LINES, name)
    longest = max(enumerate(text.split("\n"), 1), key=lambda line: len(line[1]))
    if len(longest[1]) > LONGEST_LINE:
        raise faulty_file(message("This line is too long."), Location(name, longest[0]))


def table_of_text(text: str, separator: str, source: Source) -> Worksheet:
    """The rows of a text with this separator. Raises `FaultyFileError`."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return Worksheet("", tuple(_rows(_numbered(lines, source.name), source)))


def _numbered(lines: Iterator[list[str]], name: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Logical lines, each with the number of its first line in the file."""
    while True:
        number = lines.line_num + 1  # type: ignore[attr-defined]  # of the reader of csv
        try:
            cells = next(lines, None)
        except csv.Error:
            text = message("This line cannot be read.")
            raise faulty_file(text, Location(name, number)) from None
        if cells is None:
            return
        yield number, cells


def sheets_of_workbook(source: Source) -> list[Worksheet]:
    """The visible sheets of a workbook. Raises `FaultyFileError`."""
    return [
        Worksheet(sheet.title, tuple(_rows(sheet.lines, source)), sheet.from_1904)
        for sheet in read_workbook(source)
    ]


def _rows(lines: Iterable[tuple[int, Sequence[str]]], source: Source) -> Iterator[CellRow]:
    """The rows that are not empty. Raises `FaultyFileError` if there are too many."""
    most, found, apart = ROWS_A_GAME * source.limits.lines, 0, False
    for number, line in lines:
        source.watch()
        if not any(line):
            apart = True
            continue
        if len(line) > _MOST_CELLS or any(line[MOST_COLUMNS:]):
            text = message("A row has up to {most} columns.", most=MOST_COLUMNS)
            raise faulty_file(text, Location(source.name, number))
        cells = tuple(restored(" ".join(cell.split())) for cell in line[:MOST_COLUMNS])
        if any(cells):
            found += 1
            yield CellRow(number, cells, apart)
        apart = not any(cells)
        if found > most:
            raise _too_many_rows(most, source.name)


def _too_many_rows(most: int, name: str) -> FaultyFileError:
    return faulty_file(message("This file has more than {most} rows.", most=most), Location(name))
