"""Finds number columns that are perhaps not points of a player: counters, or computed values.

An unknown heading, such as “Spielrunde”, could be a name, so the import asks about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

Points = Sequence[int | None]
"""The points of a column, row by row. `None` for a row without points."""

_FOLLOWING: tuple[Callable[[Sequence[int]], int], ...] = (
    sum,
    len,
    lambda points: max(points) - min(points),
    lambda points: abs(sorted(points)[-1] - sorted(points)[-2]),
    lambda points: abs(sorted(points)[0] - sorted(points)[1]),
)
"""Values that people compute from a game's points: sum, number of players, differences."""

_ROWS = 3
"""A column is doubtful only in a table with at least this many rows."""

_CLIMBS = 6
"""A column that only rises or only falls for this many rows is a counter, whatever its steps."""


def doubtful(columns: Mapping[str, Points]) -> Iterator[str]:
    """The headings of columns that are perhaps not a player's, from left to right."""
    counts = {name for name, points in columns.items() if _counts(points)}
    sure: list[Points] = []
    for name, points in columns.items():
        if name in counts or _follows(points, sure):
            yield name
        else:
            sure.append(points)


def _counts(points: Points) -> bool:
    """Check whether the points are a counter, which has a number in every row.

    A counter goes in steps of at most 1, perhaps starting again at 1, or it only rises or falls.
    """
    numbers = [number for number in points if number is not None]
    if len(numbers) < max(_ROWS, len(points)) or min(numbers) < 1:
        return False
    steps = [b - a for a, b in pairwise(numbers)]
    climbs = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    is_next = (abs(b - a) <= 1 or b == 1 for a, b in pairwise(numbers))
    return (climbs and len(numbers) >= _CLIMBS) or all(is_next)


def _follows(points: Points, others: Sequence[Points]) -> bool:
    """Check whether the numbers follow from at least two columns to their left."""
    rows = [
        (own, [other for other in row if other is not None])
        for own, *row in zip(points, *others, strict=True)
    ]
    if len(rows) < _ROWS or not all(own is not None and len(row) > 1 for own, row in rows):
        return False
    return any(all(follow(row) == own for own, row in rows) for follow in _FOLLOWING)
