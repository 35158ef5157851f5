"""A program that draws and records is killed many times, without losing any data."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import RoundSeat, TableGameRow
from tests.support.databases import environment
from tests.support.hall import GIN, now, set_up
from tests.support.processes import CLEAN

KILLS = 6

ENTRANTS = 12


@pytest.mark.slow
def test_nothing_is_lost_and_nobody_sits_twice(book: Flask, settings: Settings) -> None:
    assert book
    chance = random.Random(29_413)
    names = [f"player {number}" for number in range(ENTRANTS)]
    game = {"variant": "gin", "rules": {"target": 30}}
    evening = set_up(names, **GIN | {"game": game})
    db.session.remove()
    said: list[list[str]] = []
    for _kill in range(KILLS):
        said += killed_after(chance.randint(1, 18), evening, settings)
        assert_whole(evening, said)
    assert now(evening).latest > 1


def killed_after(lines: int, evening: str, settings: Settings) -> list[list[str]]:
    """Return the lines a program prints before it is killed: this many, or some more."""
    command = [sys.executable, "-m", "tests.support.organising", evening]
    env = CLEAN | environment(settings)
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=env, stdout=subprocess.PIPE, text=True
    ) as organising:
        assert organising.stdout
        said = [line.split() for line in islice(organising.stdout, lines)]
        organising.kill()
        said += [line.split() for line in organising.stdout if line.endswith("\n")]
    assert len(said) >= lines, "it ended by itself"
    return said


def assert_whole(evening: str, said: list[list[str]]) -> None:
    db.session.rollback()
    recorded = now(evening)
    for what, round, *table in said:
        number = int(round)
        assert recorded.latest >= number
        times = recorded.times[number - 1]
        assert what != "shown" or times.shown
        assert what != "closed" or times.closed
        if table:
            game = recorded.games[number, int(table[0])]
            assert game.id == table[1]
            assert what != "ended" or (game.is_over and game.played == 1)
    of_tournament = RoundSeat.tournament_id == evening
    for round in recorded.tournament.rounds:
        seated = [entrant for table in round.tables for entrant in table.entrants]
        assert sorted(seated) == list(range(1, ENTRANTS + 1))
        stored = db.session.scalars(
            select(RoundSeat).where(of_tournament, RoundSeat.round == round.number)
        )
        assert Counter(seat.table for seat in stored) == dict.fromkeys(range(1, 7), 2)
    games = db.session.scalars(
        select(TableGameRow).where(TableGameRow.tournament_id == evening)
    ).all()
    assert len({(game.round, game.table) for game in games}) == len(games) == len(recorded.games)
    assert list(check(lambda _done, _all: None)) == []
    db.session.remove()
