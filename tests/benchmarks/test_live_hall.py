"""A hall of sixty tables on one machine with SQLite: 240 phones, and all tables record at once.

Run with `pytest -m benchmark -s`. Each phone joined by the card of its table and follows its sheet.
After every round half of the phones ask for the standings.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from statistics import quantiles

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import etag_of
from scorekeeper.tournaments import rounds, tables
from scorekeeper.tournaments.cards import cards_of, come_to_table, make_cards
from tests.benchmarks.phones import (
    Measured,
    Phone,
    Site,
    TableAt,
    arrive,
    hang_up,
    phone_of,
    send,
    served,
)
from tests.support.clubs import the_club
from tests.support.hall import change, draw, now, set_up

pytestmark = pytest.mark.benchmark

TABLES, PHONES = 60, 4

SECONDS, AT_ONCE = 24.0, 8.0
"""Seconds that the phones follow, and seconds between the rounds of all tables."""

WITHIN = 1.0
"""Seconds within which all tables record a round."""

SLOWEST, LATEST = 0.05, 2.5
"""The longest answer to 99 % of polls, and the longest delay of a change for 95 % of phones."""


def furnish(app: Flask) -> list[Phone]:
    """Create a hall in round 2, each table with four phones that joined by its card."""
    found = []
    with app.app_context():
        evening = set_up([f"a{one} & b{one}" for one in range(2 * TABLES)])
        draw(evening)
        for table in range(1, TABLES + 1):
            totals = [5 * random.randint(0, 400) for _side in range(2)]
            tables.type_totals(the_club(), evening, 1, table, totals)
        change(evening, rounds.close_round)
        draw(evening, "standing")
        make_cards(the_club(), evening, TABLES, key=new_key())
        for card in cards_of(evening):
            game = tables.begin(the_club(), evening, 2, card.table)
            at = TableAt(game.id, "", etag_of(db.session.get_one(GameRow, game.id)), 2.0)
            for number in range(PHONES):
                token = come_to_table(card, None, f"phone {number}")
                assert token
                found.append((token, at))
        assert now(evening).shown == 2
    arrive(app)
    return [phone_of(app, token, at) for token, at in found]


async def record(site: Site, phone: Phone, version: int, measured: Measured) -> None:
    """Record a round at a table, at a random time within `WITHIN` seconds."""
    await asyncio.sleep(random.random() * WITHIN)
    phone.table.changed[version + 1] = time.monotonic()
    form = {"csrf_token": phone.token, "version": version, "key": new_key(), "ending": "stock"}
    form |= {"hand-0": "net:435", "hand-1": "net:210"}
    path = f"/games/{phone.table.game_id}/rounds"
    status, text = await send(site, phone, "POST", path, form)
    if status != 204:
        measured.errors.append(f"{status}: {text[:200]}")


async def ask(
    site: Site, phone: Phone, tournament: str, took: list[float], measured: Measured
) -> None:
    """Ask for the standings, at a random time in the seconds after the round."""
    await asyncio.sleep(WITHIN + random.random() * (AT_ONCE - 2 * WITHIN))
    began = time.monotonic()
    status, text = await send(site, phone, "GET", f"/tournaments/{tournament}")
    took.append(time.monotonic() - began)
    if status != 200:
        measured.errors.append(f"{status}: {text[:200]}")


async def round_after_round(
    site: Site, tournament: str, measured: Measured
) -> tuple[list[float], float]:
    """Play the whole hall. Return the durations of the standings and the processor time of all."""
    for phone in site.phones:  # Each phone opens its sheet first, as on arrival.
        status, text = await send(site, phone, "GET", f"/games/{phone.table.game_id}")
        assert status == 200, text[:200]
    gc.freeze()  # A garbage collection of the phones would look like a pause of the server.
    standings: list[float] = []
    follow = [
        phone.follow(site.port, time.monotonic() + SECONDS, measured) for phone in site.phones
    ]
    before = site.processor_time()
    followers = asyncio.gather(*follow)
    await asyncio.sleep(3.0)
    for version in range(1, 1 + int(SECONDS / AT_ONCE)):
        began = time.monotonic()
        jobs = [record(site, phone, version, measured) for phone in site.phones[::PHONES]]
        jobs += [ask(site, phone, tournament, standings, measured) for phone in site.phones[::2]]
        await asyncio.gather(*jobs)
        await asyncio.sleep(max(0.0, began + AT_ONCE - 1.0 - time.monotonic()))
    await followers
    spent = site.processor_time() - before
    hang_up(site.phones)
    return standings, spent


def test_a_hall_in_which_all_record_at_once(settings: Settings) -> None:
    measured = Measured()
    with served(settings, furnish, "--production") as site:
        with site.app.app_context():
            tournament = db.session.query(GameRow).first().tournament_id
        standings, spent = asyncio.run(round_after_round(site, tournament, measured))
    assert not measured.errors
    took, late, pages = (
        quantiles(values, n=100) for values in (measured.took, measured.late, standings)
    )
    print(
        f"\n{TABLES * PHONES} phones: polls answered in {took[49] * 1000:.0f} ms, 99 of 100 in "
        f"{took[98] * 1000:.0f} ms, hands seen after {late[49]:.2f} s, 95 of 100 after "
        f"{late[94]:.2f} s, standings in {pages[49] * 1000:.0f} ms, 95 of 100 in "
        f"{pages[94] * 1000:.0f} ms; {spent / SECONDS:.0%} of a core"
    )
    assert late[94] <= LATEST
    assert took[98] <= SLOWEST
