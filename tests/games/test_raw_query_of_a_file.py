"""A query sent by the driver alone sees the file of its database as it is now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import column, create_engine, select, table
from sqlalchemy.engine import Engine

from scorekeeper.games.polls import RawQuery
from scorekeeper.storage.connections import set_up
from scorekeeper.storage.database_file import REPLACED, watch_file
from scorekeeper.storage.faults import DatabaseFaultError, Fault

NAME = select(column("name")).select_from(table("club"))


def make(path: Path, name: str) -> None:
    """A database with one name in it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE club (name TEXT)")
        database.execute("INSERT INTO club VALUES (?)", [name])


def rename(path: Path, name: str) -> None:
    """Change the name, as another process does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE club SET name = ?", [name])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    make(tmp_path / "cards.db", "Friday")
    return tmp_path / "cards.db"


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    """The engine on it, with fewer connections in its pool than there are threads."""
    engine = create_engine(f"sqlite:///{path}", pool_size=1, max_overflow=0, pool_timeout=5)
    set_up(engine)
    watch_file(engine, str(path))
    yield engine
    engine.dispose()


def test_it_sees_at_once_what_others_commit(engine: Engine, path: Path) -> None:
    query = RawQuery(engine, NAME)
    for name in ("Saturday", "Sunday"):
        rename(path, name)
        assert query.one_or_none() == (name,)


def test_it_turns_to_a_file_that_replaces_its_own(engine: Engine, path: Path) -> None:
    query = RawQuery(engine, NAME)
    assert query.one_or_none() == ("Friday",)
    rename(path, "Saturday")
    make(path.with_name("new.db"), "Monday")
    path.with_name("new.db").replace(path)
    assert query.one_or_none() == ("Monday",)
    kept = path.with_name(f"{path.name}{REPLACED}-wal")
    assert kept.exists(), "the last writes to the old file are not applied to the new one"


def test_a_file_that_is_gone_is_a_fault(engine: Engine, path: Path) -> None:
    query = RawQuery(engine, NAME)
    assert query.one_or_none() == ("Friday",)
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(DatabaseFaultError) as fault:
        query.one_or_none()
    assert fault.value.fault is Fault.MISSING
    path.with_name("elsewhere.db").rename(path)
    assert query.one_or_none() == ("Friday",)
