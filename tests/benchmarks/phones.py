"""Phones that follow their sheets at a server, and cost as little as possible.

Each is a connection with callbacks on one event loop. It sends the same bytes until it sees news.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from scorekeeper import clock, create_app
from scorekeeper.cli.serving import FILES_BESIDE
from scorekeeper.clubs.members import find_member
from scorekeeper.config import Settings
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.visitor import SEEN_EVERY, seated, shown_to
from tests.support.databases import environment
from tests.support.processes import addresses, serving

PATIENCE = 15.0


@dataclass
class TableAt:
    """A game with one of its devices, its phones’ first state, and the times of its changes."""

    game_id: str
    device_id: str
    seen: str
    every: float
    changed: dict[int, float] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the table is entering a round."""
        return "-" in self.seen


@dataclass
class Measured:
    """Measurements: delays of changes, durations of answers, and errors.

    `without_news` has the durations of those answers that had no news.
    """

    late: list[float] = field(default_factory=list)
    revealed: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    without_news: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


class Phone(asyncio.Protocol):
    """A phone on a sheet that keeps its connection and polls as often as the sheet does."""

    def __init__(self, cookie: str, token: str, table: TableAt, asked: str) -> None:
        self.cookie, self.token, self.table, self._address = cookie, token, table, asked
        self.seen = table.seen
        self.transport: asyncio.Transport | None = None
        self._received = b""

    async def follow(self, port: int, until: float, measured: Measured) -> None:
        """Poll until the given time, and note the duration of answers and the delay of changes."""
        loop = asyncio.get_running_loop()
        self._until, self._measured, self._over = until, measured, loop.create_future()
        await asyncio.sleep(random.random() * self.table.every)
        try:
            if self.transport is None:
                await loop.create_connection(lambda: self, "127.0.0.1", port)
            self._ask()
            await asyncio.wait_for(self._over, until - time.monotonic() + PATIENCE)
        except (OSError, TimeoutError) as error:
            measured.errors.append(repr(error))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """Report that the server closed the connection."""
        self.transport = None
        if not self._over.done():
            self._over.set_exception(error or ConnectionResetError("the server hung up"))

    def _ask(self) -> None:
        self._asked = time.monotonic()
        if self._asked >= self._until:
            self._over.set_result(None)
        elif self.transport is not None:
            self.transport.write(message(self, "GET", f"{self._address}&seen={self.seen}"))

    def data_received(self, data: bytes) -> None:
        """Read an answer once it is complete, and schedule the next poll."""
        self._received += data
        answer = read(self._received)
        if answer is None:
            return
        self._received = b""
        took, every = time.monotonic() - self._asked, self.table.every
        self._measured.took.append(took)
        self._note(*answer, took)
        asyncio.get_running_loop().call_later(max(0.0, every - took), self._ask)

    def _note(self, status: int, text: str, took: float) -> None:
        self._measured.statuses[status] += 1
        if status == 200:
            self._see(text)
        elif status == 204:
            self._measured.without_news.append(took)
        else:
            self._measured.errors.append(f"{status}: {text[:200]}")

    def _see(self, text: str) -> None:
        """Read the newest state in an answer, and note the delay of each change."""
        found = re.search(r"seen=([\w-]+)", text)
        assert found, text[:300]
        known, self.seen = number_of(self.seen), found[1]
        now, table, measured = time.monotonic(), self.table, self._measured
        late = measured.revealed if table.is_open else measured.late
        late += [
            now - table.changed[number] for number in range(known + 1, number_of(self.seen) + 1)
        ]


def read(received: bytes) -> tuple[int, str] | None:
    """Return status and text of an answer, or `None` if it is not complete yet."""
    head, end, body = received.partition(b"\r\n\r\n")
    if not end:
        return None
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if length is not None and len(body) < int(length[1]):
        return None
    return int(head[9:12]), body.decode()


def message(phone: Phone, method: str, path: str, body: str = "") -> bytes:
    """Return a request as htmx sends it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
    head += f"Cookie: {phone.cookie}\r\n"
    if body:
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        head += f"Content-Length: {len(body)}\r\n"
    return f"{head}\r\n{body}".encode()


def number_of(seen: str) -> int:
    """Return the number in an etag that each change increases: the open round’s, or the game’s."""
    return int(seen.rpartition("-")[2])


@dataclass
class Server:
    """A process with its workers, at a port."""

    port: int
    process: int

    def processor_time(self) -> float:
        """Return the seconds of processor time that the workers have used so far."""
        workers = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2] for one in workers]
        ticks = sum(int(ticks) for stat in stats for ticks in stat.split()[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")


def allow_connections(number: int) -> None:
    """Raise the limit of connections for this process and for the server that it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most >= number + FILES_BESIDE, f"the system allows {most} open files only"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def hang_up(phones: Iterable[Phone]) -> None:
    for phone in phones:
        phone.close()


@dataclass
class Site(Server):
    """A server with a score book, and the phones of all its members."""

    app: Flask
    phones: list[Phone]


@contextmanager
def served(
    settings: Settings, furnish: Callable[[Flask], list[Phone]], *options: str
) -> Iterator[Site]:
    """Serve the score book that `furnish` fills, with its phones."""
    app = create_app(settings)
    phones = furnish(app)
    allow_connections(len(phones))
    place = ("--host", "127.0.0.1", *options)
    with serving(*place, **environment(settings)) as (process, printed):
        port = urlsplit(addresses(printed)[0]).port
        assert port
        yield Site(port, process.pid, app, phones)
    with app.app_context():
        db.engine.dispose()


def phone_of(app: Flask, token: str, table: TableAt) -> Phone:
    """Return a phone with a device’s token at its game.

    Call it outside an app context, which has a `g`.
    """
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    with app.test_request_context():
        csrf = generate_csrf()
        content = dict(session) | {TOKEN: token, "_permanent": True}
        member = find_member(token)
        assert member
        asked = (
            f"/games/{table.game_id}/live?at=sheet&to={shown_to(member)}&seated={seated(member)}"
        )
    cookie = f"{app.config['SESSION_COOKIE_NAME']}={serializer.dumps(content)}"
    return Phone(cookie, csrf, table, asked)


def arrive(app: Flask) -> None:
    """Make each phone’s first visit old, and spread the times of their next visits."""
    with app.app_context(), write() as transaction:
        for device in transaction.scalars(select(Device)):
            device.arrived, device.seen_at = True, clock.now() - random.random() * SEEN_EVERY


async def send(
    site: Site, phone: Phone, method: str, path: str, form: Mapping[str, object] | None = None
) -> tuple[int, str]:
    """Send a request on a new connection, and return the status and the text of the answer."""
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", site.port)
    outgoing.write(message(phone, method, path, urlencode(form or {})))
    received, answer = b"", None
    while answer is None:
        more = await incoming.read(100_000)
        assert more, received
        received += more
        answer = read(received)
    outgoing.close()
    return answer
