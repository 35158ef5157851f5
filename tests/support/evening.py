"""Many phones that follow their sheets at a real server, as browsers do, on one event loop."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field

from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf

from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands, open_rounds
from scorekeeper.storage.models import Club
from scorekeeper.web.browser_token import TOKEN
from tests.support.clubs import let_in, new_club

PHONES = 5
"""How many there are at a table."""

FOUR = ("Pierre", "Jean", "Jacques", "Paul")
PATIENCE = 15.0
BEGUN = {"ending": "knock:1", "hand-1": "5H"}
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
class Phone:
    """A phone with a sheet on it: its cookie, the form's token, and the state that it has seen."""

    cookie: str
    token: str
    table: TableAt
    line: Line
    seen: str


@dataclass
class Measured:
    """What was seen: how late changes came, how long answers took, and what went wrong."""

    late: list[float] = field(default_factory=list)
    revealed: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


class Line(asyncio.Protocol):
    """One connection that is kept, as browsers do, and lighter than asyncio's streams."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.waiting: asyncio.Future[tuple[int, str]] | None = None
        self.received = b""

    async def ask(self, port: int, request: str) -> tuple[int, str]:
        """The status and the text of an answer."""
        loop = asyncio.get_running_loop()
        if self.transport is None:
            await loop.create_connection(lambda: self, "127.0.0.1", port)
        assert self.transport is not None
        self.waiting, self.received = loop.create_future(), b""
        self.transport.write(request.encode())
        return await asyncio.wait_for(self.waiting, PATIENCE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to write."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Hand the answer over once it is whole."""
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end or self.waiting is None or self.waiting.done():
            return
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        if length is None or len(body) >= int(length[1]):
            self.waiting.set_result((int(head.split(b" ", 2)[1]), body.decode()))
            if b"connection: close" in head.lower():
                self.close()

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up."""
        self.transport = None
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(error or ConnectionResetError("no answer"))

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()
            self.transport = None


def furnish(app: Flask, tables: int) -> list[Phone]:
    """So many clubs at a game each, with five phones; at one in ten a round is being entered."""
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
            phones.append(Phone(cookie, csrf, table, Line(), table.seen))
    return phones


def _table(club: Club, *, is_open: bool) -> TableAt:
    row = commands.start(
        club,
        key=commands.new_key(),
        variant="knock",
        preset="plain",
        overrides={},
        players=FOUR,
        dealer=0,
    )
    [device, *_others] = devices_of(club)
    if is_open:
        open_rounds.share(row.id, version=1, device_id=device.id, was={}, now=BEGUN)
    return TableAt(row.id, device.id, commands.etag_of(row), 0.5 if is_open else 2.0)


def message(phone: Phone, method: str, path: str, body: str = "") -> str:
    """A request as htmx sends it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
    head += f"Cookie: {phone.cookie}\r\n"
    if body:
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        head += f"Content-Length: {len(body)}\r\n"
    return f"{head}\r\n{body}"


async def follow(phone: Phone, port: int, until: float, measured: Measured) -> None:
    """Ask as often as the sheet does, and note when a change is seen."""
    every = phone.table.every
    await asyncio.sleep(random.random() * every)
    while time.monotonic() < until:
        begun = time.monotonic()
        path = f"/games/{phone.table.game_id}/live?at=sheet&seen={phone.seen}"
        try:
            status, text = await phone.line.ask(port, message(phone, "GET", path))
        except (OSError, TimeoutError) as error:
            measured.errors.append(repr(error))
            phone.line.close()
        else:
            measured.took.append(time.monotonic() - begun)
            measured.statuses[status] += 1
            if status == 200:
                _note(phone, text, measured)
            elif status != 204:
                measured.errors.append(f"{status}: {text[:200]}")
        await asyncio.sleep(max(0.0, every - (time.monotonic() - begun)))


def _note(phone: Phone, text: str, measured: Measured) -> None:
    """Read from an answer what was seen now, and how late that is."""
    found = re.search(r"seen=([\w-]+)", text)
    assert found, text[:300]
    known, phone.seen = _number(phone.seen), found[1]
    now, table = time.monotonic(), phone.table
    for number in range(known + 1, _number(phone.seen) + 1):
        (measured.revealed if table.is_open else measured.late).append(now - table.changed[number])


def _number(seen: str) -> int:
    """The number in an etag that a change counts up: of the open round, or else of the game."""
    return int(seen.rpartition("-")[2])
