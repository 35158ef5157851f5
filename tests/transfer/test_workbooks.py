"""A workbook is read as spreadsheets show it, and only as far as its limit of unpacked bytes."""

from __future__ import annotations

import io

import pytest

from scorekeeper.rummy.messages import render
from scorekeeper.transfer.past import workbook
from scorekeeper.transfer.past.values import WITHOUT_RESULT
from scorekeeper.transfer.past.workbook import read_workbook
from scorekeeper.transfer.sources import FaultyFileError, Limits, Source
from tests.support.transfers import archive_of
from tests.support.walks import walk

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

Rows = list[tuple[int, list[str]]]


def parts_of(
    *sheets: str, texts: str = "", styles: str = "", namespace: str = MAIN, target: str = ""
) -> dict[str, bytes]:
    """Return the parts of a workbook with these rows of XML in its sheets."""
    numbers = range(1, len(sheets) + 1)
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in numbers)
    kinds = {f"r{n}": ("worksheet", f"{target}worksheets/sheet{n}.xml") for n in numbers}
    kinds |= {"t": ("sharedStrings", "sharedStrings.xml"), "s": ("styles", "styles.xml")}
    relations = "".join(
        f'<Relationship Id="{key}" Type="{RELATIONS}/{kind}" Target="{part}"/>'
        for key, (kind, part) in kinds.items()
    )
    whole = {
        "xl/workbook.xml": f'<workbook xmlns="{namespace}" xmlns:r="{RELATIONS}"><sheets>{listed}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{relations}'
        "</Relationships>",
        "xl/sharedStrings.xml": f'<sst xmlns="{namespace}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{namespace}">{styles}</styleSheet>',
    }
    for number, rows in enumerate(sheets, 1):
        whole[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{namespace}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return {name: text.encode() for name, text in whole.items()}


def source_of(parts: dict[str, bytes], most: int = 1_000_000) -> Source:
    return Source(io.BytesIO(archive_of(parts)), "games.xlsx", Limits(most, 1_000))


def rows_of(parts: dict[str, bytes], most: int = 1_000_000) -> list[Rows]:
    """Return the rows of every sheet."""
    return [list(sheet.lines) for sheet in read_workbook(source_of(parts, most))]


def refusal(parts: dict[str, bytes], most: int = 1_000_000) -> str:
    with pytest.raises(FaultyFileError) as refused:
        rows_of(parts, most)
    return render(refused.value.faults[0].error.sentence, ())


def row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


SHOWN = '<c t="s"><v>0</v></c>'


@walk(
    ("rows", "texts"),
    {
        "texts": (row(1, SHOWN * 20), f"<si><t>{'x' * 1_000}</t></si>"),
        "empty cells": ("".join(row(n, f'<c r="GR{n}"><v>1</v></c>') for n in range(1, 12)), ""),
        "texts that no cell shows": (row(1, "<c><v>1</v></c>"), "<si><t>12345</t></si>" * 1_500),
    },
)
def test_what_all_cells_come_to_is_bounded_that_are(rows: str, texts: str) -> None:
    parts = parts_of(rows, texts=texts)
    assert "too large" in refusal(parts, 20_000)
    assert rows_of(parts, 30_000)


def test_formats_count_that_no_cell_has() -> None:
    formats = "<cellXfs>" + "<xf/>" * 2_100 + "</cellXfs>"
    parts = parts_of(row(1, "<c><v>1</v></c>"), styles=formats)
    assert "too large" in refusal(parts, 20_000)


def test_every_sheet_counts_although_all_are_one_part_of_the_file() -> None:
    parts = parts_of(*[row(1, SHOWN)] * 30, texts=f"<si><t>{'x' * 1_000}</t></si>")
    assert "too large" in refusal(parts, 20_000)


def test_the_number_of_sheets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_SHEETS", 2)
    filled = row(1, "<c><v>1</v></c>")
    assert len(rows_of(parts_of(filled, filled))) == 2
    assert refusal(parts_of(filled, filled, filled)) == "This workbook has more than 2 sheets."


@walk(
    ("rows", "read"),
    {
        "the last row": (row(1_048_576, "<c><v>1</v></c>"), [(1_048_575, []), (1_048_576, ["1"])]),
        "a row after the last": (row(1_048_577, "<c><v>1</v></c>"), None),
        "a column after the last": (row(1, '<c r="XFE1"><v>1</v></c>'), None),
        "a cell without a place": (row(1, '<c r="1"><v>1</v></c>'), None),
        "a text that is not there": (row(1, SHOWN), None),
    },
)
def test_a_sheet_ends_where_those_of_spreadsheets_do_with(rows: str, read: Rows | None) -> None:
    if read is None:
        assert refusal(parts_of(rows)) == "This workbook is damaged."
    else:
        assert rows_of(parts_of(rows)) == [read]


@walk("encoding", ["utf-8", "utf-16"])
@walk("part", ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"])
def test_a_document_type_is_refused(part: str, encoding: str) -> None:
    parts = parts_of(row(1, "<c><v>1</v></c>"))
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]>'
    parts[part] = (text + parts[part].decode()).encode(encoding)
    assert refusal(parts) == "This workbook is damaged."


def test_reading_stops_when_it_is_told_to() -> None:
    class StopError(Exception):
        pass

    def stop() -> None:
        raise StopError

    source = source_of(parts_of(row(1, SHOWN)))
    source.watch = stop
    with pytest.raises(StopError):
        list(read_workbook(source))


def test_a_workbook_of_another_program_is_read() -> None:
    rows = (
        '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:r><x:t>Bo</x:t>'
        "</x:r><x:r><x:t>b</x:t></x:r></x:is></x:c></x:row><x:row/><x:row><x:c><x:v>7</x:v></x:c>"
        "<x:c/></x:row>"
    )
    spoken = "<si><r><t>An</t></r><r><t>n</t></r><rPh sb='0' eb='1'><t>Ah</t></rPh></si>"
    parts = parts_of(rows, texts=spoken, namespace=STRICT, target="/xl/")
    part = "xl/worksheets/sheet1.xml"
    parts[part] = (
        parts[part]
        .replace(b"<worksheet xmlns=", b"<worksheet xmlns:x=")
        .replace(b"<sheetData>", b"")
        .replace(b"</sheetData>", b"")
    )
    assert rows_of(parts) == [[(1, ["Ann", "", "Bob"]), (2, ["7"])]]


FORMATS = [
    *("General", "m/d/yy", "d/m/yyyy h:mm", "h:mm", '0" days"', "[$-409]d-mmm", "mmm yyyy"),
    *("[h]:mm", "0.00"),
]
STYLES = (
    "<numFmts>"
    + "".join(
        f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>'
        for n, code in enumerate(each.replace('"', "&quot;") for each in FORMATS)
    )
    + '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>'
    + "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(len(FORMATS)))
    + '<xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>'
)
A_DATE, A_MOMENT = len(FORMATS), len(FORMATS) + 1


def shown(cell: str, *, from_1904: bool = False) -> str:
    """Return the displayed text of a cell."""
    parts = parts_of(row(1, cell, "<c><v>0</v></c>"), styles=STYLES)
    if from_1904:
        book = parts["xl/workbook.xml"]
        parts["xl/workbook.xml"] = book.replace(b"<sheets>", b'<workbookPr date1904="1"/><sheets>')
    [[(_number, cells)]] = rows_of(parts)
    return cells[0]


def number(value: object, written_as: str | int = "General") -> str:
    style = written_as if isinstance(written_as, int) else FORMATS.index(written_as)
    return f'<c s="{style}"><v>{value}</v></c>'


@walk(
    ("cell", "text"),
    {
        "a whole number": (number(300), "300"),
        "a number that is whole as it is shown": (number("300.00000000000006"), "300"),
        "another": (number("-0.99999999999999989"), "-1"),
        "a sum of tenths": (number("0.30000000000000004"), "0.3"),
        "a number that is not whole": (number("38.5"), "38.5"),
        "nearly nothing": (number("-1E-17"), "-1e-17"),
        "a number with a word": (number(45365, '0" days"'), "45365"),
        "a date": (number(45365, "m/d/yy"), "2024-03-14"),
        "a usual date": (number(45365, A_DATE), "2024-03-14"),
        "a date with its month in words": (number(45365, "[$-409]d-mmm"), "2024-03-14"),
        "a month": (number(45352, "mmm yyyy"), "2024-03-01"),
        "a moment": (number("45365.84375", "d/m/yyyy h:mm"), "2024-03-14 20:15:00"),
        "a usual moment": (number("45365.84375", A_MOMENT), "2024-03-14 20:15:00"),
        "a moment without its time": (number("45365.84375", "m/d/yy"), "2024-03-14 [20:15:00]"),
        "21 seconds after midnight": (number("45365.00024305556", "m/d/yy"), "2024-03-14"),
        "43 seconds before it": (number("45364.99950231482", A_MOMENT), "2024-03-14"),
        "midnight": (number(45365, A_MOMENT), "2024-03-14"),
        "a time": (number("0.84375", "h:mm"), "20:15:00"),
        "hours": (number("1.25", "[h]:mm"), "1899-12-31 06:00:00"),
        "a number too large for a date": (number(10_000_000, "m/d/yy"), "10000000"),
        "a number below nought as a date": (number(-5, "m/d/yy"), "-5"),
        "a date of XML": (
            '<c t="d"><v>2024-03-14T20:15:00Z</v></c>',
            "2024-03-14 20:15:00",
        ),
        "a format that is not there": ('<c s="99"><v>7</v></c>', "7"),
        "yes": ('<c t="b"><v>1</v></c>', "TRUE"),
        "no": ('<c t="b"><v>0</v></c>', "FALSE"),
        "an error": ('<c t="e"><v>#N/A</v></c>', "#N/A"),
        "a formula": ("<c><f>50+54</f><v>104</v></c>", "104"),
        "a formula with a text": ('<c t="str"><f>"A"</f><v>A</v></c>', "A"),
        "a formula with an empty text": ('<c t="str"><f>""</f><v></v></c>', ""),
        "a formula without its result": ("<c><f>50+54</f><v/></c>", WITHOUT_RESULT),
        "a shared formula without it": ('<c><f t="shared" si="0"/></c>', WITHOUT_RESULT),
    },
)
def test_a_cell_is_as_a_spreadsheet_shows_it_that_is(cell: str, text: str) -> None:
    assert shown(cell) == text


def test_days_are_counted_from_1904_in_a_workbook_of_an_older_mac() -> None:
    assert shown(number(43903, "m/d/yy"), from_1904=True) == "2024-03-14"
    assert shown(number(43903), from_1904=True) == "43903"


def test_a_row_of_boxes_alone_is_empty() -> None:
    box = '<c t="b"><v>0</v></c>'
    filled = row(1, box, "<c><v>1</v></c>")
    assert rows_of(parts_of(filled + row(2, box) + row(3, box))) == [[(1, ["FALSE", "1"])]]
