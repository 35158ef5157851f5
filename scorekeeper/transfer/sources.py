"""The lines of a file to import: a document, lines of JSON, or the archive of a club.

Nothing is unpacked but the files that an archive must have, and no more than is allowed.
"""

from __future__ import annotations

import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import SEEK_END
from typing import IO, BinaryIO
from zipfile import BadZipFile, ZipFile

from scorekeeper.rummy.documents.json_text import read_json
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.archive import ABOUT, FORMAT, GAMES, PLAYERS
from scorekeeper.transfer.faults import Place, fault

LONGEST_LINE = 8_000_000
"""In bytes; a game of a thousand rounds with its history has far fewer."""

_BACKUP = "backup.json"
_ZIP = b"PK"
_OBJECTS = (b"{", BOM_UTF8 + b"{")
_DAMAGE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What reading a damaged, encrypted or foreign archive may raise."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to read, with its place."""

    place: Place
    content: bytes


@dataclass(slots=True)
class Source:
    """A file to import, called `name`; `most` is how many bytes it may have, unpacked.

    `done` is how many bytes of lines have been read so far.
    """

    file: BinaryIO
    name: str
    most: int
    done: int = 0

    @property
    def size(self) -> int:
        """How many bytes of lines about games it has; raises `FaultyFileError`."""
        if not self._is_archive():
            return self.file.seek(0, SEEK_END)
        with self._damage_is_a_fault(), ZipFile(self.file) as archive:
            self._check_archive(archive)
            return archive.getinfo(GAMES).file_size

    def players(self) -> Iterator[Line]:
        """The lines about players; only an archive has any."""
        if self._is_archive():
            yield from self._lines_of_archive(PLAYERS)

    def games(self) -> Iterator[Line]:
        """The lines that are games; raises `FaultyFileError` where it cannot be read."""
        if self._is_archive():
            yield from self._lines_of_archive(GAMES)
        elif (document := self._document()) is not None:
            yield Line(Place(self.name), document)
        else:
            self.file.seek(0)
            yield from self._lines(self.file, self.name)

    def _is_archive(self) -> bool:
        self.file.seek(0)
        return self.file.read(len(_ZIP)) == _ZIP

    def _document(self) -> bytes | None:
        """The whole file if it is one document on several lines; raises `FaultyFileError`."""
        self.file.seek(0)
        content = self.file.read(LONGEST_LINE + 1)
        if not content.strip():
            raise fault(message("This file is empty."), Place(self.name))
        first, _, more = content.lstrip().partition(b"\n")
        if _read(first) is not None:
            return None
        if more.strip() and len(content) <= LONGEST_LINE and _read(content) is not None:
            return content
        self._refuse_foreign(content)
        return None

    def _refuse_foreign(self, content: bytes) -> None:
        """Refuse a table, a picture or a text in one sentence, not with one about each line."""
        if self.name.lower().endswith(".zip"):
            text = message("This is not a zip file, although its name says so.")
            raise fault(text, Place(self.name))
        if not content.lstrip().startswith(_OBJECTS):
            text = message(
                "This is not a file of games. Choose the zip file of a club, or games as .jsonl or "
                ".json."
            )
            raise fault(text, Place(self.name))

    def _lines_of_archive(self, name: str) -> Iterator[Line]:
        self.file.seek(0)
        with self._damage_is_a_fault(), ZipFile(self.file) as archive:
            self._check_archive(archive)
            with archive.open(name) as member:
                yield from self._lines(member, name)

    @contextmanager
    def _damage_is_a_fault(self) -> Iterator[None]:
        try:
            yield
        except _DAMAGE:
            raise fault(message("This zip file is damaged."), Place(self.name)) from None

    def _check_archive(self, archive: ZipFile) -> None:
        """Check that this is the archive of a club, in a form that this program reads."""
        names = archive.namelist()
        if _BACKUP in names:
            text = message(
                "This is the backup of a whole score book: whoever runs the server puts it back."
            )
            raise fault(text, Place(self.name))
        if not {ABOUT, GAMES, PLAYERS} <= set(names):
            text = message("This zip file is not the export of a club.")
            raise fault(text, Place(self.name))
        with archive.open(ABOUT) as member:
            about = _read(member.read(LONGEST_LINE))
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            text = message("This program reads archives of format {known}.", known=FORMAT)
            raise fault(text, Place(ABOUT))

    def _lines(self, file: IO[bytes], name: str) -> Iterator[Line]:
        number = read = 0
        while line := file.readline(LONGEST_LINE + 1):
            number, read = number + 1, read + len(line)
            if len(line) > LONGEST_LINE:
                text = message("This line is too long.")
                raise fault(text, Place(name, number))
            if read > self.most:
                text = message(
                    "This file is too large: unpacked, it may have {most} MB.",
                    most=self.most // 1_000_000,
                )
                raise fault(text, Place(name))
            self.done += len(line)
            if line.strip():
                yield Line(Place(name, number), line)


def _read(content: bytes) -> object:
    """Parsed JSON; `None` if it is not JSON."""
    try:
        return read_json(content)
    except RuleError:
        return None
