"""Where a command takes the name of a file, `-` is standard input or output."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

STANDARD = "-"


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The file, in which one can seek; standard input is kept in a temporary one."""
    if name != STANDARD:
        with Path(name).open("rb") as file:
            yield file
        return
    with TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        yield kept
