"""Turning a plan into cards: which card goes into which meld, and where the wild cards go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.melds.rank_sets import LARGEST_SET, SHORTEST_MELD, SetChoice
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE, KING, Run
from scorekeeper.rummy.melds.wild_cards import Plan

LONGEST_RUN = len(RANKS)


@dataclass
class _Set:
    """A set being laid out; `largest` is `None` if it may have any number of cards."""

    largest: int | None
    cards: list[Card] = field(default_factory=list)

    def has_room(self) -> bool:
        return self.largest is None or len(self.cards) < self.largest

    def take(self, wild: Card) -> None:
        self.cards.append(wild)


@dataclass
class _Run:
    """A run being laid out: consecutive cards from place `first`, up to place `top` at most."""

    first: int
    top: int
    cards: list[Card] = field(default_factory=list)

    def has_room(self) -> bool:
        return len(self.cards) < LONGEST_RUN

    def take(self, wild: Card) -> None:
        if self.first + len(self.cards) <= self.top:
            self.cards.append(wild)
        else:
            self.first -= 1
            self.cards.insert(0, wild)


class Layout:
    """Cards being laid out in melds; the unmatched ones stay in the pool."""

    def __init__(self, naturals: Iterable[Card], wilds: Sequence[Card], shortest_run: int) -> None:
        self.pool: dict[str, list[Card]] = defaultdict(list)
        for card in naturals:
            self.pool[card.rank + card.suit].append(card)
        self.wilds = list(wilds)
        self.shortest_run = shortest_run
        self.melds: list[_Set | _Run] = []

    def lay(self, plan: Plan, ace_high: bool) -> None:
        """Lay every meld of the plan, then add the other wild cards that the melds can take."""
        for suit, runs in zip(SUITS, plan.runs, strict=True):
            for run in runs:
                self._lay_run(suit, run, ace_high)
        for place, choice in plan.sets:
            self._lay_sets(RANKS[place], choice)
        for _ in range(len(self.wilds) - plan.wilds_left):
            self._add_wild()

    def rest(self) -> list[Card]:
        """The cards that are in no meld."""
        return [card for cards in self.pool.values() for card in cards] + self.wilds

    def _lay_run(self, suit: str, run: Run, ace_high: bool) -> None:
        laid = _Run(run[0], HIGH_ACE if ace_high and run[0] > 0 else KING)
        for place in range(run[0], run[-1] + 1):
            held = self.pool[RANKS[place % HIGH_ACE] + suit] if place in run else self.wilds
            laid.cards.append(held.pop())
        self._complete(laid, self.shortest_run)

    def _lay_sets(self, rank: str, choice: SetChoice) -> None:
        sets = [_Set(None if choice.room is None else LARGEST_SET) for _ in choice.sizes]
        for suit, number in zip((*SUITS, ""), choice.taken, strict=True):
            held = self.pool[rank + suit]
            if len(sets) == 1:
                taken = len(held) if choice.joined else number
                sets[0].cards += [held.pop() for _ in range(taken)]
            else:
                # Two cards of one suit go to two sets, those that lack most cards.
                lacking = zip(sets, choice.sizes, strict=True)
                by_lack = sorted(lacking, key=lambda each: len(each[0].cards) - each[1])
                for meld, _ in by_lack[:number]:
                    meld.cards.append(held.pop())
        for meld in sets:
            self._complete(meld, SHORTEST_MELD)

    def _complete(self, meld: _Set | _Run, size: int) -> None:
        while len(meld.cards) < size:
            meld.take(self.wilds.pop())
        self.melds.append(meld)

    def _add_wild(self) -> None:
        """Add a wild card to a meld with room; if all runs are full, split one in two first."""
        for meld in self.melds:
            if meld.has_room():
                meld.take(self.wilds.pop())
                return
        full = next((meld for meld in self.melds if isinstance(meld, _Run)), None)
        if full is None:
            # There are only wild cards: they form a set with the first one as itself.
            self.melds.append(_Set(None, [self.wilds.pop()]))
            return
        half = len(full.cards) // 2
        self.melds.append(_Run(full.first + half, full.top, full.cards[half:]))
        del full.cards[half:]
        self._add_wild()
