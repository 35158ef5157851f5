"""Tournament points: for each side of a table, and for an entrant without a game in a round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar, Protocol, TypeAlias

Number: TypeAlias = int | Fraction
"""Points are exact: shared places give thirds and quarters."""

VICTORY_POINTS = 20
"""The sum of both sides' points at a table."""

LIMITS = {
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
"""By number of hands in a round: the largest differences for 10–10, 11–9 and so on to 19–1."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a round without a game: points, and an amount for the tie-break `difference`.

    Points of `None` are the mean of the entrant's played rounds, to the nearest whole number.
    """

    points: Number | None
    difference: Number = 0


MEAN = Worth(None)
NOTHING = Worth(0)

BYES = {3: Worth(14, 355), 4: Worth(12, 305)}
"""The worth of a bye in Victory Points, by number of hands in a round."""


class Scheme(Protocol):
    """A rule to convert the totals of a table to tournament points."""

    key: ClassVar[str]

    def points(self, totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:
        """The points of each side."""

    def bye(self) -> Worth | None:
        """The worth of a bye. `None` if the tournament must define it."""


class _MeanBye:
    """A scheme with byes worth the mean of the entrant's own rounds."""

    __slots__ = ()

    def bye(self) -> Worth:
        return MEAN


@dataclass(frozen=True, slots=True)
class Total(_MeanBye):
    """The totals themselves. If the fewest points win, the lowest sum is first."""

    key: ClassVar[str] = "total"

    def points(self, totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:  # noqa: ARG002
        return tuple(totals)


@dataclass(frozen=True, slots=True)
class WinPoints:
    """Points for a win, for a tie with the best, and for a loss."""

    key: ClassVar[str] = "wins"
    win: int = 3
    tie: int = 1
    loss: int = 0

    def points(self, totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:
        """The points of each side.

        >>> WinPoints(3, 1, 0).points([1000, 900], fewest_win=False)
        (3, 0)
        """
        best = winners(totals, fewest_win=fewest_win)
        won = self.win if len(best) == 1 else self.tie
        return tuple(won if side in best else self.loss for side in range(len(totals)))

    def bye(self) -> Worth:
        return Worth(self.win)


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """Twenty points for two sides, by the difference of their totals and ten rising limits.

    `hands` is the number of hands in a round, if `limits` are the standard `LIMITS` for it.
    """

    key: ClassVar[str] = "victory"
    limits: tuple[int, ...]
    hands: int | None = None

    def points(self, totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:
        """The points of the two sides.

        >>> VictoryPoints(LIMITS[3]).points([1345, 580], fewest_win=False)
        (16, 4)
        """
        one, other = totals
        ahead = VICTORY_POINTS // 2 + bisect_left(self.limits, abs(one - other))
        points = (ahead, VICTORY_POINTS - ahead)
        return points[::-1] if winners(totals, fewest_win=fewest_win) == [1] else points

    def bye(self) -> Worth | None:
        """The worth of a bye for three or four hands. `None` for other limits."""
        return BYES.get(self.hands) if self.hands else None


@dataclass(frozen=True, slots=True)
class Places(_MeanBye):
    """Points by place at the table, such as 5, 3 and 1.

    Level sides each get the mean of the points for their places.
    """

    key: ClassVar[str] = "places"
    by_place: tuple[int, ...]

    def points(self, totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:
        """The points of each side.

        >>> Places((5, 3, 1)).points([90, 40, 40, 40], fewest_win=False)
        (5, Fraction(4, 3), Fraction(4, 3), Fraction(4, 3))
        """
        prizes: dict[int, list[int]] = {}
        for place, total in enumerate(sorted(totals, reverse=not fewest_win)):
            prize = self.by_place[place] if place < len(self.by_place) else 0
            prizes.setdefault(total, []).append(prize)
        return tuple(whole(Fraction(sum(prizes[one]), len(prizes[one]))) for one in totals)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of a game: its ending, the side that went out, and each side's deadwood.

    `by` is `None` if no side went out. `left` has `None` for a side without a counted hand.
    """

    ending: str
    by: int | None
    left: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DealPoints(_MeanBye):
    """Points for every deal: for going out, for going out by hand, and for a low deadwood.

    `by_hand` are the endings that count as going out by hand. `left` are rising limits of deadwood
    with their points.
    """

    key: ClassVar[str] = "deals"
    out: int = 5
    hand: int = 8
    by_hand: tuple[str, ...] = ()
    left: tuple[tuple[int, int], ...] = ((10, 3), (20, 2), (30, 1))

    def points_of_deals(self, deals: Sequence[PlayedDeal], sides: int) -> tuple[int, ...]:
        """The points of each side.

        >>> DealPoints().points_of_deals([PlayedDeal("out", 0, (0, 10, 11, 31))], 4)
        (5, 3, 2, 0)
        """
        return tuple(sum(self._points(deal, side) for deal in deals) for side in range(sides))

    def _points(self, deal: PlayedDeal, side: int) -> int:
        if side == deal.by:
            return self.hand if deal.ending in self.by_hand else self.out
        left = deal.left[side]
        if left is None:
            return 0
        return next((points for limit, points in self.left if left <= limit), 0)


AnyScheme: TypeAlias = Scheme | DealPoints
"""Points from the totals of a table, or from each deal of its game."""


def winners(totals: Sequence[int], *, fewest_win: bool) -> list[int]:
    """The indices of the sides with the best total."""
    best = min(totals) if fewest_win else max(totals)
    return [side for side, total in enumerate(totals) if total == best]


def differences(totals: Sequence[int], *, fewest_win: bool) -> tuple[Number, ...]:
    """The lead of each side over the other, or over the mean of the others.

    >>> differences([100, 80, 30], fewest_win=False)
    (45, 15, -60)
    """
    others = len(totals) - 1
    ahead = (whole(total - Fraction(sum(totals) - total, others)) for total in totals)
    return tuple(-lead if fewest_win else lead for lead in ahead)


def mean(numbers: Sequence[Number]) -> int:
    """The mean rounded to a whole number, halves up. 0 without numbers.

    >>> mean([805, 1000])
    903
    """
    if not numbers:
        return 0
    return floor(Fraction(sum(numbers), len(numbers)) + Fraction(1, 2))


def total(numbers: Iterable[Number]) -> Number:
    return whole(Fraction(sum(numbers)))


def whole(number: Fraction) -> Number:
    """The number as `int` if it is whole."""
    return number.numerator if number.denominator == 1 else number
