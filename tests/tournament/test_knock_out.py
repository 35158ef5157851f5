"""A knock-out: the bracket, the winners, and their opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.tournament.knock_out import bracket, champion, is_level
from scorekeeper.tournament.model import (
    KNOCK_OUT,
    LOT,
    PAIRS,
    SINGLES,
    STANDING,
    Entrant,
    EntrantAdjustment,
    Round,
    Tournament,
)
from scorekeeper.tournament.points import WinPoints
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.rounds import draw
from scorekeeper.tournament.standings import standing
from scorekeeper.tournament.writing import write_standings
from tests.support.walks import walk


def of_pairs(number: int, **facts: Any) -> Tournament:
    """Return a tournament of pairs seeded by their numbers."""
    numbers = range(1, number + 1)
    seeded = tuple(Entrant(number=one, players=(f"{one}a", f"{one}b"), seed=one) for one in numbers)
    points = WinPoints(3, 1, 0)
    return Tournament(
        **({"play": PAIRS, "points": points, "bye": points.bye(), "entrants": seeded} | facts)
    )


def shown(drawn: Round) -> str:
    tables = (f"{one.number}: {'-'.join(map(str, one.entrants))}" for one in drawn.tables)
    return ", ".join([*tables, *(f"{entrant} out" for entrant in drawn.out)])


def done(tournament: Tournament, drawn: Round, lost: Sequence[int] = ()) -> Tournament:
    """Return the tournament after a round won by first sides, unless they are in `lost`."""
    tables = tuple(
        replace(table, totals=(0, 1) if table.entrants[0] in lost else (1, 0))
        if len(table.sides) == 2
        else table
        for table in drawn.tables
    )
    return replace(tournament, rounds=(*tournament.rounds, replace(drawn, tables=tables)))


@walk(
    ("places", "seeds"),
    [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])],
)
def test_the_best_seeds_meet_last(places: int, seeds: list[int]) -> None:
    assert list(bracket(places)) == seeds


@walk(
    ("entrants", "lost", "rounds"),
    {
        "eight": (8, [4, 2], ["1: 1-8, 2: 4-5, 3: 2-7, 4: 3-6", "1: 1-5, 2: 7-3", "1: 1-7"]),
        "five": (5, [4], ["1: 1, 2: 4-5, 3: 2, 4: 3", "1: 1-5, 2: 2-3", "1: 1-2"]),
        "two": (2, [], ["1: 1-2"]),
    },
)
def test_the_winners_of_neighbouring_tables_meet(
    entrants: int, lost: list[int], rounds: list[str]
) -> None:
    tournament, drawn = of_pairs(entrants), []
    for _round in rounds:
        drawn.append(draw(tournament, KNOCK_OUT))
        tournament = done(tournament, drawn[-1], lost)
    assert [shown(one) for one in drawn] == rounds
    with pytest.raises(Refusal, match="The knock-out is over: 1a & 1b won"):
        draw(tournament, KNOCK_OUT)


def test_those_without_a_seed_are_drawn_by_lot_behind_the_others() -> None:
    pairs = of_pairs(4).entrants
    unseeded = (pairs[0], *(replace(one, seed=None) for one in pairs[1:]))
    drawn = draw(of_pairs(4, entrants=unseeded), KNOCK_OUT, shuffled=(1, 3, 2, 4))
    assert (drawn.order, shown(drawn)) == ((1, 3, 2, 4), "1: 1-4, 2: 3-2")


def test_after_other_rounds_those_without_a_seed_are_in_order_of_the_standing() -> None:
    unseeded = tuple(replace(one, seed=None) for one in of_pairs(4).entrants)
    tournament = of_pairs(4, entrants=unseeded)
    tournament = done(tournament, draw(tournament, STANDING), lost=[1, 3])
    assert shown(draw(tournament, KNOCK_OUT)) == "1: 2-3, 2: 4-1"


def test_whoever_would_meet_a_pair_that_is_gone_goes_on_alone() -> None:
    tournament = of_pairs(4)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    entrants = tournament.entrants
    gone = replace(
        tournament, entrants=(*entrants[:1], replace(entrants[1], last=1), *entrants[2:])
    )
    with pytest.raises(Refusal, match="The knock-out is over: 1a & 1b won"):
        draw(gone, KNOCK_OUT)
    nobody = replace(
        tournament, entrants=tuple(replace(one, last=1) for one in entrants[:2]) + entrants[2:]
    )
    with pytest.raises(Refusal, match="Nobody is left in the knock-out"):
        draw(nobody, KNOCK_OUT)


@walk(
    ("result", "next_round"),
    {
        "a win": ({"totals": (1, 0)}, "1: 1-2"),
        "a tie and who goes on": ({"totals": (1, 1), "goes_on": 4}, "1: 4-2"),
        "a void table and who goes on": ({"void": True, "goes_on": 4}, "1: 4-2"),
        "one who did not come": ({"forfeit": 1}, "1: 4-2"),
    },
)
def test_somebody_goes_on_from_every_table(result: Mapping[str, Any], next_round: str) -> None:
    tournament = of_pairs(4)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    [round] = tournament.rounds
    first = replace(round.tables[0], totals=None)
    changed = replace(round, tables=(replace(first, **result), *round.tables[1:]))
    assert shown(draw(replace(tournament, rounds=(changed,)), KNOCK_OUT)) == next_round


@walk("result", [{"totals": (1, 1)}, {"void": True, "totals": None}])
def test_a_level_table_must_say_who_goes_on(result: Mapping[str, Any]) -> None:
    tournament = of_pairs(4)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    [round] = tournament.rounds
    tables = (round.tables[0], replace(round.tables[1], **result))
    with pytest.raises(Refusal) as refused:
        draw(replace(tournament, rounds=(replace(round, tables=tables),)), KNOCK_OUT)
    assert refused.value.sentence.text() == (
        "Table 2 is level. Play one more hand, or say who goes on."
    )


@walk(
    ("result", "level"),
    {
        "level totals": ({"totals": (1, 1)}, True),
        "a void table": ({"totals": None, "void": True}, True),
        "level totals and who goes on": ({"totals": (1, 1), "goes_on": 4}, False),
        "one side ahead": ({"totals": (1, 0)}, False),
        "no result yet": ({"totals": None}, False),
    },
)
def test_a_table_is_level_if_its_result_leaves_open_who_goes_on(
    result: Mapping[str, Any], level: bool
) -> None:
    [table, _other] = draw(of_pairs(4), KNOCK_OUT).tables
    assert is_level(replace(table, **result), fewest_win=False) is level


def test_with_two_lives_one_is_out_after_two_losses() -> None:
    tournament, drawn = of_pairs(4, breaks=("lot",), lots=(1, 2, 3, 4)), []
    for lost in ([], [], [], [1], []):
        drawn.append(draw(tournament, KNOCK_OUT, lives=2))
        tournament = done(tournament, drawn[-1], lost)
    assert [shown(one) for one in drawn] == [
        "1: 1-2, 2: 3-4",
        "1: 1-3, 2: 2-4",
        "1: 2-3, 1 out",
        "1: 1-2",
        "1: 1-2",
    ]
    assert {one.lives for one in drawn} == {2}
    with pytest.raises(Refusal, match="The knock-out is over: 1a & 1b won"):
        draw(tournament, KNOCK_OUT)


def test_a_knock_out_has_a_champion_after_its_final() -> None:
    tournament = of_pairs(4)
    assert champion(tournament, 0) is None
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    assert champion(tournament, 1) is None
    tournament = done(tournament, draw(tournament, KNOCK_OUT), [1])
    assert (champion(tournament, 1), champion(tournament, 2)) == (None, 2)
    after = replace(
        tournament, rounds=tuple(replace(one, movement=LOT) for one in tournament.rounds)
    )
    assert champion(after, 2) is None


def test_the_last_who_is_there_is_the_champion() -> None:
    tournament = of_pairs(4)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    first, second, *others = tournament.entrants
    assert champion(replace(tournament, entrants=(first, replace(second, last=1), *others)), 1) == 1


def test_a_final_that_is_level_has_no_champion_yet() -> None:
    tournament = of_pairs(2)
    [drawn] = done(tournament, draw(tournament, KNOCK_OUT)).rounds
    level = replace(drawn, tables=(replace(drawn.tables[0], totals=(1, 1)),))
    assert champion(replace(tournament, rounds=(level,)), 1) is None


def test_with_two_lives_the_champion_is_the_last_who_has_one() -> None:
    tournament = of_pairs(2)
    for lost, won in (([], None), ([1], None), ([], 1)):
        tournament = done(tournament, draw(tournament, KNOCK_OUT, lives=2), lost)
        assert champion(tournament, len(tournament.rounds)) == won


def places(tournament: Tournament, after: int) -> str:
    """Return the standing with the round of each elimination: `1. 2, 2. 4 out 1`."""
    return ", ".join(
        f"{line.place}. {line.entrant}" + (f" out {line.out}" if line.out else "")
        for line in standing(tournament, after).lines
    )


def with_points(tournament: Tournament, *entrants: int) -> Tournament:
    """Give each of these entrants ten points in round 1."""
    given = tuple(EntrantAdjustment(entrant=one, round=1, points=10) for one in entrants)
    return replace(tournament, adjustments=given)


def test_a_knock_out_ranks_by_how_far_each_came_and_then_by_points() -> None:
    tournament = with_points(of_pairs(8), 8, 6, 7)
    for lost in ([2], [4], [1]):
        tournament = done(tournament, draw(tournament, KNOCK_OUT), lost)
    assert [places(tournament, after) for after in (1, 2, 3)] == [
        "1. 7, 2. 1, 2. 3, 2. 4, 5. 6 out 1, 5. 8 out 1, 7. 2 out 1, 7. 5 out 1",
        "1. 7, 2. 1, 3. 3 out 2, 3. 4 out 2, 5. 6 out 1, 5. 8 out 1, 7. 2 out 1, 7. 5 out 1",
        "1. 7, 2. 1 out 3, 3. 3 out 2, 3. 4 out 2, 5. 6 out 1, 5. 8 out 1, 7. 2 out 1, 7. 5 out 1",
    ]


def test_an_open_table_of_a_knock_out_leaves_both_in() -> None:
    tournament = of_pairs(4)
    [drawn] = done(tournament, draw(tournament, KNOCK_OUT)).rounds
    tables = (replace(drawn.tables[0], totals=None), drawn.tables[1])
    half = replace(tournament, rounds=(replace(drawn, tables=tables),))
    assert places(half, 1) == "1. 2, 2. 1, 2. 4, 4. 3 out 1"


def test_those_who_left_before_a_knock_out_are_behind_all_who_play_it() -> None:
    tournament = with_points(of_pairs(5), 5)
    tournament = done(tournament, draw(tournament, STANDING))
    *others, last = tournament.entrants
    tournament = replace(tournament, entrants=(*others, replace(last, last=1)))
    assert places(tournament, 1).startswith("1. 5, ")
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    assert places(tournament, 2) == "1. 1, 2. 2, 3. 3 out 2, 4. 4 out 2, 5. 5"


def test_a_winner_who_left_is_behind_those_who_go_on() -> None:
    tournament = with_points(of_pairs(4), 1)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    first, *others = tournament.entrants
    gone = replace(tournament, entrants=(replace(first, last=1), *others))
    assert places(gone, 1) == "1. 2, 2. 1, 3. 3 out 1, 3. 4 out 1"
    gone = with_points(of_pairs(8), 1)
    gone = done(gone, draw(gone, KNOCK_OUT))
    first, *others = gone.entrants
    gone = replace(gone, entrants=(replace(first, last=1), *others))
    gone = done(gone, draw(gone, KNOCK_OUT))
    assert places(gone, 2).startswith("1. 2, 1. 4, 3. 1 out 2, 4. 3 out 2, 5. ")


def test_with_two_lives_one_loss_knocks_nobody_out() -> None:
    tournament = of_pairs(4, breaks=("lot",), lots=(1, 2, 3, 4))
    for lost in ([], [], []):
        tournament = done(tournament, draw(tournament, KNOCK_OUT, lives=2), lost)
    assert [places(tournament, after) for after in (1, 2, 3)] == [
        "1. 1, 2. 3, 3. 2, 4. 4",
        "1. 1, 2. 2, 3. 3, 4. 4 out 2",
        "1. 1, 2. 2, 3. 3 out 3, 4. 4 out 2",
    ]


def test_a_round_after_a_knock_out_ranks_by_points_again() -> None:
    tournament = with_points(of_pairs(4), 4)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    tournament = done(tournament, draw(tournament, STANDING))
    assert places(tournament, 2).startswith("1. 4, ")


def test_the_document_has_the_round_in_which_each_was_knocked_out() -> None:
    tournament = of_pairs(2)
    tournament = done(tournament, draw(tournament, KNOCK_OUT), [1])
    [told] = write_standings(tournament)
    assert [(line["entrant"], line.get("out")) for line in told["table"]] == [(2, None), (1, 1)]


def test_a_bye_in_a_knock_out_is_worth_a_bye() -> None:
    tournament = of_pairs(3)
    tournament = done(tournament, draw(tournament, KNOCK_OUT))
    assert [(line.entrant, line.points) for line in standing(tournament, 1).lines] == [
        (1, 3),
        (2, 3),
        (3, 0),
    ]


def test_a_knock_out_is_for_two_sides() -> None:
    with pytest.raises(Refusal, match="A knock-out is for tables with two sides"):
        draw(of_pairs(4, play=SINGLES), KNOCK_OUT)
