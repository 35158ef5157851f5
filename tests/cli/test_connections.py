"""Idle and slow connections are closed, so phones can connect, and no body fills the disk."""

from __future__ import annotations

import re
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from operator import add
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from flask import Flask

import scorekeeper
from scorekeeper import create_app
from scorekeeper.cli import serve
from scorekeeper.cli.serving import FILES_BESIDE
from scorekeeper.config import MOST_BYTES, Settings
from scorekeeper.web.shell.bodies import ticket
from scorekeeper.web.shell.permissions import IMPORTING
from tests.support.clock import Clock
from tests.support.lengths import TWO_LENGTHS, answers_to
from tests.support.processes import addresses, comes_true, serving
from tests.support.walks import walk

IDLE_PHONES, IDLE_SOCKETS = 500, 200
ASK = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def many_files() -> None:
    """Raise the limit of open files for the phones of a large evening."""
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * IDLE_PHONES + IDLE_SOCKETS + FILES_BESIDE
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, wanted), most))


@pytest.mark.slow
@pytest.mark.usefixtures("many_files")
def test_500_idle_phones_and_200_idle_sockets_do_not_keep_a_newcomer_out(tmp_path: Path) -> None:
    with ExitStack() as stack:
        _process, printed = stack.enter_context(
            serving("--host", "127.0.0.1", SCOREKEEPER_DATA_DIR=str(tmp_path))
        )
        [address] = addresses(printed)
        parts = urlsplit(address)
        place = (str(parts.hostname), parts.port or 0)

        def connect() -> socket.socket:
            return stack.enter_context(socket.create_connection(place, timeout=60))

        for _ in range(IDLE_SOCKETS):
            connect()
        for _ in range(IDLE_PHONES):
            phone = connect()
            phone.sendall(ASK)
            assert phone.recv(12) == b"HTTP/1.1 200"
            connect()  # Browsers open a spare connection to be fast.
        with urlopen(address, timeout=30) as page:  # noqa: S310 - our own server
            assert page.status == 200


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server."""
    folder = str(tmp_path_factory.mktemp("served"))
    with serving("--host", "127.0.0.1", SCOREKEEPER_DATA_DIR=folder) as (_process, printed):
        yield urlsplit(addresses(printed)[0]).port or 0


@pytest.mark.parametrize("head", TWO_LENGTHS.values(), ids=TWO_LENGTHS)
def test_a_request_with_two_lengths_is_refused_and_nothing_behind_it_is_read(
    port: int, head: bytes
) -> None:
    answers = answers_to(port, head)
    assert answers.count(b"HTTP/1.") == 1
    assert b" 400 " in answers.splitlines()[0]
    assert b"Connection: close" in answers


@pytest.mark.skipif(sys.platform == "win32", reason="Windows waits for fewer sockets")
def test_as_many_connections_are_kept_as_the_system_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (256, 1_024))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, limits: set_to.append(limits))
    server = serve.make_server(Settings(data_dir=tmp_path, host="127.0.0.1", port=0))
    server.close()
    assert set_to == [(1_024, 1_024)]
    assert server.adj.connection_limit == 1_024 - FILES_BESIDE


def test_an_idle_connection_is_closed_though_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve.make_server(Settings(data_dir=tmp_path, host="127.0.0.1", port=0))
    steady = time.monotonic()

    def loop() -> None:
        server.asyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=5)

    with socket.create_connection((server.effective_host, server.effective_port)) as idle:
        idle.setblocking(False)
        loop()
        with pytest.raises(BlockingIOError):
            idle.recv(1)
        Clock(monkeypatch).set(-timedelta(hours=1))
        monkeypatch.setattr(time, "monotonic", lambda: steady + 60)
        loop()
        assert idle.recv(1) == b""
    server.close()


MANY = 200_000
KEPT_WHOLE = 60_000


@dataclass
class Line:
    """A connection to a server in this process, which works only while `Line` waits for it."""

    server: Any
    socket: socket.socket
    app: Flask

    def send(self, address: str, body: bytes = b"", **headers: object) -> None:
        """Send a request, or the beginning of one."""
        told = {"Host": "localhost", "Content-Type": "application/json"} | headers
        lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items()]
        head = f"POST {address} HTTP/1.1\r\n{''.join(lines)}\r\n"
        self.socket.sendall(head.encode())
        self.work(3)
        for at in range(0, len(body), KEPT_WHOLE):
            self.socket.sendall(body[at : at + KEPT_WHOLE])
            self.work(20)

    def work(self, rounds: int = 1) -> None:
        """Make the server read and write."""
        for _ in range(rounds):
            self.server.asyncore.loop(0.001, map=self.server._map, use_poll=True, count=1)

    def is_answered(self) -> bool:
        """Check whether the server has stopped reading, and has answered."""
        while any(channel.requests for channel in self.server.active_channels.values()):
            self.work()
        with suppress(BlockingIOError):
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        return False

    def answer(self) -> str:
        """Return the whole answer of the server."""
        found = b""

        def has_answered() -> bool:
            nonlocal found
            self.work()
            with suppress(BlockingIOError):
                found += self.socket.recv(100_000)
            head, _, page = found.partition(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            return bool(length) and len(page) >= int(length[1])

        assert comes_true(has_answered)
        return found.decode()

    def is_hung_up(self) -> bool:
        """Check whether the server closes the connection."""

        def is_closed() -> bool:
            self.work()
            try:
                return self.socket.recv(1) == b""
            except BlockingIOError:
                return False
            except ConnectionResetError:
                return True

        return comes_true(is_closed)


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    settings = Settings(data_dir=tmp_path, host="127.0.0.1", port=0)
    apps: list[Flask] = []

    def create(settings: Settings) -> Flask:
        apps.append(create_app(settings))
        return apps[0]

    monkeypatch.setattr(scorekeeper, "create_app", create)
    server = serve.make_server(settings)
    place = (server.effective_host, server.effective_port)
    with socket.create_connection(place) as connected:
        connected.setblocking(False)
        yield Line(server, connected, apps[0])
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """A list with an entry for each temporary file made."""
    made: list[None] = []
    make = tempfile.TemporaryFile

    def note(*arguments: Any, **options: Any) -> Any:
        made.append(None)
        return make(*arguments, **options)

    monkeypatch.setattr(tempfile, "TemporaryFile", note)
    return made


def seconds_until_answer(line: Line, monkeypatch: pytest.MonkeyPatch) -> int:
    """Send a byte every five seconds of a set clock, and return the seconds until an answer."""
    begun = time.monotonic()
    passed = 0
    while not line.is_answered():
        line.socket.sendall(b"x")
        line.work(3)
        passed += 5
        monkeypatch.setattr(time, "monotonic", partial(add, begun, passed))
        line.work(3)
    monkeypatch.undo()
    return passed


@walk(
    "address", ["/api/v1/score", "/language", "/club/transfer", "/club/transfer?ticket=x", "/none"]
)
def test_a_body_that_is_too_large_is_kept_nowhere_and_refused_with_a_page(
    line: Line, files: list[None], address: str
) -> None:
    line.send(address, b"x" * MANY, Content_Length=MANY)
    assert line.answer().startswith("HTTP/1.1 413 ")
    assert not files


def test_a_form_of_any_size_is_kept_in_memory_and_a_file_to_import_in_a_file(
    line: Line, files: list[None]
) -> None:
    line.send("/api/v1/score", b" " * MOST_BYTES, Content_Length=MOST_BYTES)
    assert "HTTP/1.1 413" not in line.answer()
    assert not files
    address = f"/below/club/transfer?ticket={ticket(line.app, IMPORTING)}"
    line.send(address, b"x" * MANY, Content_Length=MANY)
    assert not line.answer().startswith("HTTP/1.1 413 ")
    assert files


@pytest.mark.parametrize(("ticketed", "seconds"), [(False, 30), (True, 600)])
def test_a_request_has_so_long_and_no_longer_to_arrive(
    line: Line, monkeypatch: pytest.MonkeyPatch, *, ticketed: bool, seconds: int
) -> None:
    query = f"?ticket={ticket(line.app, IMPORTING)}" if ticketed else ""
    line.send(f"/club/transfer{query}", b"{", Content_Length=1_000)
    assert 0 <= seconds_until_answer(line, monkeypatch) - seconds <= 10
    answer = line.answer()
    assert answer.startswith("HTTP/1.1 408 ")
    assert "It took too long. Nothing was changed." in answer
    assert line.is_hung_up()


def test_a_header_that_never_ends_is_given_up(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    line.socket.sendall(b"GET / HTTP/1.1\r\nHost: local")
    line.work(5)
    seconds_until_answer(line, monkeypatch)
    assert line.answer().startswith("HTTP/1.0 408 ")


def test_the_app_can_ask_whether_the_client_has_hung_up(line: Line) -> None:
    line.socket.sendall(b"GET / HTTP/1.1")
    line.work(5)
    [channel] = line.server.active_channels.values()
    assert not channel.check_client_disconnected()
    line.socket.close()
    assert comes_true(channel.check_client_disconnected)


def test_a_body_of_unknown_length_is_not_read(line: Line, files: list[None]) -> None:
    line.send("/api/v1/score", b"%x\r\n" % MANY + b"x" * 1_000, Transfer_Encoding="chunked")
    answer = line.answer()
    assert answer.startswith("HTTP/1.1 411 ")
    assert "Send the length of the request in Content-Length." in answer
    assert line.is_hung_up()
    assert not files
