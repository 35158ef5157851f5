"""The search for the melds of a hand that must have two runs, one of them pure; exact.

A pure run is chosen first, of at most five cards: a longer one is two runs. Beside it, a card of
the wild rank as itself is worth no more than as any other card. Then sets are chosen, rank by rank,
and what they leave of each suit goes into runs. Three things need not be tried, as they never leave
less: a run that begins or ends with a wild card it can do without, a wild card in a run where the
natural card is free, and a set with one natural card, which can be a run.

No meld has more wild cards than it needs at first; the others then go into runs that need not be
pure, and into sets.

The cards of a suit are an int with two bits for the copies of each place, from the low ace up to
the high one, so that a card is taken out by a subtraction. Every ace is a low one until a run
leaves it out.
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
"""The longest pure run that is not two."""

_NEVER = 1 << 20
"""More points than any hand has, for what cannot be."""


class _Sets(NamedTuple):
    """A number of sets of one rank, with their cards of each suit and the wild cards they need."""

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
    """The points that are left of some cards, and the runs, suit by suit."""

    left: int
    runs: tuple[tuple[_Run, ...], ...]


class _Plan(NamedTuple):
    """The points that are left, and the melds.

    - `pure`: a run in which all cards stand for themselves
    - `has_bare_run`: whether there is a run of wild cards alone
    """

    left: int
    pure: tuple[Card, ...]
    has_bare_run: bool
    sets: tuple[_Sets, ...]
    runs: tuple[tuple[_Run, ...], ...]


_NO_PLAN = _Plan(_NEVER, (), False, (), ())


class DeclarationSearch:
    """The search through one hand, whose cards have their suits."""

    def __init__(self, cards: Sequence[Card], deal: Deal) -> None:
        self._cards = cards
        self._deal = deal
        self._worth = [deal.worth[RANKS[place % _HIGH_ACE]] for place in range(_PLACES)]
        self._runs_known: dict[tuple[int, int, bool], _Runs] = {}
        self._suits_known: dict[tuple[_Held, int, bool], _Runs] = {}

    def with_two_runs(self) -> Layout | None:
        """The layout that leaves the fewest points with two runs, one of them pure."""
        best = _NO_PLAN
        for pure in self._pure_runs(_LONGEST_WHOLE):
            best = self._better(pure, best, needs_run=True)
        return None if best is _NO_PLAN else self._lay(best)

    def with_dearest_pure_run(self) -> Layout | None:
        """The pure run with the most points, and the best melds beside it."""
        dearest = max(self._pure_runs(_LONGEST_RUN), key=self._deal.points_of, default=None)
        return self._lay(self._better(dearest, _NO_PLAN, needs_run=False)) if dearest else None

    def with_best_melds(self) -> Layout:
        """The layout that leaves the fewest points, with a pure run if the hand has one."""
        best = _NO_PLAN
        for pure in [*self._pure_runs(_LONGEST_WHOLE)] or [()]:
            best = self._better(pure, best, needs_run=False)
        return self._lay(best)

    def _pure_runs(self, longest: int) -> Iterator[tuple[Card, ...]]:
        """Every run, up to this many cards, where all cards stand for themselves."""
        held = {*self._cards}
        for suit in SUITS:
            row = tuple(Card(rank, suit) for rank in (*RANKS, "A"))
            for first, end in combinations(range(_PLACES + 1), 2):
                if SHORTEST_MELD <= end - first <= longest and held.issuperset(row[first:end]):
                    yield row[first:end]

    def _better(self, pure: tuple[Card, ...], best: _Plan, *, needs_run: bool) -> _Plan:
        """The better of the best plan with this pure run and the best so far."""
        rest = list((Counter(self._cards) - Counter(pure)).elements())
        wilds = [card for card in rest if is_wild(card, self._deal)]
        held = _by_suit(card for card in rest if not is_wild(card, self._deal))
        ways = [(False, len(wilds))]
        if needs_run and len(wilds) >= SHORTEST_MELD and any(map(_is_suited, wilds)):
            ways.append((True, len(wilds) - SHORTEST_MELD))
        for has_bare_run, number in ways:
            for sets, suits, wilds_left in _choices_of_sets(held, number):
                # No suit leaves fewer points than with all the wild cards for itself.
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
        """The best runs for each number of wild cards that the first suit may use."""
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
        """The best runs for each that the lowest card may begin, and without it."""
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
        """The cards of the melds, the pure run first, and the unmatched ones."""
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
    """The melds beside a pure run, while their wild cards are dealt out."""

    def __init__(self, cards: Sequence[Card], deal: Deal, pure: tuple[Card, ...]) -> None:
        rest = Counter(cards) - Counter(pure)
        # Jokers come first, as a bare run needs a card that can stand for itself.
        self._wilds = sorted(
            (card for card in rest.elements() if is_wild(card, deal)), key=_is_suited
        )
        self._runs: Melds = []
        self._sets: Melds = []

    def lay_bare_run(self) -> None:
        """A run of wild cards only, one of them as itself."""
        self._runs.append([self._wilds.pop()])
        self._complete(self._runs[-1])

    def lay_run(self, suit: str, run: _Run) -> None:
        """Lay a run with wild cards in its gaps, each as itself where it can be."""
        self._runs.append([_card_at(place, suit) for place in run])
        for place in range(run[0], run[-1]):
            if place not in run:
                own = _card_at(place, suit)
                self._wilds.remove(wild := own if own in self._wilds else self._wilds[0])
                self._runs[-1].append(wild)
        self._complete(self._runs[-1])

    def lay_sets(self, sets: _Sets) -> None:
        """Lay the sets of a rank: cards of one suit go to different ones."""
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
        """All melds, with the wild cards that none needs as far as there is room for them."""
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
    """Every choice of cards for sets of one rank, from these counts of each suit.

    There are no more sets than needed, and every one has at least two natural cards.
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
