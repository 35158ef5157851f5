"""500 phones at 100 tables follow their sheets on one machine: how late, and at what cost.

Run with `pytest -m benchmark -s`. It starts gunicorn as docs/hosting.md says, two workers with four
threads, and asks it over the loopback alone, for less than a minute.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.games import commands
from scorekeeper.storage.database import db
from scorekeeper.web.permissions import TOKEN
from tests.support.clubs import let_in, new_club

pytestmark = pytest.mark.benchmark

TABLES, PHONES = 100, 5
EVERY = 2.0
QUIET, BUSY = 10.0, 25.0
"""For how many seconds nothing changes, and for how many somebody records a round now and then."""
CHANGE_EVERY = 20.0
LATEST, DEAREST = 2.5, 0.30
"""The most seconds after which 95 of 100 phones know, and the most of one core for polls."""

FOUR = ("Pierre", "Jean", "Jacques", "Paul")


@dataclass
class Phone:
    """A phone with a sheet on it: its cookie, the form's token, and the state that it has seen."""

    cookie: str
    token: str
    table: TableAt
    line: Line
    seen: str = "1"
    version: int = 1


@dataclass
class TableAt:
    """A game and when it was changed last, to the version that phones are to see."""

    game_id: str
    changed: dict[int, float] = field(default_factory=dict)


@dataclass
class Measured:
    """What was seen: how late changes came, answers by status, and what went wrong."""

    late: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def furnish(app: Flask) -> list[Phone]:
    """A hundred clubs at a game each, with five phones."""
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    phones = []
    for _ in range(TABLES):
        with app.app_context():
            club = new_club()
            row = commands.start(
                club,
                key=commands.new_key(),
                variant="knock",
                preset="plain",
                overrides={},
                players=FOUR,
                dealer=0,
            )
            table = TableAt(row.id)
            tokens = [let_in(club, Role.PLAYER) for _ in range(PHONES)]
        for token in tokens:
            with app.test_request_context():
                csrf = generate_csrf()
                content = dict(session) | {TOKEN: token, "_permanent": True}
            cookie = f"{app.config['SESSION_COOKIE_NAME']}={serializer.dumps(content)}"
            phones.append(Phone(cookie, csrf, table, Line()))
    return phones


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A score book of its own."""
    return Settings(data_dir=tmp_path / "data", secret_key="a key for the load script")


@pytest.fixture
def phones(settings: Settings) -> list[Phone]:
    """Everybody, before the server is started."""
    app = create_app(settings)
    everybody = furnish(app)
    with app.app_context():
        db.engine.dispose()
    return everybody


@pytest.fixture
def server(settings: Settings, phones: list[Phone]) -> Iterator[tuple[int, int]]:
    """Gunicorn with two workers of four threads; its port and its process."""
    assert phones
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--workers", "2", "--threads", "4"]
    command += ["--bind", f"127.0.0.1:{port}", "--keep-alive", "15", "scorekeeper:create_app()"]
    environment = os.environ | {
        "SCOREKEEPER_DATA_DIR": str(settings.data_dir),
        "SCOREKEEPER_SECRET_KEY": settings.secret_key,
    }
    log = settings.data_dir / "gunicorn.log"
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, log.read_text()
            # Nothing tells when another process listens, so its port is tried until it does.
            time.sleep(0.1)
        else:
            raise TimeoutError(log.read_text())
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def processor_time(parent: int) -> float:
    """The seconds of processor time that the workers of a server have used so far."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Line:
    """One connection that is kept, as browsers do."""

    def __init__(self) -> None:
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, port: int, phone: Phone, method: str, path: str, body: str = ""
    ) -> tuple[int, str]:
        """The status and the text of an answer."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        assert self.reader is not None
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHX-Request: true\r\n"
        head += f"Cookie: {phone.cookie}\r\n"
        if body:
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += f"Content-Length: {len(body)}\r\n"
        self.writer.write(f"{head}\r\n{body}".encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(answer.split(" ", 2)[1])
        length = re.search(r"(?i)^content-length: (\d+)", answer, re.MULTILINE)
        text = (await self.reader.readexactly(int(length[1]))).decode() if length else ""
        if re.search(r"(?i)^connection: close", answer, re.MULTILINE):
            self.close()
        return status, text

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def follow(phone: Phone, port: int, until: float, measured: Measured) -> None:
    """Ask every two seconds, as the sheet does, and note when a change is seen."""
    await asyncio.sleep(random.random() * EVERY)
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            path = f"/games/{phone.table.game_id}/live?at=sheet&seen={phone.seen}"
            status, text = await asyncio.wait_for(phone.line.ask(port, phone, "GET", path), 15)
        except (OSError, EOFError, TimeoutError) as error:
            measured.errors.append(repr(error))
            phone.line.close()
        else:
            measured.statuses[status] = measured.statuses.get(status, 0) + 1
            if status == 200:
                note(phone, text, measured)
            elif status != 204:
                measured.errors.append(f"{status}: {text[:200]}")
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - begun)))


def note(phone: Phone, text: str, measured: Measured) -> None:
    """Read from an answer what was seen now, and how late that is."""
    found = re.search(r"seen=([\w-]+)", text)
    assert found, text[:300]
    known, phone.seen = phone.version, found[1]
    phone.version = int(phone.seen.partition("-")[0])
    now = time.monotonic()
    for version in range(known + 1, phone.version + 1):
        measured.late.append(now - phone.table.changed[version])


async def play(phone: Phone, port: int, until: float, measured: Measured) -> None:
    """Record a round now and then on one of a table's phones."""
    line, version = Line(), 1
    await asyncio.sleep(random.random() * CHANGE_EVERY)
    while time.monotonic() < until - 2 * LATEST:
        form = {"csrf_token": phone.token, "version": version, "key": commands.new_key()}
        form |= {"ending": "knock:1", "hand-0": "KS 9D 2C", "hand-1": "5H", "hand-2": "28"}
        body = urlencode(form | {"hand-3": "8"} if version % 2 else form | {"hand-3": "9"})
        version += 1
        phone.table.changed[version] = time.monotonic()
        path = f"/games/{phone.table.game_id}/rounds"
        status, text = await asyncio.wait_for(line.ask(port, phone, "POST", path, body), 15)
        line.close()  # the server would, before the next round
        if status != 204:
            measured.errors.append(f"{status}: {text[:200]}")
            break
        await asyncio.sleep(CHANGE_EVERY)


async def evening(phones: list[Phone], port: int, seconds: float, *, playing: bool) -> Measured:
    """Everybody follows for so many seconds, and at each table somebody plays."""
    measured, until = Measured(), time.monotonic() + seconds
    jobs = [follow(phone, port, until, measured) for phone in phones]
    if playing:
        jobs += [play(phone, port, until, measured) for phone in phones[::PHONES]]
    await asyncio.gather(*jobs)
    return measured


async def measure(phones: list[Phone], port: int, process: int) -> tuple[Measured, Measured, float]:
    """An evening without a change, one with changes, and what a poll of the first one took."""
    await evening(phones, port, EVERY, playing=False)  # everybody is connected, as phones are
    before = processor_time(process)
    quiet = await evening(phones, port, QUIET, playing=False)
    seconds = processor_time(process) - before
    busy = await evening(phones, port, BUSY, playing=True)
    for phone in phones:
        phone.line.close()
    return quiet, busy, seconds / sum(quiet.statuses.values())


def test_500_phones_at_100_tables(phones: list[Phone], server: tuple[int, int]) -> None:
    quiet, busy, each = asyncio.run(measure(phones, *server))
    share = each * len(phones) / EVERY
    late = quantiles(busy.late, n=100)
    print(
        f"\n{each * 1000:.2f} ms of processor time a poll: for all phones {share:.1%} of one core"
    )
    print(f"{len(busy.late)} times a change was seen: after {late[49]:.2f} s at the median,")
    print(f"{late[94]:.2f} s at the 95th percentile, {max(busy.late):.2f} s at most")
    assert not quiet.errors + busy.errors
    assert set(quiet.statuses) == {204}
    assert late[94] <= LATEST
    assert share <= DEAREST
