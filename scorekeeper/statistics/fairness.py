"""Compares wins with their fair share, and tests whether a difference can be luck."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lgamma, log, sqrt
from typing import NamedTuple

from scorekeeper.storage.models import WHOLE_WIN

ENOUGH = 5
"""The number of games needed for a place on the leaderboard."""

ENOUGH_TO_COMPARE = 20
"""The number of games needed for a sentence that compares wins with expected wins."""

SURE = 1.96
"""Standard deviations for a two-sided level of 95 %, for a single look."""

STANDS_OUT = 4.0
"""Standard errors that are hardly ever luck, even with a look after every game."""


class Range(NamedTuple):
    """The 95 % confidence bounds of a rate."""

    low: float
    high: float


def wilson(part: int, whole: int) -> Range:
    """Wilson’s confidence interval for a rate, suited to few cases.

    >>> [round(rate, 2) for rate in wilson(6, 13)]
    [0.23, 0.71]
    """
    rate, doubt = part / whole, SURE**2 / whole
    middle = (rate + doubt / 2) / (1 + doubt)
    reach = SURE * sqrt(rate * (1 - rate) / whole + doubt / (4 * whole)) / (1 + doubt)
    return Range(max(middle - reach, 0.0), min(middle + reach, 1.0))


@dataclass(frozen=True, slots=True)
class Wins:
    """A player's games and wins. `parts` is the expected number of wins, see `Measures`."""

    games: int
    won: int
    parts: int

    @property
    def are_few(self) -> bool:
        return self.games < ENOUGH

    @property
    def expected(self) -> Fraction:
        """The expected wins: one in two games of two sides, one in four games of four sides."""
        return Fraction(self.parts, WHOLE_WIN)

    @property
    def times_expected(self) -> float:
        """The wins divided by the expected wins: 1 is par. Equal results give equal numbers."""
        return self.won * WHOLE_WIN / self.parts

    @property
    def stand_out(self) -> bool:
        # This variance is exact for tables of one size, and a little too high for mixed sizes.
        expected = float(self.expected)
        return self.games > 0 and stands_out(
            self.won - expected, expected * (1 - expected / self.games)
        )

    @property
    def by_luck(self) -> tuple[int, int]:
        """The fewest and the most wins of players of equal strength, with 95 % probability.

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
    """The numbers of games in which one of two players finished `ahead` and `behind`."""

    ahead: int
    behind: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind

    def is_beyond_luck(self, pairs: int = 1) -> bool:
        """Check for a result that only one in twenty pairs of equal players ever reaches.

        The games must be twenty times as likely with unknown odds as with equal odds. By Ville’s
        inequality, this limit holds even with a check after every game. For a pair picked out of
        several `pairs`, the factor is multiplied by their number.

        >>> [Odds(won, 100 - won).is_beyond_luck() for won in (60, 66, 70)]
        [False, True, True]
        >>> Odds(66, 34).is_beyond_luck(pairs=5)
        False
        """
        orders = lgamma(self.games + 1) - lgamma(self.ahead + 1) - lgamma(self.behind + 1)
        return self.games * log(2) - log(self.games + 1) - orders >= log(20 * pairs)


def differ(part: int, whole: int, other_part: int, other_whole: int) -> bool:
    """Check whether two shares differ by more than luck.

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
