"""A query sent only by the driver reads the current file of its database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import column, create_engine, event, select, table
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from scorekeeper.games.polls import AT_ONCE, KeptConnections, RawQuery
from scorekeeper.storage.connections import set_up
from scorekeeper.storage.database_file import REPLACED, watch_file
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError

NAME = select(column("name")).select_from(table("club"))


def make(path: Path, name: str) -> None:
    """Create a database with one name in it."""
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
    """The path of the database."""
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
    query = RawQuery(KeptConnections(engine), NAME)
    for name in ("Saturday", "Sunday"):
        rename(path, name)
        assert query.one_or_none() == (name,)


def test_it_turns_to_a_file_that_replaces_its_own(engine: Engine, path: Path) -> None:
    query = RawQuery(KeptConnections(engine), NAME)
    assert query.one_or_none() == ("Friday",)
    rename(path, "Saturday")
    make(path.with_name("new.db"), "Monday")
    path.with_name("new.db").replace(path)
    assert query.one_or_none() == ("Monday",)
    kept = path.with_name(f"{path.name}{REPLACED}-wal")
    assert kept.exists(), "the last writes to the old file are not applied to the new one"


def test_a_file_that_is_gone_is_a_fault(engine: Engine, path: Path) -> None:
    query = RawQuery(KeptConnections(engine), NAME)
    assert query.one_or_none() == ("Friday",)
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(DatabaseFaultError) as fault:
        query.one_or_none()
    assert fault.value.fault is DatabaseFault.MISSING
    path.with_name("elsewhere.db").rename(path)
    assert query.one_or_none() == ("Friday",)


@pytest.fixture
def opened(engine: Engine) -> list[sqlite3.Connection]:
    """The connections opened during the test."""
    connections: list[sqlite3.Connection] = []
    event.listen(engine, "connect", lambda connection, _record: connections.append(connection))
    return connections


def test_many_threads_share_a_few_connections_that_stay_open(
    engine: Engine, opened: list[sqlite3.Connection]
) -> None:
    query = RawQuery(KeptConnections(engine), NAME)
    with ThreadPoolExecutor(4 * AT_ONCE) as threads:
        found = [*threads.map(lambda _number: query.one_or_none(), range(1_000))]
    assert found == [("Friday",)] * 1_000
    assert len(opened) <= 1 + AT_ONCE
    assert all(connection.execute("SELECT 1").fetchone() == (1,) for connection in opened)


def test_they_are_closed_with_the_engine_and_opened_again_when_they_are_needed(
    engine: Engine, opened: list[sqlite3.Connection]
) -> None:
    query = RawQuery(KeptConnections(engine), NAME)
    assert query.one_or_none() == ("Friday",)
    before = [*opened]
    engine.dispose()
    for connection in before:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    assert query.one_or_none() == ("Friday",)


def test_a_connection_that_fails_is_closed_and_the_next_one_answers(
    engine: Engine, opened: list[sqlite3.Connection]
) -> None:
    connections = KeptConnections(engine)
    query, nothing = RawQuery(connections, NAME), RawQuery(connections, select(column("nothing")))
    assert query.one_or_none() == ("Friday",)
    [_of_the_pool, kept] = opened
    with pytest.raises(DBAPIError, match="nothing"):
        nothing.one_or_none()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        kept.execute("SELECT 1")
    assert query.one_or_none() == ("Friday",)
