"""Find the melds of a contract in a hand that leave the fewest points.

The search decides on the sets, then on the runs, mixed runs last. Four rules keep it small, and
exact except in one case of the third rule:

- A set keeps no more natural cards than its size. The other cards of its rank join the set unless a
  run uses them.
- A run is decided by its window, from its first natural card to its last. It takes every free
  natural card in the window, and wild cards for the gaps. The order of the runs does not matter. If
  an earlier run has used the first or last card of this window, the two runs can trade cards. After
  the trade, neither run needs more wild cards, and one window is shorter.
- In some games the wild cards in a run are limited. In these games it matters which of two runs
  gets a card that both can use. So if no card is missing, the search also tries leaving such cards
  to later runs. If cards are missing, it skips this step, and can name one missing card too many.
- Once every meld is complete, the other wild cards join a set or extend the runs. So only natural
  cards are left over, unless every meld has reached its limit of wild cards. The search does not
  decide which wild card goes into which meld, because every choice leaves the same points.

A meld has at least one card that stands for itself: a natural card, or a card of the wild rank.
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
    """The numbers of a hand that matter for a contract.

    - `held`: natural cards of each rank from the ace up, by suit
    - `wilds`: the number of wild cards
    - `own`: the number of wild cards that can stand for themselves
    - `worth`: points by rank
    - `corner`: whether a run can continue from the king to the ace and then to the two
    - `max_wild`: the most wild cards in a meld (0: any number)
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
    """A set of the rank at this place, with the number of cards kept for it in each suit.

    If a set has only wild cards, its place is `None`.
    """

    place: int | None
    kept: Copies


class RunPlace(NamedTuple):
    """A place in a run, and the suit of the natural card there."""

    place: int
    suit: int


class RunPlan(NamedTuple):
    """A run through these places, and its natural cards.

    A run with only wild cards has no places. A run that can mix suits has the suit `None`.
    """

    suit: int | None
    places: range
    used: tuple[RunPlace, ...] = ()


class ContractPlan(NamedTuple):
    """An outline of the melds of a contract, in search order."""

    sets: tuple[SetPlan, ...]
    runs: tuple[RunPlan, ...]


NO_SET = SetPlan(None, (0,) * len(SUITS))
NO_RUN = RunPlan(0, range(0))


def in_search_order(melds: Sequence[ContractMeld]) -> list[int]:
    """Return the indexes of the melds in search order: equal melds together, mixed runs last."""
    return sorted(range(len(melds)), key=lambda place: _order(melds[place]))


def _order(meld: ContractMeld) -> tuple[bool, bool, bool, int]:
    return meld.kind is MeldKind.RUN, meld.mixed, not meld.pure, -meld.size


def contract_plan(
    hand: ContractHand, melds: Sequence[ContractMeld], lacking: int = 0
) -> ContractPlan | None:
    """Return the melds that leave the fewest points, or `None` if the hand has no such melds.

    The `melds` are in search order. `lacking` cards can be missing: each counts as a wild card that
    can stand for itself. If cards are missing, the meld that needs the fewest wild cards needs as
    few as possible, then the next meld, and so on.
    """
    search = _PlanSearch(hand, melds, lacking)
    search.add_set(0, (), (), 0)
    return search.best


class _Group(NamedTuple):
    """The possible `sets` or `runs` of a meld, each with its points, highest first.

    - `most_wilds`: the most wild cards that the meld can have
    - `alike`: the number of equal melds still to come, including this one
    - `rest`: the most points of the melds that follow the equal melds
    - `later_needs`: the fewest wild cards that the later melds need
    - `later_lacks`: the cards that the later melds lack even if the hand has enough wild cards
    - `shares`: whether a run can leave cards to later runs
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
        """The fewest wild cards that the meld needs."""
        kept = max((sum(plan.kept) for _, plan in self.sets), default=0)
        held = [max(self.meld.size, len(run.places)) - len(run.used) for _, run in self.runs]
        return min([self.meld.size - kept, *held])

    @property
    def most(self) -> int:
        return (self.sets or self.runs)[0][0]


class _PlanSearch:
    """The search for the melds of one hand with the most points in natural cards.

    If the hand lacks cards, `needs` has the number of wild cards for each meld of the best plan, in
    ascending order.
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
        """Try every choice of the remaining sets, then of the runs."""
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
        """Check whether the next meld can have this many wild cards.

        `needs` has the number of wild cards of each earlier meld.
        """
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
        """Yield each choice of natural cards that a run can take.

        The first choice is all free cards of its window. Later choices leave some of them out.
        """
        free = tuple(self._free_spots(run))
        if not (free or not run.places) or not self._can_have(size - len(free), needs):
            return
        yield free
        # If cards are lacking, the search skips the later choices. So the result can name one
        # missing card too many.
        if not group.shares or self.lacking:
            return
        for left_out in range(1, len(free) - 1):
            if not self._can_have(size - len(free) + left_out, needs):
                return
            for without in combinations(free[1:-1], left_out):
                yield tuple(spot for spot in free if spot not in without)

    def _free_spots(self, run: RunPlan) -> Iterator[RunPlace]:
        """Yield the free natural cards of a window, one of each rank."""
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
        return points <= self.most and not any(self.needs[:-1])

    def _settle(self, plan: ContractPlan, needs: Sequence[int], points: int) -> None:
        # If no card is lacking, the number of wild cards used does not matter.
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
    """Return every possible set, with the most points that it can take off the hand.

    The sets with the highest points come first.
    """
    plans = [
        (hand.worth[place] * sum(copies), SetPlan(place, kept))
        for place, copies in enumerate(hand.held)
        for kept in product(*(range(min(held, size) + 1) for held in copies))
        if 0 < sum(kept) <= size
    ]
    return sorted([*plans, (0, NO_SET)], key=_most_first)


def _run_plans(hand: ContractHand, mixed: bool) -> list[tuple[int, RunPlan]]:
    """Return every window of a run, with the most points that the run can take off the hand.

    The windows with the highest points come first.
    """
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
