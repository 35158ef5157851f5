"""The matching of least weight, compared with a search of all matchings."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from scorekeeper.tournament.matching import lightest_matching

SEED = 7_919

Weights = list[list[int]]


def fewest(weights: Weights) -> int:
    """Return the least weight of all matchings."""
    size = len(weights)

    @cache
    def of(left: int) -> int:
        if not left:
            return 0
        first = next(one for one in range(size) if left >> one & 1)
        rest = left & ~(1 << first)
        return min(
            weights[first][other] + of(rest & ~(1 << other))
            for other in range(size)
            if rest >> other & 1
        )

    return of((1 << size) - 1)


def weighed(size: int, weight: Callable[[int, int], int]) -> Weights:
    weights = [[0] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            weights[one][other] = weights[other][one] = weight(one, other)
    return weights


def assert_lightest(weights: Weights) -> None:
    partners = lightest_matching(weights)
    assert all(partners[partners[one]] == one != partners[one] for one in range(len(weights)))
    weight = sum(weights[one][other] for one, other in enumerate(partners) if one < other)
    assert weight == fewest(weights), weights


def drawn(chance: random.Random) -> Weights:
    """Return random weights. Both few and many different ones make blossoms within blossoms."""
    most = chance.choice((1, 2, 5, 100))
    return weighed(2 * chance.randint(1, 6), lambda _one, _other: chance.randint(0, most))


def test_a_random_matching_is_the_lightest() -> None:
    chance = random.Random(SEED)
    for _matching in range(300):
        assert_lightest(drawn(chance))


@pytest.mark.slow
def test_four_thousand_random_matchings_are_the_lightest() -> None:
    chance = random.Random(SEED + 1)
    for _matching in range(4_000):
        assert_lightest(drawn(chance))


def test_two_odd_groups_that_do_not_meet_cost_one_meeting() -> None:
    """Two groups of nine, each with free edges inside: one pair must join them."""
    weights = weighed(18, lambda one, other: int((one < 9) != (other < 9)))
    partners = lightest_matching(weights)
    assert sum(weights[one][other] for one, other in enumerate(partners)) == 2


def test_nobody_is_matched_with_nobody() -> None:
    assert lightest_matching([]) == []
