"""The lines of a file to import, which is a document, lines of JSON or an archive, and its faults.

It unpacks only the required files of an archive, and only within the limits.
"""

from __future__ import annotations

import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from io import SEEK_END
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scorekeeper.clubs.clubs import read_club_name
from scorekeeper.rummy.documents.reading import read_json, read_string
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.exports import ABOUT, ARCHIVE_FORMAT, GAMES, LEAGUES, PLAYERS, TOURNAMENTS

MOST_FAULTS = 50
"""The import stops after this many faults."""

LONGEST_LINE = 8_000_000
"""The most bytes of a line. A game of a thousand rounds with its history needs far fewer bytes."""

MOST_MEMBERS = 100
"""The most files in an archive. An export has twelve files. Other zip programs can add files."""

MOST_TIMES, ALWAYS = 100, 1_000_000
"""An archive can unpack to at most `ALWAYS` bytes plus `MOST_TIMES` its own size.

An export unpacks to ten times its size. Blank lines could unpack to a thousand times.
"""

_ESCAPES = re.compile(
    rb"\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F])"
)
"""An escaped backslash, an escaped surrogate pair, or (as the group) a lone surrogate."""

_BACKUP = "backup.json"

ZIP = b"PK"
"""The first bytes of a zip file, and so of a workbook."""

_OBJECTS = (b"{", BOM_UTF8 + b"{")

_UNPACKED = (ZIP_STORED, ZIP_DEFLATED)
"""The allowed compressions. With any other compression, `zipfile` can unpack gigabytes at once."""

_DAMAGE = (
    BadZipFile, zlib.error, EOFError, OSError, OverflowError, NotImplementedError, RuntimeError,
    ValueError,
)  # fmt: skip
"""The errors from reading a damaged, encrypted or foreign archive."""


@dataclass(frozen=True, slots=True)
class Location:
    """A line of a file, or of a file in an archive. Line 0 is the whole file."""

    file: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault with its location. The `error` has the place within the line."""

    location: Location
    error: RuleError

    @property
    def where(self) -> str:
        """The location as text: the file, the line, and the place in it.

        >>> from scorekeeper.rummy.messages import message
        >>> error = RuleError(message("Too many."), "rounds", 0)
        >>> FileFault(Location("games.jsonl", 3), error).where
        'games.jsonl:3: rounds[0]'
        """
        line = f":{self.location.line}" if self.location.line else ""
        return ": ".join(filter(None, [self.location.file + line, self.error.place]))


class StoppedError(Exception):
    """Reading or writing took too long, or the sender has disconnected."""


class FaultyFileError(Exception):
    """The file has these faults. Nothing was imported."""

    def __init__(self, faults: Sequence[FileFault]) -> None:
        super().__init__(faults[0].error.message.template)
        self.faults = tuple(faults)


def faulty_file(text: Message, location: Location) -> FaultyFileError:
    return FaultyFileError([FileFault(location, RuleError(text))])


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for a file: the `unpacked` bytes, and the `lines` of each kind."""

    unpacked: int
    lines: int


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line to read, with its location."""

    location: Location
    content: bytes

    def read(self) -> object:
        """The JSON of the line. Raises `RuleError`, also for a lone surrogate.

        A text with a lone surrogate could be neither printed nor exported.
        """
        if any(found[1] for found in _ESCAPES.finditer(self.content)):
            raise RuleError(message("This is not JSON in UTF-8."))
        return read_json(self.content)


@dataclass
class Source:
    """A file to import, called `name`, within its `limits`.

    `watch` is called repeatedly while the file is read and its games are written. `watch` can
    raise `StoppedError`.

    `done` is the number of bytes of lines read so far.
    """

    file: BinaryIO
    name: str
    limits: Limits
    done: int = 0
    watch: Callable[[], None] = field(default=lambda: None)

    @property
    def size(self) -> int:
        """The number of bytes of lines about games. Raises `FaultyFileError`."""
        if self._archive is None:
            return self.file.seek(0, SEEK_END)
        return self._archive.getinfo(GAMES).file_size

    @property
    def club_name(self) -> str:
        """The name of the club, empty if the file has none. Raises `FaultyFileError`."""
        if self._archive is None:
            return ""
        try:
            return read_club_name(read_string(self._about(self._archive).get("club", "")))
        except RuleError as error:
            raise FaultyFileError([FileFault(Location(ABOUT), error.under("club"))]) from None

    def players(self) -> Iterator[SourceLine]:
        """The lines about players. Only archives have such lines."""
        if self._archive is not None:
            yield from self._lines_of_member(self._archive, PLAYERS)

    def tournaments(self) -> Iterator[SourceLine]:
        """The lines about tournaments. Only newer archives have such lines."""
        return self._lines_of_newer_member(TOURNAMENTS)

    def leagues(self) -> Iterator[SourceLine]:
        """The lines about leagues. Only newer archives have such lines."""
        return self._lines_of_newer_member(LEAGUES)

    def _lines_of_newer_member(self, name: str) -> Iterator[SourceLine]:
        if self._archive is not None and name in self._archive.namelist():
            yield from self._lines_of_member(self._archive, name)

    def games(self) -> Iterator[SourceLine]:
        """The lines about games. Raises `FaultyFileError` if the file cannot be read."""
        if self._archive is not None:
            yield from self._lines_of_member(self._archive, GAMES)
        elif (document := self._document()) is not None:
            yield SourceLine(Location(self.name), document)
        else:
            self.file.seek(0)
            yield from self._lines(self.file, self.name)

    @cached_property
    def _archive(self) -> ZipFile | None:
        """The file as an archive of a club. `None` if it is not a zip. Raises `FaultyFileError`."""
        self.file.seek(0)
        if self.file.read(len(ZIP)) != ZIP:
            return None
        with self._damage_is_a_fault():
            archive = ZipFile(self.file)
            self._check_archive(archive)
        return archive

    def _document(self) -> bytes | None:
        """The whole file if it is one document on several lines. Raises `FaultyFileError`."""
        self.file.seek(0)
        content = self.file.read(LONGEST_LINE + 1)
        if not content.strip():
            raise faulty_file(message("This file is empty."), Location(self.name))
        first, _, more = content.lstrip().partition(b"\n")
        if _read(first) is not None:
            return None
        if more.strip() and len(content) <= LONGEST_LINE and _read(content) is not None:
            return content
        self._refuse_foreign(content)
        return None

    def _refuse_foreign(self, content: bytes) -> None:
        """Reject a table, a picture or plain text with one sentence, not with one per line."""
        if self.name.lower().endswith(".zip"):
            text = message("This is not a zip file, although its name says so.")
            raise faulty_file(text, Location(self.name))
        if not content.lstrip().startswith(_OBJECTS):
            text = message(
                "This is not a file of games. Choose the zip file of a club, or games as .jsonl or "
                ".json."
            )
            raise faulty_file(text, Location(self.name))

    def _lines_of_member(self, archive: ZipFile, name: str) -> Iterator[SourceLine]:
        with self._damage_is_a_fault(), archive.open(name) as member:
            yield from self._lines(member, name)

    @contextmanager
    def _damage_is_a_fault(self) -> Iterator[None]:
        try:
            yield
        except _DAMAGE:
            raise faulty_file(message("This zip file is damaged."), Location(self.name)) from None

    def _check_archive(self, archive: ZipFile) -> None:
        names = archive.namelist()
        if _BACKUP in names:
            text = message(
                "This is the backup of a whole score book: whoever runs the server puts it back."
            )
            raise faulty_file(text, Location(self.name))
        is_club = {ABOUT, GAMES, PLAYERS} <= set(names) and len(set(names)) == len(names)
        if not is_club or len(names) > MOST_MEMBERS:
            text = message("This zip file is not the export of a club.")
            raise faulty_file(text, Location(self.name))
        read = [name for name in (ABOUT, GAMES, PLAYERS, TOURNAMENTS, LEAGUES) if name in names]
        self._check_members([archive.getinfo(name) for name in read])
        number = self._about(archive).get("format")
        if type(number) is not int or number < 1:
            text = message("This zip file is not the export of a club.")
            raise faulty_file(text, Location(ABOUT))
        if number > ARCHIVE_FORMAT:
            text = message("A newer version of this program made this archive, and can import it.")
            raise faulty_file(text, Location(ABOUT))

    def check_size(self) -> None:
        """Check that the zip file unpacks to no more than allowed.

        Raises `FaultyFileError`.
        """
        with self._damage_is_a_fault():
            members = ZipFile(self.file).infolist()
        self._check_members(members)
        if sum(member.file_size for member in members) > self.limits.unpacked:
            raise self.too_large(self.name)

    def _check_members(self, members: Sequence[ZipInfo]) -> None:
        """Check that these files of a zip file can be unpacked without harm."""
        if not all(member.compress_type in _UNPACKED for member in members):
            text = message("This zip file is packed in an unusual way. Pack it with “Deflate”.")
            raise faulty_file(text, Location(self.name))
        if sum(member.file_size for member in members) > ALWAYS + MOST_TIMES * self.file.seek(
            0, SEEK_END
        ):
            text = message("Unpacked, this zip file is far larger than any export of its size.")
            raise faulty_file(text, Location(self.name))

    def too_large(self, name: str, most: int = 0) -> FaultyFileError:
        """The error for a file of more than `most` bytes. 0 means the limit for unpacked bytes."""
        text = message(
            "This file is too large: unpacked, it may have {most} MB.",
            most=(most or self.limits.unpacked) // 1_000_000,
        )
        return faulty_file(text, Location(name))

    def _about(self, archive: ZipFile) -> dict[str, Any]:
        with archive.open(ABOUT) as member:
            about = _read(member.read(LONGEST_LINE))
        return about if isinstance(about, dict) else {}

    def _lines(self, file: IO[bytes], name: str) -> Iterator[SourceLine]:
        number = read = 0
        while line := file.readline(LONGEST_LINE + 1):
            self.watch()
            number, read = number + 1, read + len(line)
            if len(line) > LONGEST_LINE:
                raise faulty_file(message("This line is too long."), Location(name, number))
            if read > self.limits.unpacked:
                raise self.too_large(name)
            if number > self.limits.lines:
                text = message("This file has more than {most} lines.", most=self.limits.lines)
                raise faulty_file(text, Location(name))
            self.done += len(line)
            if line.strip():
                yield SourceLine(Location(name, number), line)


def _read(content: bytes) -> object:
    try:
        return read_json(content)
    except RuleError:
        return None
