"""A server that runs for long needs no more memory or files, and only facts add rows to its tables.

`pytest -m soak -s` runs each of two servers for an hour and prints what it used.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from scorekeeper.config import Settings
from scorekeeper.storage.database import Base, db
from tests.support.databases import environment, opened
from tests.support.empty_books import EmptyBooks
from tests.support.killed_servers import Evening
from tests.support.processes import addresses, serving

LONG = (3_600, 4_800, 20_000)

RUNS = pytest.mark.parametrize(
    ("options", "settings", "seconds", "first_rounds", "games"),
    [
        pytest.param((), "sqlite", 2, 24, 60, id="shortly", marks=pytest.mark.slow),
        pytest.param((), "sqlite", *LONG, id="sqlite", marks=pytest.mark.soak),
        pytest.param(
            ("--production",), "postgresql", *LONG, id="production", marks=pytest.mark.soak
        ),
    ],
    indirect=["settings"],
)
"""For each run: the server’s options, its database, its duration, the rounds before it (which
fill caches), and the number of games for each of two tables."""

FEW = 24
"""The number of rounds to wait for at a time."""

MORE_MEMORY, MORE_FILES = 1.15, 4
"""The highest growth of memory, as a factor, and of open files, as a number."""

FACTS = {"round", "change", "news", "game_text", "game_result", "round_result"}
"""The tables that grow with every round or finished game."""

SUMS = {"player_month", "pair_month", "player_evening"}
"""The tables with a row for each player and span."""


@pytest.fixture
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """Settings with the database of the run."""
    if request.param == "postgresql":
        return replace(settings, database_url=request.getfixturevalue("schema_url"))
    return settings


@dataclass(frozen=True)
class Taken:
    """The memory of a server in kB, and its open files, connections included."""

    memory: int
    files: int


def taken(pid: int) -> Taken:
    """Return the current memory and files of a process and of its children."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    [memory] = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    processes = [taken(int(child)) for child in children]
    return Taken(
        int(memory) + sum(process.memory for process in processes),
        files + sum(process.files for process in processes),
    )


def rows(settings: Settings) -> dict[str, int]:
    """Return the number of rows of each table."""
    with opened(settings):
        return {
            name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for name, table in Base.metadata.tables.items()
        }


@contextmanager
def running(options: Sequence[str], settings: Settings, evening: Evening) -> Iterator[int]:
    """Run a server with the phones playing. Yield its process."""
    with ExitStack() as stack:
        server = serving(*options, "--host", "127.0.0.1", **environment(settings))
        process, printed = stack.enter_context(server)
        evening.open(addresses(printed)[0])
        stack.enter_context(evening.going_on())
        yield process.pid


@RUNS
def test_a_server_that_runs_for_long_takes_no_more_than_at_first(
    options: Sequence[str],
    settings: Settings,
    empty_books: EmptyBooks,
    seconds: int,
    first_rounds: int,
    games: int,
) -> None:
    settings.data_dir.mkdir()
    empty_books.put(settings)
    with opened(settings) as app:
        evening = Evening(app, tables=2, phones_at_each=2, games_at_each=games)
    began = rows(settings)
    with running(options, settings, evening) as pid:
        for _ in range(first_rounds // FEW):
            evening.wait_for_rounds(FEW)
        first, until = taken(pid), time.monotonic() + seconds
        while time.monotonic() < until:
            evening.wait_for_rounds(FEW)
        last = taken(pid)
    ended = rows(settings)
    print(f"\n{len(evening.acknowledged):,} rounds; at first {first}, at last {last}", end="")
    assert last.memory <= first.memory * MORE_MEMORY
    assert last.files <= first.files + MORE_FILES
    grown = {name for name, number in ended.items() if number != began[name]}
    assert grown <= FACTS | SUMS
    assert ended["round"] == len(evening.acknowledged)
    assert all(ended[name] <= 4 for name in SUMS), "two players in one month, evening and pair"
