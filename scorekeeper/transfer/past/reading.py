"""Reads results from other sources, and recognises files of our own by content or name."""

from __future__ import annotations

from codecs import BOM_UTF8
from zipfile import BadZipFile, ZipFile

from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.past.bg_stats import games_of_bg_stats, is_bg_stats
from scorekeeper.transfer.past.cells import (
    HEAD,
    NO_RESULTS,
    Worksheet,
    check_lines,
    separators_of,
    sheets_of_workbook,
    table_of_text,
    text_of,
)
from scorekeeper.transfer.past.results import Past, checked
from scorekeeper.transfer.past.tables import games_of_tables, table_of
from scorekeeper.transfer.past.workbook import WORKBOOK
from scorekeeper.transfer.sources import ZIP, Location, Source, SourceLine, faulty_file

MOST_BYTES = 100_000_000
"""At most this many bytes are read of a file that is not a workbook."""

_OPEN_DOCUMENT = "content.xml"

_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"

_BLANK, _JSON = BOM_UTF8 + b" \t\r\n", (b"{", b"[")

_OURS = (".json", ".jsonl", ".zip")

_PLAYS = b'"playerScores"'

_SAVE_FIRST = message("Save this spreadsheet as .xlsx or .csv first.")


def read_past(source: Source) -> Past | None:
    """The results in a file. `None` for a file of our own, such as the archive of a club.

    Raises `FaultyFileError`.
    """
    past = _of_workbook(source) if _begins_as_zip(source) else _of_content(source)
    return past and checked(past, source.limits)


def _begins_as_zip(source: Source) -> bool:
    source.file.seek(0)
    return source.file.read(len(ZIP)) == ZIP


def _of_content(source: Source) -> Past | None:
    source.file.seek(0)
    most = min(source.limits.unpacked, MOST_BYTES)
    content = source.file.read(most + 1)
    if content.lstrip(_BLANK).startswith(_JSON):
        return _of_bg_stats(source, content)
    is_ours = source.name.lower().endswith(_OURS)  # The reader of our files rejects it.
    if is_ours:
        return None
    if len(content) > most:
        raise source.too_large(source.name, most)
    return _of_text(source, content)


def _of_workbook(source: Source) -> Past | None:
    try:
        names = ZipFile(source.file).namelist()
    except (BadZipFile, ValueError, OSError, NotImplementedError):
        return None  # The reader of archives rejects this file.
    if _OPEN_DOCUMENT in names:
        raise faulty_file(_SAVE_FIRST, Location(source.name))
    if WORKBOOK not in names:
        return None
    source.check_size()
    return games_of_tables(sheets_of_workbook(source), source)


def _of_bg_stats(source: Source, content: bytes) -> Past | None:
    if _PLAYS not in content or len(content) > source.limits.unpacked:
        return None
    try:
        document = SourceLine(Location(source.name), content).read()
    except RuleError:
        return None
    return games_of_bg_stats(document, source.name) if is_bg_stats(document) else None  # type: ignore[arg-type]  # it is an object


def _of_text(source: Source, content: bytes) -> Past:
    if content.startswith(_OLD_WORKBOOK):
        raise faulty_file(_SAVE_FIRST, Location(source.name))
    written = text_of(content, source.name)
    if written.lstrip().startswith("<"):
        raise faulty_file(_why_no_markup(written), Location(source.name))
    check_lines(written, source.name)
    separators = separators_of(written)
    fitting = (
        separator
        for separator in separators
        if table_of(_table(written[:HEAD], separator, source), source.watch)
    )
    table = _table(written, next(fitting, separators[0]), source)
    return games_of_tables([table], source)


def _why_no_markup(text: str) -> Message:
    head = text[:HEAD].casefold()
    if "<plays" in head:
        return message(
            "These are plays as XML from BoardGameGeek, which cannot be read. Choose an export of "
            "BG Stats, or a table with a date, a game and each player’s points."
        )
    is_table = "<table" in head or "excel.sheet" in head
    return _SAVE_FIRST if is_table else NO_RESULTS


def _table(text: str, separator: str, source: Source) -> Worksheet:
    return table_of_text(text, separator, source)
