"""Late entrants play from the next round, or at once with an entrant who sits out."""

from __future__ import annotations

import pytest

from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.entrants import Registration
from tests.support.clubs import the_club
from tests.support.hall import change, draw, now, play_round, read_pairs, set_up
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

FIVE = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal", "Ida & Jan")
LATE = Registration(["Kim", "Lou"])


def come_late(evening: str, entry: Registration = LATE) -> None:
    change(evening, entering.add_late, entry, in_this_round=True)


@walk("movement", ["lot", "standing", "mitchell", "round-robin", "knock-out"])
def test_a_late_pair_meets_who_sits_out(movement: str) -> None:
    evening = set_up(FIVE)
    drawn = draw(evening, movement).round(1)
    come_late(evening)
    recorded = now(evening)
    round = recorded.round(1)
    [table] = [one for one in round.tables if 6 in one.entrants]
    assert {*table.entrants} - {6} <= {*drawn.without_game}
    assert recorded.entrant(6).first == 1
    assert len({table.number for table in round.tables}) == len(round.tables)
    assert tables.begin(the_club(), evening, 1, table.number).players


def test_everybody_meets_once_if_a_pair_comes_late_into_mitchell() -> None:
    evening = set_up(FIVE)
    play_round(evening, "mitchell")
    draw(evening, "mitchell")
    come_late(evening)
    met = set[frozenset[int]]()
    for _round in range(2):
        recorded = now(evening)
        for table in recorded.round(recorded.latest).tables:
            assert frozenset(table.entrants) not in met
            met.add(frozenset(table.entrants))
        if recorded.latest == 2:
            for table in recorded.round(2).tables:
                change(evening, tables.say_result, 2, table.number, void=True)
            change(evening, rounds.close_round)
            draw(evening, "mitchell")
    assert now(evening).round(3).out == ()
    assert len(met) == 6


def test_a_late_pair_gets_the_place_in_mitchell_that_is_typed() -> None:
    evening = set_up(FIVE)
    play_round(evening, "mitchell")
    change(evening, entering.add_late, LATE)
    with pytest.raises(Refusal, match="Number 6 has no place in the Mitchell movement"):
        draw(evening, "mitchell")
    change(evening, rounds.undo_last)
    [typed] = read_pairs("Kim & Lou EW 1", "pairs")
    with pytest.raises(Refusal, match="Number 4 has this start too"):
        change(evening, entering.add_late, typed)
    [typed] = read_pairs("Kim & Lou EO 3", "pairs")
    change(evening, entering.add_late, typed)
    recorded = draw(evening, "mitchell")
    assert [table.entrants for table in recorded.round(2).tables] == [(1, 6), (2, 4), (3, 5)]


def test_a_fourth_joins_a_table_of_three_until_it_begins() -> None:
    game = {"variant": "rami", "rules": {"target": 0, "rounds": 4}}
    points = {"by": "places", "places": [5, 3, 1]}
    names = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay"]
    evening = set_up(names, play="singles", game=game, points=points)
    draw(evening)
    tables.begin(the_club(), evening, 1, 1)
    come_late(evening, Registration(["Gus"]))
    assert [len(table.sides) for table in now(evening).round(1).tables] == [3, 4]
    with pytest.raises(Refusal, match="Every table of three has begun"):
        come_late(evening, Registration(["Hal"]))


def test_three_who_sit_out_play_with_a_fourth() -> None:
    names = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus"]
    evening = set_up(names, play="drawn-pairs")
    draw(evening)
    come_late(evening, Registration(["Hal"]))
    round = now(evening).round(1)
    assert [len(table.entrants) for table in round.tables] == [4, 4]
    assert {entrant for table in round.tables for entrant in table.entrants} == {*range(1, 9)}


@walk("movement", ["lot", "round-robin"])
def test_nobody_comes_into_a_round_in_which_all_play(movement: str) -> None:
    evening = set_up()
    draw(evening, movement)
    with pytest.raises(Refusal, match=r"Nobody sits out in round 1. They can play from the next"):
        come_late(evening)
    assert len(now(evening).tournament.entrants) == 4


def test_a_movement_that_began_earlier_takes_nobody_in() -> None:
    evening = set_up(FIVE)
    play_round(evening, "round-robin")
    draw(evening, "round-robin")
    with pytest.raises(Refusal, match=r"This movement began in round 1, without them\."):
        come_late(evening)


def test_before_the_first_round_nobody_is_late() -> None:
    evening = set_up(FIVE)
    come_late(evening)
    assert now(evening).entrant(6).first == 1
    change(evening, rounds.draw_round, "lot")
    assert now(evening).round(1).out == ()
