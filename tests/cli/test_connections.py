"""Idle connections keep no other phone out, and are closed after a while."""

from __future__ import annotations

import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from scorekeeper.cli import serve
from scorekeeper.cli.serving import FILES_BESIDE
from scorekeeper.config import Settings
from tests.support.processes import addresses, serving

IDLE_PHONES, IDLE_SOCKETS = 500, 200
ASK = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def many_files() -> None:
    """Let this process open as many files as the phones of a large evening need."""
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
            connect()  # what browsers open beside it, to be fast
        with urlopen(address, timeout=30) as page:  # noqa: S310 - our own server
            assert page.status == 200


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
    now, steady = time.time(), time.monotonic()

    def loop() -> None:
        server.asyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=5)

    with socket.create_connection((server.effective_host, server.effective_port)) as idle:
        idle.setblocking(False)
        loop()
        with pytest.raises(BlockingIOError):
            idle.recv(1)
        monkeypatch.setattr(time, "time", lambda: now - 3_600)
        monkeypatch.setattr(time, "monotonic", lambda: steady + 60)
        loop()
        assert idle.recv(1) == b""
    server.close()
