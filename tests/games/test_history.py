"""The history keeps every change with the rounds before and after, and can undo the last."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import commands, open_rounds
from scorekeeper.games.history import changes
from scorekeeper.games.open_round import new_open_round
from scorekeeper.games.undoing import possible_steps, taken_back
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.models import GameRow, Player
from tests.support.scorebook import documents, form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


def undo(row: GameRow) -> GameRow:
    return commands.undo(row.id, **form(row))


def redo(row: GameRow) -> GameRow:
    return commands.redo(row.id, **form(row))


def as_it_stands(row: GameRow) -> tuple[Any, ...]:
    """Return the facts of a game that an undo must restore."""
    entered = [(round.entered_at, round.entered_by) for round in row.rounds]
    return write_game(game_of(row)), entered, row.status, totals(row)


def test_every_change_is_in_the_history_newest_first() -> None:
    row = record(start(), win(20), win(30))
    row = commands.correct(row.id, **form(row), place=1, entry=win(10))
    row = commands.remove(row.id, **form(row), place=2)
    row = commands.call(row.id, **form(row))
    row = commands.play_on(row.id, **form(row))
    row = undo(row)
    trail = changes(row)
    assert [(change.kind, change.number) for change in trail] == [
        (ChangeKind.UNDO, None),
        (ChangeKind.PLAY_ON, None),
        (ChangeKind.CALL, None),
        (ChangeKind.REMOVE, 2),
        (ChangeKind.CORRECT, 1),
        (ChangeKind.RECORD, 2),
        (ChangeKind.RECORD, 1),
        (ChangeKind.START, None),
    ]
    assert [change.at for change in trail] == sorted((change.at for change in trail), reverse=True)


def test_a_change_keeps_the_round_before_and_after_it() -> None:
    row = record(start(), win(20), win(30))
    row = commands.correct(row.id, **form(row), place=1, entry=win(10, by="Bob"))
    change = changes(row)[0]
    first = {"ending": "knock", "by": "Ann", "hands": {"Ann": 5, "Bob": 25}}
    corrected = {"ending": "knock", "by": "Bob", "hands": {"Ann": 15, "Bob": 5}}
    assert documents(row, change.before) == {1: first}
    assert documents(row, change.after) == {1: corrected}


def test_a_call_is_kept_with_before_and_after() -> None:
    row = start()
    row = commands.call(row.id, **form(row))
    change = changes(row)[0]
    assert (change.called_before, change.called_after) == (False, True)
    assert (change.before, change.after) == ({}, {})


def test_undo_goes_back_step_by_step_to_the_empty_sheet() -> None:
    row = start()
    steps = [as_it_stands(row)]

    def keep(changed: GameRow) -> None:
        nonlocal row
        row = changed
        steps.append(as_it_stands(row))

    keep(commands.record(row.id, **form(row), round=win(60), entered_by="Bob"))
    keep(record(row, win(30)))
    keep(record(row, win(5)))
    keep(commands.correct(row.id, **form(row), place=1, entry=win(80), drop_later=True))
    keep(commands.remove(row.id, **form(row), place=2))
    keep(commands.call(row.id, **form(row)))
    keep(commands.play_on(row.id, **form(row)))
    keep(record(row, win(1, by="Bob")))
    while steps[:-1]:
        assert as_it_stands(row) == steps.pop()
        row = undo(row)
    assert as_it_stands(row) == steps[0]
    assert totals(row) == (0, 0)
    with pytest.raises(RuleError, match="Nothing to undo"):
        undo(row)


def test_an_undo_takes_back_what_was_done_after_another_undo() -> None:
    row = record(start(), win(20), win(30))
    row = record(undo(row), win(7))
    assert totals(row) == (27, 0)
    row = undo(row)
    assert totals(row) == (20, 0)
    row = undo(row)
    assert totals(row) == (0, 0)
    trail = changes(row)
    assert [change.kind for change in trail if change.undone] == [ChangeKind.RECORD] * 3
    assert [change.undoes for change in trail if change.kind == ChangeKind.UNDO] == [
        ChangeKind.RECORD
    ] * 3
    assert possible_steps(row, None).undo is None


def test_the_same_undo_sent_twice_takes_back_one_change() -> None:
    row = record(start(), win(20), win(30))
    once = form(row)
    row = commands.undo(row.id, **once)
    row = commands.undo(row.id, **once)
    assert totals(row) == (20, 0)


def test_redo_goes_forward_again_step_by_step_to_where_the_undos_began() -> None:
    row = record(start(), win(20), win(30))
    steps = [as_it_stands(row)]
    row = commands.correct(row.id, **form(row), place=1, entry=win(80))
    steps.append(as_it_stands(row))
    row = commands.remove(row.id, **form(row), place=2)
    steps.append(as_it_stands(row))
    row = commands.call(row.id, **form(row))
    steps.append(as_it_stands(row))
    for _step in steps[1:]:
        row = undo(row)
    for step in steps:
        assert as_it_stands(row) == step
        row = redo(row) if step is not steps[-1] else row
    with pytest.raises(RuleError, match="Nothing to redo"):
        redo(row)


def test_undo_and_redo_go_back_and_forth_over_the_same_changes() -> None:
    row = record(start(), win(1), win(2), win(4), win(8))
    walk = [(undo, 7), (undo, 3), (redo, 7), (undo, 3), (undo, 1), (redo, 3), (redo, 7), (redo, 15)]
    for step, total in (*walk, *walk):
        row = step(row)
        assert totals(row) == (total, 0)
    for total in (7, 3, 1, 0):
        row = undo(row)
        assert totals(row) == (total, 0)
    with pytest.raises(RuleError, match="Nothing to undo"):
        undo(row)


def test_there_is_no_redo_after_another_change() -> None:
    row = undo(undo(record(start(), win(20), win(30))))
    row = record(redo(row), win(7))
    assert possible_steps(row, None).redo is None
    with pytest.raises(RuleError, match="Nothing to redo"):
        redo(row)
    assert totals(undo(row)) == (20, 0)
    assert totals(redo(row)) == (27, 0)


def test_the_same_redo_sent_twice_brings_back_one_change() -> None:
    row = undo(undo(record(start(), win(20), win(30))))
    once = form(row)
    row = commands.redo(row.id, **once)
    row = commands.redo(row.id, **once)
    assert totals(row) == (20, 0)


def test_there_is_no_redo_while_a_round_is_being_entered() -> None:
    row = undo(record(start(), win(20)))
    opened = new_open_round().with_facts({"ending": "stock"})
    open_rounds.store(row.id, version=row.version, before=None, after=opened)
    assert possible_steps(row, open_rounds.find_open(row.id)).redo is None
    with pytest.raises(RuleError, match="being entered"):
        redo(row)
    assert totals(row) == (0, 0)


def test_the_history_says_of_each_change_whether_it_is_undone() -> None:
    row = undo(redo(undo(record(start(), win(20)))))
    trail = [(change.kind, change.undoes, change.undone) for change in changes(row)]
    assert trail == [
        (ChangeKind.UNDO, ChangeKind.RECORD, False),
        (ChangeKind.REDO, ChangeKind.RECORD, True),
        (ChangeKind.UNDO, ChangeKind.RECORD, False),
        (ChangeKind.RECORD, None, True),
        (ChangeKind.START, None, False),
    ]
    trail = [(change.kind, change.undone) for change in changes(redo(row))]
    assert trail[:2] == [(ChangeKind.REDO, False), (ChangeKind.UNDO, True)]
    assert (ChangeKind.RECORD, False) in trail


def test_a_round_undone_after_a_redo_fills_the_form() -> None:
    row = redo(undo(record(start(), win(20))))
    assert taken_back(row) is None
    assert taken_back(undo(row)) == win(20)


def test_an_undo_made_for_an_older_sheet_is_a_conflict() -> None:
    row = record(start(), win(20))
    old = form(row)
    record(row, win(30))
    with pytest.raises(commands.VersionConflict):
        commands.undo(row.id, **old)
    assert totals(row) == (50, 0)


def test_a_player_who_changes_their_name_keeps_their_rounds() -> None:
    row = record(start(), win(20), win(30, by="Bob"))
    player = db.session.query(Player).filter_by(name="Bob").one()
    player.name = "Robert"
    db.session.commit()
    row = undo(undo(row))
    record(row, win(3))
    assert documents(row, changes(row)[3].after)[2]["by"] == "Robert"
