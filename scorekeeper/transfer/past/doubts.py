"""Finds columns of numbers that may be no player’s: those that count, or follow from others.

A heading that is not known, such as “Spielrunde”, could be a name. Whether it is has to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

Points = Sequence[int | None]
"""The points of a column, row by row. `None` where there are none."""

_FOLLOWING: tuple[Callable[[Sequence[int]], int], ...] = (
    sum,
    len,
    lambda points: max(points) - min(points),
    lambda points: abs(sorted(points)[-1] - sorted(points)[-2]),
    lambda points: abs(sorted(points)[0] - sorted(points)[1]),
)
"""What people add to the points of a game: their sum, the number of players, the difference."""

_ROWS = 3
"""Fewer rows may be anything."""

_CLIMBS = 6
"""A column that only rises or only falls for this many rows counts, in whatever steps."""


def doubtful(columns: Mapping[str, Points]) -> Iterator[str]:
    """The columns that may be no player’s, by their headings, from left to right."""
    counts = {name for name, points in columns.items() if _counts(points)}
    sure: list[Points] = []
    for name, points in columns.items():
        if name in counts or _follows(points, sure):
            yield name
        else:
            sure.append(points)


def _counts(points: Points) -> bool:
    """Whether a column without gaps counts up, down or again from 1, or climbs for long."""
    numbers = [number for number in points if number is not None]
    if len(numbers) < max(_ROWS, len(points)) or min(numbers) < 1:
        return False
    steps = [b - a for a, b in pairwise(numbers)]
    climbs = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    is_next = (abs(b - a) <= 1 or b == 1 for a, b in pairwise(numbers))
    return (climbs and len(numbers) >= _CLIMBS) or all(is_next)


def _follows(points: Points, others: Sequence[Points]) -> bool:
    """Whether the numbers follow from at least two columns to their left."""
    rows = [
        (own, [other for other in row if other is not None])
        for own, *row in zip(points, *others, strict=True)
    ]
    if len(rows) < _ROWS or not all(own is not None and len(row) > 1 for own, row in rows):
        return False
    return any(all(follow(row) == own for own, row in rows) for follow in _FOLLOWING)
