"""The trail keeps every change with before and after, and the last one can always be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from scorebook import form, record, start, totals, win
from scorekeeper import games
from scorekeeper.db import db
from scorekeeper.games import Kind
from scorekeeper.models import GameRow, Player
from scorekeeper.rummy.document import write_game
from scorekeeper.rummy.scoring import RuleError

pytestmark = pytest.mark.usefixtures("book")


def undo(row: GameRow) -> GameRow:
    return games.undo(row.id, **form(row))


def as_it_stands(row: GameRow) -> tuple[Any, ...]:
    """All that an undo must bring back."""
    entered = [(each.entered_at, each.entered_by) for each in row.rounds]
    return write_game(games.facts(row)), entered, row.status, totals(row)


def test_every_change_is_in_the_trail_newest_first() -> None:
    row = record(start(), win(20), win(30))
    row = games.correct(row.id, **form(row), number=1, round=win(10))
    row = games.remove(row.id, **form(row), number=2)
    row = games.call(row.id, **form(row))
    row = games.play_on(row.id, **form(row))
    row = undo(row)
    trail = games.changes(row)
    assert [(each.kind, each.number) for each in trail] == [
        (Kind.UNDO, None),
        (Kind.PLAY_ON, None),
        (Kind.CALL, None),
        (Kind.REMOVE, 2),
        (Kind.CORRECT, 1),
        (Kind.RECORD, 2),
        (Kind.RECORD, 1),
        (Kind.START, None),
    ]
    assert [each.at for each in trail] == sorted((each.at for each in trail), reverse=True)


def test_a_change_keeps_the_round_before_and_after_it() -> None:
    row = record(start(), win(20), win(30))
    row = games.correct(row.id, **form(row), number=1, round=win(10, by="Bob"))
    change = games.changes(row)[0]
    first = {"ending": "knock", "by": "Ann", "hands": {"Ann": 5, "Bob": 25}}
    corrected = {"ending": "knock", "by": "Bob", "hands": {"Ann": 15, "Bob": 5}}
    assert change.before == {1: first}
    assert change.after == {1: corrected}


def test_a_call_is_kept_with_before_and_after() -> None:
    row = start()
    row = games.call(row.id, **form(row))
    change = games.changes(row)[0]
    assert (change.called_before, change.called_after) == (False, True)
    assert (change.before, change.after) == ({}, {})


def test_undo_goes_back_step_by_step_to_the_empty_sheet() -> None:
    row = start()
    steps = [as_it_stands(row)]

    def keep(changed: GameRow) -> None:
        nonlocal row
        row = changed
        steps.append(as_it_stands(row))

    keep(games.record(row.id, **form(row), round=win(60), entered_by="Bob"))
    keep(record(row, win(30)))
    keep(record(row, win(5)))
    keep(games.correct(row.id, **form(row), number=1, round=win(80), drop_later=True))
    keep(games.remove(row.id, **form(row), number=2))
    keep(games.call(row.id, **form(row)))
    keep(games.play_on(row.id, **form(row)))
    keep(record(row, win(1, by="Bob")))
    while steps[:-1]:
        assert as_it_stands(row) == steps.pop()
        row = undo(row)
    assert as_it_stands(row) == steps[0]
    assert totals(row) == (0, 0)
    with pytest.raises(RuleError, match="nothing to undo"):
        undo(row)


def test_an_undo_takes_back_what_was_done_after_another_undo() -> None:
    row = record(start(), win(20), win(30))
    row = record(undo(row), win(7))
    assert totals(row) == (27, 0)
    row = undo(row)
    assert totals(row) == (20, 0)
    row = undo(row)
    assert totals(row) == (0, 0)
    trail = games.changes(row)
    assert [each.kind for each in trail if each.undone] == [Kind.RECORD] * 3
    assert [each.undoes for each in trail if each.kind == Kind.UNDO] == [Kind.RECORD] * 3
    assert games.last_change(row) is None


def test_the_same_undo_sent_twice_takes_back_one_change() -> None:
    row = record(start(), win(20), win(30))
    once = form(row)
    row = games.undo(row.id, **once)
    row = games.undo(row.id, **once)
    assert totals(row) == (20, 0)


def test_an_undo_made_for_an_older_sheet_is_a_conflict() -> None:
    row = record(start(), win(20))
    old = form(row)
    record(row, win(30))
    with pytest.raises(games.Conflict):
        games.undo(row.id, **old)
    assert totals(row) == (50, 0)


def test_a_player_who_changes_their_name_keeps_their_rounds() -> None:
    row = record(start(), win(20), win(30, by="Bob"))
    player = db.session.query(Player).filter_by(name="Bob").one()
    player.name = "Robert"
    db.session.commit()
    row = undo(undo(row))
    record(row, win(3))
    assert games.changes(row)[3].after[2]["by"] == "Robert"
