"""Any legal game can be undone step by step to the empty sheet, and redone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from scorekeeper.games import commands
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.between import Between
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from tests.support.random_games import games, games_by_sides
from tests.support.scorebook import form, record, start, totals


# One database is enough, because other tests compare how both store a change.
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("book")
@hypothesis_settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])
@given(st.one_of(games(), games_by_sides()))
def test_undo_and_redo_go_there_and_back(written: dict[str, Any]) -> None:
    row = started(written)
    seen = [sheet_now(row)]
    for entry in read_game(written).entries:
        if isinstance(entry, Between):
            row = commands.record_between(row.id, **form(row), between=entry)
        else:
            row = record(row, entry)
        seen.append(sheet_now(row))
    if written["called"] and not seen[-1].over:
        row = commands.call(row.id, **form(row))
        seen.append(sheet_now(row))
    for before in reversed(seen[:-1]):
        row = commands.undo(row.id, **form(row))
        assert sheet_now(row) == before
    assert possible_steps(row, None).undo is None
    for after in seen[1:]:
        row = commands.redo(row.id, **form(row))
        assert sheet_now(row) == after
    assert possible_steps(row, None).redo is None


def started(written: dict[str, Any]) -> GameRow:
    """Start the game of a document without its rounds."""
    return start(
        written["players"],
        variant=written["variant"],
        preset=written["preset"],
        overrides=written["rules"],
        dealer=written["players"].index(written["dealer"]),
        sides=written.get("sides"),
    )


def sheet_now(row: GameRow) -> Sheet:
    """Return the current sheet, and check that the game’s row repeats its totals."""
    totals(row)
    return sheet_of(row)
