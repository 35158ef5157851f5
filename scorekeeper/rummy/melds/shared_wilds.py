"""Dividing wild cards among the four suits so that the least points are left.

The points left in a suit are a list: the least points with at most 0, 1, … wild cards.
"""

from __future__ import annotations

from collections.abc import Sequence

Left = Sequence[int]


def least_shared(spades: Left, hearts: Left, diamonds: Left, clubs: Left, wilds: int) -> int:
    """The least points left in all four suits with at most `wilds` wild cards."""
    if not wilds:
        return spades[0] + hearts[0] + diamonds[0] + clubs[0]
    black, red = both(spades, hearts, wilds), both(diamonds, clubs, wilds)
    return min([black[given] + red[wilds - given] for given in range(wilds + 1)])


def best_shares(suits: Sequence[Left], wilds: int) -> tuple[int, ...]:
    """How many wild cards each suit gets to leave the least points."""
    ways: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (wilds + 1)
    for left in suits:
        ways = [_best_way(ways, left, number) for number in range(wilds + 1)]
    return ways[wilds][1]


def both(one: Left, other: Left, wilds: int) -> list[int]:
    return [
        min([one[given] + other[number - given] for given in range(number + 1)])
        for number in range(wilds + 1)
    ]


def _best_way(
    ways: Sequence[tuple[int, tuple[int, ...]]], left: Left, number: int
) -> tuple[int, tuple[int, ...]]:
    points, given = min([ways[number - to][0] + left[to], to] for to in range(number + 1))
    return points, (*ways[number - given][1], given)
