"""The search for the cheapest layout, value by value.

A place is a combination of open runs in the four suits (see `open_runs`) and of aces kept for the
top of a run. The rest of a layout depends only on its place and the number of jokers used. Of all
ways to the same place, the search keeps only ways that no other way dominates. So the work grows
with the values and not with the number of layouts. The search handles the four suits as two pairs,
and computes the choices of a pair once for all places with the same open runs in that pair.

If the task has a target worth, there is one exact search. In all other tasks, a first search keeps
only the most promising places, and nearly always finds the best layout. If this layout costs no
more than the lower bound, it is the best. If not, a second search is exact, and skips everything
that cannot be cheaper. If there is much to search, the second search uses better bounds (see
`layout_prices`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout_prices import Share, with_prices, without_prices
from scorekeeper.rummy.melds.layout_shares import ENDS, Shares, dominators, jokers_in_sets
from scorekeeper.rummy.melds.layout_task import Effort, Task

_PATIENCE = 500
"""The most places at a value that the exact search follows without prices."""

_WIDTH = 60
"""The number of cheapest ways that the first search keeps at each value."""


class _PairShare(NamedTuple):
    """One joint choice of two suits at a value.

    - `least`: a lower bound of the cost of the two suits from this value on
    - `needed`: the number of jokers that the two suits need from this value on
    """

    least: int
    next: int
    jokers: int
    needed: int
    cost: int
    worth: int
    shares: tuple[Share, Share]


class Way(NamedTuple):
    """One way to reach a place: jokers used, cost, missing worth, and its last step."""

    jokers: int
    cost: int
    short: int
    before: Way | None = None
    shares: tuple[Share, ...] = ()
    jokers_in_sets: int = 0


_Pair: TypeAlias = int
"""The states of two suits in one number."""

_PAIR = 1 << 9
"""A `_Pair` is its first state times this number, plus its second state.

All states are less than this number.
"""

_InSets: TypeAlias = tuple[int, int]
"""The number of cards that each of two suits adds to sets."""

_Places: TypeAlias = dict[tuple[_Pair, _Pair], list[Way]]


@dataclass
class Search:
    """One search. If it `counts_jokers`, it keeps ways that differ in the number of jokers."""

    task: Task
    effort: Effort
    counts_jokers: bool

    def __post_init__(self) -> None:
        self.shares = Shares(self.task, self.effort, self.counts_jokers)
        self.market = self.shares.market()
        self.needed = self.market.jokers_needed
        self.bound = without_prices(self.market)

    def best(self) -> Way | None:
        if self.task.worth:
            return self._end(self._walk(None, self._most(None)))
        found = self.quick()
        if self.bound.least > self._most(found):
            return found
        places = self._walk(None, self._most(found), patience=_PATIENCE)
        if places is not None:
            return self._cheaper(found, self._end(places))
        self.bound = with_prices(self.market, self._most(found) + 1)
        found = self._cheaper(found, self.quick())
        # The cheapest layout usually costs little more than the bound.
        near = self.bound.least + (self._most(found) - self.bound.least) // 50
        for most in (near, self._most(found)):
            if found is None or most < self._price(found):
                found = self._cheaper(found, self._end(self._walk(None, most)))
        return found

    def _cheaper(self, way: Way | None, other: Way | None) -> Way | None:
        return min((found for found in (way, other) if found), key=self._price, default=None)

    def quick(self) -> Way | None:
        """Return a way found by following only the most promising places."""
        return self._end(self._walk(_WIDTH, self._most(None)))

    def _price(self, way: Way) -> int:
        left = self.task.jokers - way.jokers if self.counts_jokers else 0
        return way.cost + left * self.task.joker_cost

    def _most(self, found: Way | None) -> int:
        if found:
            return self._price(found) - 1
        task = self.task
        stays = sum(cost * sum(cards) for cost, cards in zip(task.cost, task.may, strict=True))
        return stays + task.may_stay * task.joker_cost

    def _end(self, places: _Places | None) -> Way | None:
        task = self.task
        ends = [
            way
            for (first, second), ways in (places or {}).items()
            if ENDS.issuperset((*divmod(first, _PAIR), *divmod(second, _PAIR)))
            for way in ways
            if not self.counts_jokers or task.jokers - way.jokers <= task.may_stay
        ]
        return min(ends, key=lambda way: (way.short, self._price(way)), default=None)

    def _walk(self, width: int | None, most: int, *, patience: int | None = None) -> _Places | None:
        """Return the places after the last value, without places that must cost more than `most`.

        With a `width`, the walk follows only the `width` cheapest ways at each value. With
        `patience`, it returns `None` if there are more than `patience` places at a value.
        """
        places: _Places = {(0, 0): [Way(0, 0, self.task.worth)]}
        for value in self.shares.values:
            places = self._step(value, places, most)
            if not self.counts_jokers:
                places = _without_dominated(places)
            if width:
                places = self._cheapest(value + 1, places, width)
            elif patience and len(places) > patience:
                return None
        return places

    def _step(self, value: int, places: _Places, most: int) -> _Places:
        jokers, worth = self.task.jokers, value + 1 if self.task.worth else 0
        joker_price = self.bound.joker_price
        most += self.bound.brings[value + 1] + jokers * joker_price
        first_pairs: dict[_Pair, dict[_InSets, list[_PairShare]]] = {}
        second_pairs: dict[_Pair, dict[_InSets, list[_PairShare]]] = {}
        after: _Places = {}
        for (first, second), ways in places.items():
            if first not in first_pairs:
                first_pairs[first] = self._pair_shares(value, 0, first)
            if second not in second_pairs:
                second_pairs[second] = self._pair_shares(value, 2, second)
            paid = [(way.cost + way.jokers * joker_price, way) for way in ways]
            cheapest, made = min(cost for cost, _way in paid), 0
            for in_first, firsts in first_pairs[first].items():
                for in_second, seconds in second_pairs[second].items():
                    if cheapest + firsts[0].least + seconds[0].least > most:
                        continue
                    for in_sets in jokers_in_sets(
                        (*in_first, *in_second), jokers, exactly=self.counts_jokers
                    ):
                        over = most - in_sets * joker_price
                        for one in firsts:
                            if cheapest + one.least + seconds[0].least > over:
                                break
                            for two in seconds:
                                least = one.least + two.least
                                if cheapest + least > over:
                                    break
                                needed = one.needed + two.needed + in_sets
                                used = one.jokers + two.jokers + in_sets
                                cost = one.cost + two.cost
                                gained = one.worth + two.worth + in_sets * worth
                                for so_far, way in paid:
                                    if way.jokers + needed > jokers or so_far + least > over:
                                        continue
                                    made += 1
                                    self._add(
                                        after.setdefault((one.next, two.next), []),
                                        Way(
                                            way.jokers + used,
                                            way.cost + cost,
                                            max(0, way.short - gained),
                                            way,
                                            one.shares + two.shares,
                                            in_sets,
                                        ),
                                    )
            self.effort.spend(made)
        return after

    def _cheapest(self, value: int, places: _Places, most: int) -> _Places:
        if sum(map(len, places.values())) <= most:
            return places
        rest, joker_price = self.bound.rest, self.bound.joker_price
        ways = []
        for place, of in places.items():
            states = (*divmod(place[0], _PAIR), *divmod(place[1], _PAIR))
            least = sum(rest[suit][value][state] for suit, state in enumerate(states))
            ways += [(way.cost + way.jokers * joker_price + least, place, way) for way in of]
        ways.sort(key=itemgetter(0, 1))
        kept: _Places = {}
        for _least, place, way in ways[:most]:
            kept.setdefault(place, []).append(way)
        return kept

    def _add(self, ways: list[Way], new: Way) -> None:
        if any(self._dominates(way, new) for way in ways):
            return
        ways[:] = [way for way in ways if not self._dominates(new, way)]
        ways.append(new)

    def _dominates(self, way: Way, other: Way) -> bool:
        if way.cost > other.cost or way.short > other.short:
            return False
        return way.jokers == other.jokers if self.counts_jokers else way.jokers <= other.jokers

    def _pair_shares(self, value: int, suit: int, states: _Pair) -> dict[_InSets, list[_PairShare]]:
        """Return the choices of two suits at a value by their cards in sets, cheapest first."""
        first, second = divmod(states, _PAIR)
        worth = value + 1 if self.task.worth else 0
        rest, other_rest = [self.bound.rest[lane][value + 1] for lane in (suit, suit + 1)]
        need, other_need = [self.needed[lane][value + 1] for lane in (suit, suit + 1)]
        found: dict[_InSets, list[_PairShare]] = {}
        for one, two in product(
            self.shares.of(value, suit, first), self.shares.of(value, suit + 1, second)
        ):
            jokers, cost = one.jokers + two.jokers, one.cost + two.cost
            needed = jokers + need[one.next] + other_need[two.next]
            if needed > self.task.jokers:
                continue
            least = cost + rest[one.next] + other_rest[two.next] + jokers * self.bound.joker_price
            cards = one.in_sets + one.in_runs + two.in_sets + two.in_runs
            found.setdefault((one.in_sets, two.in_sets), []).append(
                _PairShare(
                    least,
                    one.next * _PAIR + two.next,
                    jokers,
                    needed,
                    cost,
                    cards * worth,
                    (one, two),
                )
            )
        for shares in found.values():
            shares.sort(key=itemgetter(0))
            self.effort.spend(len(shares))
        return found


def _without_dominated(places: _Places) -> _Places:
    """Drop each way that another way dominates.

    Such another way has better open runs in one suit, needs no more jokers, and costs no more.
    """
    kept: _Places = {}
    for (first, second), ways in places.items():
        left = ways
        for dominator in _dominating_places(first, second):
            if others := places.get(dominator):
                left = [
                    way
                    for way in left
                    if not any(
                        other.jokers <= way.jokers and other.cost <= way.cost for other in others
                    )
                ]
        if left:
            kept[first, second] = left
    return kept


def _dominating_places(first: _Pair, second: _Pair) -> Iterator[tuple[_Pair, _Pair]]:
    """Yield the places with better open runs in exactly one suit."""
    for dominator in _dominating_pairs(first):
        yield dominator, second
    for dominator in _dominating_pairs(second):
        yield first, dominator


@cache
def _dominating_pairs(pair: _Pair) -> tuple[_Pair, ...]:
    one, two = divmod(pair, _PAIR)
    return (
        *(better * _PAIR + two for better in dominators(one)),
        *(one * _PAIR + better for better in dominators(two)),
    )
