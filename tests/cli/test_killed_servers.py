"""Servers killed many times during work: each recorded round is there once and whole.

`pytest -m crash -s` kills a hundred times, and prints the number of rounds.
"""

from __future__ import annotations

import random
import subprocess
from contextlib import ExitStack
from dataclasses import replace

import pytest

from scorekeeper.config import Settings
from tests.support.databases import environment, opened
from tests.support.empty_books import EmptyBooks
from tests.support.killed_servers import Evening, check_everything
from tests.support.own_postgresql import Cluster, cluster
from tests.support.processes import addresses, serving

__all__ = ["cluster"]

TIMES = pytest.mark.parametrize(
    "times",
    [
        pytest.param(2, id="shortly", marks=pytest.mark.slow),
        pytest.param(100, id="long", marks=pytest.mark.crash),
    ],
)
"""The number of kills."""

MOST_ROUNDS = 12
"""The most rounds acknowledged between two kills."""


def an_evening(settings: Settings, books: EmptyBooks, times: int) -> Evening:
    """Two tables with two phones each, and enough games for this many kills."""
    settings.data_dir.mkdir()
    books.put(settings)
    with opened(settings) as app:
        return Evening(app, tables=2, phones_at_each=2, games_at_each=6 * times)


def start(settings: Settings, running: ExitStack, evening: Evening) -> subprocess.Popen[str]:
    """Start a server for the phones, which runs until it is killed or the test ends."""
    server = serving("--host", "127.0.0.1", **environment(settings))
    process, printed = running.enter_context(server)
    evening.open(addresses(printed)[0])
    return process


def kill(server: subprocess.Popen[str], evening: Evening) -> None:
    """Kill the server during its work."""
    server.kill()
    evening.shut()
    server.wait()


@TIMES
def test_a_server_that_is_killed_loses_no_round_and_counts_none_twice(
    settings: Settings, empty_books: EmptyBooks, times: int
) -> None:
    evening, chance = an_evening(settings, empty_books, times), random.Random(times)
    with ExitStack() as running, evening.going_on():
        for _ in range(times):
            server = start(settings, running, evening)
            evening.wait_for_rounds(chance.randint(1, MOST_ROUNDS))
            kill(server, evening)
        start(settings, running, evening)
    check_everything(settings, evening)
    print(f"\n{times} kills, {len(evening.acknowledged):,} rounds", end="")


@TIMES
def test_neither_does_a_postgresql_that_is_killed_or_a_server_of_one(
    settings: Settings, empty_books: EmptyBooks, cluster: Cluster, times: int
) -> None:
    settings = replace(settings, database_url=cluster.url)
    evening, chance = an_evening(settings, empty_books, times), random.Random(times)
    with ExitStack() as running, evening.going_on():
        server = start(settings, running, evening)
        for number in range(times):
            evening.wait_for_rounds(chance.randint(1, MOST_ROUNDS))
            if number % 2:
                kill(server, evening)
                server = start(settings, running, evening)
                continue
            address = evening.shut()
            cluster.kill()
            cluster.start()
            evening.open(address)
        evening.wait_for_rounds(1)
    check_everything(settings, evening)
    print(f"\n{times} kills, {len(evening.acknowledged):,} rounds", end="")
