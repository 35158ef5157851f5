"""Check that polls are answered quickly while other requests take long.

Run with `pytest -m benchmark -s`. It starts `scorekeeper serve`, with and without `--production`,
and uses only the loopback. The demo club exports its two years of games, and another club imports
them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf

from scorekeeper import clock, create_app
from scorekeeper.cli.options import translator
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.evenings import zone
from scorekeeper.games.commands import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.queries import etag_of
from scorekeeper.web.shell.bodies import TICKET, ticket
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.permissions import IMPORTING
from tests.support.clubs import let_in, new_club
from tests.support.databases import environment
from tests.support.documents import FOUR
from tests.support.processes import addresses, serving
from tests.support.scorebook import start
from tests.support.tables import HARD_TABLES

pytestmark = pytest.mark.benchmark

POLLS_EVERY, SECONDS = 0.05, 6.0
ASKS_EVERY = 2.0
"""The shortest time between two requests, in seconds: as long as a rejection asks to wait."""

PHONES, STRANGERS, KEEPERS = 4, 16, 8
SLOWEST = 0.05
"""The longest answer to 99 % of polls, in seconds."""

MOST_TIMES = 6.0
"""The highest multiple of the duration at rest, if the machine has other work."""

LONGEST_WAIT = 0.6
"""The largest part of an import that another writer has to wait for."""

SERVERS = [(), ("--production",)]
_TABLE, _HAND = HARD_TABLES[1]
_QUESTION = urlencode(
    {"variant": "manipulation", "players": 3, "table": _TABLE.replace(" | ", ","), "hand": _HAND}
)
HARD = f"/judge/table?{_QUESTION}"


@dataclass
class Device:
    """A browser in a club: its cookie, and the token of its forms."""

    cookie: str
    csrf: str


@dataclass
class Site:
    """A server with two clubs: a phone follows the first club’s game, a keeper runs the demo club.

    `hangs_up` means that the server closes the connection after a poll. `importing` is the path for
    large files. `games` are the demo’s games as lines.
    """

    port: int
    game_id: str
    seen: str
    phone: Device
    demo_keeper: Device
    keeper: Device
    hangs_up: bool
    importing: str
    games: bytes = b""

    @property
    def poll(self) -> str:
        """The path of the phone’s poll."""
        return f"/games/{self.game_id}/live?at=sheet&seen={self.seen}"


@dataclass
class Asked:
    """The durations of the answers to one kind of request, and the counts of their statuses."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def slowest(self) -> float:
        """The time within which 99 % were answered, in seconds."""
        return quantiles(self.took, n=100)[98]

    def __str__(self) -> str:
        if len(self.took) < 2:
            return f"{self.took} {dict(self.statuses)}"
        hundredths = quantiles(self.took, n=100)
        return (
            f"{hundredths[49] * 1000:.1f} ms, 99 of 100 in {hundredths[98] * 1000:.1f} ms, "
            f"at most {max(self.took) * 1000:.0f} ms {dict(self.statuses)}"
        )


async def request(
    site: Site, path: str, cookie: str = "", *, address: str = "", body: bytes = b"", kind: str = ""
) -> tuple[int, bytes]:
    """Send one request over a new connection, and return the answer."""
    method = "POST" if body else "GET"
    lines = [f"{method} {path} HTTP/1.0", "Host: 127.0.0.1", "HX-Request: true"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    lines += [f"X-Forwarded-For: {address}"] if address else []
    if body:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", site.port)
    outgoing.write("\r\n".join([*lines, "", ""]).encode() + body)
    answer = await incoming.read()
    outgoing.close()
    return int(answer[9:12]), answer.partition(b"\r\n\r\n")[2]


async def again_and_again(
    ask: Callable[[], Awaitable[int]], until: float, every: float, asked: Asked
) -> None:
    """Repeat a request until the given time, and note the duration of each answer."""
    while (began := time.monotonic()) < until:
        asked.statuses[await ask()] += 1
        took = time.monotonic() - began
        asked.took.append(took)
        await asyncio.sleep(max(0.0, every - took))


async def polled_meanwhile(
    site: Site, number: int, ask: Callable[[int], Awaitable[int]]
) -> tuple[Asked, Asked]:
    """Measure polls while this many others send another request, and return both measurements."""
    polls, others = Asked(), Asked()

    until = time.monotonic() + SECONDS
    await asyncio.gather(
        *(phone(site, until, polls) for _ in range(PHONES)),
        *(again_and_again(partial(ask, each), until, ASKS_EVERY, others) for each in range(number)),
    )
    return polls, others


async def _nobody_asks(_number: int) -> int:
    return 0


def check(site: Site, polls: Asked) -> None:
    """Check that polls were quick, or on a busy machine little slower than at rest."""
    rest, _others = asyncio.run(polled_meanwhile(site, 0, _nobody_asks))
    print(f"at rest: {rest}")
    assert set(polls.statuses) == {204}
    assert polls.slowest <= max(SLOWEST, MOST_TIMES * rest.slowest)


async def phone(site: Site, until: float, polls: Asked) -> None:
    """Poll until the given time, over one connection as long as the server keeps it."""
    head = f"GET {site.poll} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    line = f"{head}Cookie: {site.phone.cookie}\r\n\r\n".encode()
    connection: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def poll() -> int:
        if not connection:
            connection.append(await asyncio.open_connection("127.0.0.1", site.port))
        [(incoming, outgoing)] = connection
        outgoing.write(line)
        head = await incoming.readuntil(b"\r\n\r\n")
        if site.hangs_up:
            connection.clear()
            outgoing.close()
        return int(head[9:12])

    await again_and_again(poll, until, POLLS_EVERY, polls)
    for _incoming, outgoing in connection:
        outgoing.close()


@pytest.fixture(params=SERVERS, ids=["serve", "production"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A server that reads the address of each request from a header, as behind a proxy."""
    settings = Settings(data_dir=tmp_path / "data", secret_key="a key for the load script")
    app = create_app(settings)
    with app.app_context():
        demo = make_demo_club(clock.now(), zone(""), translator("en"))
        club, other = new_club("Players"), new_club("Importers")
        row = start(FOUR, club=club, variant="knock")
        game_id, seen = row.id, etag_of(row)
        tokens = [let_in(club, Role.PLAYER), let_in(demo, Role.KEEPER), let_in(other, Role.KEEPER)]
        db.engine.dispose()
    devices = [device(app, token) for token in tokens]
    importing = f"/club/transfer?{urlencode({TICKET: ticket(app, IMPORTING)})}"
    variables = environment(settings) | {"SCOREKEEPER_PROXIES": "1"}
    with serving("--host", "127.0.0.1", *request.param, **variables) as (_process, printed):
        port = urlsplit(addresses(printed)[0]).port
        assert port
        made = Site(port, game_id, seen, *devices, not request.param, importing)
        made.games = asyncio.run(warm(made))
        yield made


def device(app: Flask, token: str) -> Device:
    """Return the browser with this token."""
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    with app.test_request_context():
        csrf = generate_csrf()
        content = serializer.dumps(dict(session) | {TOKEN: token, "_permanent": True})
    return Device(f"{app.config['SESSION_COOKIE_NAME']}={content}", csrf)


async def warm(site: Site) -> bytes:
    """Make every process compile its templates, and return the games of the demo club."""
    for path in [site.poll, "/judge/table?variant=manipulation&table=7S+8S+9S"] * 8:
        assert (await request(site, path, site.phone.cookie))[0] in (200, 204)
    status, games = await request(site, "/club/transfer/jsonl", site.demo_keeper.cookie)
    assert status == 200
    return games


@pytest.mark.parametrize("number", [1, STRANGERS])
def test_polls_are_answered_while_strangers_ask_hard_questions(site: Site, number: int) -> None:
    async def ask(number: int) -> int:
        return (await request(site, HARD, address=f"198.51.100.{number}"))[0]

    polls, questions = asyncio.run(polled_meanwhile(site, number, ask))
    print(f"\n{number} ask: polls {polls}; questions {questions}")
    check(site, polls)


@pytest.mark.parametrize("path", ["/rules/rummy-500", "/judge", "/history"])
def test_polls_are_answered_while_many_ask_for_pages(site: Site, path: str) -> None:
    cookie = site.demo_keeper.cookie if path == "/history" else ""

    async def ask(_number: int) -> int:
        return (await request(site, path, cookie))[0]

    polls, pages = asyncio.run(polled_meanwhile(site, STRANGERS, ask))
    print(f"\n{STRANGERS} ask for {path}: polls {polls}; pages {pages}")
    check(site, polls)


def test_polls_are_answered_while_clubs_are_exported(site: Site) -> None:
    async def ask(_number: int) -> int:
        return (await request(site, "/club/transfer/zip", site.demo_keeper.cookie))[0]

    polls, exports = asyncio.run(polled_meanwhile(site, KEEPERS, ask))
    print(f"\n{KEEPERS} export: polls {polls}; exports {exports}")
    check(site, polls)


def test_writers_wait_little_while_games_are_imported(site: Site) -> None:
    rounds, took = asyncio.run(recorded_meanwhile(site))
    print(f"\nan import of {len(site.games):,} bytes in {took:.1f} s: rounds {rounds}")
    assert set(rounds.statuses) == {204}
    assert max(rounds.took) <= LONGEST_WAIT * took


async def recorded_meanwhile(site: Site) -> tuple[Asked, float]:
    """Record rounds while a keeper imports two years of games, and return durations of both."""
    rounds, versions = Asked(), count(1)

    async def record() -> int:
        form = {"csrf_token": site.phone.csrf, "version": next(versions), "key": new_key()}
        body = urlencode(form | {"ending": "void"}).encode()
        kind = "application/x-www-form-urlencoded"
        path = f"/games/{site.game_id}/rounds"
        return (await request(site, path, site.phone.cookie, body=body, kind=kind))[0]

    async def import_file() -> float:
        began, limit = time.monotonic(), "----file"
        parts = [("csrf_token", "", site.keeper.csrf.encode()), ("file", "g.jsonl", site.games)]
        body = b"".join(
            f'--{limit}\r\nContent-Disposition: form-data; name="{name}"'.encode()
            + (f'; filename="{file}"'.encode() if file else b"")
            + b"\r\n\r\n"
            + content
            + b"\r\n"
            for name, file, content in parts
        )
        body += f"--{limit}--\r\n".encode()
        kind = f"multipart/form-data; boundary={limit}"
        answer = await request(site, site.importing, site.keeper.cookie, body=body, kind=kind)
        assert answer[0] == 303
        return time.monotonic() - began

    coming = asyncio.create_task(import_file())
    while not coming.done():
        await again_and_again(record, time.monotonic() + 0.01, POLLS_EVERY, rounds)
    return rounds, await coming
