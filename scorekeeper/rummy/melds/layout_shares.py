"""The choices of a suit at each value, and the sets that are possible there.

Cards can be dealt to `n` sets if no suit has more than `n` of these cards, if there are `3n` to
`4n` cards in all, including jokers, and if at least `n` of them are not jokers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from scorekeeper.rummy.melds.layout_prices import Market, Share
from scorekeeper.rummy.melds.layout_task import (
    HIGH_ACE,
    LARGEST_SET,
    SMALLEST,
    SUITS,
    VALUES,
    Effort,
    Task,
)
from scorekeeper.rummy.melds.open_runs import DOMINATORS, MOST_OPEN, NEXT, STATES

_KEPT = len(STATES)
"""A state is the number of its `OpenRuns`, plus this much for every ace kept back."""

ENDS = frozenset(number for number, state in enumerate(STATES) if state.may_end)
"""The allowed states of a suit after the last value: all runs complete, no ace kept back."""


@dataclass
class Shares:
    """The choices of each suit of a task.

    Without `counts_jokers`, a choice is left out if another choice dominates it.
    """

    task: Task
    effort: Effort
    counts_jokers: bool
    _known: dict[tuple[int, int, int], tuple[Share, ...]] = field(default_factory=dict)

    @property
    def values(self) -> range:
        return range(VALUES + self.task.ace_high)

    def market(self) -> Market:
        """Return the choices of each suit in every reachable state, and the possible sets."""
        suits = []
        for suit in range(SUITS):
            states, steps = {0}, []
            for value in self.values:
                at = {state: self.of(value, suit, state) for state in states}
                states = {share.next for shares in at.values() for share in shares}
                steps.append(at)
            suits.append(steps)
        return Market(suits, [self._sets(value) for value in self.values], self.task.jokers, ENDS)

    def _sets(self, value: int) -> list[tuple[tuple[int, ...], int]]:
        """Return every choice of cards for sets at a value, with the fewest jokers they need."""
        if value == HIGH_ACE:
            return [((0,) * SUITS, 0)]
        task = self.task
        there = map(sum, zip(task.must[value], task.may[value], strict=True))
        choices = product(*[range(count + 1) for count in there])
        numbers = ((cards, jokers_in_sets(cards, task.jokers, exactly=False)) for cards in choices)
        return [(cards, jokers[0]) for cards, jokers in numbers if jokers]

    def of(self, value: int, suit: int, state: int) -> tuple[Share, ...]:
        key = value, suit, state
        if key not in self._known:
            shares = list(self._each_share(value, suit, state))
            self.effort.spend(len(shares))
            self._known[key] = tuple(
                share
                for share in shares
                if not any(self._dominates(other, share) for other in shares)
            )
        return self._known[key]

    def _dominates(self, share: Share, other: Share) -> bool:
        """Check whether `share` is at least as good as `other`, a share with the same sets.

        Such a `share` needs no more jokers, costs no more, and its next state is at least as good.
        With `counts_jokers`, the result is always `False`.
        """
        if self.counts_jokers or share == other or share.in_sets != other.in_sets:
            return False
        if share.jokers > other.jokers or share.cost > other.cost:
            return False
        return share.next == other.next or share.next in dominators(other.next)

    def _each_share(self, value: int, suit: int, state: int) -> Iterator[Share]:
        task, (kept, runs) = self.task, divmod(state, _KEPT)
        if value == HIGH_ACE:
            yield from self._shares_of(kept, 0, runs, 0, 0)
            return
        must, may = task.must[value][suit], task.may[value][suit]
        for stays in range(may + 1):
            laid = must + may - stays
            aces = range(laid + 1) if task.ace_high and value == 0 else [0]
            for ace, in_sets in product(aces, range(laid + 1)):
                if ace + in_sets <= laid:
                    yield from self._shares_of(
                        laid - ace - in_sets, in_sets, runs, kept + ace, stays * task.cost[value]
                    )

    def _shares_of(
        self, cards: int, in_sets: int, runs: int, kept: int, cost: int
    ) -> Iterator[Share]:
        for jokers in range(min(self.task.jokers, MOST_OPEN - cards) + 1):
            following = NEXT[runs][cards + jokers]
            if following is not None:
                next_state = following + kept * _KEPT
                yield Share(next_state, in_sets, cards + jokers, jokers, cost)


@cache
def dominators(state: int) -> tuple[int, ...]:
    kept, runs = divmod(state, _KEPT)
    return tuple(open_runs + kept * _KEPT for open_runs in DOMINATORS[runs])


@cache
def jokers_in_sets(cards: Sequence[int], most: int, *, exactly: bool) -> tuple[int, ...]:
    """Return the numbers of jokers, up to `most`, that complete these cards to sets.

    Without `exactly`, return only the smallest number. The result is empty if no number works.
    """
    numbers = [jokers for jokers in range(most + 1) if number_of_sets(cards, jokers) is not None]
    return tuple(numbers if exactly else numbers[:1])


def number_of_sets(cards: Sequence[int], jokers: int) -> int | None:
    """Return the fewest sets of these cards, by suit, and jokers. `None` if sets are impossible.

    >>> number_of_sets([1, 1, 1, 0], 0), number_of_sets([2, 1, 1, 1], 1), number_of_sets([1], 0)
    (1, 2, None)
    """
    total = sum(cards) + jokers
    fewest = max(*cards, -(-total // LARGEST_SET), 0) if cards else 0
    return fewest if fewest * SMALLEST <= total and fewest <= sum(cards) else None
