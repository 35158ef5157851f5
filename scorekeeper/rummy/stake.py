"""The stake of a game, and the ways to settle it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

SMALLEST = "0.01"
"""The smallest coin unless a stake names another."""

EACH_OTHER, TO_WINNER = "each-other", "to-winner"
WHO_PAYS = (EACH_OTHER, TO_WINNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The price of a `point` or of the whole `game`, one of the two.

    Amounts are texts such as `0.05`, kept as written. `smallest` is the smallest coin of the
    `currency`. If a point has a price, `who_pays` tells who settles: every two players, or each
    other player with the winner, for the difference of their final totals.
    """

    point: str = ""
    game: str = ""
    currency: str = ""
    smallest: str = SMALLEST
    who_pays: str = EACH_OTHER

    @property
    def price(self) -> Fraction:
        return Fraction(self.point or self.game)


class Reckoning(Enum):
    """The points that players owe each other, at the price of a point.

    - `DIFFERENCES`: in each round every two players settle the difference of their points
    - `FINALS`: they settle the difference of their final totals
    - `PAYMENTS`: players pay each other in each round; only its winner gets points
    - `LOSSES`: players pay each other in each round; the payers lose the points
    """

    DIFFERENCES = auto()
    FINALS = auto()
    PAYMENTS = auto()
    LOSSES = auto()
