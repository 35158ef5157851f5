"""The processes of `serve --production`: their end, their replacement, and odd requests."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.lengths import TWO_LENGTHS, answers_to
from tests.support.processes import addresses, comes_true, is_listening, serving

pytestmark = pytest.mark.slow

SHOWN = "a token of the tests"

PATIENCE = 20.0
"""Seconds, less than the server gives a process that does not end."""


@dataclass
class Running:
    """A server with two processes, its first process and its port."""

    process: subprocess.Popen[str]
    port: int

    def others(self) -> list[int]:
        """Return the processes that the first one has started."""
        pid = self.process.pid
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[HTTPResponse, str]:
        """Send a request over a new connection, and return the answer and its text."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            # A server can reject a body, and hang up, before all of it was sent.
            with suppress(BrokenPipeError):
                connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer, answer.read().decode()

    def counted(self) -> float:
        """Return the number of rules pages in the metrics."""
        _, text = self.ask("GET", "/metrics", Authorization=f"Bearer {SHOWN}")
        of_rules = 'request_seconds_count{endpoint="rules.index"'
        return sum(float(line.split()[-1]) for line in text.splitlines() if of_rules in line)


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    """Run a server with its data in this folder."""
    variables = {"SCOREKEEPER_DATA_DIR": str(folder), "SCOREKEEPER_METRICS_TOKEN": SHOWN}
    options = ("--production", "--host", "127.0.0.1")
    with serving(*options, **variables) as (process, printed):
        port = urlsplit(addresses(printed)[0]).port
        assert port
        started = Running(process, port)
        for _ in range(12):  # Connections are spread, so each has answered then.
            started.ask("GET", "/healthz")
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server that a test can end."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server shared by tests that do not end it."""
    with running(tmp_path_factory.mktemp("lasting")) as started:
        yield started


def has_ended(pid: int) -> bool:
    """Wait until a process has ended, also one that is not a child."""
    with open(os.pidfd_open(pid)) as ending:  # noqa: PTH123 - there is no path to it
        return bool(select.select([ending], [], [], PATIENCE)[0])


def test_ctrl_c_which_goes_to_all_of_them_ends_them_well(server: Running) -> None:
    for pid in (*server.others(), server.process.pid):
        os.kill(pid, signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0


def test_a_request_that_is_on_its_way_at_the_end_is_answered(server: Running) -> None:
    asked = b'{"variant": "gin", "hand": "KS KH"}'
    head = b"POST /api/v1/melds HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as phone:
        phone.sendall(head + b"Content-Type: application/json\r\nContent-Length: 35\r\n\r\n")
        assert phone.recv(99) == b"HTTP/1.1 100 Continue\r\n\r\n"
        server.process.terminate()
        assert comes_true(lambda: not is_listening(server.port), PATIENCE)
        phone.sendall(asked)
        assert phone.recv(12) == b"HTTP/1.1 200"
    assert server.process.wait(PATIENCE) == 0


def test_a_process_that_is_killed_is_replaced_and_what_it_counted_stays(server: Running) -> None:
    for _ in range(6):
        server.ask("GET", "/rules")
    killed = server.others()[0]
    os.kill(killed, signal.SIGKILL)
    assert comes_true(lambda: killed not in server.others() and len(server.others()) == 2, PATIENCE)
    server.ask("GET", "/rules")
    assert server.counted() == 7


def test_none_stays_behind_when_the_first_is_killed(server: Running) -> None:
    others = server.others()
    server.process.kill()
    assert len(others) == 2
    assert all(has_ended(process) for process in others)


def test_heads_that_are_not_whole_yet_hold_no_thread(lasting: Running) -> None:
    phones = [socket.create_connection(("127.0.0.1", lasting.port)) for _ in range(40)]
    for phone in phones:
        phone.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n")
    assert lasting.ask("GET", "/rules")[0].status == 200
    for phone in phones:
        phone.close()


@pytest.mark.parametrize("head", TWO_LENGTHS.values(), ids=TWO_LENGTHS)
def test_after_a_request_with_two_lengths_nothing_behind_it_is_read(
    lasting: Running, head: bytes
) -> None:
    answers = answers_to(lasting.port, head)
    assert answers.count(b"HTTP/1.") == 1
    assert answers.splitlines()[0].split()[1] in (b"400", b"411")


def test_odd_requests_are_answered_as_by_any_server(lasting: Running) -> None:
    head, nothing = lasting.ask("HEAD", "/rules")
    assert (head.status, nothing) == (200, "")
    pieces, _ = lasting.ask(
        "POST", "/api/v1/score", iter([b"{", b"}"]), Transfer_Encoding="chunked"
    )  # type: ignore[arg-type]  # sent in pieces
    assert pieces.status == 411
    large, page = lasting.ask("POST", "/language", b"x=" + b"a" * 1_000_000)
    assert (large.status, "Too much text" in page) == (413, True)
    strange, _ = lasting.ask("GET", "/r%C3%A8gles/%FF?q=%FF", Cookie="a=\xe9")
    assert strange.status == 404
