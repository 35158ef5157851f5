"""The statements and rulings of a change do not grow with the sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.storage.database import waits_for_rows
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from tests.support.scorebook import form, record, start, win
from tests.support.statements import counted, judgings

Change = Callable[..., GameRow]

TAKING_TURNS = ("BEGIN", "PRAGMA", "SELECT pg_advisory")
"""The beginnings of statements that only wait for other writers."""


def correct(game_id: str, **form: Any) -> GameRow:
    return commands.correct(game_id, **form, place=2, entry=win(5))


def remove(game_id: str, **form: Any) -> GameRow:
    return commands.remove(game_id, **form, place=2)


def add(game_id: str, **form: Any) -> GameRow:
    return commands.record(game_id, **form, round=win(5))


CHANGES = {"record": add, "correct": correct, "remove": remove, "call": commands.call}

# Every change reads the row with its lock, the key and the open round, and writes the round, the
# row, the trail and the news. A removal moves the later rounds up in two steps. A call also
# writes statistics: it reads the earlier ones, merged players, seats, and the ratings and streaks
# of two players, and writes results of the game and of its rounds, three sums, ratings and streaks.
STATEMENTS = {"record": 5, "correct": 6, "remove": 7, "call": 22}
JUDGED = {"record": 1, "correct": 1, "remove": 0, "call": 0}

# An undo reads the undone change as well. The undo of a call also reads the results of the rounds,
# to delete them, and adds the news that the game continues.
STATEMENTS_OF_UNDO = {"record": 6, "correct": 7, "remove": 8, "call": 21}
JUDGED_OF_UNDO = {"record": 0, "correct": 1, "remove": 1, "call": 0}


def endless(rounds: int) -> GameRow:
    """Return a game without a target, with this many different rounds."""
    return record(start(overrides={"target": 0}), *(win(10 + number) for number in range(rounds)))


def cost(app: Flask, change: Change, row: GameRow) -> tuple[GameRow, int, int]:
    """Return the row after a change, and the numbers of statements and judged rounds."""
    game_id, sent_form = row.id, form(row)
    with counted(app) as sent, judgings() as judged:
        row = change(game_id, **sent_form)
        assert row.version == sent_form["version"] + 1
    with counted(app) as more, judgings() as again:
        assert len(sheet_of(row).rounds) == row.played
    assert (more, again) == ([], []), "the sheet after it is known"
    asked = [statement for statement in sent if not statement.startswith(TAKING_TURNS)]
    # A database that waits for rows reads the parts of a game in one more statement.
    return row, len(asked) - waits_for_rows(), len(judged)


@pytest.mark.parametrize("rounds", [3, 30])
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_costs_as_much_on_any_sheet(book: Flask, name: str, rounds: int) -> None:
    row, *asked = cost(book, CHANGES[name], endless(rounds))
    assert asked == [STATEMENTS[name], JUDGED[name]]
    row, *asked = cost(book, commands.undo, row)
    assert asked == [STATEMENTS_OF_UNDO[name], JUDGED_OF_UNDO[name]]
    assert row.played == rounds
