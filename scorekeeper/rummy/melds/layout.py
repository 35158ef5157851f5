"""The best way to lay cards as melds: all that must be laid, and of the others those that pay most.

The search goes value by value, from the ace (the 1) up (see `layout_search`). At each value every
suit says how many of its cards go into runs, how many into sets, and how many stay in the hand; the
melds are made of that here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout_search import Search, Way
from scorekeeper.rummy.melds.layout_shares import number_of_sets
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SUITS, VALUES, Effort, Task


class Spot(NamedTuple):
    """A card of a meld by its value, from 0 (the ace) to 12, and suit; perhaps a joker as it."""

    value: int
    suit: int
    is_joker: bool = False


Meld: TypeAlias = tuple[Spot, ...]


class Layout(NamedTuple):
    """Melds, what the cards not laid cost, and how far the melds fall short of the worth asked."""

    melds: tuple[Meld, ...]
    cost: int
    short: int


def best_layout(task: Task, effort: Effort | None = None) -> Layout | None:
    """The layout that costs the least, or `None` if the cards that must be laid cannot be.

    If no layout reaches the requested worth, this is one with the most. Raises `TooMuchError` if it
    takes too long to find.
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
        # There is no room for the spare jokers: the search has to place each of them.
    end = Search(task, effort, counts_jokers=True).best()
    if end is None:
        return None
    left = task.jokers - end.jokers
    return Layout(_melds(end), end.cost + left * task.joker_cost, end.short)


def quick_layout(task: Task, effort: Effort | None = None) -> tuple[Meld, ...] | None:
    """A layout that is found at once. `None` does not mean that there is none."""
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
            # The shortest must go on. Any of the others may.
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
    """Sets of a value: its cards dealt to them in turn, then jokers to the smallest."""
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
    """A run with an ace at both ends is two runs."""
    return (meld,) if len(meld) <= VALUES else (meld[:7], meld[7:])


def _with_spare_jokers(melds: tuple[Meld, ...], spare: int) -> tuple[Meld, ...] | None:
    """The melds with jokers added that no meld needs. `None` if there is no room for them."""
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
