"""500 and 5,000 phones follow their sheets on one machine: how late, and at what cost.

The cost of a poll is told as a multiple of what the server takes to answer nothing at all to the
same phones in the same run, so it is the same on a slower machine.

Run with `pytest -m benchmark -s`. It starts `scorekeeper serve --production` and asks it over the
loopback alone; the phones take their processor time from the same machine, and it says how much. At
one table in ten a round is being entered, and the hands of the others come in; at the others rounds
are recorded.
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

BEGUN = {"ending": "knock", "by": "1"}
"""What has been entered of a round that is open."""


def furnish(app: Flask, tables: int) -> list[Phone]:
    """So many clubs at a game each, with five phones; at one in ten a round is being entered."""
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
    """The same server with an application that does nothing."""
    port, log = free_port(), settings.data_dir / "bare.log"
    variables = {**CLEAN, **environment(settings), "SCOREKEEPER_PORT": str(port)}
    command = [sys.executable, "-m", "tests.benchmarks.bare_server"]
    is_ready = partial(is_listening, port)
    with running(command, log, is_ready, cwd=CHECKOUT, env=variables) as process:
        yield Server(port, process.pid)


async def look(site: Site, phone: Phone) -> None:
    """Open a sheet and ask what is new on it: a process compiles its templates at the first one."""
    for path in ("", "/live?at=sheet&seen=0"):
        status, text = await send(site, phone, "GET", f"/games/{phone.table.game_id}{path}")
        assert status == 200, text


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
    status, text = await send(site, phone, "POST", path, form | {"hand-3": "8"})
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
    hang_up(site.phones)
    return quiet, busy, each, nothing


async def quiet_evening(site: Site, at: Server) -> tuple[Measured, float]:
    """Everybody follows at a server; what was seen, and the processor time of each poll."""
    hang_up(site.phones)
    await evening(site, 2.0, at=at)  # everybody is connected, as phones are
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
