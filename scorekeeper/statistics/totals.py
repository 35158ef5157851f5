"""What players come to over many games: sums of counters, and the rates that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date

from sqlalchemy import ColumnElement, Date, and_, func, literal, true
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.storage.models import Counters


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of `Counters`."""

    games: int = 0
    won: int = 0
    shared: int = 0
    called: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    points_won: int = 0
    knocks: int = 0
    knocks_won: int = 0
    outs: int = 0
    undercuts: int = 0
    undercut: int = 0
    caught: int = 0
    caught_with: int = 0

    @property
    def points_a_round(self) -> float | None:
        """The average points of a round."""
        return _ratio(self.points, self.rounds)

    @property
    def points_a_round_won(self) -> float | None:
        """The average points of a round that was won."""
        return _ratio(self.points_won, self.rounds_won)

    @property
    def average_caught(self) -> float | None:
        """The average deadwood when somebody else ended the round."""
        return _ratio(self.caught_with, self.caught)


NAMES = tuple(field.name for field in fields(Totals))


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def all_of(totals: Iterable[Totals]) -> Totals:
    """The sum of several."""
    listed = list(totals)
    return Totals(*(sum(getattr(each, name) for each in listed) for name in NAMES))


def sums_of(rows: type[Counters]) -> list[ColumnElement[int]]:
    """The columns of a query that adds up counters, in the order of `Totals`."""
    return [func.sum(getattr(rows, name)) for name in NAMES]


@dataclass(frozen=True, slots=True)
class Span:
    """Which games are looked at: one variant, or all if it is empty; one year, or all."""

    variant: str = ""
    year: int | None = None

    def covers(
        self, variant: InstrumentedAttribute[str], day: InstrumentedAttribute[date]
    ) -> ColumnElement[bool]:
        """The condition that rows with this variant and this day, or month, are looked at."""
        conditions: list[ColumnElement[bool]] = [true()]
        if self.variant:
            conditions.append(variant == self.variant)
        if self.year is not None:
            first, last = date(self.year, 1, 1), date(self.year, 12, 31)
            conditions.append(day.between(literal(first, Date()), literal(last, Date())))
        return and_(*conditions)
