"""A hand at a table costs as many statements as in any game, and one more for the table’s place."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.models import GameRow
from scorekeeper.tournaments import tables
from tests.support.clubs import the_club
from tests.support.hall import GIN, draw, now, set_up
from tests.support.scorebook import record, start
from tests.support.statements import counted

MORE_AT_A_TABLE = 1


def statements_of_a_hand(app: Flask, row: GameRow, points: int = 10) -> int:
    first, second = row.players
    hands = {first: 5, second: points + 5}
    facts = read_round({"ending": "knock", "by": first, "hands": hands}, row.players)
    row = record(row, facts)  # Fills the cache with the sheet.
    with counted(app) as sent:
        record(row, facts)
    return len(sent)


@pytest.mark.parametrize("number", [2, 12])
def test_a_hand_at_a_table(book: Flask, number: int) -> None:
    game = {"variant": "gin", "rules": {"target": 0}}
    evening = set_up([f"player {one}" for one in range(number)], **GIN | {"game": game})
    draw(evening)
    before = now(evening).version
    at_table = tables.begin(the_club(), evening, 1, 1)
    ordinary = start(("Ann", "Bob"), overrides={"target": 0})
    asked = statements_of_a_hand(book, at_table)
    assert asked == statements_of_a_hand(book, ordinary) + MORE_AT_A_TABLE
    assert now(evening).version == before + 1
