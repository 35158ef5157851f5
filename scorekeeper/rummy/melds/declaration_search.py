"""The exact search for the melds of a hand that needs two runs, one of them pure.

The search first chooses a pure run of at most five cards, since a longer pure run can be split in
two. In all other melds, a card of the wild rank is treated like a joker. Then the search chooses
sets, rank by rank, and puts the rest of each suit into runs. It skips three cases, because they
never leave fewer points:

- a run that begins or ends with a wild card that the run does not need
- a wild card in a run for a natural card that is free
- a set with one natural card, because these cards can also be a run

At first each meld has only the wild cards that it needs. Then the spare wild cards join any meld
except the pure run.

The cards of a suit are an int with two bits for the copies at each place, from the low ace to the
high ace. So a subtraction removes a card. Each ace is a low ace at first. If no run begins with the
ace, it becomes a high ace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.cards import JOKER_RANK, PLACE, RANKS, SUITS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD, is_wild

Melds: TypeAlias = list[list[Card]]
Layout: TypeAlias = tuple[Melds, list[Card]]
"""Melds, and the unmatched cards."""

_Held: TypeAlias = tuple[int, ...]
"""The natural cards of each suit."""

_Run: TypeAlias = tuple[int, ...]
"""The places of the natural cards of a run."""

_HIGH_ACE = len(RANKS)
_PLACES = _HIGH_ACE + 1
_LONGEST_RUN = len(RANKS)
_LONGEST_WHOLE = 2 * SHORTEST_MELD - 1
"""The longest pure run that cannot be split in two."""

_NEVER = 1 << 20
"""More points than any hand has, for impossible layouts."""


class _Sets(NamedTuple):
    """Sets of one rank: their number, their cards of each suit, and the wild cards they need."""

    place: int
    taken: tuple[int, ...]
    number: int
    wilds: int


class _SetChoice(NamedTuple):
    """Sets, and the natural and wild cards that they leave."""

    sets: tuple[_Sets, ...]
    held: _Held
    wilds_left: int

    def with_sets(self, sets: _Sets) -> _SetChoice:
        both = zip(self.held, sets.taken, strict=True)
        held = tuple(cards - number * _one(sets.place) for cards, number in both)
        return _SetChoice((*self.sets, sets), held, self.wilds_left - sets.wilds)


class _Runs(NamedTuple):
    """The runs chosen from some cards, by suit, and the points of the cards left."""

    left: int
    runs: tuple[tuple[_Run, ...], ...]


class _Plan(NamedTuple):
    """The melds of a layout, and the points of the cards left.

    - `pure`: a run of cards that all stand for themselves
    - `has_bare_run`: whether there is a run with only wild cards
    """

    left: int
    pure: tuple[Card, ...]
    has_bare_run: bool
    sets: tuple[_Sets, ...]
    runs: tuple[tuple[_Run, ...], ...]


_NO_PLAN = _Plan(_NEVER, (), False, (), ())


class DeclarationSearch:
    """The search through one hand. All its cards except jokers have suits."""

    def __init__(self, cards: Sequence[Card], deal: Deal) -> None:
        self._cards = cards
        self._deal = deal
        self._worth = [deal.worth[RANKS[place % _HIGH_ACE]] for place in range(_PLACES)]
        self._runs_known: dict[tuple[int, int, bool], _Runs] = {}
        self._suits_known: dict[tuple[_Held, int, bool], _Runs] = {}

    def with_two_runs(self) -> Layout | None:
        """Return the layout with two runs, one of them pure, that leaves the fewest points.

        The result is `None` if the hand does not have two such runs.
        """
        best = _NO_PLAN
        for pure in self._pure_runs(_LONGEST_WHOLE):
            best = self._better(pure, best, needs_run=True)
        return None if best is _NO_PLAN else self._lay(best)

    def with_dearest_pure_run(self) -> Layout | None:
        """Return the pure run with the most points, and the best melds of the other cards.

        The result is `None` if the hand has no pure run.
        """
        dearest = max(self._pure_runs(_LONGEST_RUN), key=self._deal.points_of, default=None)
        return self._lay(self._better(dearest, _NO_PLAN, needs_run=False)) if dearest else None

    def with_best_melds(self) -> Layout:
        """Return the layout that leaves the fewest points, with a pure run if the hand has one."""
        best = _NO_PLAN
        for pure in [*self._pure_runs(_LONGEST_WHOLE)] or [()]:
            best = self._better(pure, best, needs_run=False)
        return self._lay(best)

    def _pure_runs(self, longest: int) -> Iterator[tuple[Card, ...]]:
        held = {*self._cards}
        for suit in SUITS:
            row = tuple(Card(rank, suit) for rank in (*RANKS, "A"))
            for first, end in combinations(range(_PLACES + 1), 2):
                if SHORTEST_MELD <= end - first <= longest and held.issuperset(row[first:end]):
                    yield row[first:end]

    def _better(self, pure: tuple[Card, ...], best: _Plan, *, needs_run: bool) -> _Plan:
        """Return the best plan with this pure run, or `best` if no such plan is better."""
        rest = list((Counter(self._cards) - Counter(pure)).elements())
        wilds = [card for card in rest if is_wild(card, self._deal)]
        held = _by_suit(card for card in rest if not is_wild(card, self._deal))
        ways = [(False, len(wilds))]
        if needs_run and len(wilds) >= SHORTEST_MELD and any(map(_is_suited, wilds)):
            ways.append((True, len(wilds) - SHORTEST_MELD))
        for has_bare_run, number in ways:
            for sets, suits, wilds_left in _choices_of_sets(held, number):
                # This sum is a lower bound, because it gives all the wild cards to every suit.
                if sum(self._runs(suit, wilds_left, False).left for suit in suits) >= best.left:
                    continue
                found = self._suits(suits, wilds_left, needs_run and not has_bare_run)
                if found.left < best.left:
                    best = _Plan(found.left, pure, has_bare_run, sets, found.runs)
        return best

    def _suits(self, held: _Held, wilds: int, needs_run: bool) -> _Runs:
        if not held:
            return _Runs(_NEVER if needs_run else 0, ())
        key = held, wilds, needs_run
        if key not in self._suits_known:
            self._suits_known[key] = min(self._each_share(*key), key=itemgetter(0))
        return self._suits_known[key]

    def _each_share(self, held: _Held, wilds: int, needs_run: bool) -> Iterator[_Runs]:
        first, *others = held
        for used in range(wilds + 1):
            for is_in_first in (False, True) if needs_run else (False,):
                own = self._runs(first, used, is_in_first)
                rest = self._suits(tuple(others), wilds - used, needs_run and not is_in_first)
                yield _Runs(own.left + rest.left, own.runs + rest.runs)

    def _runs(self, held: int, wilds: int, needs_run: bool) -> _Runs:
        if not held:
            return _Runs(_NEVER if needs_run else 0, ((),))
        key = held, wilds, needs_run
        if key not in self._runs_known:
            self._runs_known[key] = min(self._each_first_run(*key), key=itemgetter(0))
        return self._runs_known[key]

    def _each_first_run(self, held: int, wilds: int, needs_run: bool) -> Iterator[_Runs]:
        """Yield the best result for each use of the lowest card.

        The card begins one of its possible runs, or it begins none.
        """
        lowest = _lowest(held)
        if lowest:
            without = self._runs(held - _one(lowest), wilds, needs_run)
            yield without._replace(left=without.left + self._worth[lowest])
        else:
            yield self._runs(held - _one(lowest) + _one(_HIGH_ACE), wilds, needs_run)
        run: _Run = ()
        for place in range(lowest, min(lowest + _LONGEST_RUN, _PLACES)):
            if not held >> 2 * place & 3:
                continue
            held -= _one(place)
            run = (*run, place)
            if (needed := _wilds_in(run)) > wilds:
                continue
            rest = self._runs(held, wilds - needed, False)
            yield _Runs(rest.left, ((run, *rest.runs[0]),))

    def _lay(self, plan: _Plan) -> Layout:
        laying = _DeclarationLayout(self._cards, self._deal, plan.pure)
        if plan.has_bare_run:
            laying.lay_bare_run()
        for suit, runs in zip(SUITS, plan.runs, strict=True):
            for run in runs:
                laying.lay_run(suit, run)
        for sets in plan.sets:
            laying.lay_sets(sets)
        melds = [*([[*plan.pure]] if plan.pure else []), *laying.melds()]
        laid = Counter(card for meld in melds for card in meld)
        return melds, list((Counter(self._cards) - laid).elements())


class _DeclarationLayout:
    """The melds except the pure run, and the wild cards that are not in a meld yet."""

    def __init__(self, cards: Sequence[Card], deal: Deal, pure: tuple[Card, ...]) -> None:
        rest = Counter(cards) - Counter(pure)
        # Jokers come first. `lay_bare_run` takes its first card from the end, because this card
        # must stand for itself.
        self._wilds = sorted(
            (card for card in rest.elements() if is_wild(card, deal)), key=_is_suited
        )
        self._runs: Melds = []
        self._sets: Melds = []

    def lay_bare_run(self) -> None:
        self._runs.append([self._wilds.pop()])
        self._complete(self._runs[-1])

    def lay_run(self, suit: str, run: _Run) -> None:
        """Lay a run with wild cards in its gaps. A wild card stands for itself if possible."""
        self._runs.append([_card_at(place, suit) for place in run])
        for place in range(run[0], run[-1]):
            if place not in run:
                own = _card_at(place, suit)
                self._wilds.remove(wild := own if own in self._wilds else self._wilds[0])
                self._runs[-1].append(wild)
        self._complete(self._runs[-1])

    def lay_sets(self, sets: _Sets) -> None:
        cards = [
            _card_at(sets.place, suit)
            for suit, number in zip(SUITS, sets.taken, strict=True)
            for _ in range(number)
        ]
        for first in range(sets.number):
            self._sets.append(cards[first :: sets.number])
            self._complete(self._sets[-1])

    def _complete(self, meld: list[Card]) -> None:
        while len(meld) < SHORTEST_MELD:
            meld.append(self._wilds.pop(0))

    def melds(self) -> Melds:
        """Return all melds, after adding spare wild cards while there is room."""
        largest = [(run, _LONGEST_RUN) for run in self._runs]
        largest += [(meld, LARGEST_SET) for meld in self._sets]
        for meld, most in largest:
            spare = max(0, most - len(meld))
            meld += self._wilds[:spare]
            del self._wilds[:spare]
        return self._runs + self._sets


def _choices_of_sets(held: _Held, wilds: int) -> list[_SetChoice]:
    choices = [_SetChoice((), held, wilds)]
    for place in range(_HIGH_ACE):
        found = sets_of(place, tuple(cards >> 2 * place & 3 for cards in held))
        choices += [
            choice.with_sets(sets)
            for choice in choices
            for sets in found
            if sets.wilds <= choice.wilds_left
        ]
    return choices


@cache
def sets_of(place: int, counts: tuple[int, ...]) -> tuple[_Sets, ...]:
    """Return every choice of cards for sets of one rank, from these counts of each suit.

    A choice has as few sets as possible. Every set has at least two natural cards.
    """
    found = []
    for taken in product(*(range(number + 1) for number in counts)):
        number = max(*taken, -(-sum(taken) // LARGEST_SET))
        if number and sum(taken) >= 2 * number:
            wilds = max(0, SHORTEST_MELD * number - sum(taken))
            found.append(_Sets(place, taken, number, wilds))
    return tuple(found)


def _by_suit(cards: Iterable[Card]) -> _Held:
    held = Counter(cards)
    return tuple(
        sum(held[Card(rank, suit)] * _one(PLACE[rank]) for rank in RANKS) for suit in SUITS
    )


def _one(place: int) -> int:
    return 1 << 2 * place


def _lowest(held: int) -> int:
    return ((held & -held).bit_length() - 1) // 2


def _wilds_in(run: _Run) -> int:
    return max(run[-1] - run[0] + 1, SHORTEST_MELD) - len(run)


def _card_at(place: int, suit: str) -> Card:
    return Card(RANKS[place % _HIGH_ACE], suit)


def _is_suited(card: Card) -> bool:
    return card.rank != JOKER_RANK
