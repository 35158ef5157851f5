"""Whether a hand has the melds of a contract, and which choice of them leaves the fewest points.

The search decides on the sets, then on the runs. Three things keep it small and exact:

- A set needs at most three cards of its own. The others of its rank join it unless a run uses them.
- A run is decided by its window, from its first natural card to its last. In its turn it takes
  every natural card there that is free, and wild cards for the rest. The order of the runs does not
  matter: if another run has already used the first or last card of its window, the two can trade
  cards; then neither needs more wild cards, and one window is shorter.
- Once every meld is complete, the other wild cards join a set or extend the runs. So only natural
  cards are left over, and which wild card goes where makes no difference.

A meld has at least one card that stands for itself: a natural one, or one of the wild rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from scorekeeper.rummy.cards import SUITS
from scorekeeper.rummy.melds.meld import SHORTEST_MELD
from scorekeeper.rummy.melds.rank_sets import Copies
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE

PLACES = HIGH_ACE
"""The number of ranks, and the most cards of a run."""


class ContractHand(NamedTuple):
    """A hand as it counts for a contract.

    `held` has the natural cards of each rank from the ace up, by suit. `wilds` is the number of
    wild cards, of which `own` can stand for themselves. `worth` is the points by rank.
    """

    held: tuple[Copies, ...]
    wilds: int
    own: int
    worth: tuple[int, ...]
    shortest_run: int
    ace_high: bool


class SetPlan(NamedTuple):
    """A set of the rank at this place, with the cards of each suit that are kept for it.

    A set of wild cards alone has the place `None`.
    """

    place: int | None
    kept: Copies

    @property
    def needed(self) -> int:
        """The number of wild cards that complete it."""
        return SHORTEST_MELD - sum(self.kept)


class RunPlan(NamedTuple):
    """A run of a suit through these places; a run of wild cards alone has none."""

    suit: int
    places: range


class ContractPlan(NamedTuple):
    """The melds of a contract in outline."""

    sets: tuple[SetPlan, ...]
    runs: tuple[RunPlan, ...]


NO_SET = SetPlan(None, (0,) * len(SUITS))
NO_RUN = RunPlan(0, range(0))


def contract_plan(
    hand: ContractHand, sets: int, runs: int, lacking: int = 0
) -> ContractPlan | None:
    """The sets and runs that leave the fewest points; `None` if the hand does not have them.

    `lacking` cards may be missing: each is as good as a wild card that can stand for itself. Of
    such plans this is one with the fewest incomplete melds.
    """
    search = _Search(hand, sets, runs, lacking)
    search.add_set(0, (), (), 0)
    return search.best


class _Search:
    """The search for the melds of one hand with the most points in natural cards.

    `needs` is how many wild cards each meld needs.
    """

    def __init__(self, hand: ContractHand, sets: int, runs: int, lacking: int) -> None:
        self.hand = hand
        self.lacking = lacking
        self.sets, self.runs = sets, runs
        self.wilds = hand.wilds + lacking
        self.free = [list(copies) for copies in hand.held]
        self.set_choices = _set_plans(hand)
        self.run_choices = _run_plans(hand)
        self.most_by_runs = runs * self.run_choices[0][0]
        self.most = -1
        self.needs: list[int] = []
        self.best: ContractPlan | None = None

    def add_set(
        self, start: int, sets: tuple[SetPlan, ...], needs: tuple[int, ...], points: int
    ) -> None:
        """Try every choice of the sets that are still to come, then of the runs."""
        wanted = self.sets - len(sets)
        if not wanted:
            self._add_run(0, ContractPlan(sets, ()), needs, points)
            return
        for index, (most, plan) in enumerate(self.set_choices[start:], start):
            if self._is_beaten(points + wanted * most + self.most_by_runs):
                return
            if plan.needed + sum(needs) > self.wilds or not self._keep(plan):
                continue
            gain = 0 if any(plan.place == chosen.place for chosen in sets) else most
            self.add_set(index, (*sets, plan), (*needs, plan.needed), points + gain)
            self._let_go(plan)

    def _keep(self, plan: SetPlan) -> bool:
        """Keep cards for a set, if there are enough."""
        if plan.place is None:
            return True
        free = self.free[plan.place]
        left = [copies - number for copies, number in zip(free, plan.kept, strict=True)]
        if min(left) < 0:
            return False
        free[:] = left
        return True

    def _let_go(self, plan: SetPlan) -> None:
        if plan.place is not None:
            free = self.free[plan.place]
            free[:] = [copies + number for copies, number in zip(free, plan.kept, strict=True)]

    def _add_run(self, start: int, plan: ContractPlan, needs: tuple[int, ...], points: int) -> None:
        """Try every choice of the runs that are still to come."""
        wanted = self.runs - len(plan.runs)
        if not wanted:
            self._settle(plan, needs, points)
            return
        in_sets = [set_plan.place for set_plan in plan.sets]
        wilds = self.wilds - sum(needs)
        for index, (most, run) in enumerate(self.run_choices[start:], start):
            if self._is_beaten(points + wanted * most):
                return
            used = [place % PLACES for place in run.places if self.free[place % PLACES][run.suit]]
            needed = max(self.hand.shortest_run, len(run.places)) - len(used)
            if needed > wilds or (run.places and not used):
                continue
            gain = sum(self.hand.worth[place] for place in used if place not in in_sets)
            self._use(run.suit, used, -1)
            longer = plan._replace(runs=(*plan.runs, run))
            self._add_run(index, longer, (*needs, needed), points + gain)
            self._use(run.suit, used, 1)

    def _use(self, suit: int, places: Sequence[int], number: int) -> None:
        for place in places:
            self.free[place][suit] += number

    def _is_beaten(self, points: int) -> bool:
        """Whether a plan with at most these points cannot be better than the best."""
        return points <= self.most and not any(self.needs[:-1])

    def _settle(self, plan: ContractPlan, needs: Sequence[int], points: int) -> None:
        """Keep a plan if it is the best so far."""
        # Complete melds have all they need, whatever wild cards that takes.
        lacks = sorted(needs) if self.lacking else []
        better = self.best is None or (lacks, -points) < (self.needs, -self.most)
        bare = plan.sets.count(NO_SET) + plan.runs.count(NO_RUN)
        if better and bare <= self.hand.own + self.lacking:
            self.needs, self.most, self.best = lacks, points, plan


def _set_plans(hand: ContractHand) -> list[tuple[int, SetPlan]]:
    """Every set, with the most points that it can take off the hand; the highest come first."""
    plans = [
        (hand.worth[place] * sum(copies), SetPlan(place, kept))
        for place, copies in enumerate(hand.held)
        for kept in product(*(range(min(held, SHORTEST_MELD) + 1) for held in copies))
        if 0 < sum(kept) <= SHORTEST_MELD
    ]
    return sorted([*plans, (0, NO_SET)], key=_most_first)


def _run_plans(hand: ContractHand) -> list[tuple[int, RunPlan]]:
    """Every window of a run, with the most points that it can take off the hand."""
    plans = [
        (sum(hand.worth[place % PLACES] for place in held if first <= place <= last), window)
        for suit in range(len(SUITS))
        for held in [
            [place for place in range(PLACES + hand.ace_high) if hand.held[place % PLACES][suit]]
        ]
        for first, last in combinations_with_replacement(held, 2)
        if last - first < PLACES
        for window in [RunPlan(suit, range(first, last + 1))]
    ]
    return sorted([*plans, (0, NO_RUN)], key=_most_first)


def _most_first(choice: tuple[int, object]) -> int:
    return -choice[0]
