"""The time for the draw of a large tournament, with its standing.

Run with `pytest -m benchmark -s`. Times are processor times of one core.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from scorekeeper.tournament.draws import pair
from scorekeeper.tournament.model import LOT, PAIRS, SINGLES, STANDING, Entrant, Tournament
from scorekeeper.tournament.points import BYES, LIMITS, Places, Scheme, VictoryPoints
from scorekeeper.tournament.rounds import draw
from scorekeeper.tournament.standings import standing
from tests.benchmarks.measuring import MILLISECOND, worked

pytestmark = pytest.mark.benchmark

SEED = 313

DRAW, STAND, HARDEST = 50 * MILLISECOND, 20 * MILLISECOND, 1_000 * MILLISECOND


def begun(entrants: int, play: str, points: Scheme) -> Tournament:
    numbers = range(1, entrants + 1)
    return Tournament(
        play=play,
        points=points,
        breaks=("direct", "difference", "opponents"),
        bye=BYES[3],
        entrants=tuple(Entrant(number=one, players=(str(one),)) for one in numbers),
    )


def with_round(chance: random.Random, tournament: Tournament, movement: str) -> Tournament:
    field = [one.number for one in tournament.entrants]
    drawn = draw(tournament, movement, shuffled=chance.sample(field, len(field)))
    tables = tuple(
        replace(table, totals=tuple(5 * chance.randint(0, 400) for _side in table.sides))
        for table in drawn.tables
    )
    return replace(tournament, rounds=(*tournament.rounds, replace(drawn, tables=tables)))


@pytest.mark.parametrize("entrants", [200, 201])
def test_a_draw_of_two_hundred_pairs_with_its_standing(entrants: int) -> None:
    chance = random.Random(SEED)
    tournament = begun(entrants, PAIRS, VictoryPoints(LIMITS[3], 3))
    taken = []
    for _round in range(9):
        taken.append(worked(partial(draw, tournament, STANDING)))
        tournament = with_round(chance, tournament, STANDING)
    print(f"\n{entrants} pairs, 9 rounds: a draw takes at most {max(taken) / MILLISECOND:.0f} ms")
    assert max(taken) < DRAW


def test_a_draw_of_two_clubs_of_a_hundred_pairs_each() -> None:
    begun_by_all = begun(200, PAIRS, VictoryPoints(LIMITS[3], 3))
    teams = tuple(
        replace(one, team="Reds" if one.number <= 100 else "Blues") for one in begun_by_all.entrants
    )
    taken = worked(partial(draw, replace(begun_by_all, entrants=teams), STANDING))
    print(f"\ntwo teams of 100 pairs: {taken / MILLISECOND:.0f} ms")
    assert taken < DRAW


def test_a_standing_of_sixty_tables_after_six_rounds() -> None:
    chance = random.Random(SEED)
    tournament = begun(120, PAIRS, VictoryPoints(LIMITS[3], 3))
    for _round in range(6):
        tournament = with_round(chance, tournament, STANDING)
    taken = worked(partial(standing, tournament, 6))
    print(f"\n60 tables, 6 rounds: the standing takes {taken / MILLISECOND:.0f} ms")
    assert taken < STAND


def test_two_hundred_singles_by_lot() -> None:
    chance = random.Random(SEED)
    tournament = begun(200, SINGLES, Places((5, 3, 1)))
    taken = []
    for _round in range(6):
        field = chance.sample(range(1, 201), 200)
        taken.append(worked(partial(draw, tournament, LOT, shuffled=field)))
        tournament = with_round(chance, tournament, LOT)
    print(f"\n200 singles by lot, 6 rounds: at most {max(taken) / MILLISECOND:.0f} ms")
    assert max(taken) < HARDEST


def test_the_hardest_fields_must_be_searched_as_a_whole() -> None:
    """Nearly all entrants have met, so the search must choose rematches."""
    chance = random.Random(SEED)
    for entrants in (40, 79):
        field = chance.sample(range(entrants), entrants)
        met = Counter(frozenset(two) for two in combinations(field, 2) if chance.random() < 0.97)
        taken = worked(partial(pair, field, met, Counter()))
        print(f"\n{entrants} who nearly all met: {taken / MILLISECOND:.0f} ms")
        assert taken < HARDEST
