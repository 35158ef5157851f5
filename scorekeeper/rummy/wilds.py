"""The best arrangement of any hand: several decks, wild cards, high aces, exact.

The sets are searched rank by rank; what they leave of each suit is melded by `lane_runs` for every
number of wild cards, and the suits share the wild cards that the sets did not take. A wild card
more than the melds need joins one that has room for it. Equal copies of a card are different cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rummy.lane_runs import (
    NEVER,
    Best,
    Runs,
    best_runs,
    copies,
    one,
    points_in,
)
from scorekeeper.rummy.one_deck import Worth
from scorekeeper.rummy.set_choices import NO_SET, SUITED, Counts, SetChoice, set_choices


class Terms(NamedTuple):
    """What melds may be.

    `worth` is points by place; `repeats` says whether a set may hold a suit twice, `ace_high`
    whether Q-K-A is a run, `own_melds` whether three wild cards make a meld without another card;
    `wild_worth` is the points of each wild card, cheapest first.
    """

    worth: Worth
    repeats: bool
    ace_high: bool
    own_melds: bool
    wild_worth: tuple[int, ...]


class Plan(NamedTuple):
    """An arrangement in outline: points left, sets by place, runs by suit, wild cards left over."""

    left: int
    sets: tuple[tuple[int, SetChoice], ...] = ()
    runs: tuple[Runs, ...] = ((),) * SUITED
    wilds_left: int = 0


NO_PLAN = Plan(NEVER)


def best_plan(ranks: Sequence[Counts], terms: Terms) -> Plan:
    """The best arrangement of natural cards, given as copies by lane of each rank from the ace."""
    lanes = [
        sum(counts[lane] * one(place) for place, counts in enumerate(ranks))
        for lane in range(SUITED)
    ]
    unsuited = sum(counts[SUITED] * worth for counts, worth in zip(ranks, terms.worth, strict=True))
    open_ranks = _ranks_with_sets(ranks, lanes, terms)
    return _choose(open_ranks, lanes, unsuited, len(terms.wild_worth), (), NO_PLAN, terms)


_OpenRank = tuple[int, tuple[SetChoice, ...]]


def _ranks_with_sets(
    ranks: Sequence[Counts], lanes: Sequence[int], terms: Terms
) -> list[_OpenRank]:
    """The ranks that could have a set, each with its choices."""
    wilds = len(terms.wild_worth)
    found = []
    for place, counts in enumerate(ranks):
        cards = sum(counts)
        if cards and cards + wilds >= 3:
            forced = (*(not _can_run(lane, place, wilds, terms) for lane in lanes), True)
            choices = set_choices(counts, forced, min(wilds, 3), terms.repeats)
            if len(choices) > 1:
                found.append((place, choices))
    return found


def _can_run(lane: int, place: int, wilds: int, terms: Terms) -> bool:
    """Whether a card at this place could stand in one run with another natural card of its suit."""
    places = (place, 13) if place == 0 and terms.ace_high else (place,)
    return any(
        _neighbour(lane, at, other, terms.ace_high)
        for at in places
        for distance in range(1, wilds + 3)
        for other in (at - distance, at + distance)
    )


def _neighbour(lane: int, at: int, other: int, ace_high: bool) -> bool:
    if other == 13 and ace_high:
        return at != 0 and copies(lane, 0) > 0
    return 0 <= other < 13 and other != at % 13 and copies(lane, other) > 0


def _choose(
    open_ranks: Sequence[_OpenRank],
    lanes: Sequence[int],
    unsuited: int,
    wilds: int,
    sets: tuple[tuple[int, SetChoice], ...],
    best: Plan,
    terms: Terms,
) -> Plan:
    """The better of `best` and what the choices of sets from these ranks come to."""
    if not open_ranks:
        return min(best, _finish(lanes, unsuited, wilds, sets, terms), key=lambda plan: plan.left)
    (place, choices), *rest = open_ranks
    for choice in choices:
        if best.left == 0:
            return best
        if choice.needed <= wilds:
            left = [lane - choice.counts[suit] * one(place) for suit, lane in enumerate(lanes)]
            more = sets if choice is NO_SET else (*sets, (place, choice))
            without = unsuited - choice.counts[SUITED] * terms.worth[place]
            best = _choose(rest, left, without, wilds - choice.needed, more, best, terms)
    return best


def _finish(
    lanes: Sequence[int],
    unsuited: int,
    wilds: int,
    sets: tuple[tuple[int, SetChoice], ...],
    terms: Terms,
) -> Plan:
    """The best runs beside these sets, or none where that is as good."""
    plain = unsuited + sum(points_in(lane, terms.worth) for lane in lanes)
    wilds_left = _wilds_left(wilds, sets, terms)
    without = Plan(plain + sum(terms.wild_worth[:wilds_left]), sets, wilds_left=wilds_left)
    melded, runs = _share(lanes, wilds, terms)
    # A run has room for every wild card: it grows at its ends, and parts in two when it is full.
    if melded + unsuited < min(plain, without.left):
        return Plan(melded + unsuited, sets, runs)
    return without


def _wilds_left(wilds: int, sets: tuple[tuple[int, SetChoice], ...], terms: Terms) -> int:
    """How many of the wild cards that nothing needs have no place in these sets."""
    room = 0
    for _, choice in sets:
        if choice.room is None:
            return 0
        room += choice.room
    left = max(0, wilds - room)
    return 0 if terms.own_melds and left >= 3 else left


def _share(lanes: Sequence[int], wilds: int, terms: Terms) -> tuple[int, tuple[Runs, ...]]:
    """Give the suits their shares of the wild cards so that the least points are left."""
    shared: list[tuple[int, tuple[Runs, ...]]] = [(0, ())] * (wilds + 1)
    for lane in lanes:
        known = best_runs(lane, terms.worth, wilds, terms.ace_high)
        shared = [_best_share(shared, known, number) for number in range(wilds + 1)]
    return shared[wilds]


def _best_share(
    shared: list[tuple[int, tuple[Runs, ...]]], known: tuple[Best, ...], number: int
) -> tuple[int, tuple[Runs, ...]]:
    left, given = min((shared[number - to][0] + known[to].left, to) for to in range(number + 1))
    return left, (*shared[number - given][1], known[given].runs)
