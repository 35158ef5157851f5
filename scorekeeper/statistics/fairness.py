"""Wins against the fair share of them, and what of a difference may be luck."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lgamma, log, sqrt
from typing import NamedTuple

from scorekeeper.storage.models import WHOLE_WIN

ENOUGH = 5
"""How many games a place on the leaderboard needs."""

ENOUGH_TO_COMPARE = 20
"""How many games it takes to compare the wins with those expected in words."""

SURE = 1.96
"""How many standard deviations leave out one case in twenty, if one looks once."""

STANDS_OUT = 4.0
"""How many standard errors are hardly ever luck, even if one looks after every game."""


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
    """How many games a player won, of how many. `parts` are those expected, see `Measures`."""

    games: int
    won: int
    parts: int

    @property
    def are_few(self) -> bool:
        return self.games < ENOUGH

    @property
    def expected(self) -> Fraction:
        """The wins expected: one in two at a table of two, one in four at a table of four."""
        return Fraction(self.parts, WHOLE_WIN)

    @property
    def times_expected(self) -> float:
        """The games won by those expected: 1 is par. Equal shares give equal numbers."""
        return self.won * WHOLE_WIN / self.parts

    @property
    def stand_out(self) -> bool:
        # An upper bound: with tables of several sizes, the variance is less.
        expected = float(self.expected)
        return self.games > 0 and stands_out(
            self.won - expected, expected * (1 - expected / self.games)
        )

    @property
    def by_luck(self) -> tuple[int, int]:
        """The fewest and the most wins of equal players, nineteen times in twenty.

        >>> Wins(games=164, won=83, parts=59 * WHOLE_WIN).by_luck
        (47, 71)
        """
        expected = float(self.expected)
        reach = SURE * sqrt(max(expected * (1 - expected / self.games), 0.0)) if self.games else 0.0
        return max(ceil(expected - reach), 0), min(floor(expected + reach), self.games)

    @property
    def range(self) -> Range | None:
        return wilson(self.won, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Odds:
    """How often one of two finished `ahead` of the other, and how often behind."""

    ahead: int
    behind: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind

    def is_beyond_luck(self, pairs: int = 1) -> bool:
        """Whether only one pair of equal players in twenty would ever look like this.

        The games must be twenty times as likely if any odds are possible as if both are equal. By
        Ville’s inequality this holds however often one looks. For a pair that was picked out of
        several, they must be that many times likelier still.

        >>> [Odds(won, 100 - won).is_beyond_luck() for won in (60, 66, 70)]
        [False, True, True]
        >>> Odds(66, 34).is_beyond_luck(pairs=5)
        False
        """
        orders = lgamma(self.games + 1) - lgamma(self.ahead + 1) - lgamma(self.behind + 1)
        return self.games * log(2) - log(self.games + 1) - orders >= log(20 * pairs)


def differ(part: int, whole: int, other_part: int, other_whole: int) -> bool:
    """Whether two shares differ, and hardly by luck.

    >>> differ(60, 100, 100, 400), differ(30, 100, 100, 400)
    (True, False)
    """
    if not whole or not other_whole:
        return False
    rate = (part + other_part) / (whole + other_whole)
    variance = rate * (1 - rate) * whole * (1 + whole / other_whole)
    return stands_out(part - whole * other_part / other_whole, variance)


def stands_out(surplus: float, variance: float) -> bool:
    return variance > 0 and abs(surplus) >= STANDS_OUT * sqrt(variance)
