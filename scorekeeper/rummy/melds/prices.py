"""Prices of cards, for a close lower bound on a hand with undecided sets.

Each card of an undecided rank has a price, at most its worth. Its suit pays the price if no run
uses the card, and its rank gets the price back if a set uses the card. So a card in a meld costs 0
in all, and an unmatched card costs no more than its worth. With any prices, the best runs of each
suit and the best sets of each rank, each found separately, cost no more than any arrangement.

The bound is close if, at these prices, the best runs and the best sets use different cards. So
prices are found as at an auction, in a few rounds: a card that both a run and a set use gets
cheaper for the next round, and a card that neither uses gets dearer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rummy.melds.rank_sets import Copies, SetChoice
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE, LaneRuns, Left, all_of, best_shares, both

_PARTS = 16
"""Prices and bounds are in sixteenths of a point, which makes the bound closer."""
_ROUNDS = 8

OpenRank = tuple[int, tuple[SetChoice, ...]]
"""The place of a rank that can form sets, and its choices of sets."""
_Table = list[list[int]]
"""A number for each lane and place."""


class UndecidedHand(NamedTuple):
    """A hand before any sets are decided.

    `known` has the runs without prices. In `lanes`, the cards of the open ranks have prices.
    """

    known: LaneRuns
    counts: Sequence[Copies]
    ranks: Sequence[OpenRank]
    lanes: tuple[int, ...]


def agreed_prices(hand: UndecidedHand, most: int) -> Prices:
    """Return good prices for a hand that is known to leave at most `most` points."""
    worth = hand.known.worth[:HIGH_ACE]
    best = Prices(hand, [[_PARTS * points * 3 // 4 for points in worth] for _ in hand.lanes])
    share = 1.0
    for _ in range(_ROUNDS):
        prices = Prices(hand, best.next_offer(_PARTS * most, share))
        if prices.bound > best.bound:
            best = prices
        else:
            share /= 2
    return best


class Prices:
    """The prices of one round of the auction, and the lower bounds that follow from them."""

    def __init__(self, hand: UndecidedHand, offer: _Table) -> None:
        self._hand = hand
        self._offer = offer
        known, wilds = hand.known, hand.known.wilds
        worth = tuple(_PARTS * points for points in known.worth[:HIGH_ACE])
        low_ace = _PARTS * known.low_ace
        self._suits = [
            LaneRuns(worth, wilds, known.ace_high, known.shortest, low_ace, tuple(prices))
            for prices in offer
        ]
        runs = [suit[lane] for suit, lane in zip(self._suits, hand.lanes, strict=True)]
        sets = [self._left_by_sets(rank) for rank in hand.ranks]
        self._shares = best_shares([*runs, *sets], wilds)
        by_share = zip([*runs, *sets], self._shares, strict=True)
        self.bound = sum(left[share] for left, share in by_share)
        self._half = len(self._suits) // 2
        first, second = self._suits[: self._half], self._suits[self._half :]
        self._first = _SomeSuits(first, [0] * (wilds + 1))
        self._second = [_SomeSuits(second, [0] * (wilds + 1))]
        for left in reversed(sets):
            later = both(left, self._second[-1].later, wilds)
            self._second.append(_SomeSuits(second, later))

    def least(self, lanes: tuple[int, ...], wilds: int, undecided: int) -> int:
        """Return a lower bound of the points left, with the last `undecided` ranks still open."""
        first = self._first[lanes[: self._half]]
        second = self._second[undecided][lanes[self._half :]]
        least = min([first[given] + second[wilds - given] for given in range(wilds + 1)])
        return -(-least // _PARTS)

    def next_offer(self, target: int, share: float) -> _Table:
        """Return the next prices, which should move the bound towards `target` by this share."""
        spare = self._spare()
        size = sum(cards * cards for row in spare for cards in row)
        step = share * (target - self.bound) / max(1, size)
        worth = self._suits[0].worth[:HIGH_ACE]
        return [
            [
                min(most, max(0, round(price + step * cards)))
                for price, cards, most in zip(prices, row, worth, strict=True)
            ]
            for prices, row in zip(self._offer, spare, strict=True)
        ]

    def _spare(self) -> _Table:
        """Return the unused cards of the open ranks, negative if both runs and sets use a card."""
        spare = [[0] * HIGH_ACE for _ in self._suits]
        sets = zip(self._hand.ranks, self._shares[len(self._suits) :], strict=True)
        taken = {
            rank[0]: self._taken(rank[0], self._best_choice(rank, left)) for rank, left in sets
        }
        for suit, row in enumerate(spare):
            runs = self._suits[suit].runs(self._hand.lanes[suit], self._shares[suit])
            in_runs = [place % HIGH_ACE for run in runs for place in run]
            for place, numbers in taken.items():
                held = self._hand.counts[place][suit]
                row[place] = held - numbers[suit] - in_runs.count(place)
        return spare

    def _left_by_sets(self, rank: OpenRank) -> list[int]:
        """Return the refund of a rank with at most 0, 1, … wild cards, as negative points."""
        wilds = range(self._hand.known.wilds + 1)
        return [-self._refund(rank[0], self._best_choice(rank, number)) for number in wilds]

    def _best_choice(self, rank: OpenRank, wilds: int) -> SetChoice:
        place, choices = rank
        return max(
            [choice for choice in choices if choice.needed <= wilds],
            key=lambda choice: self._refund(place, choice),
        )

    def _refund(self, place: int, choice: SetChoice) -> int:
        taken = self._taken(place, choice)
        return sum(row[place] * number for row, number in zip(self._offer, taken, strict=True))

    def _taken(self, place: int, choice: SetChoice) -> Copies:
        return (self._hand.counts[place] if choice.joined else choice.taken)[:-1]


class _SomeSuits(dict[tuple[int, ...], Left]):
    """The points left in half of the lanes and in later sets, by number of wild cards.

    The results are kept, because many choices of sets differ only in the other half of the lanes.
    """

    def __init__(self, suits: Sequence[LaneRuns], later: list[int]) -> None:
        super().__init__()
        self.suits = suits
        self.later = later

    def __missing__(self, lanes: tuple[int, ...]) -> Left:
        left: list[Left] = [suit[lane] for suit, lane in zip(self.suits, lanes, strict=True)]
        if not left or any(self.later):
            left.append(self.later)
        self[lanes] = all_of(left, len(self.later) - 1)
        return self[lanes]
