"""The connections of polls: one for each thread, to the file that is at the path now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import column, create_engine, event, select, table
from sqlalchemy.engine import Engine

from scorekeeper.storage.connections import set_up
from scorekeeper.storage.database_file import REPLACED, watch_file
from scorekeeper.storage.faults import DatabaseFaultError, Fault
from scorekeeper.storage.raw_query import RawQuery

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


@pytest.fixture
def opened(engine: Engine) -> list[Any]:
    """Every connection that the engine has opened."""
    connections: list[Any] = []
    event.listen(engine, "connect", lambda each, _record: connections.append(each))
    return connections


def test_a_thread_keeps_its_connection_and_takes_none_from_the_pool(
    engine: Engine, opened: list[Any]
) -> None:
    query, together = RawQuery(engine, NAME), Barrier(3)

    def ask(_number: int) -> set[Any]:
        found = {query.one_or_none() for _ in range(5)}
        together.wait()
        return found

    with ThreadPoolExecutor(3) as threads:
        assert [*threads.map(ask, range(3))] == [{("Friday",)}] * 3
        with engine.connect():
            assert [*threads.map(ask, range(3))] == [{("Friday",)}] * 3
    assert len(opened) == 3 + 1


def test_the_connection_of_a_thread_goes_with_it(engine: Engine, opened: list[Any]) -> None:
    thread = Thread(target=RawQuery(engine, NAME).one_or_none)
    thread.start()
    thread.join()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


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


def test_what_is_disposed_of_is_closed_and_opened_anew(engine: Engine, opened: list[Any]) -> None:
    query = RawQuery(engine, NAME)
    query.one_or_none()
    engine.dispose()
    with pytest.raises(sqlite3.ProgrammingError):
        opened[0].execute("SELECT 1")
    assert query.one_or_none() == ("Friday",)


def test_a_failed_query_gives_its_connection_up(
    engine: Engine, path: Path, opened: list[Any]
) -> None:
    query = RawQuery(engine, NAME)
    query.one_or_none()
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE club RENAME TO clubs")
    with pytest.raises(Exception, match="no such table"):
        query.one_or_none()
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE clubs RENAME TO club")
    assert query.one_or_none() == ("Friday",)
    assert len(opened) == 2
