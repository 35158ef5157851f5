"""Finds the rows of a table that are sums of other rows: their numbers add up.

People write such rows below their table, or below each year: sums, then perhaps wins or averages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.transfer.past.cells import CellRow
from scorekeeper.transfer.past.dates import is_date
from scorekeeper.transfer.past.points import are_points, read_points
from scorekeeper.transfer.past.results import WrittenScore


class ReadRow(NamedTuple):
    """A row with its own date and scores."""

    row: CellRow
    date: str
    scores: tuple[WrittenScore, ...]


class _Added:
    """The sums of some games."""

    def __init__(self) -> None:
        self._games = 0
        self._points = Counter[str]()

    def add(self, scores: Sequence[WrittenScore]) -> None:
        self._games += bool(scores)
        for score in scores:
            if are_points(score.points):
                self._points[score.name] += read_points(score.points)

    def is_stated_by(self, read: ReadRow) -> bool:
        """Check whether each score of a row is the sum of its player.

        At least one player must have played. If the row has no text as its date, at least two games
        must be summed, because a row with the points of one game could be a second game.
        """
        return (
            self._games >= (1 if read.date else 2)
            and any(score.name in self._points for score in read.scores)
            and all(
                are_points(score.points) and read_points(score.points) == self._points[score.name]
                for score in read.scores
            )
        )


def sums_among(rows: Iterable[ReadRow]) -> Iterator[CellRow]:
    """The rows without a date that only add up games.

    Such a row adds up all games above it, or all games since the last sums. The result includes
    rows without a date below such a row, for example rows with numbers of wins. A text with digits
    is a faulty date, not a missing date.
    """
    so_far, since, follows = _Added(), _Added(), False
    for read in rows:
        states = so_far.is_stated_by(read) or since.is_stated_by(read)
        may_follow = follows and not any(map(str.isdigit, read.date))
        follows = may_follow or (states and not is_date(read.date))
        if follows:
            since = _Added()
            yield read.row
        else:
            so_far.add(read.scores)
            since.add(read.scores)
