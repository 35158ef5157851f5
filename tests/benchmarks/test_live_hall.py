"""A hall of sixty tables on one machine with SQLite: 240 phones, and all tables record at once.

Run with `pytest -m benchmark -s`. Each phone joined by the card of its table and follows its sheet.
After every round half of the phones ask for the standings. The last round ends all games.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from dataclasses import dataclass, field
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
from tests.support.hall import SETUP, change, draw, now, set_up

pytestmark = pytest.mark.benchmark

TABLES, PHONES = 60, 4

ROUNDS = SETUP["game"]["rules"]["rounds"]
"""With the last round, the games at all tables end."""

SECONDS, FIRST_POLLS, WITHIN = 8.0, 2.5, 1.0
"""Seconds that the phones follow a round, until all tables record, and in which they record it."""

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


@dataclass
class MeasuredRound(Measured):
    """Measurements of one round: also how long it took to record it, and to show the standings."""

    recorded: list[float] = field(default_factory=list)
    standings: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"rounds recorded in {in_ms(self.recorded, 50)}, 95 % in {in_ms(self.recorded, 95)}; "
            f"polls answered in {in_ms(self.took, 50)}, 99 % in {in_ms(self.took, 99)}, without "
            f"news {in_ms(self.without_news, 99)}; rounds seen after {in_ms(self.late, 50)}, 95 % "
            f"after {in_ms(self.late, 95)}; standings in {in_ms(self.standings, 50)}, 95 % in "
            f"{in_ms(self.standings, 95)}"
        )


def quantile(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


def in_ms(values: list[float], percent: int) -> str:
    return f"{quantile(values, percent) * 1000:.0f} ms"


async def record(site: Site, phone: Phone, version: int, measured: MeasuredRound) -> None:
    """Record a round at a table, at a random time within `WITHIN` seconds."""
    await asyncio.sleep(FIRST_POLLS + random.random() * WITHIN)
    began = phone.table.changed[version + 1] = time.monotonic()
    form = {"csrf_token": phone.token, "version": version, "key": new_key(), "ending": "stock"}
    form |= {"hand-0": "net:435", "hand-1": "net:210"}
    path = f"/games/{phone.table.game_id}/rounds"
    status, text = await send(site, phone, "POST", path, form)
    measured.recorded.append(time.monotonic() - began)
    if status != 204:
        measured.errors.append(f"{status}: {text[:200]}")


async def ask(site: Site, phone: Phone, tournament: str, measured: MeasuredRound) -> None:
    """Ask for the standings, at a random time in the seconds after the round."""
    await asyncio.sleep(FIRST_POLLS + WITHIN + random.random() * (SECONDS - FIRST_POLLS - WITHIN))
    began = time.monotonic()
    status, text = await send(site, phone, "GET", f"/tournaments/{tournament}")
    measured.standings.append(time.monotonic() - began)
    if status != 200:
        measured.errors.append(f"{status}: {text[:200]}")


async def play_round(site: Site, tournament: str, version: int) -> MeasuredRound:
    measured, until = MeasuredRound(), time.monotonic() + SECONDS
    jobs = [phone.follow(site.port, until, measured) for phone in site.phones]
    jobs += [record(site, phone, version, measured) for phone in site.phones[::PHONES]]
    jobs += [ask(site, phone, tournament, measured) for phone in site.phones[::2]]
    await asyncio.gather(*jobs)
    return measured


async def play(site: Site, tournament: str) -> list[MeasuredRound]:
    """Play whole games at all tables, and print the measurements of each round."""
    for phone in site.phones:  # Each phone opens its sheet first, as on arrival.
        status, text = await send(site, phone, "GET", f"/games/{phone.table.game_id}")
        assert status == 200, text[:200]
    gc.freeze()  # A garbage collection of the phones would look like a pause of the server.
    before, measured = site.processor_time(), []
    for version in range(1, ROUNDS + 1):
        measured.append(await play_round(site, tournament, version))
        print(f"\nRound {version} of {ROUNDS}: {measured[-1]}")
    spent = (site.processor_time() - before) / ROUNDS / SECONDS
    print(f"\n{TABLES * PHONES} phones: {spent:.0%} of a core")
    hang_up(site.phones)
    return measured


def test_a_hall_in_which_all_record_at_once(settings: Settings) -> None:
    with served(settings, furnish, "--production") as site:
        with site.app.app_context():
            tournament = db.session.query(GameRow).first().tournament_id
        measured = asyncio.run(play(site, tournament))
    assert not [error for round_ in measured for error in round_.errors]
    assert max(quantile(round_.late, 95) for round_ in measured) <= LATEST
    assert max(quantile(round_.took, 99) for round_ in measured) <= SLOWEST
