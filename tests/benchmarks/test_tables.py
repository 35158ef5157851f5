"""How long the best layout of a full table takes beside laying it as it lies.

Run with `pytest -m benchmark -s`. What counts is the processor's time; a ratio is to a task without
a hand and jokers, of the same table in the same run.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import median
from time import process_time

import pytest

from scorekeeper.rummy.melds.layout import best_layout
from scorekeeper.rummy.melds.layout_task import Task
from scorekeeper.rummy.table.pieces import TABLE_CARDS
from tests.support.tables import HARD_TABLES, Place, chance_hand, chance_table, counts, faces

pytestmark = pytest.mark.benchmark

COST = tuple(value * 64 + 65 for value in range(13))
NUMBER = 40
MOST = {"tiles": 50, "cards": 50}
"""How many times as long as the table alone the median may take, with two jokers in the hand."""

MOST_WHEN_HARD = 250
"""The same of a table that was sought because it takes long."""


def seconds(task: Task) -> float:
    """How long a task takes."""
    began = process_time()
    assert best_layout(task)
    return process_time() - began


@pytest.mark.parametrize("pieces", MOST)
def test_sixty_on_the_table_and_fourteen_in_the_hand(pieces: str) -> None:
    ace_high, alone, asked = pieces == "cards", [], []
    for number in range(NUMBER):
        rng = Random(f"table {number}")
        table = chance_table(rng, 60)
        must = counts(faces(table))
        may = counts(Counter[Place](spot[:2] for spot in chance_hand(rng, table, 12)))
        nothing = counts(Counter())
        alone.append(seconds(Task(must, nothing, COST, ace_high=ace_high)))
        asked.append(seconds(Task(must, may, COST, 2, 2, 30 * 64 + 1, ace_high)))
    ratio = median(asked) / median(alone)
    usual, worst = median(asked) * 1000, max(asked) * 1000
    print(f"\n{pieces}: {usual:.0f} ms, at worst {worst:.0f}; {ratio:.1f} times the table alone")
    assert ratio <= MOST[pieces]


@pytest.mark.parametrize("number", range(len(HARD_TABLES)))
def test_a_hard_table_and_fourteen_in_the_hand(number: int) -> None:
    table, hand = HARD_TABLES[number]
    must = counts(Counter(spot[:2] for spot in TABLE_CARDS.read_all(table.replace("|", " "))))
    held = TABLE_CARDS.read_all(hand)
    may = counts(Counter(spot[:2] for spot in held if not spot.is_joker))
    asked = Task(must, may, COST, 2, 2, 30 * 64 + 1, ace_high=True)
    took = seconds(asked)
    alone = seconds(Task(must, counts(Counter()), COST, ace_high=True))
    print(f"\nhard table {number}: {took * 1000:.0f} ms, {took / alone:.1f} times the table alone")
    assert took / alone <= MOST_WHEN_HARD
