"""What a game is played for, and how the money of a kind of game is reckoned."""

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

    `who_pays` is whether, at the price of a point, everybody settles with everybody, or all others
    pay the winner the difference of their final totals.

    Amounts are texts such as `0.05`, as they were written. `smallest` is the smallest coin of the
    `currency`.
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
    """Who owes whom how many points, where the price is that of a point.

    - `DIFFERENCES`: in each round every two players settle the difference of their points
    - `FINALS`: they settle the difference of their final totals
    - `PAYMENTS`: what the players of a round pay each other; its winner alone has the points
    - `LOSSES`: the same, and those who pay lose the points
    """

    DIFFERENCES = auto()
    FINALS = auto()
    PAYMENTS = auto()
    LOSSES = auto()
