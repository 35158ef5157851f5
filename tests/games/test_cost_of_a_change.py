"""What a change asks of the database and of the rules does not grow with the sheet."""

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
"""How statements begin that only wait for other writers."""


def correct(game_id: str, **form: Any) -> GameRow:
    return commands.correct(game_id, **form, place=2, entry=win(5))


def remove(game_id: str, **form: Any) -> GameRow:
    return commands.remove(game_id, **form, place=2)


def add(game_id: str, **form: Any) -> GameRow:
    return commands.record(game_id, **form, round=win(5))


CHANGES = {"record": add, "correct": correct, "remove": remove, "call": commands.call}

# The row with its lock, the key and whether a round is open; the round; the row, the trail, the
# news. A removal moves the rounds after it up in two steps. A call also writes what the
# game counts as: what it did before, who is whom, the seats, the results of the game and of its
# rounds, three sums; the rating and the streaks of two players, with what they were before.
STATEMENTS = {"record": 5, "correct": 6, "remove": 7, "call": 22}
JUDGED = {"record": 1, "correct": 1, "remove": 0, "call": 0}

# The same, but for the change that is taken back. A call that is taken back
# also asks what its rounds counted as, to take out those that differ: all of them; and it is news
# that the game goes on.
STATEMENTS_OF_UNDO = {"record": 6, "correct": 7, "remove": 8, "call": 21}
JUDGED_OF_UNDO = {"record": 0, "correct": 1, "remove": 1, "call": 0}


def endless(rounds: int) -> GameRow:
    """A game without a target, with this many rounds that are all different."""
    return record(start(overrides={"target": 0}), *(win(10 + number) for number in range(rounds)))


def cost(app: Flask, change: Change, row: GameRow) -> tuple[GameRow, int, int]:
    """The row after a change, with how many statements were sent, and how many rounds judged."""
    game_id, sent_form = row.id, form(row)
    with counted(app) as sent, judgings() as judged:
        row = change(game_id, **sent_form)
        assert row.version == sent_form["version"] + 1
    with counted(app) as more, judgings() as again:
        assert len(sheet_of(row).rounds) == row.played
    assert (more, again) == ([], []), "the sheet after it is known"
    asked = [statement for statement in sent if not statement.startswith(TAKING_TURNS)]
    # Where it waits for rows, it asks for what goes with the game once it is there.
    return row, len(asked) - waits_for_rows(), len(judged)


@pytest.mark.parametrize("rounds", [3, 30])
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_costs_as_much_on_any_sheet(book: Flask, name: str, rounds: int) -> None:
    row, *asked = cost(book, CHANGES[name], endless(rounds))
    assert asked == [STATEMENTS[name], JUDGED[name]]
    row, *asked = cost(book, commands.undo, row)
    assert asked == [STATEMENTS_OF_UNDO[name], JUDGED_OF_UNDO[name]]
    assert row.played == rounds
