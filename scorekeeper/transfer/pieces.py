"""A file that is sent while it is written."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

PIECE = 64 * 1024
"""How many bytes of a file are read at once."""


class Sink(io.RawIOBase):
    """A file that keeps what is written until it is taken; nobody can seek in it."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = bytearray()

    def writable(self) -> bool:
        """It can be written, and nothing else."""
        return True

    def write(self, content: object) -> int:
        """Keep what is written."""
        before = len(self._kept)
        self._kept += memoryview(content)  # type: ignore[arg-type]  # any buffer, as io says
        return len(self._kept) - before

    def take(self) -> bytes:
        """What was written since it was last taken."""
        taken = bytes(self._kept)
        self._kept.clear()
        return taken


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """A file from its beginning, piece by piece."""
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece
