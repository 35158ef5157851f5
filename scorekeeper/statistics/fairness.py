"""Wins against the fair share of them, and how far few games can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple

from scorekeeper.storage.models import WHOLE_WIN

ENOUGH = 5
"""How many games a place on the leaderboard needs."""

FEW = 30
"""A rate of fewer games than this is shown with the range in which it may lie."""

SURE = 1.96
"""How many standard deviations leave out one case in twenty."""


class Range(NamedTuple):
    """The bounds between which the true rate lies, nineteen times in twenty."""

    low: float
    high: float


def wilson(part: int, whole: int) -> Range:
    """Wilson’s range: where the true rate may lie, given how few cases there are.

    >>> [round(rate, 2) for rate in wilson(6, 13)]
    [0.23, 0.71]
    """
    rate, doubt = part / whole, SURE**2 / whole
    middle = (rate + doubt / 2) / (1 + doubt)
    reach = SURE * sqrt(rate * (1 - rate) / whole + doubt / (4 * whole)) / (1 + doubt)
    return Range(max(middle - reach, 0.0), min(middle + reach, 1.0))


@dataclass(frozen=True, slots=True)
class Wins:
    """How many games a player won, of how many; `parts` is the fair share, see `Measures`."""

    games: int
    won: int
    parts: int

    @property
    def are_few(self) -> bool:
        """Whether the games are too few to say much."""
        return self.games < ENOUGH

    @property
    def fair(self) -> Fraction:
        """The fair number of wins: one in two at a table of two, one in four at a table of four."""
        return Fraction(self.parts, WHOLE_WIN)

    @property
    def times(self) -> Fraction:
        """How many times the fair share was won: 1 is fair."""
        return self.won / self.fair

    @property
    def range(self) -> Range | None:
        """The bounds of the true rate, if the games are few."""
        return wilson(self.won, self.games) if 0 < self.games < FEW else None

    @property
    def times_range(self) -> Range | None:
        """The same bounds, as multiples of the fair share."""
        found, scale = self.range, float(self.games / self.fair) if self.parts else 0.0
        return found and Range(found.low * scale, found.high * scale)


@dataclass(frozen=True, slots=True)
class Odds:
    """How often one of two finished `ahead` of the other, and how often behind."""

    ahead: int
    behind: int

    @property
    def games(self) -> int:
        """The games that were decided."""
        return self.ahead + self.behind

    @property
    def missing(self) -> int | None:
        """How many more games like these make sure who is better; `None` if no number would.

        One is sure once the range of the rate by Wilson leaves out one half.

        >>> Odds(7, 3).missing, Odds(70, 30).missing, Odds(5, 5).missing
        (15, 0, None)
        """
        if self.ahead == self.behind:
            return None
        lead = Fraction(self.ahead, self.games) - Fraction(1, 2)
        needed = Fraction(SURE).limit_denominator(100) ** 2 / (4 * lead**2)
        return max(ceil(needed) - self.games, 0)
