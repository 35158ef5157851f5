"""The cheapest layout of cards in melds.

The layout has all cards that must be laid, and the optional cards that make it cheaper.

The search goes value by value, from the ace (the 1) up (see `layout_search`). At each value it
decides how many cards of each suit go into runs, how many into sets, and how many stay in the hand.
This module makes the melds from these decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout_search import Search, Way
from scorekeeper.rummy.melds.layout_shares import number_of_sets
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SUITS, VALUES, Effort, Task


class Spot(NamedTuple):
    """A card of a meld by its value, from 0 (the ace) to 12, and suit. A joker can represent it."""

    value: int
    suit: int
    is_joker: bool = False


Meld: TypeAlias = tuple[Spot, ...]


class Layout(NamedTuple):
    """Melds, the cost of the cards not laid, and the missing part of the target worth."""

    melds: tuple[Meld, ...]
    cost: int
    short: int


def best_layout(task: Task, effort: Effort | None = None) -> Layout | None:
    """Return the layout that costs the least, or `None` if the required cards cannot be laid.

    If no layout reaches the target worth, the result is a layout with the most worth. Raises
    `TooMuchError` if the search takes too long.
    """
    effort = effort or Effort()
    if not task.worth:
        quick = Search(task, effort, counts_jokers=False)
        end = quick.best()
        if end is None:
            return None
        layout = _with_spare_jokers(_melds(end), task.jokers - end.jokers)
        if layout is not None:
            return Layout(layout, end.cost, 0)
        # The spare jokers do not fit, so the search has to place each spare joker.
    end = Search(task, effort, counts_jokers=True).best()
    if end is None:
        return None
    left = task.jokers - end.jokers
    return Layout(_melds(end), end.cost + left * task.joker_cost, end.short)


def quick_layout(task: Task, effort: Effort | None = None) -> tuple[Meld, ...] | None:
    """Return a layout from a quick search. `None` does not mean that no layout exists."""
    end = Search(task, effort or Effort(), counts_jokers=False).quick()
    return _with_spare_jokers(_melds(end), task.jokers - end.jokers) if end else None


# From the steps of a way to its melds


def _melds(end: Way) -> tuple[Meld, ...]:
    steps = []
    way: Way = end
    while way.before is not None:
        steps.append(way)
        way = way.before
    melds: list[Meld] = []
    runs: list[list[Meld]] = [[] for _ in range(SUITS)]
    for value, step in enumerate(reversed(steps)):
        for suit, share in enumerate(step.shares):
            # The shortest runs get the next cards, because longer runs can end.
            open_runs = sorted(runs[suit], key=len)
            melds += open_runs[share.in_runs :]
            going = open_runs[: share.in_runs]
            going += [()] * (share.in_runs - len(going))
            runs[suit] = [
                (*run, Spot(value % VALUES, suit, number < share.jokers))
                for number, run in enumerate(going)
            ]
        melds += _sets(value, [share.in_sets for share in step.shares], step.jokers_in_sets)
    melds += [run for of_suit in runs for run in of_suit]
    return tuple(half for meld in melds for half in _halves(meld))


def _sets(value: int, numbers: Sequence[int], jokers: int) -> list[Meld]:
    """Deal the cards of a value to sets in turn, then jokers to the smallest sets."""
    number = number_of_sets(numbers, jokers) or 0
    cards = [Spot(value, suit) for suit, count in enumerate(numbers) for _ in range(count)]
    sets: list[Meld] = [tuple(cards[first::number]) for first in range(number)]
    for _joker in range(jokers):
        smallest = min(sets, key=len)
        sets[sets.index(smallest)] = (*smallest, _joker_for(smallest))
    return sets


def _joker_for(meld: Meld) -> Spot:
    suit = min(set(range(SUITS)) - {spot.suit for spot in meld})
    return Spot(meld[0].value, suit, is_joker=True)


def _halves(meld: Meld) -> tuple[Meld, ...]:
    """Split a run with an ace at both ends into two runs."""
    return (meld,) if len(meld) <= VALUES else (meld[:7], meld[7:])


def _with_spare_jokers(melds: tuple[Meld, ...], spare: int) -> tuple[Meld, ...] | None:
    for _joker in range(spare):
        for number, meld in enumerate(melds):
            if grown := _grown(meld):
                melds = (*melds[:number], grown, *melds[number + 1 :])
                break
        else:
            return None
    return melds


def _grown(meld: Meld) -> Meld | None:
    first, last = meld[0], meld[-1]
    if first.value == last.value:
        return (*meld, _joker_for(meld)) if len(meld) < LARGEST_SET else None
    if last.value < VALUES - 1 and last.value > first.value:
        return (*meld, Spot(last.value + 1, last.suit, is_joker=True))
    return (Spot(first.value - 1, first.suit, is_joker=True), *meld) if first.value else None
