"""A change stores only the rounds that it changed, which is enough for an undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as having
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import game_of, recorded_game
from scorekeeper.storage.mapping import read_recorded_game
from scorekeeper.storage.models import ChangeRow, GameRow, RoundRow
from scorekeeper.storage.search_text import games_with_word
from tests.support.scorebook import form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")

Step = Callable[[GameRow], GameRow]


def endless(rounds: int = 0) -> GameRow:
    """Return a game without a target, with this many different rounds."""
    return record(start(overrides={"target": 0}), *(win(10 + points) for points in range(rounds)))


def correct(number: int) -> Step:
    return lambda row: commands.correct(row.id, **form(row), place=number, entry=win(5, by="Bob"))


def remove(number: int) -> Step:
    return lambda row: commands.remove(row.id, **form(row), place=number)


def undo(row: GameRow) -> GameRow:
    return commands.undo(row.id, **form(row))


def stored(row: GameRow) -> ChangeRow:
    """Return the last change as stored."""
    query = select(ChangeRow).where(ChangeRow.game_id == row.id)
    return db.session.scalars(query.order_by(ChangeRow.id.desc())).all()[0]


def numbers(rounds: list[dict[str, Any]]) -> list[int]:
    return [stored["number"] for stored in rounds]


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        pytest.param(lambda row: record(row, win(9)), [], [13], id="record"),
        pytest.param(correct(1), [1], [1], id="correct the first"),
        pytest.param(remove(1), [1], [], id="remove the first"),
        pytest.param(remove(12), [12], [], id="remove the last"),
        pytest.param(lambda row: commands.call(row.id, **form(row)), [], [], id="call"),
    ],
)
def test_a_change_stores_the_rounds_that_it_changed(
    change: Step, before: list[int], after: list[int]
) -> None:
    row = change(endless(12))
    kept = stored(row)
    assert (numbers(kept.before), numbers(kept.after)) == (before, after)
    kept = stored(undo(row))
    assert (numbers(kept.before), numbers(kept.after)) == (after, before)


def test_a_correction_that_changes_nothing_stores_no_round() -> None:
    row = endless(3)
    row = commands.correct(row.id, **form(row), place=2, entry=win(11))
    assert (stored(row).before, stored(row).after) == ([], [])
    assert totals(undo(row)) == (33, 0)


def test_rounds_that_move_up_or_down_keep_their_rows() -> None:
    row = endless(5)
    rows = [round.id for round in row.rounds]
    row = remove(2)(row)
    assert [round.id for round in row.rounds] == [rows[0], *rows[2:]]
    row = undo(row)
    assert [round.number for round in row.rounds] == [1, 2, 3, 4, 5]
    assert [round.id for round in row.rounds][2:] == rows[2:]


def rounds_in_database(game_id: str) -> list[int]:
    """Return the numbers of the rounds in the database."""
    query = select(RoundRow.number).where(RoundRow.game_id == game_id).order_by(RoundRow.number)
    return list(db.session.scalars(query))


ACTS = st.tuples(st.sampled_from(["record", "correct", "remove", "undo"]), st.integers(0, 80))


def act(row: GameRow, name: str, chance: int) -> GameRow:
    """Make this change. Record a round if the sheet has too few for it."""
    number = chance % row.played + 1 if row.played else 0
    if name == "undo" and possible_steps(row, None).undo:
        return undo(row)
    if name == "correct" and number:
        return commands.correct(row.id, **form(row), place=number, entry=win(chance + 1))
    if name == "remove" and number:
        return remove(number)(row)
    return record(row, win(chance + 1, by="Bob"))


@having(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTS, max_size=12))
def test_any_changes_are_undone_to_the_empty_sheet(acts: list[tuple[str, int]]) -> None:
    row = endless()
    sheets = [write_game(game_of(row))]
    for name, chance in acts:
        is_undo = name == "undo" and possible_steps(row, None).undo is not None
        row = act(row, name, chance)
        now = write_game(game_of(row))
        assert recorded_game(row) == read_recorded_game(row), (
            "what is kept of a change is what was stored of it"
        )
        assert rounds_in_database(row.id) == list(range(1, row.played + 1))
        if is_undo:
            sheets.pop()
            assert now == sheets[-1]
        else:
            sheets.append(now)
    while len(sheets) > 1:
        assert write_game(game_of(row)) == sheets.pop()
        row = undo(row)
    assert write_game(game_of(row)) == sheets[0]
    totals(row)


def test_the_note_of_a_round_is_found_for_as_long_as_it_is_there() -> None:
    def found() -> list[str]:
        return list(db.session.scalars(games_with_word("storm")))

    row = record(endless(), replace(win(9), note="The storm"))
    assert found() == [row.id]
    row = correct(1)(row)
    assert found() == []
    row = undo(row)
    assert found() == [row.id]
    remove(1)(row)
    assert found() == []
