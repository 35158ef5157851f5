"""The best layout of a full table, compared with an integer programme for the same question.

The programme is by den Hertog and Hulshof. Its variables are the number of each set and of each
short run laid, so that every card is in one of them. A longer run is several short ones.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pulp
import pytest

from scorekeeper.rummy.melds.layout import best_layout
from scorekeeper.rummy.melds.layout_task import Task
from tests.support.tables import Place, chance_hand, chance_table, counts, faces

pytestmark = pytest.mark.slow

COST = tuple(value * 64 + 65 for value in range(13))
JOKER_COST = 30 * 64 + 1
PLACES = [(value, suit) for value in range(13) for suit in range(4)]


def melds(*, ace_high: bool) -> list[tuple[Place, ...]]:
    """Return every set, and every run of three to five."""
    sets = [
        tuple((value, suit) for suit in suits)
        for value in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [
        tuple((value % 13, suit) for value in range(first, first + size))
        for suit in range(4)
        for size in (3, 4, 5)
        for first in range(14 + ace_high - size)
    ]
    return sets + runs


def least_cost(must: Counter[Place], may: Counter[Place], jokers: int, *, ace_high: bool) -> int:
    """Return the least cost of the cards left, if all jokers can stay in the hand."""
    whole = {"lowBound": 0, "cat": "Integer"}
    programme = pulp.LpProblem("table", pulp.LpMinimize)
    shapes = melds(ace_high=ace_high)
    laid = [pulp.LpVariable(f"meld_{number}", **whole) for number in range(len(shapes))]
    stands = {place: pulp.LpVariable(f"joker_{place[0]}_{place[1]}", **whole) for place in PLACES}
    used = {
        place: pulp.LpVariable(
            f"card_{place[0]}_{place[1]}", must[place], must[place] + may[place], "Integer"
        )
        for place in PLACES
    }
    left = pulp.LpVariable("left", **whole)
    stay = [(must[place] + may[place] - used[place]) * COST[place[0]] for place in PLACES]
    programme += pulp.lpSum(stay) + left * JOKER_COST
    for place in PLACES:
        here = [number for number, shape in zip(laid, shapes, strict=True) if place in shape]
        programme += pulp.lpSum(here) == used[place] + stands[place]
    programme += pulp.lpSum(stands.values()) + left == jokers
    programme.solve(pulp.PULP_CBC_CMD(msg=False))
    assert pulp.LpStatus[programme.status] == "Optimal"
    return round(pulp.value(programme.objective))


def test_no_layout_of_a_full_table_leaves_less() -> None:
    rng = Random("integers")
    for _table in range(200):
        ace_high, jokers = rng.random() < 0.4, rng.randrange(3)
        table = chance_table(rng, rng.choice((30, 45, 60)))
        must = faces(table)
        may = Counter[Place](spot[:2] for spot in chance_hand(rng, table, 14 - jokers))
        task = Task(counts(must), counts(may), COST, jokers, jokers, JOKER_COST, ace_high)
        found = best_layout(task)
        assert found
        assert found.cost == least_cost(must, may, jokers, ace_high=ace_high), task
