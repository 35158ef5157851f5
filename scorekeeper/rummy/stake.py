"""The stake of a game, and the ways to settle it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

SMALLEST = "0.01"
"""The default smallest coin of a stake."""

EACH_OTHER, TO_WINNER = "each-other", "to-winner"
WHO_PAYS = (EACH_OTHER, TO_WINNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The price of one point or of the whole game.

    Amounts are texts such as `0.05`, kept as written.

    - `point`: the price of one point; empty if the whole game has a price
    - `game`: the price of the whole game; empty if a point has a price
    - `smallest`: the smallest coin of the `currency`
    - `who_pays`: the settling players, if a point has a price. `each-other`: every two players
      settle. `to-winner`: all other players pay the winners the difference of their final totals
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

    - `DIFFERENCES`: in each round, every two players settle the difference of their points
    - `FINALS`: every two players settle the difference of their final totals
    - `PAYMENTS`: in each round, players pay each other, and only the winner gets points
    - `LOSSES`: in each round, players pay each other, and the payers lose points
    """

    DIFFERENCES = auto()
    FINALS = auto()
    PAYMENTS = auto()
    LOSSES = auto()
