"""Many phones that follow their sheets at a real server, as browsers do, on one event loop.

They share the machine with the server that is measured, so they cost as little as they can: a phone
is a connection with callbacks, and sends the same bytes again until it sees something new.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime

from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.roles import Role
from scorekeeper.games import open_rounds
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club, Device
from scorekeeper.storage.queries import etag_of
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.visitor import SEEN_EVERY
from tests.support.clubs import let_in, new_club
from tests.support.documents import FOUR
from tests.support.scorebook import start

PHONES = 5
"""How many there are at a table."""

PATIENCE = 15.0
BEGUN = {"ending": "knock:1"}
"""What has been entered of a round that is open."""


@dataclass
class TableAt:
    """A game with one of its devices, the state that its phones begin with, and its changes."""

    game_id: str
    device_id: str
    seen: str
    every: float
    changed: dict[int, float] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether a round is being entered."""
        return "-" in self.seen


@dataclass
class Measured:
    """What was seen: how late changes came, how long answers took, and what went wrong."""

    late: list[float] = field(default_factory=list)
    revealed: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


class Phone(asyncio.Protocol):
    """A phone with a sheet on it, which keeps a connection and polls as often as the sheet does."""

    def __init__(self, cookie: str, token: str, table: TableAt) -> None:
        self.cookie, self.token, self.table = cookie, token, table
        self.seen = table.seen
        self.transport: asyncio.Transport | None = None
        self._received = b""

    async def follow(self, port: int, until: float, measured: Measured) -> None:
        """Poll until then, and note how long answers took and when a change was seen."""
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
        """Hang up."""
        if self.transport is not None:
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to write."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up."""
        self.transport = None
        if not self._over.done():
            self._over.set_exception(error or ConnectionResetError("the server hung up"))

    def _ask(self) -> None:
        self._asked = time.monotonic()
        if self._asked >= self._until:
            self._over.set_result(None)
        elif self.transport is not None:
            path = f"/games/{self.table.game_id}/live?at=sheet&seen={self.seen}"
            self.transport.write(message(self, "GET", path))

    def data_received(self, data: bytes) -> None:
        """Read an answer once it is whole, and ask again when it is time."""
        self._received += data
        answer = read(self._received)
        if answer is None:
            return
        self._received = b""
        now, every = time.monotonic(), self.table.every
        self._measured.took.append(now - self._asked)
        self._note(*answer)
        asyncio.get_running_loop().call_later(max(0.0, self._asked + every - now), self._ask)

    def _note(self, status: int, text: str) -> None:
        self._measured.statuses[status] += 1
        if status == 200:
            self._see(text)
        elif status != 204:
            self._measured.errors.append(f"{status}: {text[:200]}")

    def _see(self, text: str) -> None:
        """Read from an answer what was seen now, and how late that is."""
        found = re.search(r"seen=([\w-]+)", text)
        assert found, text[:300]
        known, self.seen = number_of(self.seen), found[1]
        now, table, measured = time.monotonic(), self.table, self._measured
        late = measured.revealed if table.is_open else measured.late
        late += [now - table.changed[each] for each in range(known + 1, number_of(self.seen) + 1)]


def read(received: bytes) -> tuple[int, str] | None:
    """The status and the text of an answer; `None` if it is not whole yet."""
    head, end, body = received.partition(b"\r\n\r\n")
    if not end:
        return None
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if length is not None and len(body) < int(length[1]):
        return None
    return int(head[9:12]), body.decode()


def furnish(app: Flask, tables: int) -> list[Phone]:
    """So many clubs at a game each, with five phones; at one in ten a round is being entered.

    The phones have long arrived, and the next visit of each is due at any time, as in an evening.
    """
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    phones = []
    for number in range(tables):
        with app.app_context():
            club = new_club()
            tokens = [let_in(club, Role.PLAYER) for _ in range(PHONES)]
            table = _table(club, is_open=number % 10 == 0)
        for token in tokens:
            with app.test_request_context():
                csrf = generate_csrf()
                content = dict(session) | {TOKEN: token, "_permanent": True}
            cookie = f"{app.config['SESSION_COOKIE_NAME']}={serializer.dumps(content)}"
            phones.append(Phone(cookie, csrf, table))
    with app.app_context(), write() as transaction:
        for device in transaction.scalars(select(Device)):
            device.arrived, device.seen_at = True, datetime.now(UTC) - random.random() * SEEN_EVERY
    return phones


def _table(club: Club, *, is_open: bool) -> TableAt:
    row = start(FOUR, club=club, variant="knock")
    [device, *_others] = devices_of(club)
    if is_open:
        opened = open_rounds.announced(BEGUN).with_hands({1: "5H"}, device.id, "Jean")
        open_rounds.store(row.id, version=1, before=None, after=opened)
    return TableAt(row.id, device.id, etag_of(row), 0.5 if is_open else 2.0)


def message(phone: Phone, method: str, path: str, body: str = "") -> bytes:
    """A request as htmx sends it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
    head += f"Cookie: {phone.cookie}\r\n"
    if body:
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        head += f"Content-Length: {len(body)}\r\n"
    return f"{head}\r\n{body}".encode()


def number_of(seen: str) -> int:
    """The number in an etag that a change counts up: of the open round, or else of the game."""
    return int(seen.rpartition("-")[2])
