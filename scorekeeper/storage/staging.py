"""Staging folders: a file is written there in full, then moved to its place.

Creating a folder also deletes the folders that killed programs left behind.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.storage.writer_queue import fcntl

STAGING_PREFIX = ".scorekeeper-unfinished-"
"""The prefix of the names of staging folders."""


@contextmanager
def staging_folder(parent: Path) -> Iterator[Path]:
    """Create a temporary folder inside `parent`, so on the same disk."""
    for folder in parent.glob(f"{STAGING_PREFIX}*"):
        _delete_unless_in_use(folder)
    with (
        tempfile.TemporaryDirectory(dir=parent, prefix=STAGING_PREFIX) as made,
        _in_use(Path(made)),
    ):
        yield Path(made)


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    """Hold a lock on the folder. The system releases it when the program is killed."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _delete_unless_in_use(folder: Path) -> None:
    """Delete the folder, unless a program has its lock or another user owns it."""
    if fcntl is None:  # Windows has no such lock.
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(descriptor).st_uid == os.geteuid():
                shutil.rmtree(folder)
        finally:
            os.close(descriptor)
