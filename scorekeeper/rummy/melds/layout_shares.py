"""What a suit can do at each value, and what sets can take there.

Cards can be dealt to `n` sets if no suit has more than `n` of them and there are between `3n` and
`4n`, jokers among them.
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
"""The states in which a suit may be after the last value: no run too short, no ace kept back."""


@dataclass
class Shares:
    """What each suit of a task can do. Where jokers are counted, no share dominates another."""

    task: Task
    effort: Effort
    counts_jokers: bool
    _known: dict[tuple[int, int, int], tuple[Share, ...]] = field(default_factory=dict)

    @property
    def values(self) -> range:
        return range(VALUES + self.task.ace_high)

    def market(self) -> Market:
        """What each suit can do from every state that it can reach, and the sets there can be."""
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
        """What sets can take at a value, with the fewest jokers that they need."""
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
        """Whether a share does all that another does, for no more jokers and no higher cost."""
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
    """How many jokers make sets of these cards by suit: the fewest, or each number that can."""
    numbers = [jokers for jokers in range(most + 1) if number_of_sets(cards, jokers) is not None]
    return tuple(numbers if exactly else numbers[:1])


def number_of_sets(cards: Sequence[int], jokers: int) -> int | None:
    """The fewest sets to which these cards by suit can be dealt with these jokers, if any.

    >>> number_of_sets([1, 1, 1, 0], 0), number_of_sets([2, 1, 1, 1], 1), number_of_sets([1], 0)
    (1, 2, None)
    """
    total = sum(cards) + jokers
    fewest = max(*cards, -(-total // LARGEST_SET), 0) if cards else 0
    return fewest if fewest * SMALLEST <= total and fewest <= sum(cards) else None
