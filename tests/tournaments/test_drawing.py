"""Stored draws: fixed tables, swaps by hand, corrections, and every size of table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.standings import standing
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.drawing import broken_by_swap, corrected_since_drawn
from scorekeeper.tournaments.entrants import Registration
from tests.support.clock import Clock
from tests.support.clubs import the_club
from tests.support.hall import (
    FOUR_PAIRS,
    GIN,
    change,
    draw,
    now,
    play_round,
    read_pairs,
    set_up,
    type_slips,
)
from tests.support.scorebook import play
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

ROMME = {
    "play": "singles",
    "game": {"variant": "rami", "rules": {"target": 0, "rounds": 4}},
    "points": {"by": "places", "places": [5, 3, 1]},
}
NAMES = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan"]


def enter_with(details: dict[int, dict[str, Any]], **changes: Any) -> str:
    """Create a tournament of four pairs with these details by entrant, and return its id."""
    evening = set_up(**changes)
    entries = [
        Registration(entry.players, details=details.get(number))
        for number, entry in enumerate(read_pairs("\n".join(FOUR_PAIRS), "pairs"), start=1)
    ]
    change(evening, entering.set_entrants, entries)
    return evening


def table_of(evening: str, entrant: int, round: int) -> int:
    [number] = [
        table.number for table in now(evening).round(round).tables if entrant in table.entrants
    ]
    return number


@walk("movement", ["lot", "standing", "mitchell", "round-robin"])
def test_an_entrant_keeps_a_table(movement: str) -> None:
    evening = enter_with({3: {"table": 2}})
    for round in (1, 2):
        play_round(evening, movement)
        assert table_of(evening, 3, round) == 2
        assert [table.number for table in now(evening).round(round).tables] == [1, 2]


def test_a_table_beyond_the_others_is_kept_too() -> None:
    evening = enter_with({3: {"table": 9}, 4: {"table": 9}})
    draw(evening)
    assert [table.number for table in now(evening).round(1).tables][-1] == 9
    assert table_of(evening, 3, 1) == 9


def test_swapping_by_hand_says_what_it_breaks() -> None:
    evening = enter_with({1: {"team": "North"}, 2: {"team": "North"}, 4: {"table": 2}})
    change(evening, rounds.draw_round, "mitchell")
    change(evening, rounds.show_round)
    type_slips(evening)
    change(evening, rounds.close_round)
    # Round 1 was 1-3 and 2-4. Members of a team do not meet in round 2, 1-4 and 2-3.
    change(evening, rounds.draw_round, "standing")
    broken = {sentence.text() for sentence in broken_by_swap(now(evening), 1, 2)}
    assert broken == {
        "Ann & Cem and Eva & Fay have met before.",
        "Bob & Dee and Gus & Hal have met before.",
    }
    change(evening, rounds.swap, 1, 2)
    pairs = {frozenset(table.entrants) for table in now(evening).round(2).tables}
    assert pairs == {frozenset((1, 3)), frozenset((2, 4))}


def test_a_swap_after_a_draw_by_standing_that_breaks_no_rule_says_nothing() -> None:
    evening = set_up([*FOUR_PAIRS, "Ida & Jan", "Kim & Lou"])
    for movement in ("mitchell", "standing"):  # 1-4, 2-5, 3-6
        change(evening, rounds.draw_round, movement)
        if movement == "mitchell":
            change(evening, rounds.show_round)
            type_slips(evening)
            change(evening, rounds.close_round)
    recorded = now(evening)
    numbers = range(1, 7)
    said = {
        frozenset((one, other)): broken_by_swap(recorded, one, other)
        for one in numbers
        for other in numbers
        if one < other
    }
    assert [] in said.values()
    assert {"met" in sentence.text() for found in said.values() for sentence in found} == {True}


def test_only_the_opponents_that_the_draw_avoids_are_asked_about() -> None:
    evening = set_up()
    play_round(evening, "round-robin")
    play_round(evening, "round-robin")
    change(evening, rounds.draw_round, "standing", again="last")
    first, second = now(evening).round(3).tables
    found = [broken_by_swap(now(evening), first.entrants[0], other) for other in second.entrants]
    assert sorted(map(len, found)) == [0, 2]


def test_singles_by_standing_sit_with_whom_they_met() -> None:
    names = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal"]
    game = {"variant": "rami", "rules": {"target": 0, "rounds": 4}}
    evening = set_up(names, play="singles", game=game, points={"by": "places", "places": [3, 1]})
    play_round(evening)
    change(evening, rounds.draw_round, "standing")
    first, second = now(evening).round(2).tables
    assert broken_by_swap(now(evening), first.entrants[0], second.entrants[0]) == []


def test_swapping_by_hand_into_a_second_bye() -> None:
    evening = set_up([*FOUR_PAIRS, "Ida & Jan"])
    [out] = play_round(evening, "lot").round(1).out
    change(evening, rounds.draw_round, "standing")
    [next_out] = now(evening).round(2).out
    said = {sentence.text() for sentence in broken_by_swap(now(evening), out, next_out)}
    title = now(evening).title(out)
    assert f"{title} sits out again before others have." in said


def test_a_round_that_was_drawn_before_a_correction_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    evening = set_up()
    play_round(evening)
    clock.set(timedelta(minutes=1))
    change(evening, rounds.draw_round, "standing")
    before = now(evening).round(2)
    change(evening, rounds.show_round)
    assert corrected_since_drawn(now(evening)) == {}
    clock.set(timedelta(minutes=2))
    change(evening, rounds.reopen_round, round=1)
    tables.type_totals(the_club(), evening, 1, 2, (0, 2000))
    change(evening, rounds.close_round, round=1)
    assert corrected_since_drawn(now(evening)) == {2: [(1, 2)]}
    assert now(evening).round(2) == before
    change(evening, rounds.draw_again)
    drawn = now(evening).round(2)
    assert corrected_since_drawn(now(evening)) == {}
    assert drawn.order == standing(now(evening).tournament, 1).order != before.order
    assert now(evening).times[1].shown is None


def test_a_draw_by_lot_follows_from_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    evening = set_up()
    play_round(evening)
    clock.set(timedelta(minutes=3))
    draw(evening, "lot")
    change(evening, rounds.reopen_round, round=1)
    clock.set(timedelta(minutes=4))
    change(evening, tables.say_result, 1, 1, void=True)
    assert corrected_since_drawn(now(evening)) == {}


@walk(
    "limits, points",
    {
        "as much as for a bye": ([100, 150, 200, 250, 300, 350, 400, 450, 500, 550], 14),
        "or more if they had it": ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 20),
    },
)
def test_who_gives_up_within_a_game_leaves_the_others(limits: list[int], points: int) -> None:
    by = {"by": "victory", "limits": limits}
    bye = {"points": 14, "score": 355}
    evening = set_up(["Ann", "Bob", "Cem", "Dee"], **GIN | {"points": by}, bye=bye)
    draw(evening)
    row = tables.begin(the_club(), evening, 1, 1)
    ahead, behind = row.players
    play(row, {"ending": "knock", "by": ahead, "hands": {ahead: 1, behind: 31}})
    winner, loser = now(evening).round(1).tables[0].entrants
    change(evening, tables.say_result, 1, 1, forfeit=loser)
    lines = {line.entrant: line.points for line in standing(now(evening).tournament, 1).lines}
    assert (lines[winner], lines[loser]) == (points, 0)
    assert now(evening).round(1).open_tables == (2,)


@walk(
    "number, sizes",
    {"three": (3, [3]), "five": (5, [5]), "six": (6, [3, 3]), "ten": (10, [4, 3, 3])},
)
def test_singles_sit_at_tables_of_three_to_five(number: int, sizes: list[int]) -> None:
    evening = set_up(NAMES[:number], **ROMME)
    for movement in ("lot", "standing"):
        draw(evening, movement)
        latest = now(evening).latest
        assert [len(table.sides) for table in now(evening).round(latest).tables] == sizes
        type_slips(evening)
        change(evening, rounds.close_round)
    assert len(play_round(evening).round(3).tables) == len(sizes)


def test_a_table_that_the_game_is_not_for_is_refused_at_the_draw() -> None:
    evening = set_up(NAMES[:5], **ROMME | {"game": {"variant": "tonk"}})
    with pytest.raises(Refusal, match="Tonk is not played by 5 who each play alone"):
        change(evening, rounds.draw_round, "lot")
    assert now(evening).latest == 0


def test_partners_are_drawn_and_score_alone() -> None:
    evening = set_up(NAMES[:9], play="drawn-pairs")
    round = draw(evening, "lot").round(1)
    assert len(round.out) == 1
    row = tables.begin(the_club(), evening, 1, 1)
    people = now(evening).people
    (first, third), (second, fourth) = round.tables[0].sides
    assert [people[one][0].name for one in (first, second, third, fourth)] == list(row.players)
    change(evening, tables.say_result, 1, 1, void=True)
    tables.type_totals(the_club(), evening, 1, 2, (1345, 580))
    change(evening, rounds.close_round)
    points = {line.entrant: line.points for line in standing(now(evening).tournament, 1).lines}
    assert [points[one] for side in now(evening).round(1).tables[1].sides for one in side] == [
        *(16, 16, 4, 4)
    ]
    with pytest.raises(Refusal, match=r"Partners are drawn by lot or by standing\."):
        change(evening, rounds.draw_round, "mitchell")


def test_points_by_deals_come_from_the_rounds_of_a_game() -> None:
    evening = set_up(NAMES[:3], **ROMME | {"points": {"by": "deals"}})
    draw(evening)
    with pytest.raises(Refusal, match="Points by deals need the rounds of the game at table 1"):
        tables.type_totals(the_club(), evening, 1, 1, (1, 2, 3))
    row = tables.begin(the_club(), evening, 1, 1)
    ann, bob, cem = row.players
    deal = {"ending": "out", "by": ann, "hands": {bob: 10, cem: 31}}
    play(row, deal, deal, deal, deal)
    points = [line.points for line in standing(now(evening).tournament, 1).lines]
    assert points == [20, 12, 0]
