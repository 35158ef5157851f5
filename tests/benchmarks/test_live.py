"""500 and 5,000 phones follow their sheets on one machine: how late, and at what cost.

The cost of a poll is told as a multiple of what the server takes to answer nothing at all to the
same phones in the same run, so it is the same on a slower machine.

Run with `pytest -m benchmark -s`. It starts `scorekeeper serve --production` and asks it over the
loopback alone; the phones take their processor time from the same machine, and it says how much. At
one table in ten a round is being entered, and the hands of the others come in; at the others rounds
are recorded.

The phones cost as little as they can: each is a connection with callbacks on one event loop, and
sends the same bytes again until it sees something new.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from scorekeeper import clock, create_app
from scorekeeper.cli.serving import FILES_BESIDE
from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.games import commands, open_rounds
from scorekeeper.storage.database import db, write
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import Club, Device
from scorekeeper.storage.queries import etag_of
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.visitor import SEEN_EVERY
from tests.support.clubs import let_in, new_club
from tests.support.databases import environment
from tests.support.documents import FOUR
from tests.support.processes import CLEAN, addresses, free_port, is_listening, running, serving
from tests.support.scorebook import start

pytestmark = pytest.mark.benchmark

QUIET, BUSY = 10.0, 30.0
"""For how many seconds nothing changes, and for how many rounds are recorded."""
ROUND_EVERY, HAND_EVERY = 240.0, 15.0
"""After how many seconds a table records a round, and a hand comes in at one where it is over."""

LOOKING = 50
"""How many phones open their sheet first, so that each process of the server has shown some."""

LATEST, REVEALED, SLOWEST, DEAREST = 2.5, 0.8, 0.1, 4.0
"""The most seconds after which 95 of 100 phones know a change and a hand, and in which 99 of 100
polls are answered; and how many times as much processor time as nothing at all a poll may take."""

PHONES = 5
"""How many there are at a table."""

PATIENCE = 15.0
BEGUN = {"ending": "knock", "by": "1"}
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
            device.arrived, device.seen_at = True, clock.now() - random.random() * SEEN_EVERY
    return phones


def _table(club: Club, *, is_open: bool) -> TableAt:
    row = start(FOUR, club=club, variant="knock")
    [device, *_others] = devices_of(club)
    if is_open:
        opened = (
            open_rounds.new_open_round().with_facts(BEGUN).with_hands({1: "5H"}, device.id, "Jean")
        )
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


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A score book of its own."""
    return Settings(data_dir=tmp_path / "data", secret_key="a key for the load script")


@dataclass
class Server:
    """A process with its workers, at a port."""

    port: int
    process: int

    def processor_time(self) -> float:
        """The seconds of processor time that the workers have used so far."""
        workers = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        stats = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2] for each in workers]
        ticks = sum(int(ticks) for stat in stats for ticks in stat.split()[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")


@dataclass
class Site(Server):
    """A score book with everybody's phone."""

    app: Flask
    phones: list[Phone]


@contextmanager
def served(settings: Settings, tables: int) -> Iterator[Site]:
    """A server for many tables, and the phones of so many."""
    app = create_app(settings)
    phones = furnish(app, tables)
    allow_connections(len(phones))
    place = ("--production", "--host", "127.0.0.1")
    with serving(*place, **environment(settings)) as (process, printed):
        port = urlsplit(addresses(printed)[0]).port
        assert port
        yield Site(port, process.pid, app, phones)
    with app.app_context():
        db.engine.dispose()


@contextmanager
def answering_nothing(settings: Settings) -> Iterator[Server]:
    """The same server with an application that does nothing."""
    port, log = free_port(), settings.data_dir / "bare.log"
    variables = {**CLEAN, **environment(settings), "SCOREKEEPER_PORT": str(port)}
    command = [sys.executable, "-m", "tests.benchmarks.bare_server"]
    is_ready = partial(is_listening, port)
    with running(command, log, is_ready, cwd=CHECKOUT, env=variables) as process:
        yield Server(port, process.pid)


def allow_connections(number: int) -> None:
    """Let this process have so many connections, and the server that it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most >= number + FILES_BESIDE, f"the system allows {most} open files only"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def look(site: Site, phone: Phone) -> None:
    """Open a sheet and ask what is new on it: a process compiles its templates at the first one."""
    for path in ("", "/live?at=sheet&seen=0"):
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", site.port)
        outgoing.write(message(phone, "GET", f"/games/{phone.table.game_id}{path}"))
        assert (await incoming.readline()).startswith(b"HTTP/1.1 200")
        outgoing.close()


async def record(site: Site, phone: Phone, until: float, measured: Measured) -> None:
    """Record a round at a table, if its time comes at all."""
    begins = time.monotonic() + random.random() * ROUND_EVERY
    if begins > until:
        return
    await asyncio.sleep(begins - time.monotonic())
    phone.table.changed[2] = time.monotonic()
    form = {"csrf_token": phone.token, "version": 1, "key": commands.new_key()}
    form |= {"ending": "knock:1", "hand-0": "KS 9D 2C", "hand-1": "5H", "hand-2": "28"}
    path = f"/games/{phone.table.game_id}/rounds"
    body = urlencode(form | {"hand-3": "8"})
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", site.port)
    outgoing.write(message(phone, "POST", path, body))
    status, text = read(await incoming.readuntil(b"\r\n\r\n")) or (0, "")
    outgoing.close()
    if status != 204:
        measured.errors.append(f"{status}: {text[:200]}")


async def lay_open(site: Site, table: TableAt, until: float, measured: Measured) -> None:
    """Let a hand come in at a table now and then."""
    number = number_of(table.seen)
    await asyncio.sleep(random.random() * HAND_EVERY)
    while time.monotonic() < until:
        number += 1
        table.changed[number] = time.monotonic()
        try:
            await asyncio.to_thread(hand_in, site.app, table, number)
        except DatabaseFaultError as fault:
            measured.errors.append(repr(fault))
        await asyncio.sleep(HAND_EVERY)


def hand_in(app: Flask, table: TableAt, count: int) -> None:
    """Change what the hand of a player of the open round counts."""
    with app.app_context():
        before = open_rounds.find_open(table.game_id)
        assert before is not None
        after = before.with_hands({0: count}, table.device_id, "Pierre")
        open_rounds.store(table.game_id, version=1, before=before, after=after)


async def evening(
    site: Site, seconds: float, *, playing: bool = False, at: Server | None = None
) -> Measured:
    """Everybody follows for so many seconds, and at each table somebody plays."""
    measured, until = Measured(), time.monotonic() + seconds
    jobs = [phone.follow((at or site).port, until, measured) for phone in site.phones]
    if playing:
        last = until - 2 * LATEST
        for phone in site.phones[::PHONES]:
            is_open = phone.table.is_open
            jobs.append(
                lay_open(site, phone.table, last, measured)
                if is_open
                else record(site, phone, last, measured)
            )
    await asyncio.gather(*jobs)
    return measured


async def measure(site: Site, bare: Server) -> tuple[Measured, Measured, float, float]:
    """An evening without a change, one with changes, and what a poll of the first one took, at the
    site and at the server that answers nothing."""
    gc.freeze()  # or a pause of the phones would be taken for one of the server
    for phone in site.phones[:LOOKING]:
        await look(site, phone)
    _empty, nothing = await quiet_evening(site, bare)
    own = time.process_time()
    quiet, each = await quiet_evening(site, site)
    print(f"\nthe phones themselves take {(time.process_time() - own) / QUIET:.0%} of a core")
    busy = await evening(site, BUSY, playing=True)
    hang_up(site)
    return quiet, busy, each, nothing


async def quiet_evening(site: Site, at: Server) -> tuple[Measured, float]:
    """Everybody follows at a server; what was seen, and the processor time of each poll."""
    hang_up(site)
    await evening(site, 2.0, at=at)  # everybody is connected, as phones are
    before = at.processor_time()
    quiet = await evening(site, QUIET, at=at)
    return quiet, (at.processor_time() - before) / sum(quiet.statuses.values())


def hang_up(site: Site) -> None:
    """Let all phones close their connections."""
    for phone in site.phones:
        phone.close()


@pytest.mark.parametrize("phones", [500, 5_000])
def test_everybody_sees_what_changes(settings: Settings, phones: int) -> None:
    with served(settings, phones // PHONES) as site, answering_nothing(settings) as bare:
        quiet, busy, each, nothing = asyncio.run(measure(site, bare))
        share = each * sum(1 / phone.table.every for phone in site.phones)
    took, late, revealed = (
        quantiles(values, n=100) for values in (busy.took, busy.late, busy.revealed)
    )
    print(
        f"{phones:,} phones: {each * 1000:.2f} ms of processor time a poll, "
        f"{each / nothing:.2f} times as much as for no answer, {share:.1%} of a core"
    )
    print(f"polls answered in {took[49] * 1000:.0f} ms, 99 of 100 in {took[98] * 1000:.0f} ms")
    for what, seen in (("rounds", late), ("hands", revealed)):
        print(f"{what} seen after {seen[49]:.2f} s, 95 of 100 after {seen[94]:.2f} s")
    assert not quiet.errors + busy.errors
    assert set(quiet.statuses) == {204}
    assert late[94] <= LATEST
    assert revealed[94] <= REVEALED
    assert took[98] <= SLOWEST
    assert each <= DEAREST * nothing
