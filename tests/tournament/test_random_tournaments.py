"""Random whole tournaments, compared with a second scorer and with every possible draw."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.tournament.model import (
    BREAKS,
    LAST,
    LOT,
    MITCHELL,
    NO,
    PAIRS,
    SINGLES,
    STANDING,
    YES,
    Entrant,
    EntrantAdjustment,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import (
    LIMITS,
    Places,
    Scheme,
    Total,
    VictoryPoints,
    WinPoints,
    Worth,
)
from scorekeeper.tournament.rounds import draw, standing_order
from scorekeeper.tournament.standings import sat_out, standing
from tests.support.tournament_oracle import reckoned

SEED = 29_411

SCHEMES: list[tuple[tuple[str, Any], Scheme]] = [
    (("victory", LIMITS[3]), VictoryPoints(LIMITS[3], 3)),
    (("victory", LIMITS[4]), VictoryPoints(LIMITS[4], 4)),
    (("wins", (3, 1, 0)), WinPoints(3, 1, 0)),
    (("places", (5, 3, 1)), Places((5, 3, 1))),
    (("total", None), Total()),
]


def begun(chance: random.Random, most: int) -> tuple[Tournament, tuple[str, Any]]:
    play = chance.choice((PAIRS, PAIRS, SINGLES))
    by, scheme = chance.choice(SCHEMES[2:] if play == SINGLES else SCHEMES)
    numbers = chance.sample(range(1, 50), chance.randint(3, most))
    entrants = tuple(
        Entrant(
            number=number,
            players=(str(number),),
            first=2 if place > 3 and chance.random() < 0.1 else 1,
            last=3 if place > 3 and chance.random() < 0.1 else None,
        )
        for place, number in enumerate(numbers)
    )
    worth = Worth(14, 355) if by[0] == "victory" else Worth(3) if by[0] == "wins" else Worth(None)
    breaks = chance.sample(BREAKS, chance.randint(0, len(BREAKS)))
    return Tournament(
        play=play,
        points=scheme,
        fewest_win=chance.random() < 0.3,
        breaks=tuple(breaks),
        bye=worth,
        forfeit_win=worth,
        forfeit_loss=Worth(chance.choice((0, 6))),
        entrants=entrants,
        lots=tuple(chance.sample(numbers, len(numbers))),
    ), by


def with_result(chance: random.Random, table: Table) -> Table:
    what = chance.random()
    if what < 0.05:
        return replace(table, forfeit=chance.choice(table.entrants))
    if what < 0.08:
        return replace(table, void=True)
    # Few different totals give many ties.
    return replace(table, totals=tuple(chance.randint(-2, 4) * 50 for _side in table.sides))


def with_round(chance: random.Random, tournament: Tournament) -> Tournament:
    number = len(tournament.rounds) + 1
    comes_late = any(one.first == 2 or one.last for one in tournament.entrants)
    movements = [LOT, STANDING, STANDING]
    if tournament.play == PAIRS and not comes_late and number == 1:
        movements.append(MITCHELL)
    drawn = draw(
        tournament,
        chance.choice(movements),
        again=chance.choice((NO, NO, LAST, YES)),
        shuffled=chance.sample(tournament.lots, len(tournament.lots)),
    )
    assert_fair(tournament, drawn)
    tables = tuple(with_result(chance, table) for table in drawn.tables)
    given = EntrantAdjustment(
        entrant=chance.choice(drawn.tables[0].entrants),
        round=number,
        points=chance.choice((0, 0, -2, 1)),
        score=chance.choice((0, 50)),
    )
    return replace(
        tournament,
        rounds=(*tournament.rounds, replace(drawn, tables=tables)),
        adjustments=(*tournament.adjustments, given),
    )


def assert_fair(tournament: Tournament, drawn: Round) -> None:
    """Check that each present entrant has one seat, and that byes are shared evenly."""
    there = [one.number for one in tournament.entrants if one.is_in(drawn.number)]
    seated = [one for table in drawn.tables for one in table.entrants]
    assert sorted([*seated, *drawn.out]) == sorted(there)
    if drawn.movement != MITCHELL:
        before = sat_out(tournament, tournament.rounds)
        fewest = min(before[one] for one in there)
        assert all(before[one] == fewest for one in drawn.out)
        expected = drawn.order if drawn.movement == LOT else standing_order(tournament)
        assert [one for one in expected if one in there] == list(drawn.order)


def assert_reckoned(chance: random.Random, most: int) -> None:
    tournament, by = begun(chance, most)
    for _round in range(chance.randint(1, 5)):
        tournament = with_round(chance, tournament)
    for after in range(len(tournament.rounds) + 1):
        lines = standing(tournament, after).lines
        told = [(line.place, line.entrant, line.points) for line in lines]
        assert told == reckoned(tournament, after, by), (after, tournament)


def test_forty_random_tournaments_stand_as_another_reckoning_says() -> None:
    chance = random.Random(SEED)
    for _tournament in range(40):
        assert_reckoned(chance, 12)


@pytest.mark.slow
def test_five_hundred_random_tournaments_stand_as_another_reckoning_says() -> None:
    chance = random.Random(SEED + 1)
    for _tournament in range(500):
        assert_reckoned(chance, 24)


def test_a_draw_by_lot_and_one_that_forgets_count_only_what_they_should() -> None:
    """After one round `yes` pairs the first two again, `last` and `no` do not."""
    chance = random.Random(SEED)
    tournament, _by = begun(chance, 4)
    entrants = tuple(Entrant(number=one, players=(str(one),)) for one in (1, 2, 3, 4))
    tournament = replace(
        tournament, play=PAIRS, points=WinPoints(3, 1, 0), breaks=("difference",), entrants=entrants
    )
    tables = (
        Table(number=1, sides=((1,), (2,)), totals=(50, 50)),
        Table(number=2, sides=((3,), (4,)), totals=(0, 0)),
    )
    first = Round(number=1, movement=STANDING, tables=tables)
    tournament = replace(tournament, fewest_win=False, rounds=(first,))
    drawn = {again: draw(tournament, STANDING, again=again).tables for again in (NO, LAST, YES)}
    seats = {again: [table.entrants for table in tables] for again, tables in drawn.items()}
    assert seats == {NO: [(1, 3), (2, 4)], LAST: [(1, 3), (2, 4)], YES: [(1, 2), (3, 4)]}


def test_nobody_meets_again_in_a_random_tournament_while_that_can_be_avoided() -> None:
    chance = random.Random(SEED)
    entrants = tuple(Entrant(number=one, players=(str(one),)) for one in range(1, 31))
    tournament = Tournament(play=PAIRS, points=WinPoints(3, 1, 0), entrants=entrants)
    for _round in range(9):
        drawn = draw(tournament, STANDING)
        tables = tuple(
            replace(one, totals=(chance.randint(0, 5), chance.randint(0, 5)))
            for one in drawn.tables
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(drawn, tables=tables)))
    met = Counter(
        frozenset(two)
        for round in tournament.rounds
        for table in round.tables
        for two in combinations(table.entrants, 2)
    )
    assert set(met.values()) == {1}
