"""Finds the rows of a table that only add up other rows, by their numbers.

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
        """Check whether a row has exactly these sums, for people who played.

        If the row has no text as its date, at least two games must be summed. Otherwise it could be
        a second game with the same points.
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
    """The rows without a date that have the sums of all rows above, or since the last sums.

    Rows without a date that follow them are included, such as numbers of wins. A text with digits
    is a faulty date, not a missing one.
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
