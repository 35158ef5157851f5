"""500 and 5,000 phones follow their sheets on one machine: the delays, and the cost.

The cost of a poll is a multiple of the cost of an empty answer to the same phones in the same run,
so a slower machine gives the same figure.

Run with `pytest -m benchmark -s`. It starts `scorekeeper serve --production` and uses only the
loopback. The phones take processor time of the same machine, and the test prints how much. One
table in ten enters a round with hands arriving one by one. The others record whole rounds.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from statistics import quantiles

import pytest
from flask import Flask

from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_round import new_open_round
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import Club
from scorekeeper.storage.queries import etag_of
from tests.benchmarks.phones import (
    Measured,
    Phone,
    Server,
    Site,
    TableAt,
    arrive,
    hang_up,
    number_of,
    phone_of,
    send,
    served,
)
from tests.support.clubs import let_in, new_club
from tests.support.databases import environment
from tests.support.documents import FOUR
from tests.support.processes import CLEAN, free_port, is_listening, running
from tests.support.scorebook import start

pytestmark = pytest.mark.benchmark

QUIET, BUSY = 10.0, 30.0
"""Seconds without a change, and seconds with rounds recorded."""
ROUND_EVERY, HAND_EVERY = 240.0, 15.0
"""Seconds between two rounds of a table, and between two hands of an open round."""

LOOKING = 50
"""The number of phones that open their sheet first, so that each process has shown some."""

LATEST, REVEALED, SLOWEST, DEAREST = 2.5, 0.8, 0.1, 4.0
"""The longest delay of a change and of a hand for 95 % of phones, and of 99 % of answers (seconds),
and the highest cost of a poll as a multiple of an empty answer’s."""

PHONES = 5
"""The number of phones at a table."""

BEGUN = {"ending": "knock", "by": "1"}
"""The facts of an open round."""


def furnish(app: Flask, tables: int) -> list[Phone]:
    """Create clubs with one game and five phones each. One club in ten has an open round."""
    phones = []
    for number in range(tables):
        with app.app_context():
            club = new_club()
            names = (*FOUR, "")
            tokens = [let_in(club, Role.PLAYER, player=name) for name in names]
            table = _table(club, is_open=number % 10 == 0)
        phones += [phone_of(app, token, table) for token in tokens]
    arrive(app)
    return phones


def _table(club: Club, *, is_open: bool) -> TableAt:
    row = start(FOUR, club=club, variant="knock")
    [device, *_others] = devices_of(club)
    if is_open:
        opened = new_open_round().with_facts(BEGUN).with_hands({1: "5H"}, device.id, "Jean")
        open_rounds.store(row.id, version=1, before=None, after=opened)
    return TableAt(row.id, device.id, etag_of(row), 0.5 if is_open else 2.0)


@contextmanager
def answering_nothing(settings: Settings) -> Iterator[Server]:
    """Run the same server with empty answers."""
    port, log = free_port(), settings.data_dir / "bare.log"
    variables = {**CLEAN, **environment(settings), "SCOREKEEPER_PORT": str(port)}
    command = [sys.executable, "-m", "tests.benchmarks.bare_server"]
    is_ready = partial(is_listening, port)
    with running(command, log, is_ready, cwd=CHECKOUT, env=variables) as process:
        yield Server(port, process.pid)


async def look(site: Site, phone: Phone) -> None:
    """Open a sheet and poll once: each process compiles its templates at the first page."""
    for path in ("", "/live?at=sheet&seen=0"):
        status, text = await send(site, phone, "GET", f"/games/{phone.table.game_id}{path}")
        assert status == 200, text


async def record(site: Site, phone: Phone, until: float, measured: Measured) -> None:
    """Record a round at a table at a random time, if that is early enough."""
    begins = time.monotonic() + random.random() * ROUND_EVERY
    if begins > until:
        return
    await asyncio.sleep(begins - time.monotonic())
    phone.table.changed[2] = time.monotonic()
    form = {"csrf_token": phone.token, "version": 1, "key": commands.new_key()}
    form |= {"ending": "knock:1", "hand-0": "KS 9D 2C", "hand-1": "5H", "hand-2": "28"}
    path = f"/games/{phone.table.game_id}/rounds"
    status, text = await send(site, phone, "POST", path, form | {"hand-3": "8"})
    if status != 204:
        measured.errors.append(f"{status}: {text[:200]}")


async def lay_open(site: Site, table: TableAt, until: float, measured: Measured) -> None:
    """Enter a hand of an open round from time to time."""
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
    """Change the count of a player’s hand in the open round."""
    with app.app_context():
        before = open_rounds.find_open(table.game_id)
        assert before is not None
        after = before.with_hands({0: count}, table.device_id, "Pierre")
        open_rounds.store(table.game_id, version=1, before=before, after=after)


async def evening(
    site: Site, seconds: float, *, playing: bool = False, at: Server | None = None
) -> Measured:
    """Make all phones follow for this many seconds, and with `playing` make each table play."""
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
    """Measure an evening without changes and one with changes.

    Returns both, and the processor time of a poll in the first, at the site and at the bare server.
    """
    gc.freeze()  # A garbage collection of the phones would look like a pause of the server.
    for phone in site.phones[:LOOKING]:
        await look(site, phone)
    _empty, nothing = await quiet_evening(site, bare)
    own = time.process_time()
    quiet, each = await quiet_evening(site, site)
    print(f"\nthe phones themselves take {(time.process_time() - own) / QUIET:.0%} of a core")
    busy = await evening(site, BUSY, playing=True)
    hang_up(site.phones)
    return quiet, busy, each, nothing


async def quiet_evening(site: Site, at: Server) -> tuple[Measured, float]:
    """Make all phones follow at a server. Return measurements and processor time a poll."""
    hang_up(site.phones)
    await evening(site, 2.0, at=at)  # All phones are connected before the measurement, as in use.
    before = at.processor_time()
    quiet = await evening(site, QUIET, at=at)
    return quiet, (at.processor_time() - before) / sum(quiet.statuses.values())


@pytest.mark.parametrize("phones", [500, 5_000])
def test_everybody_sees_what_changes(settings: Settings, phones: int) -> None:
    furnished = partial(furnish, tables=phones // PHONES)
    with served(settings, furnished, "--production") as site, answering_nothing(settings) as bare:
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
