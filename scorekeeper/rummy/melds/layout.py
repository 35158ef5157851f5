"""The best way to lay cards as melds: all that must be laid, and of the others what pays most.

The search goes value by value, from the ace (the 1) up. What was laid so far matters only through
the runs that are still open (see `open_runs`), the aces kept back for the top of a run, and how
many jokers were used. Of all ways to come to the same place only the cheapest are kept, and none
that another serves for; so the work grows with the values and not with the number of layouts.

At each value every suit says how many of its cards go into runs, how many into sets, and how many
stay in the hand. Cards can be dealt to `n` sets if no suit has more than `n` of them and there are
between `3n` and `4n`, jokers among them. The four suits are joined as two pairs, each of which is
worked out once for all the places that share its open runs.

A first search that keeps only the few places that promise most finds a layout that is nearly
always the best. If that is as cheap as anything can be, it is; else better bounds are found (see
`layout_prices`), and a second search is exact and leaves out whatever cannot be cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout_prices import (
    Market,
    Share,
    with_prices,
    without_prices,
)
from scorekeeper.rummy.melds.open_runs import BETTER, MOST_OPEN, NEXT, STATES
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

SUITS = 4
VALUES = 13
SMALLEST, LARGEST_SET = 3, 4
HIGH_ACE = VALUES
"""The value at which aces that were kept back end their runs."""

_PATIENCE = 500
"""How many places at a value the exact search follows before it is worth finding prices."""

_WIDTH = 60
"""How many of the cheapest places the first search keeps at each value."""

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


class TooMuchError(RuleError):
    """It would take more effort to find a layout than there is left."""

    def __init__(self) -> None:
        text = message("These cards can be laid in too many ways to compare: ask about fewer.")
        super().__init__(text, "table")


@dataclass(slots=True)
class Effort:
    """How many ways the searches for one answer may still look at; a second is some 200,000.

    Ways are counted and not seconds, so that the same question has the same answer everywhere.
    """

    left: int = 500_000

    def spend(self, ways: int) -> None:
        """Take what was looked at off what is left; raises `TooMuchError` if that is too little."""
        self.left -= ways
        if self.left < 0:
            raise TooMuchError


def best_layout(task: Task, effort: Effort | None = None) -> Layout | None:
    """The layout that costs the least, or `None` if what must be laid cannot be.

    Where no layout has the worth that was asked for, it is one that has the most. Raises
    `TooMuchError` where that takes too long to find.
    """
    effort = effort or Effort()
    if not task.worth:
        quick = _Search(task, effort, counts_jokers=False)
        end = quick.best()
        if end is None:
            return None
        layout = _with_jokers_over(_melds(end), task.jokers - end.jokers)
        if layout is not None:
            return Layout(layout, end.cost, 0)
        # There is no room for the jokers that are over: where each lies has to be searched for.
    end = _Search(task, effort, counts_jokers=True).best()
    if end is None:
        return None
    left = task.jokers - end.jokers
    return Layout(_melds(end), end.cost + left * task.joker_cost, end.short)


def quick_layout(task: Task, effort: Effort | None = None) -> tuple[Meld, ...] | None:
    """A layout that is found at once, if one is; there may be one although none is found."""
    end = _Search(task, effort or Effort(), counts_jokers=False).quick()
    return _with_jokers_over(_melds(end), task.jokers - end.jokers) if end else None


class _PairShare(NamedTuple):
    """What two suits do at a value.

    `least` is what they cost at least from there on by the bound, and `needed` the jokers that they
    need then.
    """

    least: int
    next: int
    jokers: int
    needed: int
    cost: int
    worth: int
    shares: tuple[Share, Share]


class _Way(NamedTuple):
    """One way to come to a place: what it used and cost, what it is short of, and its last step."""

    jokers: int
    cost: int
    short: int
    before: _Way | None = None
    shares: tuple[Share, ...] = ()
    jokers_in_sets: int = 0


_Pair: TypeAlias = int
"""The states of two suits in one number."""

_PAIR = 1 << 9
"""What the first of two states is multiplied by: there are fewer states than this."""

_KEPT = len(STATES)
"""A state is the number of its open runs, and this much more for every ace kept back."""

_InSets: TypeAlias = tuple[int, int]
"""How many cards two suits give to sets."""

_ENDS = frozenset(number for number, state in enumerate(STATES) if state.may_end)
"""The states in which a suit may be at last: no run is too short, no ace kept back."""

_Places: TypeAlias = dict[tuple[_Pair, _Pair], list[_Way]]


@dataclass
class _Search:
    """One search; where it `counts_jokers`, each joker is used and no other way serves for it."""

    task: Task
    effort: Effort
    counts_jokers: bool
    _shares: dict[tuple[int, int, int], tuple[Share, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.market = self._market()
        self.needed = self.market.jokers_needed
        self.bound = without_prices(self.market)

    def best(self) -> _Way | None:
        """The cheapest way to lay everything."""
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
        # What is cheapest is mostly little more than the bound.
        near = self.bound.least + (self._most(found) - self.bound.least) // 50
        for most in (near, self._most(found)):
            if found is None or most < self._price(found):
                found = self._cheaper(found, self._end(self._walk(None, most)))
        return found

    def _cheaper(self, way: _Way | None, other: _Way | None) -> _Way | None:
        """The cheaper of two ways, if there are any."""
        return min((each for each in (way, other) if each), key=self._price, default=None)

    def quick(self) -> _Way | None:
        """A way that is found by following the places that promise most only."""
        return self._end(self._walk(_WIDTH, self._most(None)))

    @property
    def _values(self) -> range:
        return range(VALUES + self.task.ace_high)

    def _market(self) -> Market:
        """What each suit can do from every state that it can come to, and the sets there can be."""
        suits = []
        for suit in range(SUITS):
            states, steps = {0}, []
            for value in self._values:
                at = {state: self._suit_shares(value, suit, state) for state in states}
                states = {share.next for shares in at.values() for share in shares}
                steps.append(at)
            suits.append(steps)
        return Market(suits, [self._sets(value) for value in self._values], self.task.jokers, _ENDS)

    def _sets(self, value: int) -> list[tuple[tuple[int, ...], int]]:
        """What sets can take at a value, with the fewest jokers that they need."""
        if value == HIGH_ACE:
            return [((0,) * SUITS, 0)]
        task = self.task
        there = map(sum, zip(task.must[value], task.may[value], strict=True))
        choices = product(*[range(count + 1) for count in there])
        numbers = ((cards, _jokers_in_sets(cards, task.jokers, exactly=False)) for cards in choices)
        return [(cards, jokers[0]) for cards, jokers in numbers if jokers]

    def _price(self, way: _Way) -> int:
        """What a way costs in the end."""
        left = self.task.jokers - way.jokers if self.counts_jokers else 0
        return way.cost + left * self.task.joker_cost

    def _most(self, found: _Way | None) -> int:
        """What anything better costs at most."""
        if found:
            return self._price(found) - 1
        task = self.task
        stays = sum(cost * sum(cards) for cost, cards in zip(task.cost, task.may, strict=True))
        return stays + task.may_stay * task.joker_cost

    def _end(self, places: _Places | None) -> _Way | None:
        """The best of the ways that leave no run too short."""
        task = self.task
        ends = [
            way
            for (first, second), ways in (places or {}).items()
            if _ENDS.issuperset((*divmod(first, _PAIR), *divmod(second, _PAIR)))
            for way in ways
            if not self.counts_jokers or task.jokers - way.jokers <= task.may_stay
        ]
        return min(ends, key=lambda way: (way.short, self._price(way)), default=None)

    def _walk(self, width: int | None, most: int, *, patience: int | None = None) -> _Places | None:
        """The places after the last value, without those that must cost more than `most`.

        With a `width`, only so many of the cheapest are followed; `None` if there are more places
        at a value than the `patience` allows.
        """
        places: _Places = {(0, 0): [_Way(0, 0, self.task.worth)]}
        for value in self._values:
            places = self._step(value, places, most)
            if not self.counts_jokers:
                places = _without_served(places)
            if width:
                places = self._cheapest(value + 1, places, width)
            elif patience and len(places) > patience:
                return None
        return places

    def _step(self, value: int, places: _Places, most: int) -> _Places:
        """The places after a value, from those before it."""
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
            cheapest, made = min(each[0] for each in paid), 0
            for in_first, firsts in first_pairs[first].items():
                for in_second, seconds in second_pairs[second].items():
                    if cheapest + firsts[0].least + seconds[0].least > most:
                        continue
                    for in_sets in _jokers_in_sets(
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
                                        _Way(
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
        """The ways that promise most, in their places before a value."""
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

    def _pair_shares(self, value: int, suit: int, states: _Pair) -> dict[_InSets, list[_PairShare]]:
        """What two suits can do at a value, by how many of their cards go into sets.

        What promises most comes first.
        """
        first, second = divmod(states, _PAIR)
        worth = value + 1 if self.task.worth else 0
        rest, other_rest = [self.bound.rest[each][value + 1] for each in (suit, suit + 1)]
        need, other_need = [self.needed[each][value + 1] for each in (suit, suit + 1)]
        found: dict[_InSets, list[_PairShare]] = {}
        for one, two in product(
            self._suit_shares(value, suit, first), self._suit_shares(value, suit + 1, second)
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

    def _suit_shares(self, value: int, suit: int, state: int) -> tuple[Share, ...]:
        """What a suit can do with its cards of a value."""
        key = value, suit, state
        if key not in self._shares:
            shares = list(self._each_share(value, suit, state))
            self.effort.spend(len(shares))
            self._shares[key] = tuple(
                share
                for share in shares
                if not any(self._betters(other, share) for other in shares)
            )
        return self._shares[key]

    def _betters(self, share: Share, other: Share) -> bool:
        """Whether one share is better than another in nothing but what follows, or in all."""
        if self.counts_jokers or share == other or share.in_sets != other.in_sets:
            return False
        if share.jokers > other.jokers or share.cost > other.cost:
            return False
        return share.next == other.next or _serves(share.next, other.next)

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
        """The shares with so many cards in runs, and jokers beside them."""
        for jokers in range(min(self.task.jokers, MOST_OPEN - cards) + 1):
            following = NEXT[runs][cards + jokers]
            if following is not None:
                next_state = following + kept * _KEPT
                yield Share(next_state, in_sets, cards + jokers, jokers, cost)


def _serves(state: int, other: int) -> bool:
    """Whether a state serves for another: as many aces kept back, and open runs that do."""
    (kept, runs), (others_kept, others_runs) = divmod(state, _KEPT), divmod(other, _KEPT)
    return kept == others_kept and runs in BETTER[others_runs]


@cache
def _jokers_in_sets(cards: Sequence[int], most: int, *, exactly: bool) -> tuple[int, ...]:
    """How many jokers make sets of so many cards by suit: the fewest, or each number that can."""
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
