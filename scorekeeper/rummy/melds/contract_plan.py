"""Whether a hand has the melds of a contract, and which choice of them leaves the fewest points.

The search decides on the sets, then on the runs, those of one suit first. Four things keep it
small and exact:

- A set needs no more cards of its own than its size. The others of its rank join it unless a run
  uses them.
- A run is decided by its window, from its first natural card to its last. In its turn it takes
  every natural card there that is free, and wild cards for the rest. The order of the runs does not
  matter: if another run has already used the first or last card of its window, the two can trade
  cards; then neither needs more wild cards, and one window is shorter.
- Where a run may have only some wild cards, it matters which of two runs has a card that both could
  use. Then a run may also leave such cards to those that come after it.
- Once every meld is complete, the other wild cards join a set or extend the runs. So only natural
  cards are left over, unless each meld has all the wild cards that it may have, and which wild card
  goes where makes no difference.

A meld has at least one card that stands for itself: a natural one, or one of the wild rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from scorekeeper.rummy.cards import SUITS
from scorekeeper.rummy.deal import ContractMeld, MeldKind
from scorekeeper.rummy.melds.rank_sets import Copies
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE

PLACES = HIGH_ACE
"""The number of ranks, and the most cards of a run."""

ANY_NUMBER = 99
"""More wild cards than any hand has."""


class ContractHand(NamedTuple):
    """A hand as it counts for a contract.

    `held` has the natural cards of each rank from the ace up, by suit. `wilds` is the number of
    wild cards, of which `own` can stand for themselves, and `max_wild` how many a meld may have (0:
    any number). `worth` is the points by rank.
    """

    held: tuple[Copies, ...]
    wilds: int
    own: int
    worth: tuple[int, ...]
    ace_high: bool
    corner: bool = False
    max_wild: int = 0

    def most_wilds(self, meld: ContractMeld) -> int:
        return 0 if meld.pure else self.max_wild or ANY_NUMBER


class SetPlan(NamedTuple):
    """A set of the rank at this place, with the cards of each suit that are kept for it.

    A set of wild cards alone has the place `None`.
    """

    place: int | None
    kept: Copies


class RunPlace(NamedTuple):
    """A place in a run, and the suit of the natural card that lies there."""

    place: int
    suit: int


class RunPlan(NamedTuple):
    """A run through these places, and the natural cards for it. One of wild cards alone has none.

    A run of any suits has the suit `None`.
    """

    suit: int | None
    places: range
    used: tuple[RunPlace, ...] = ()


class ContractPlan(NamedTuple):
    """The melds of a contract in outline, in the order of the search."""

    sets: tuple[SetPlan, ...]
    runs: tuple[RunPlan, ...]


NO_SET = SetPlan(None, (0,) * len(SUITS))
NO_RUN = RunPlan(0, range(0))


def in_search_order(melds: Sequence[ContractMeld]) -> list[int]:
    """The places of melds in the order of the search: alike ones together, mixed runs last."""
    return sorted(range(len(melds)), key=lambda place: _order(melds[place]))


def _order(meld: ContractMeld) -> tuple[bool, bool, bool, int]:
    return meld.kind is MeldKind.RUN, meld.mixed, not meld.pure, -meld.size


def contract_plan(
    hand: ContractHand, melds: Sequence[ContractMeld], lacking: int = 0
) -> ContractPlan | None:
    """The sets and runs that leave the fewest points. `None` if the hand does not have them.

    The `melds` are in the order of the search. `lacking` cards may be missing: each is as good as
    a wild card that can stand for itself. Of such plans this is one with the fewest incomplete
    melds.
    """
    search = _PlanSearch(hand, melds, lacking)
    search.add_set(0, (), (), 0)
    return search.best


class _Group(NamedTuple):
    """What the search knows of a meld: its `sets` or `runs`, each with its points, highest first.

    `alike` is how many melds like it are still to come, with itself, and `rest` the most points of
    those after them. The melds after it need at least `later_needs` wild cards, and lack
    `later_lacks` cards even if there are any number of these. A run that `shares` may leave cards
    to later ones.
    """

    meld: ContractMeld
    sets: Sequence[tuple[int, SetPlan]]
    runs: Sequence[tuple[int, RunPlan]]
    most_wilds: int
    alike: int = 1
    rest: int = 0
    later_needs: int = 0
    later_lacks: int = 0
    shares: bool = False

    @property
    def least(self) -> int:
        """The fewest wild cards that it needs."""
        kept = max((sum(plan.kept) for _, plan in self.sets), default=0)
        held = [max(self.meld.size, len(run.places)) - len(run.used) for _, run in self.runs]
        return min([self.meld.size - kept, *held])

    @property
    def most(self) -> int:
        return (self.sets or self.runs)[0][0]


class _PlanSearch:
    """The search for the melds of one hand with the most points in natural cards.

    `needs` is how many wild cards each meld needs.
    """

    def __init__(self, hand: ContractHand, melds: Sequence[ContractMeld], lacking: int) -> None:
        self.hand = hand
        self.lacking = lacking
        self.wilds = hand.wilds + lacking
        self.free = [list(copies) for copies in hand.held]
        self.sets = sum(meld.kind is MeldKind.SET for meld in melds)
        self.groups = _groups(hand, melds)
        self.most = -1
        self.needs: list[int] = []
        self.best: ContractPlan | None = None

    def add_set(
        self, start: int, sets: tuple[SetPlan, ...], needs: tuple[int, ...], points: int
    ) -> None:
        """Try every choice of the sets that are still to come, then of the runs."""
        if len(sets) == self.sets:
            self._add_run(0, ContractPlan(sets, ()), needs, points)
            return
        group = self.groups[len(sets)]
        for index, (most, plan) in enumerate(group.sets[start:], start):
            if self._is_beaten(points + group.alike * most + group.rest):
                return
            needed = group.meld.size - sum(plan.kept)
            if not self._can_have(needed, needs) or not self._keep(plan):
                continue
            gain = 0 if any(plan.place == chosen.place for chosen in sets) else most
            following = index if group.alike > 1 else 0
            self.add_set(following, (*sets, plan), (*needs, needed), points + gain)
            self._let_go(plan)

    def _can_have(self, needed: int, needs: tuple[int, ...]) -> bool:
        """Whether a meld can have this many wild cards, given those of the others."""
        group = self.groups[len(needs)]
        if needed + sum(needs) + group.later_needs > self.wilds:
            return False
        return self._lacks((*needs, needed)) + group.later_lacks <= self.lacking

    def _lacks(self, needs: Sequence[int]) -> int:
        return sum(
            max(0, need - group.most_wilds) for need, group in zip(needs, self.groups, strict=False)
        )

    def _keep(self, plan: SetPlan) -> bool:
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
        if len(needs) == len(self.groups):
            self._settle(plan, needs, points)
            return
        in_sets = [set_plan.place for set_plan in plan.sets]
        group = self.groups[len(needs)]
        for index, (most, run) in enumerate(group.runs[start:], start):
            if self._is_beaten(points + group.alike * most + group.rest):
                return
            size = max(group.meld.size, len(run.places))
            for used in self._uses(run, group, size, needs):
                gain = sum(
                    self.hand.worth[spot.place % PLACES]
                    for spot in used
                    if spot.place % PLACES not in in_sets
                )
                self._use(used, -1)
                longer = plan._replace(runs=(*plan.runs, run._replace(used=used)))
                following = index if group.alike > 1 else 0
                self._add_run(following, longer, (*needs, size - len(used)), points + gain)
                self._use(used, 1)

    def _uses(
        self, run: RunPlan, group: _Group, size: int, needs: tuple[int, ...]
    ) -> Iterator[tuple[RunPlace, ...]]:
        """The natural cards that a run can take: all that are free, or without some of them."""
        free = tuple(self._free_spots(run))
        if not (free or not run.places) or not self._can_have(size - len(free), needs):
            return
        yield free
        # A hand that lacks cards is only to see what it lacks, so this may be a card more.
        if not group.shares or self.lacking:
            return
        for left_out in range(1, len(free) - 1):
            if not self._can_have(size - len(free) + left_out, needs):
                return
            for without in combinations(free[1:-1], left_out):
                yield tuple(spot for spot in free if spot not in without)

    def _free_spots(self, run: RunPlan) -> Iterator[RunPlace]:
        """The free natural cards of a window, one of each rank."""
        for place in run.places:
            free = self.free[place % PLACES]
            suits = range(len(SUITS)) if run.suit is None else (run.suit,)
            suit = next((suit for suit in suits if free[suit]), None)
            if suit is not None:
                yield RunPlace(place, suit)

    def _use(self, spots: Sequence[RunPlace], number: int) -> None:
        for place, suit in spots:
            self.free[place % PLACES][suit] += number

    def _is_beaten(self, points: int) -> bool:
        """Whether a plan with at most these points cannot be better than the best."""
        return points <= self.most and not any(self.needs[:-1])

    def _settle(self, plan: ContractPlan, needs: Sequence[int], points: int) -> None:
        # Complete melds have all they need, whatever wild cards that takes.
        lacks = sorted(needs) if self.lacking else []
        better = self.best is None or (lacks, -points) < (self.needs, -self.most)
        is_bare = [plan == NO_SET for plan in plan.sets] + [not run.places for run in plan.runs]
        bare = sum(
            need <= group.most_wilds
            for need, group, no_card in zip(needs, self.groups, is_bare, strict=True)
            if no_card
        )
        if better and bare <= self.hand.own + self.lacking - self._lacks(needs):
            self.needs, self.most, self.best = lacks, points, plan


def _groups(hand: ContractHand, melds: Sequence[ContractMeld]) -> list[_Group]:
    groups: list[_Group] = []
    for meld in reversed(melds):
        if groups and groups[0].meld == meld:
            group = groups[0]._replace(alike=groups[0].alike + 1)
        else:
            is_run = meld.kind is MeldKind.RUN
            group = _Group(
                meld,
                sets=[] if is_run else _set_plans(hand, meld.size),
                runs=_run_plans(hand, meld.mixed) if is_run else [],
                most_wilds=hand.most_wilds(meld),
                rest=groups[0].rest + groups[0].alike * groups[0].most if groups else 0,
            )
        if groups:
            after = groups[0]
            group = group._replace(
                later_needs=after.later_needs + after.least,
                later_lacks=after.later_lacks + max(0, after.least - after.most_wilds),
            )
        limit = min(other.most_wilds for other in (group, *groups))
        groups.insert(0, group._replace(shares=bool(groups) and limit != ANY_NUMBER))
    return groups


def _set_plans(hand: ContractHand, size: int) -> list[tuple[int, SetPlan]]:
    """Every set, with the most points that it can take off the hand. The highest come first."""
    plans = [
        (hand.worth[place] * sum(copies), SetPlan(place, kept))
        for place, copies in enumerate(hand.held)
        for kept in product(*(range(min(held, size) + 1) for held in copies))
        if 0 < sum(kept) <= size
    ]
    return sorted([*plans, (0, NO_SET)], key=_most_first)


def _run_plans(hand: ContractHand, mixed: bool) -> list[tuple[int, RunPlan]]:
    """Every window of a run, with the most points that it can take off the hand."""
    last_place = 2 * PLACES if hand.corner else PLACES + hand.ace_high
    suits: Sequence[int | None] = [None] if mixed else range(len(SUITS))
    plans = [
        (sum(hand.worth[place % PLACES] for place, _suit in used), window)
        for suit in suits
        for held in [
            [place for place in range(last_place) if _has(hand.held[place % PLACES], suit)]
        ]
        for first, last in combinations_with_replacement(held, 2)
        if last - first < PLACES and first <= HIGH_ACE - hand.corner
        for used in [tuple(RunPlace(place, suit or 0) for place in held if first <= place <= last)]
        for window in [RunPlan(suit, range(first, last + 1), used)]
    ]
    return sorted([*plans, (0, NO_RUN)], key=_most_first)


def _has(copies: Copies, suit: int | None) -> bool:
    return any(copies) if suit is None else bool(copies[suit])


def _most_first(choice: tuple[int, object]) -> int:
    return -choice[0]
