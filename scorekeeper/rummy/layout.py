"""Laying a plan out in cards: which card stands in which meld, and where the wild cards go."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.lane_runs import HIGH_ACE, Run
from scorekeeper.rummy.set_choices import LARGEST_SET, SetChoice
from scorekeeper.rummy.wilds import Plan

KING = HIGH_ACE - 1
SHORTEST_MELD = 3


@dataclass
class _Set:
    """A set being laid out; `largest` is `None` where it may hold any number."""

    cards: list[Card]
    largest: int | None

    def has_room(self) -> bool:
        return self.largest is None or len(self.cards) < self.largest

    def take(self, wild: Card) -> None:
        self.cards.append(wild)


@dataclass
class _Run:
    """A run being laid out: cards in a row from place `first`, up to place `top` at the most."""

    first: int
    top: int
    cards: list[Card] = field(default_factory=list)

    def has_room(self) -> bool:
        return self.first > 0 or self.first + len(self.cards) <= self.top

    def take(self, wild: Card) -> None:
        if self.first + len(self.cards) <= self.top:
            self.cards.append(wild)
        else:
            self.first -= 1
            self.cards.insert(0, wild)


class Layout:
    """Melds made from natural cards, wild cards added one by one."""

    def __init__(self, naturals: Iterable[Card], wilds: Sequence[Card]) -> None:
        self.pool: dict[tuple[str, str], list[Card]] = defaultdict(list)
        for card in naturals:
            self.pool[card.rank, card.suit].append(card)
        self.wilds = list(wilds)
        self.melds: list[_Set | _Run] = []

    def lay(self, plan: Plan, ace_high: bool) -> None:
        """Lay every meld of the plan, then the wild cards the melds can take beyond their need."""
        for place, choice in plan.sets:
            self._lay_sets(RANKS[place], choice)
        for suit, runs in zip(SUITS, plan.runs, strict=True):
            for run in runs:
                self._lay_run(suit, run, ace_high)
        for _ in range(len(self.wilds) - plan.wilds_left):
            self._add_wild()

    def rest(self, cards: Iterable[Card]) -> list[Card]:
        """The cards that are in no meld, in the order in which they were given."""
        melded = Counter(card for meld in self.melds for card in meld.cards)
        left = []
        for card in cards:
            if melded[card]:
                melded[card] -= 1
            else:
                left.append(card)
        return left

    def _lay_sets(self, rank: str, choice: SetChoice) -> None:
        largest = None if choice.room is None else LARGEST_SET
        sets = [_Set([], largest) for _ in choice.sizes]
        lanes = sorted(zip(choice.counts, (*SUITS, ""), strict=True), reverse=True)
        for count, suit in lanes:
            # The suits that come twice are dealt first, one to each set.
            for _ in range(count):
                open_sets = [
                    each
                    for each, size in zip(sets, choice.sizes, strict=True)
                    if len(each.cards) < size
                    and (largest is None or not suit or suit not in {c.suit for c in each.cards})
                ]
                open_sets[0].cards.append(self.pool[rank, suit].pop())
        for each in sets:
            self._complete(each)

    def _lay_run(self, suit: str, run: Run, ace_high: bool) -> None:
        laid = _Run(run[0], HIGH_ACE if ace_high and run[0] > 0 else KING)
        for place in range(run[0], run[-1] + 1):
            natural = place in run
            laid.cards.append(
                self.pool[RANKS[place % HIGH_ACE], suit].pop() if natural else self.wilds.pop()
            )
        self._complete(laid)

    def _complete(self, meld: _Set | _Run) -> None:
        while len(meld.cards) < SHORTEST_MELD:
            meld.take(self.wilds.pop())
        self.melds.append(meld)

    def _add_wild(self) -> None:
        """Put a wild card where there is room; where every run is full, one parts in two first."""
        for meld in self.melds:
            if meld.has_room():
                meld.take(self.wilds.pop())
                return
        full = next((meld for meld in self.melds if isinstance(meld, _Run)), None)
        if full is None:
            # Wild cards alone: the first stands for itself and makes a set with the others.
            self.melds.append(_Set([self.wilds.pop()], None))
            return
        half = len(full.cards) // 2
        self.melds.append(_Run(full.first + half, full.top, full.cards[half:]))
        del full.cards[half:]
        self._add_wild()
