"""The draw of the next round: its rules, and the cases without a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.tournament.model import (
    DRAWN_PAIRS,
    EAST_WEST,
    LOT,
    MITCHELL,
    NORTH_SOUTH,
    PAIRS,
    ROUND_ROBIN,
    SINGLES,
    STANDING,
    Entrant,
    Round,
    Tournament,
)
from scorekeeper.tournament.points import Total, WinPoints
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.rounds import draw
from tests.support.tournaments import played
from tests.support.walks import walk


def of_pairs(*numbers: int, **facts: Any) -> Tournament:
    entrants = tuple(Entrant(number=one, players=(f"{one}a", f"{one}b")) for one in numbers)
    return Tournament(**({"play": PAIRS, "points": WinPoints(), "entrants": entrants} | facts))


def shown(drawn: Round) -> str:
    """Return a draw such as `1: 1-3, 2: 2-4, 5 out`."""
    tables = (f"{one.number}: {'-'.join(map(str, one.entrants))}" for one in drawn.tables)
    return ", ".join([*tables, *(f"{entrant} out" for entrant in drawn.out)])


def done(tournament: Tournament, drawn: Round) -> Tournament:
    """Return the tournament after a round won by each first side."""
    tables = tuple(replace(table, totals=(2, 1)) for table in drawn.tables)
    return replace(tournament, rounds=(*tournament.rounds, replace(drawn, tables=tables)))


def test_a_first_round_by_lot_is_in_the_order_of_the_lot() -> None:
    drawn = draw(of_pairs(1, 2, 3, 4, 5), LOT, shuffled=(3, 5, 1, 2, 4))
    assert (shown(drawn), drawn.order) == ("1: 3-5, 2: 1-2, 4 out", (3, 5, 1, 2, 4))


def test_the_second_round_follows_the_standing() -> None:
    tournament = played(["1-2 1800:1445, 3-4 1600:1500"])
    assert shown(draw(tournament, STANDING)) == "1: 1-3, 2: 4-2"


@walk(
    ("rounds", "again", "drawn"),
    {
        "nobody again": (["1-2 9:0, 3-4 8:0", "1-3 9:0, 2-4 1:0"], "no", "1: 1-4, 2: 3-2"),
        "not the last": (["1-2 9:0, 3-4 8:0", "1-3 9:0, 2-4 1:0"], "last", "1: 1-2, 2: 3-4"),
        "freely": (["1-2 9:0, 3-4 8:0", "1-3 9:0, 2-4 1:0"], "yes", "1: 1-3, 2: 2-4"),
    },
)
def test_the_organiser_says_who_may_meet_again(
    rounds: Sequence[str], again: str, drawn: str
) -> None:
    tournament = played(rounds, points=Total())
    assert shown(draw(tournament, STANDING, again=again)) == drawn


def test_who_did_not_come_can_be_met_later() -> None:
    tournament = played(["1-2 without 2, 3-4 800:0"])
    assert shown(draw(tournament, STANDING)) == "1: 3-1, 2: 4-2"


def test_who_comes_late_is_last_and_counts_as_having_sat_out() -> None:
    late = of_pairs(1, 2, 3, 4, 9).entrants
    tournament = played(
        ["1-2 9:0, 3-4 8:1"], entrants=(*late[:4], replace(late[4], first=2)), points=Total()
    )
    drawn = draw(tournament, STANDING)
    assert drawn.order == (1, 3, 4, 2, 9)
    assert shown(drawn) == "1: 1-3, 2: 4-9, 2 out"


def test_who_is_gone_is_not_drawn() -> None:
    gone = tuple(
        replace(one, last=1) if one.number == 2 else one for one in of_pairs(1, 2, 3, 4).entrants
    )
    drawn = draw(played(["1-2 9:0, 3-4 8:1"], entrants=gone), STANDING)
    assert shown(drawn) == "1: 1-3, 4 out"


def test_singles_by_standing_sit_in_fours() -> None:
    entrants = tuple(Entrant(number=one, players=(str(one),)) for one in range(1, 8))
    tournament = of_pairs(play=SINGLES, entrants=entrants)
    assert shown(draw(tournament, STANDING)) == "1: 1-2-3-4, 2: 5-6-7"
    assert shown(draw(replace(tournament, seats=2), STANDING)) == "1: 1-2, 2: 3-4, 3: 5-6, 7 out"


def test_a_mitchell_goes_on_until_all_have_met() -> None:
    tournament, drawn = of_pairs(1, 2, 3, 4, 5), []
    for _round in range(3):
        drawn.append(draw(tournament, MITCHELL))
        tournament = done(tournament, drawn[-1])
    assert [shown(one) for one in drawn] == [
        "1: 1-4, 2: 2-5, 3 out",
        "2: 2-4, 3: 3-5, 1 out",
        "1: 1-5, 3: 3-4, 2 out",
    ]
    with pytest.raises(Refusal) as refused:
        draw(tournament, MITCHELL)
    assert refused.value.sentence.text() == (
        "With 3 tables, East-West has met everybody after 3 rounds. Go on by standing."
    )
    assert draw(tournament, STANDING).movement == STANDING


def test_a_mitchell_by_lines_and_starts_keeps_the_place_of_those_gone() -> None:
    seats = [(4, NORTH_SOUTH, 1), (3, NORTH_SOUTH, 2), (2, EAST_WEST, 1), (1, EAST_WEST, 2)]
    entrants = tuple(
        Entrant(number=number, players=("", ""), line=line, start=start)
        for number, line, start in seats
    )
    tournament = of_pairs(entrants=entrants)
    assert shown(draw(tournament, MITCHELL)) == "1: 4-2, 2: 3-1"
    gone = replace(tournament, entrants=(*entrants[:3], replace(entrants[3], last=0)))
    assert shown(draw(gone, MITCHELL)) == "1: 4-2, 3 out"


def test_a_mitchell_can_begin_later_and_move_by_more() -> None:
    tournament = of_pairs(*range(1, 11))
    tournament = done(tournament, draw(tournament, STANDING))
    tournament = done(tournament, draw(tournament, MITCHELL, step=2))
    drawn = draw(tournament, MITCHELL)
    assert (drawn.since, drawn.step) == (2, 2)
    assert shown(drawn) == "1: 1-9, 2: 2-10, 3: 3-6, 4: 4-7, 5: 5-8"


def of_players(*numbers: int, **facts: Any) -> Tournament:
    entrants = tuple(Entrant(number=one, players=(str(one),)) for one in numbers)
    return of_pairs(**({"play": DRAWN_PAIRS, "entrants": entrants} | facts))


def test_partners_are_drawn_four_by_four() -> None:
    tournament, drawn = of_players(1, 2, 3, 4, 5, 6, 7, 8, 9), []
    for _round in range(3):
        drawn.append(draw(tournament, LOT, shuffled=range(1, 10)))
        tournament = done(tournament, drawn[-1])
    sides = [
        " ".join("+".join(map(str, side)) for table in one.tables for side in table.sides)
        for one in drawn
    ]
    assert sides == ["1+4 2+3 5+8 6+7", "1+3 2+4 5+7 6+9", "1+2 3+4 5+9 6+8"]
    assert [one.out for one in drawn] == [(9,), (8,), (7,)]


@walk(
    ("entrants", "rounds"),
    {
        "four": (4, ["1: 1-4, 2: 2-3", "1: 1-2, 2: 3-4", "1: 1-3, 2: 4-2"]),
        "three": (3, ["1: 2-3, 1 out", "1: 1-2, 3 out", "1: 1-3, 2 out"]),
    },
)
def test_a_round_robin_lets_everybody_meet(entrants: int, rounds: list[str]) -> None:
    tournament, drawn = of_pairs(*range(1, entrants + 1)), []
    for _round in rounds:
        drawn.append(draw(tournament, ROUND_ROBIN))
        tournament = done(tournament, drawn[-1])
    assert [shown(one) for one in drawn] == rounds
    with pytest.raises(Refusal, match="All have met after 3 rounds"):
        draw(tournament, ROUND_ROBIN)


def test_whoever_meets_a_pair_that_is_gone_sits_out_in_a_round_robin() -> None:
    tournament = of_pairs(1, 2, 3, 4)
    tournament = done(tournament, draw(tournament, ROUND_ROBIN))
    entrants = tournament.entrants
    gone = replace(tournament, entrants=(*entrants[:3], replace(entrants[3], last=1)))
    assert shown(draw(gone, ROUND_ROBIN)) == "1: 1-2, 3 out"


def test_a_team_does_not_meet_itself_while_that_can_be_avoided() -> None:
    teams = {1: "Red", 2: "Red", 3: "Blue", 4: "Red"}
    entrants = tuple(replace(one, team=teams[one.number]) for one in of_pairs(1, 2, 3, 4).entrants)
    tournament = of_pairs(entrants=entrants)
    assert shown(draw(tournament, STANDING)) == "1: 1-2, 2: 3-4"
    three = replace(tournament, entrants=entrants[:3])
    assert shown(draw(three, STANDING)) == "1: 1-3, 2 out"
    met = done(three, draw(three, STANDING))
    assert shown(draw(met, STANDING)) == "1: 2-3, 1 out"


@walk(
    ("tournament", "movement", "facts", "sentence"),
    {
        "an open table": (
            played(["1-2 9:0, 3-4"]),
            STANDING,
            {},
            "Table 2 of round 1 is not done. Type its totals, or say what became of it.",
        ),
        "open tables": (
            played(["1-2, 3-4, 5-6 9:0, 7-8"]),
            STANDING,
            {},
            "Tables 1, 2 and 4 of round 1 are not done. Type their totals, or say what became of "
            "them.",
        ),
        "one who is left": (
            played(
                ["1-2 9:0"],
                entrants=(*of_pairs(1).entrants, replace(of_pairs(2).entrants[0], last=1)),
            ),
            STANDING,
            {},
            "A round needs at least 2 entrants.",
        ),
        "a step that comes back": (
            of_pairs(*range(1, 13)),
            MITCHELL,
            {"step": 2},
            "With 6 tables, moving by 2 meets the same again after 3 rounds. Move by 1 or 5.",
        ),
        "a step of nowhere": (
            of_pairs(1, 2, 3, 4),
            MITCHELL,
            {"step": 2},
            "With 2 tables, moving by 2 moves nobody. Move by 1.",
        ),
        "another step": (
            done(of_pairs(1, 2, 3, 4, 5, 6), draw(of_pairs(1, 2, 3, 4, 5, 6), MITCHELL)),
            MITCHELL,
            {"step": 2},
            "East-West moves by 1 since round 1.",
        ),
        "a Mitchell of singles at fours": (
            of_pairs(1, 2, 3, 4, play=SINGLES),
            MITCHELL,
            {},
            "A Mitchell movement is for tables with two sides.",
        ),
        "a round robin of singles at fours": (
            of_pairs(1, 2, 3, 4, play=SINGLES),
            ROUND_ROBIN,
            {},
            "A round robin is for tables with two sides.",
        ),
        "a Mitchell of drawn partners": (
            of_players(1, 2, 3, 4),
            MITCHELL,
            {},
            "Partners are drawn by lot or by standing.",
        ),
        "too few for a table": (
            of_players(1, 2, 3),
            STANDING,
            {},
            "A round needs at least 4 entrants.",
        ),
        "late for a round robin": (
            replace(
                done(of_pairs(1, 2), draw(of_pairs(1, 2), ROUND_ROBIN)),
                entrants=(*of_pairs(1, 2).entrants, replace(of_pairs(9).entrants[0], first=2)),
            ),
            ROUND_ROBIN,
            {},
            "Number 9 came after the round robin began. Go on by standing.",
        ),
        "no place in a Mitchell": (
            of_pairs(
                entrants=(
                    *of_pairs(1, 2).entrants,
                    Entrant(number=9, players=("", ""), line=EAST_WEST, start=1),
                )
            ),
            MITCHELL,
            {},
            "Number 1 has no place in the Mitchell movement. Give them a line and a start, or go "
            "on by standing.",
        ),
    },
)
def test_a_draw_is_refused(
    tournament: Tournament, movement: str, facts: Mapping[str, Any], sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        draw(tournament, movement, **facts)
    assert refused.value.sentence.text() == sentence
