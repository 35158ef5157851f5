"""The sheets of a workbook (.xlsx) as rows of text, read piece by piece.

A small file can need much memory: thousands of cells can show one long text. So the total length of
all cells is limited while they are read.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from posixpath import join, normpath
from typing import NamedTuple, TypeAlias
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from scorekeeper.rummy.messages import message
from scorekeeper.transfer.past.cell_formats import (
    CellFormat,
    moment_text,
    number_text,
    read_format,
    usual_format,
)
from scorekeeper.transfer.past.values import WITHOUT_RESULT
from scorekeeper.transfer.sources import Location, Source, faulty_file

WORKBOOK = "xl/workbook.xml"

MOST_SHEETS = 100

A_CELL = 10
"""The number of characters that a cell counts for in addition to its text, even if empty."""

_AT_ONCE = 65_536
"""The number of bytes of XML read in one step."""

_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384
"""The maximum size of a sheet in a spreadsheet."""

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")

_DAMAGE = (
    expat.ExpatError, BadZipFile, zlib.error, EOFError, OSError, LookupError, NotImplementedError,
    OverflowError, RuntimeError, ValueError,
)  # fmt: skip
"""The errors from reading a damaged, encrypted or invented workbook."""

Lines: TypeAlias = Iterator[tuple[int, list[str]]]
"""Rows of text with their numbers from 1. One empty row stands for a whole block of empty rows."""


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A visible sheet. Its `lines` are read on demand."""

    title: str
    lines: Lines
    from_1904: bool


class _Element(NamedTuple):
    """The start of an element with its attributes, or its end with the text before the end."""

    name: str
    begins: bool
    attributes: dict[str, str]
    text: str

    def is_end_of(self, name: str) -> bool:
        return not self.begins and self.name == name


def read_workbook(source: Source) -> Iterator[WorkbookSheet]:
    """The sheets of a workbook. Read each sheet before the next sheet. Raises `FaultyFileError`."""
    with _damage_is_a_fault(source), ZipFile(source.file) as parts:
        book = _Book(source, parts)
        for title, part in book.sheets:
            yield WorkbookSheet(title, book.lines(part), book.from_1904)


@contextmanager
def _damage_is_a_fault(source: Source) -> Iterator[None]:
    try:
        yield
    except _DAMAGE:
        raise faulty_file(message("This workbook is damaged."), Location(source.name)) from None


class _Book:
    """A workbook: its `sheets`, and the texts and cell formats that all sheets share."""

    def __init__(self, source: Source, parts: ZipFile) -> None:
        self._source, self._parts = source, parts
        self._left = source.limits.unpacked
        self.from_1904 = False
        of_kind, of_id = self._relations()
        self.sheets = [*self._sheets(of_id)]
        if len(self.sheets) > MOST_SHEETS:
            text = message("This workbook has more than {most} sheets.", most=MOST_SHEETS)
            raise faulty_file(text, Location(source.name))
        self._texts = [*self._shared_texts(of_kind.get("sharedStrings", ""))]
        self._formats = [*self._cell_formats(of_kind.get("styles", ""))]

    def _take(self, characters: int) -> None:
        self._left -= characters
        if self._left < 0:
            raise self._source.too_large(self._source.name)

    def _elements(self, part: str) -> Iterator[_Element]:
        if not part:
            return
        found, text = list[_Element](), list[str]()

        def begin(name: str, attributes: dict[str, str]) -> None:
            text.clear()
            found.append(_Element(_local(name), True, attributes, ""))

        def end(name: str) -> None:
            found.append(_Element(_local(name), False, {}, "".join(text)))
            text.clear()

        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = begin, end
        parser.CharacterDataHandler = text.append
        parser.StartDoctypeDeclHandler = _refuse
        with self._parts.open(part) as member:
            while piece := member.read(_AT_ONCE):
                self._source.watch()
                parser.Parse(piece)
                yield from found
                found.clear()
            parser.Parse(b"", True)
            yield from found

    def _relations(self) -> tuple[dict[str, str], dict[str, str]]:
        """The parts of the workbook by kind, and its sheets by id."""
        of_kind, of_id = dict[str, str](), dict[str, str]()
        folder = WORKBOOK.rpartition("/")[0]
        for element in self._elements(f"{folder}/_rels/workbook.xml.rels"):
            if element.begins and element.name == "Relationship":
                kind = element.attributes["Type"].rpartition("/")[2]
                part = normpath(join("/", folder, element.attributes["Target"])).lstrip("/")
                of_kind.setdefault(kind, part)
                if kind == "worksheet":
                    of_id[element.attributes["Id"]] = part
        return of_kind, of_id

    def _sheets(self, of_id: dict[str, str]) -> Iterator[tuple[str, str]]:
        for element in self._elements(WORKBOOK):
            if not element.begins:
                continue
            attributes = {_local(name): text for name, text in element.attributes.items()}
            if element.name == "workbookPr":
                self.from_1904 = attributes.get("date1904") in ("1", "true")
            is_seen = attributes.get("state", "visible") == "visible"
            if element.name == "sheet" and is_seen and attributes["id"] in of_id:
                yield attributes["name"], of_id[attributes["id"]]

    def _shared_texts(self, part: str) -> Iterator[str]:
        text = _Text()
        for element in self._elements(part):
            text.read(element)
            if element.is_end_of("si"):
                self._take(A_CELL + len(text.text))
                yield text.text
                text = _Text()

    def _cell_formats(self, part: str) -> Iterator[CellFormat]:
        own, within = dict[str, CellFormat](), ""
        for element in self._elements(part):
            attributes = element.attributes
            if element.name in ("numFmts", "cellXfs"):
                within = element.name if element.begins else ""
            elif element.begins and (within, element.name) == ("numFmts", "numFmt"):
                own[attributes["numFmtId"]] = read_format(attributes["formatCode"])
            elif element.begins and (within, element.name) == ("cellXfs", "xf"):
                number = attributes.get("numFmtId", "0")
                usual = usual_format(int(number))
                self._take(A_CELL)
                yield own.get(number, usual)

    def lines(self, part: str) -> Lines:
        with _damage_is_a_fault(self._source):
            last, row = 0, _SheetRow(0)
            for element in self._elements(part):
                if element.name == "row" and element.begins:
                    row = _SheetRow(int(element.attributes.get("r", last + 1)))
                elif element.is_end_of("row"):
                    if not row.is_filled:
                        continue
                    if row.number > last + 1:
                        yield row.number - 1, []
                    last = row.number
                    yield row.number, row.cells
                elif element.name == "c" and element.begins:
                    row.begin_cell(element.attributes)
                elif element.is_end_of("c"):
                    text = self._text(row.cell)
                    self._take(A_CELL * max(0, row.cell.column + 1 - len(row.cells)) + len(text))
                    row.put(text)
                else:
                    row.cell.read(element)

    def _text(self, cell: _Cell) -> str:
        """The text that a cell shows. A formula has its saved result."""
        if not cell.value and not cell.inline.text:
            return WITHOUT_RESULT if cell.is_formula and cell.kind != "str" else ""
        match cell.kind:
            case "s":
                return self._texts[int(cell.value)]
            case "inlineStr":
                return cell.inline.text
            case "b":
                return "TRUE" if cell.value == "1" else "FALSE"
            case "d":
                return moment_text(
                    datetime.fromisoformat(cell.value).replace(tzinfo=None), shows_time=True
                )
            case "n":
                known = cell.style < len(self._formats)
                written_as = self._formats[cell.style] if known else CellFormat()
                return number_text(float(cell.value), written_as, self.from_1904)
        return cell.value


class _Text:
    """A text while it is read. It joins parts in several fonts and skips pronunciations."""

    def __init__(self) -> None:
        self._parts, self._is_spoken = list[str](), False

    def read(self, element: _Element) -> None:
        if element.name == "rPh":
            self._is_spoken = element.begins
        elif element.is_end_of("t") and not self._is_spoken:
            self._parts.append(element.text)

    @property
    def text(self) -> str:
        return "".join(self._parts)


class _Cell:
    """A cell while it is read: its kind, its format, its stored value."""

    def __init__(self, column: int, attributes: dict[str, str]) -> None:
        self.column = column
        self.kind, self.style = attributes.get("t", "n"), int(attributes.get("s", 0))
        self.value, self.inline, self.is_formula = "", _Text(), False

    def read(self, element: _Element) -> None:
        if element.is_end_of("f"):
            self.is_formula = True
        elif element.is_end_of("v"):
            self.value = element.text
        else:
            self.inline.read(element)


class _SheetRow:
    """A row while it is read. `is_filled` is false if it is empty or has only check boxes."""

    def __init__(self, number: int) -> None:
        if number > _MOST_ROWS:
            raise ValueError("No sheet has so many rows.")
        self.number, self.is_filled = number, False
        self.cells = list[str]()
        self.cell = _Cell(-1, {})

    def begin_cell(self, attributes: dict[str, str]) -> None:
        name = attributes.get("r")
        column = self.cell.column + 1 if name is None else _column(name)
        if column >= _MOST_COLUMNS:
            raise ValueError("No sheet has so many columns.")
        self.cell = _Cell(column, attributes)

    def put(self, text: str) -> None:
        if text:
            column = self.cell.column
            self.cells += [""] * (column + 1 - len(self.cells))
            self.cells[column] = text
            self.is_filled = self.is_filled or self.cell.kind != "b"


@lru_cache(256)
def _local(name: str) -> str:
    """A name of XML without its namespace, which differs between programs."""
    return name.rpartition(" ")[2]


def _refuse(*_doctype: object) -> None:
    """Reject a document type. Spreadsheets have none, and it could define endless texts."""
    raise ValueError("A workbook has no document type.")


def _column(name: str) -> int:
    """The column of a cell, from 0.

    >>> _column("A7"), _column("Z7"), _column("AA7")
    (0, 25, 26)
    """
    found = _CELL.fullmatch(name)
    if found is None:
        raise ValueError(f"{name} is no cell.")
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1
