"""The slowest of sixteen phones that record at once, beside a bare Flask that inserts and commits.

Run with `pytest -m benchmark -s`. Both are served by waitress as `scorekeeper serve` does, with the
same settings of the database, one after the other in one process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

import pytest
from flask import Flask
from waitress.server import create_server

from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from tests.benchmarks.bare import bare_app
from tests.support.clubs import visitor
from tests.support.table import Table

pytestmark = pytest.mark.benchmark

PHONES, ROUNDS = 16, 15
DEAREST = 3.0
"""The most times of the bare application's that the time of the slowest one in a hundred may be."""

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}

Sent = Callable[[int, int], tuple[str, dict[str, str]]]
"""The address and the form of a phone's next round, by its number and that of the round."""


@contextmanager
def served(app: Flask) -> Iterator[int]:
    """An app at a port of this machine, with eight threads."""
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.effective_port
    server.close()
    thread.join()


def record_at_once(app: Flask, sent: Sent, cookie: str = "") -> list[float]:
    """How long each of all rounds took, which all phones send one after the other."""
    taken: list[float] = []

    def play(number: int, port: int) -> None:
        connection = HTTPConnection("127.0.0.1", port)
        for round in range(ROUNDS):
            address, fields = sent(number, round)
            headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
            began = time.perf_counter()
            connection.request("POST", address, urlencode(fields), headers)
            answer = connection.getresponse()
            answer.read()
            taken.append(time.perf_counter() - began)
            assert answer.status in (200, 303), answer.status
        connection.close()

    with served(app) as port:
        threads = [threading.Thread(target=play, args=(each, port)) for each in range(PHONES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(taken) == PHONES * ROUNDS, "a phone gave up"
    return taken


def test_the_slowest_of_sixteen_phones(app: Flask, tmp_path: Path) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    found = visitor(app, Role.KEEPER).get_cookie("scorekeeper")
    assert found is not None
    games = [Table(app, target=0) for _ in range(PHONES)]

    def ours(phone: int, round: int) -> tuple[str, dict[str, str]]:
        token = {"version": str(round + 1), "key": new_key()}
        return f"{games[phone].address}/rounds", ROUND | token

    with bare_app(tmp_path) as bare:
        beside = record_at_once(bare, lambda _phone, _round: ("/rounds", ROUND))
    taken = record_at_once(app, ours, f"scorekeeper={found.value}")
    slow, slow_beside = (quantiles(each, n=100)[98] for each in (taken, beside))
    print(
        f"\n{PHONES} phones: {median(taken) * 1000:.0f} ms beside {median(beside) * 1000:.0f}, "
        f"99 of 100 in {slow * 1000:.0f} ms beside {slow_beside * 1000:.0f}: "
        f"{slow / slow_beside:.1f} times",
        end="",
    )
    assert slow <= DEAREST * slow_beside
