"""The best way to lay cards as melds: all that must be laid, and of the others what pays most.

The search goes value by value, from the ace (the 1) up. What was laid so far matters only through
the runs that are still open (see `open_runs`), the aces kept back for the top of a run, and how
many jokers were used. Of all ways to come to the same place only the cheapest are kept, and none
that another serves for; so the work grows with the values and not with the number of layouts.

At each value every suit says how many of its cards go into runs, how many into sets, and how many
stay in the hand. Cards can be dealt to `n` sets if no suit has more than `n` of them and there are
between `3n` and `4n`, jokers among them. The four suits are joined as two pairs, each of which is
worked out once for all the places that share its open runs.

A first search that keeps only the cheapest few places finds a layout that is nearly always the
best; the second one is exact, and leaves out whatever costs more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.open_runs import BETTER, MOST_OPEN, NEXT, STATES

SUITS = 4
VALUES = 13
SMALLEST, LARGEST_SET = 3, 4
HIGH_ACE = VALUES
"""The value at which aces that were kept back end their runs."""

_WIDTH = 60
"""How many of the cheapest places the first search keeps at each value."""

_NEVER = 1 << 60

Counts: TypeAlias = tuple[tuple[int, ...], ...]
"""How many cards there are, by value from 0 (the ace or 1) to 12 and by suit from 0 to 3."""


class Spot(NamedTuple):
    """A card of a meld by its value, from 0 (the ace) to 12, and suit; perhaps a joker as it."""

    value: int
    suit: int
    is_joker: bool = False


Meld: TypeAlias = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be laid.

    - `must`: cards that must be laid
    - `may`: cards that may be, each of which costs `cost` (by value) if it is not
    - `jokers`: how many may stand for any card, of which the last `may_stay` need not be laid; each
      that is not costs `joker_cost`
    - `ace_high`: whether an ace may also follow the king
    - `worth`: what all numbers in the melds come to at least, where that can be had
    """

    must: Counts
    may: Counts
    cost: tuple[int, ...]
    jokers: int = 0
    may_stay: int = 0
    joker_cost: int = 0
    ace_high: bool = False
    worth: int = 0


class Layout(NamedTuple):
    """Melds, what is not laid costs, and by how much they miss the worth that was asked for."""

    melds: tuple[Meld, ...]
    cost: int
    short: int


def best_layout(task: Task) -> Layout | None:
    """The layout that costs the least, or `None` if what must be laid cannot be.

    Where no layout has the worth that was asked for, it is one that has the most.
    """
    if not task.worth:
        quick = _Search(task, counts_jokers=False)
        end = quick.best()
        if end is None:
            return None
        layout = _with_jokers_over(_melds(end), task.jokers - end.jokers)
        if layout is not None:
            return Layout(layout, end.cost, 0)
        # There is no room for the jokers that are over: where each lies has to be searched for.
    end = _Search(task, counts_jokers=True).best()
    if end is None:
        return None
    left = task.jokers - end.jokers
    return Layout(_melds(end), end.cost + left * task.joker_cost, end.short)


def quick_layout(task: Task) -> tuple[Meld, ...] | None:
    """A layout that is found at once, if one is; there may be one although none is found."""
    end = _Search(task, counts_jokers=False).quick()
    return _with_jokers_over(_melds(end), task.jokers - end.jokers) if end else None


class _Share(NamedTuple):
    """What a suit does at a value: its cards in sets and in runs, jokers among those of the runs.

    `next` is the number of the state that follows.
    """

    next: int
    in_sets: int
    in_runs: int
    jokers: int
    cost: int


class _PairShare(NamedTuple):
    """What two suits do at a value; `bound` is what their next values cost at least."""

    next: int
    jokers: int
    cost: int
    worth: int
    bound: int
    shares: tuple[_Share, _Share]


class _Way(NamedTuple):
    """One way to come to a place: what it used and cost, what it is short of, and its last step."""

    jokers: int
    cost: int
    short: int
    before: _Way | None = None
    shares: tuple[_Share, ...] = ()
    jokers_in_sets: int = 0


_Pair: TypeAlias = int
"""The states of two suits in one number."""

_PAIR = 1 << 9
"""What the first of two states is multiplied by: there are fewer states than this."""

_KEPT = len(STATES)
"""A state is the number of its open runs, and this much more for every ace kept back."""

_Places: TypeAlias = dict[tuple[_Pair, _Pair], list[_Way]]


@dataclass
class _Search:
    """One search; where it `counts_jokers`, each joker is used and no other way serves for it."""

    task: Task
    counts_jokers: bool
    _shares: dict[tuple[int, int, int], tuple[_Share, ...]] = field(default_factory=dict)
    _bounds: dict[tuple[int, int, int, int], int] = field(default_factory=dict)

    def best(self) -> _Way | None:
        """The cheapest way to lay everything."""
        if self.task.worth:
            return self._end(self._walk(None, _NEVER))
        quick = self.quick()
        if quick is not None and not quick.cost:
            return quick
        return self._end(self._walk(None, quick.cost if quick else _NEVER)) or quick

    def quick(self) -> _Way | None:
        """A way that is found by following the cheapest places only."""
        return self._end(self._walk(_WIDTH, _NEVER))

    @property
    def _values(self) -> range:
        return range(VALUES + self.task.ace_high)

    def _end(self, places: _Places) -> _Way | None:
        """The best of the ways that leave no run too short."""
        task = self.task
        ends = [
            way
            for (first, second), ways in places.items()
            if all(
                STATES[state].may_end for state in (*divmod(first, _PAIR), *divmod(second, _PAIR))
            )
            for way in ways
            if not self.counts_jokers or task.jokers - way.jokers <= task.may_stay
        ]

        def price(way: _Way) -> tuple[int, int]:
            left = task.jokers - way.jokers if self.counts_jokers else 0
            return way.short, way.cost + left * task.joker_cost

        return min(ends, key=price, default=None)

    def _walk(self, width: int | None, most: int) -> _Places:
        """The places after the last value, without those that must cost more than `most`.

        With a `width`, only so many of the cheapest are followed.
        """
        places: _Places = {(0, 0): [_Way(0, 0, self.task.worth)]}
        for value in self._values:
            places = self._step(value, places, most)
            if not self.counts_jokers:
                places = _without_served(places)
            if width:
                places = _cheapest(places, width)
        return places

    def _step(self, value: int, places: _Places, most: int) -> _Places:
        """The places after a value, from those before it."""
        jokers, worth = self.task.jokers, value + 1 if self.task.worth else 0
        first_pairs: dict[_Pair, dict[int, list[_PairShare]]] = {}
        second_pairs: dict[_Pair, dict[int, list[_PairShare]]] = {}
        after: _Places = {}
        for (first, second), ways in places.items():
            if first not in first_pairs:
                first_pairs[first] = self._pair_shares(value, 0, first)
            if second not in second_pairs:
                second_pairs[second] = self._pair_shares(value, 2, second)
            for in_first, firsts in first_pairs[first].items():
                for in_second, seconds in second_pairs[second].items():
                    for in_sets in _jokers_in_sets(
                        in_first, in_second, jokers, exactly=self.counts_jokers
                    ):
                        for one in firsts:
                            for two in seconds:
                                used = one.jokers + two.jokers + in_sets
                                if used > jokers:
                                    continue
                                cost, bound = one.cost + two.cost, one.bound + two.bound
                                shares = one.shares + two.shares
                                gained = one.worth + two.worth + in_sets * worth
                                for way in ways:
                                    if way.jokers + used > jokers or way.cost + cost + bound > most:
                                        continue
                                    self._add(
                                        after.setdefault((one.next, two.next), []),
                                        _Way(
                                            way.jokers + used,
                                            way.cost + cost,
                                            max(0, way.short - gained),
                                            way,
                                            shares,
                                            in_sets,
                                        ),
                                    )
        return after

    def _add(self, ways: list[_Way], new: _Way) -> None:
        """Add a way to those of a place, unless one of them serves for it."""
        if any(self._serves(way, new) for way in ways):
            return
        ways[:] = [way for way in ways if not self._serves(new, way)]
        ways.append(new)

    def _serves(self, way: _Way, other: _Way) -> bool:
        if way.cost > other.cost or way.short > other.short:
            return False
        return way.jokers == other.jokers if self.counts_jokers else way.jokers <= other.jokers

    def _pair_shares(self, value: int, suit: int, states: _Pair) -> dict[int, list[_PairShare]]:
        """What two suits can do at a value, by how many of their cards go into sets."""
        first, second = divmod(states, _PAIR)
        worth = value + 1 if self.task.worth else 0
        found: dict[int, list[_PairShare]] = {}
        for one, two in product(
            self._suit_shares(value, suit, first), self._suit_shares(value, suit + 1, second)
        ):
            jokers = one.jokers + two.jokers
            left = self.task.jokers - jokers
            if left < 0:
                continue
            bound = self._bound(value + 1, suit, one.next, left)
            bound += self._bound(value + 1, suit + 1, two.next, left)
            if bound < _NEVER:
                cards = one.in_sets + one.in_runs + two.in_sets + two.in_runs
                found.setdefault(one.in_sets * 8 + two.in_sets, []).append(
                    _PairShare(
                        one.next * _PAIR + two.next,
                        jokers,
                        one.cost + two.cost,
                        cards * worth,
                        bound,
                        (one, two),
                    )
                )
        return found

    def _bound(self, value: int, suit: int, state: int, jokers: int) -> int:
        """What a suit costs from a value on at least, however the sets come out."""
        if value not in self._values:
            return 0 if state < _KEPT and STATES[state].may_end else _NEVER
        key = value, suit, state, jokers
        if key not in self._bounds:
            self._bounds[key] = min(
                (
                    share.cost + self._bound(value + 1, suit, share.next, jokers - share.jokers)
                    for share in self._suit_shares(value, suit, state)
                    if share.jokers <= jokers
                ),
                default=_NEVER,
            )
        return self._bounds[key]

    def _suit_shares(self, value: int, suit: int, state: int) -> tuple[_Share, ...]:
        """What a suit can do with its cards of a value."""
        key = value, suit, state
        if key not in self._shares:
            shares = list(self._each_share(value, suit, state))
            self._shares[key] = tuple(
                share
                for share in shares
                if not any(self._betters(other, share) for other in shares)
            )
        return self._shares[key]

    def _betters(self, share: _Share, other: _Share) -> bool:
        """Whether one share is better than another in nothing but what follows, or in all."""
        if self.counts_jokers or share == other or share.in_sets != other.in_sets:
            return False
        if share.jokers > other.jokers or share.cost > other.cost:
            return False
        return share.next == other.next or _serves(share.next, other.next)

    def _each_share(self, value: int, suit: int, state: int) -> Iterator[_Share]:
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
    ) -> Iterator[_Share]:
        """The shares with so many cards in runs, and jokers beside them."""
        for jokers in range(min(self.task.jokers, MOST_OPEN - cards) + 1):
            following = NEXT[runs][cards + jokers]
            if following is not None:
                next_state = following + kept * _KEPT
                yield _Share(next_state, in_sets, cards + jokers, jokers, cost)


def _serves(state: int, other: int) -> bool:
    """Whether a state serves for another: as many aces kept back, and open runs that do."""
    (kept, runs), (others_kept, others_runs) = divmod(state, _KEPT), divmod(other, _KEPT)
    return kept == others_kept and runs in BETTER[others_runs]


@cache
def _jokers_in_sets(first: int, second: int, most: int, *, exactly: bool) -> tuple[int, ...]:
    """How many jokers make sets of so many cards by suit: only the fewest, or each number that can.

    The numbers of two suits each are in one, as in `_pair_shares`.
    """
    cards = (*divmod(first, 8), *divmod(second, 8))
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


def _without_served(places: _Places) -> _Places:
    """The places without ways for which one that has better open runs of a suit serves."""
    kept: _Places = {}
    for (first, second), ways in places.items():
        left = ways
        for better in _better_places(first, second):
            if others := places.get(better):
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


def _better_places(first: _Pair, second: _Pair) -> Iterator[tuple[_Pair, _Pair]]:
    """The places that differ in one suit, whose open runs serve for those here."""
    for better in _better_pairs(first):
        yield better, second
    for better in _better_pairs(second):
        yield first, better


@cache
def _better_pairs(pair: _Pair) -> tuple[_Pair, ...]:
    one, two = divmod(pair, _PAIR)
    return (
        *(each * _PAIR + two for each in _better_states(one)),
        *(one * _PAIR + each for each in _better_states(two)),
    )


def _better_states(state: int) -> list[int]:
    kept, runs = divmod(state, _KEPT)
    return [each + kept * _KEPT for each in BETTER[runs]]


def _cheapest(places: _Places, most: int) -> _Places:
    """The cheapest of all ways, in their places."""
    if sum(map(len, places.values())) <= most:
        return places
    ways = [(way.cost, way.jokers, place, way) for place, of in places.items() for way in of]
    ways.sort(key=lambda each: each[:3])
    kept: _Places = {}
    for _cost, _jokers, place, way in ways[:most]:
        kept.setdefault(place, []).append(way)
    return kept


# The melds of a way that was found


def _melds(end: _Way) -> tuple[Meld, ...]:
    """The melds that the steps of a way make."""
    steps = []
    way: _Way = end
    while way.before is not None:
        steps.append(way)
        way = way.before
    melds: list[Meld] = []
    runs: list[list[Meld]] = [[] for _ in range(SUITS)]
    for value, step in enumerate(reversed(steps)):
        for suit, share in enumerate(step.shares):
            # The shortest must go on; of the others any may.
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
    """A joker for the first suit that a set has not."""
    suit = min(set(range(SUITS)) - {spot.suit for spot in meld})
    return Spot(meld[0].value, suit, is_joker=True)


def _halves(meld: Meld) -> tuple[Meld, ...]:
    """A run with an ace at both ends is two runs."""
    return (meld,) if len(meld) <= VALUES else (meld[:7], meld[7:])


def _with_jokers_over(melds: tuple[Meld, ...], over: int) -> tuple[Meld, ...] | None:
    """The melds with jokers added that no meld needs; `None` if there is no room for them."""
    for _joker in range(over):
        for number, meld in enumerate(melds):
            if grown := _grown(meld):
                melds = (*melds[:number], grown, *melds[number + 1 :])
                break
        else:
            return None
    return melds


def _grown(meld: Meld) -> Meld | None:
    """The meld with a joker, if there is room for one."""
    first, last = meld[0], meld[-1]
    if first.value == last.value:
        return (*meld, _joker_for(meld)) if len(meld) < LARGEST_SET else None
    if last.value < VALUES - 1 and last.value > first.value:
        return (*meld, Spot(last.value + 1, last.suit, is_joker=True))
    return (Spot(first.value - 1, first.suit, is_joker=True), *meld) if first.value else None
