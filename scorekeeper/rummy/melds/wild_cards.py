"""The exact search for the best arrangement, with several decks, wild cards and high aces.

The search decides on the sets rank by rank. `lane_runs` melds the rest of each suit for every
number of wild cards, and the wild cards that are not in sets are divided among the suits. Cards of
undecided ranks count as free. This gives a lower bound early, which rules out most choices. A long
search gets a closer bound from `prices`. Spare wild cards join melds that have room. Equal
copies of a card are different cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.rummy.melds.meld import SHORTEST_MELD
from scorekeeper.rummy.melds.prices import Prices, UndecidedHand, agreed_prices
from scorekeeper.rummy.melds.rank_sets import Copies, SetChoice, set_choices
from scorekeeper.rummy.melds.single_deck import Worth
from scorekeeper.rummy.melds.suit_runs import (
    NEVER,
    PLACE_BITS,
    LaneRuns,
    Run,
    best_shares,
    lane_of,
    lane_runs,
    least_shared,
    reach,
    with_free,
    with_prices,
    without_price,
)

_PATIENCE = 300
"""The number of steps after which the search computes prices."""


class Terms(NamedTuple):
    """The allowed melds and the points of the cards.

    - `worth`: points by place
    - `repeats`: whether a set can repeat a suit
    - `ace_high`: whether Q-K-A is a run
    - `own_melds`: whether three wild cards alone are a meld
    - `shortest_run`: the fewest cards in a run
    - `wild_worth`: points of each wild card, cheapest first
    - `low_ace`: points that an ace below a two in a run still counts
    """

    worth: Worth
    repeats: bool
    ace_high: bool
    own_melds: bool
    shortest_run: int
    wild_worth: tuple[int, ...]
    low_ace: int = 0


Sets = tuple[tuple[int, SetChoice], ...]
"""Sets, each with the place of its rank."""


class Plan(NamedTuple):
    """An outline of an arrangement: sets, runs by lane, and the number of wild cards left over."""

    sets: Sets
    runs: tuple[tuple[Run, ...], ...]
    wilds_left: int


class _Node(NamedTuple):
    """A step of the search: the lanes left for runs, the wild cards left, and the chosen sets.

    `loose` is the points of cards without a suit that are in no set.
    """

    lanes: tuple[int, ...]
    wilds: int
    loose: int
    sets: Sets


@lru_cache(maxsize=64)
def best_plan(ranks: tuple[Copies, ...], terms: Terms) -> Plan:
    """Return the best arrangement of natural cards, given as the copies of each rank by lane.

    `ranks` begins with the ace. The cache helps because judging a round arranges the same hand
    several times.
    """
    # This many wild cards turn each card into a run. Further wild cards can only join melds.
    wilds = min(len(terms.wild_worth), (terms.shortest_run - 1) * sum(map(sum, ranks)))
    known = lane_runs(terms.worth, wilds, terms.ace_high, terms.shortest_run, terms.low_ace)
    known.forget()
    return _SetSearch(terms, known).best_plan(ranks)


class _SetSearch:
    """The search for the sets of one hand that leave the least points."""

    def __init__(self, terms: Terms, known: LaneRuns) -> None:
        self.terms = terms
        self.known = known
        self.patience = _PATIENCE
        self.open_ranks: list[tuple[int, tuple[SetChoice, ...]]] = []
        self.best = _Node((), 0, 0, ())
        self.least = NEVER
        self.wilds_left = 0

    def best_plan(self, ranks: Sequence[Copies]) -> Plan:
        root = self._open(ranks)
        self._follow(root, 0)
        if not self.patience:
            lanes = tuple(map(with_prices, root.lanes))
            hand = UndecidedHand(self.known, ranks, self.open_ranks, lanes)
            prices = agreed_prices(hand, self.least - root.loose)
            self._follow_prices(root._replace(lanes=lanes), 0, prices)
        lanes, wilds = self.best.lanes, self.best.wilds
        shares = best_shares([self.known[lane] for lane in lanes], wilds)
        by_suit = zip(lanes, shares, strict=True)
        runs = tuple(tuple(self.known.runs(lane, share)) for lane, share in by_suit)
        return Plan(self.best.sets, runs, self.wilds_left)

    def _open(self, ranks: Sequence[Copies]) -> _Node:
        """Find the ranks that can form sets, and return the first node with their cards free."""
        worth, wilds, suits = self.terms.worth, self.known.wilds, len(ranks[0]) - 1
        lanes = [lane_of([counts[suit] for counts in ranks]) for suit in range(suits)]
        near = reach(wilds, self.terms.ace_high)
        alone = self.terms.shortest_run > SHORTEST_MELD
        loose = 0
        for place, counts in enumerate(ranks):
            if not any(counts):
                continue
            stuck = (*[not lane & near[place] for lane in lanes], True)
            choices = set_choices(counts, stuck, wilds, self.terms.repeats, alone)
            if len(choices) > 1:
                self.open_ranks.append((place, choices))
            else:
                loose += counts[-1] * worth[place]
        # The most expensive ranks come first because they change the bound most. Of ranks with the
        # same points, the highest rank comes first. Lanes are solved from the top, so the results
        # for lower cards are reused.
        self.open_ranks.sort(key=lambda rank: (-worth[rank[0]], -rank[0]))
        places = [place for place, _ in self.open_ranks]
        return _Node(tuple([with_free(lane, places) for lane in lanes]), wilds, loose, ())

    def _follow(self, node: _Node, decided: int) -> None:
        self.patience -= 1
        suits = [self.known[lane] for lane in node.lanes]
        least = node.loose + least_shared(suits, node.wilds)
        if decided == len(self.open_ranks):
            self._settle(node, least)
            return
        place, choices = self.open_ranks[decided]
        for choice in choices:
            if self._is_beaten(least) or not self.patience:
                return
            if choice.needed <= node.wilds:
                self._follow(self._decide(node, place, choice), decided + 1)

    def _follow_prices(self, node: _Node, decided: int, prices: Prices) -> None:
        """Follow the best choice first, with the closer bounds from prices."""
        children = self._children(node, decided, prices)
        for least, child in sorted(children, key=itemgetter(0)):
            if self._is_beaten(least):
                return
            if decided + 1 == len(self.open_ranks):
                self._settle(child, least)
            else:
                self._follow_prices(child, decided + 1, prices)

    def _children(self, node: _Node, decided: int, prices: Prices) -> Iterator[tuple[int, _Node]]:
        """Yield a lower bound and the next node for each choice of sets of the next rank."""
        place, choices = self.open_ranks[decided]
        node = node._replace(lanes=tuple([without_price(lane, place) for lane in node.lanes]))
        undecided = len(self.open_ranks) - decided - 1
        for choice in choices:
            if choice.needed <= node.wilds:
                child = self._decide(node, place, choice)
                yield child.loose + prices.least(child.lanes, child.wilds, undecided), child

    def _decide(self, node: _Node, place: int, choice: SetChoice) -> _Node:
        shift = PLACE_BITS * place
        return _Node(
            tuple(
                [lane - (off << shift) for lane, off in zip(node.lanes, choice.off, strict=True)]
            ),
            node.wilds - choice.needed,
            node.loose + choice.loose * self.terms.worth[place],
            (*node.sets, (place, choice)) if choice.sizes else node.sets,
        )

    def _is_beaten(self, least: int) -> bool:
        return least > self.least or (least == self.least and not self.wilds_left)

    def _settle(self, node: _Node, least: int) -> None:
        over = self._wilds_over(node)
        # A run has room for any wild card: it grows at its ends, and can be split when full.
        if over and least == node.loose + sum(map(self.known.without_runs, node.lanes)):
            node = node._replace(wilds=0)
            least += sum(self.terms.wild_worth[:over])
        else:
            over = 0
        if (least, over) < (self.least, self.wilds_left):
            self.best, self.least, self.wilds_left = node, least, over

    def _wilds_over(self, node: _Node) -> int:
        over = len(self.terms.wild_worth) - self.known.wilds + node.wilds
        for _, choice in node.sets:
            if choice.room is None:
                return 0
            over -= choice.room
        return 0 if self.terms.own_melds and over >= SHORTEST_MELD else max(0, over)
