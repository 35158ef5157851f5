"""Corrected and removed rounds, and their effect on later rounds."""

from __future__ import annotations

import pytest

from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import RuleError
from tests.support.documents import out
from tests.support.scorebook import documents, everything, form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


def test_a_correction_replaces_a_round() -> None:
    row = record(start(), win(20), win(30), win(7))
    entered = [round.entered_at for round in row.rounds]
    row = commands.correct(row.id, **form(row), place=2, entry=win(30, by="Bob"))
    assert totals(row) == (27, 30)
    assert [round.entered_at for round in row.rounds] == entered


def test_a_correction_can_reopen_a_finished_game() -> None:
    row = record(start(), win(60), win(60))
    row = commands.correct(row.id, **form(row), place=2, entry=win(10))
    assert row.status == "playing"
    assert totals(record(row, win(1))) == (71, 0)


def test_a_correction_that_makes_a_later_round_illegal_names_that_round() -> None:
    row = start(variant="three-thirteen")
    row = record(row, out("Ann", Ann=0, Bob="K K K"), out("Ann", Ann=0, Bob="K K K Q"))
    void = read_round({"ending": "void"}, row.players)
    before = everything()
    with pytest.raises(RuleError) as refused:
        commands.correct(row.id, **form(row), place=1, entry=void)
    assert refused.value.where[:2] == ("rounds", 1)
    assert refused.value.text().startswith("Round 2: Bob")
    assert everything() == before


def test_a_removed_round_leaves_no_gap() -> None:
    row = record(start(), win(20), win(30), win(7))
    row = commands.remove(row.id, **form(row), place=1)
    assert totals(row) == (37, 0)
    assert [round.number for round in row.rounds] == [1, 2]


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_round_that_does_not_exist_is_neither_corrected_nor_removed(number: int) -> None:
    row = record(start(), win(20))
    with pytest.raises(RuleError, match="no round"):
        commands.correct(row.id, **form(row), place=number, entry=win(1))
    with pytest.raises(RuleError, match="no round"):
        commands.remove(row.id, **form(row), place=number)
    assert totals(row) == (20, 0)


def test_a_correction_that_ends_the_game_earlier_asks_first() -> None:
    row = record(start(), win(60), win(10), win(5), win(6))
    before = everything()
    with pytest.raises(commands.EndsEarlierConflict):
        commands.correct(row.id, **form(row), place=1, entry=win(95))
    assert everything() == before


def test_later_rounds_go_once_confirmed_and_stay_in_the_history() -> None:
    row = record(start(), win(60), win(10), win(5), win(6))
    row = commands.correct(row.id, **form(row), place=1, entry=win(95), drop_later=True)
    assert (row.status, totals(row)) == ("over", (105, 0))
    correction = changes(row)[0]
    before, after = (
        {number: document["hands"]["Bob"] for number, document in documents(row, rounds).items()}
        for rounds in (correction.before, correction.after)
    )
    assert before == {1: 65, 3: 10, 4: 11}
    assert after == {1: 100}
    row = commands.undo(row.id, **form(row))
    assert (row.status, totals(row)) == ("playing", (81, 0))


def test_a_removal_that_ends_the_game_earlier_asks_first() -> None:
    adjusted = {"ending": "void", "adjustments": [{"player": "Ann", "points": -50}]}
    row = start()
    row = record(row, adjusted, win(95), win(9), win(5, by="Bob"))
    with pytest.raises(commands.EndsEarlierConflict):
        commands.remove(row.id, **form(row), place=1)
    row = commands.remove(row.id, **form(row), place=1, drop_later=True)
    assert (row.status, totals(row)) == ("over", (104, 0))
