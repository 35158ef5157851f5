"""Another program that locks the database, like `sqlite3` at a terminal after `BEGIN`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from scorekeeper.config import Settings


@contextmanager
def held_by_another_program(settings: Settings) -> Iterator[sqlite3.Connection]:
    """Keep everybody else from writing meanwhile."""
    path = settings.data_dir / "scorekeeper.db"
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other
        other.execute("ROLLBACK")
