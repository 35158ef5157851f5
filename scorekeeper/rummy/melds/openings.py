"""The best opening of a hand, where one needs points and often a run without jokers; exact.

The search takes the natural cards in order. Each stays in the hand or is the first card of one of
the melds, so every choice of melds comes up once. What follows depends only on the cards that are
not decided on, so it is solved once for each hand that is left of them. There are several answers,
because one way may leave less in the hand and another put more down: all ways that no other beats
at both.

The natural cards of a hand are an int with two bits for the copies of each card, so that a meld is
taken out of a hand by a subtraction. It has one suit after the other, each from the ace up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.cards import JOKER, JOKER_RANK, LOW_ACE_RANK, RANKS, SUITS, Card
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD, LaidMeld

Naturals: TypeAlias = int

ONE = {
    Card(rank, suit): 1 << 2 * number
    for number, (suit, rank) in enumerate((suit, rank) for suit in SUITS for rank in RANKS)
}
"""One copy of each card."""

_EVERY_CARD = sum(ONE.values())


@dataclass(frozen=True)
class Opening:
    """What it takes to open: a number of points, and perhaps a run without jokers.

    `worth` is what each rank counts on the table, with a rank of its own for an ace below a two. A
    joker counts as the card that it stands for.
    """

    points: int
    worth: Mapping[str, int]
    needs_clean_run: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", MappingProxyType(dict(self.worth)))


@dataclass(frozen=True, slots=True)
class LayDown:
    """What a player puts down at once, its points, and the cards that stay in the hand.

    `deadwood` is the points of those cards, without the dearest if one is still to be discarded.
    """

    melds: tuple[LaidMeld, ...]
    points: int
    left: tuple[Card, ...]
    deadwood: int

    @property
    def has_clean_run(self) -> bool:
        return any(meld.kind is MeldKind.RUN and JOKER not in meld.cards for meld in self.melds)

    def opens(self, opening: Opening) -> bool:
        has_run = self.has_clean_run or not opening.needs_clean_run
        return bool(self.melds) and has_run and self.points >= opening.points


def best_opening(cards: Sequence[Card], deal: Deal, opening: Opening) -> LayDown:
    """The opening that leaves the fewest points in the hand. Among equals the one worth most.

    A hand with more cards than are dealt has drawn, so its player discards one more card. If there
    is no opening, this is what comes nearest: the melds that are worth most, with a run without
    jokers if one is needed and the hand has it.

    >>> from scorekeeper.rummy.cards import LOW_ACE_RANK, print_cards, read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> deal = Deal(worth=card_points(ace=11) | {"JK": 20}, hand_size=13, decks=2, jokers=4)
    >>> opening = Opening(51, card_points(ace=11) | {LOW_ACE_RANK: 1})
    >>> found = best_opening(read_cards("9S TS JS QH QD JK 4C"), deal, opening)
    >>> found.points, found.opens(opening), print_cards(found.left)
    (59, True, '4C')
    """
    search = _OpeningSearch(cards, deal, opening.worth)
    ways = search.ways_with_clean_run() if opening.needs_clean_run else search.all_ways()
    enough = [way for way in ways if way.melds and way.points >= opening.points]
    if enough:
        return search.lay(min(enough, key=_least_left))
    return search.lay(min(ways or search.all_ways(), key=_most_points))


class _Way(NamedTuple):
    """One way to lay cards down: the points left in the hand, those put down, and the melds."""

    left: int
    points: int
    melds: tuple[PossibleMeld, ...]


def _least_left(way: _Way) -> tuple[int, int, int]:
    return way.left, -way.points, len(way.melds)


def _most_points(way: _Way) -> tuple[int, int, int]:
    return -way.points, way.left, len(way.melds)


class _OpeningSearch:
    """The search through one hand."""

    def __init__(self, cards: Sequence[Card], deal: Deal, worth: Mapping[str, int]) -> None:
        self.cards = cards
        self.worth = deal.worth
        self.hand = naturals_of(cards)
        self.jokers = sum(card == JOKER for card in cards)
        self.discards = max(0, len(cards) - (deal.cards_dealt or len(cards)))
        self.melds = possible_melds(self.hand, self.jokers, worth)
        self._melds_from: dict[Naturals, list[PossibleMeld]] = defaultdict(list)
        for meld in self.melds:
            self._melds_from[_first(meld.naturals)].append(meld)
        self._points = {ONE[card]: deal.worth[card.rank] for card in cards if card != JOKER}
        self._solved: dict[tuple[Naturals, int, int], list[_Way]] = {}

    def all_ways(self) -> list[_Way]:
        return self._ways(self.hand, self.jokers, self.discards)

    def ways_with_clean_run(self) -> list[_Way]:
        """Those with a run without jokers, as far as no other with the same run beats them."""
        clean = [meld for meld in self.melds if meld.is_clean_run]
        return [
            way for meld in clean for way in self._with(meld, self.hand, self.jokers, self.discards)
        ]

    def lay(self, way: _Way) -> LayDown:
        melds = tuple(meld.lay() for meld in way.melds)
        left = Counter(self.cards) - Counter(card for meld in melds for card in meld.cards)
        return LayDown(melds, way.points, tuple(left.elements()), way.left)

    def _ways(self, hand: Naturals, jokers: int, discards: int) -> list[_Way]:
        known = self._solved.get((hand, jokers, discards))
        if known is None:
            known = self._solved[hand, jokers, discards] = self._solve(hand, jokers, discards)
        return known

    def _solve(self, hand: Naturals, jokers: int, discards: int) -> list[_Way]:
        if not hand:
            return [_Way(max(0, jokers - discards) * self.worth[JOKER_RANK], 0, ())]
        once = held_once(hand)
        first = _first(once)
        found = [
            way._replace(left=way.left + self._points[first])
            for way in self._ways(hand - first, jokers, discards)
        ]
        if discards:
            found += self._ways(hand - first, jokers, discards - 1)
        for meld in self._melds_from[first]:
            if meld.jokers <= jokers and meld.naturals & once == meld.naturals:
                found += self._with(meld, hand, jokers, discards)
        return _unbeaten(found)

    def _with(
        self, meld: PossibleMeld, hand: Naturals, jokers: int, discards: int
    ) -> Iterator[_Way]:
        for way in self._ways(hand - meld.naturals, jokers - meld.jokers, discards):
            yield _Way(way.left, way.points + meld.points, (meld, *way.melds))


def _first(naturals: Naturals) -> Naturals:
    return naturals & -naturals


def _unbeaten(ways: list[_Way]) -> list[_Way]:
    """The ways that no other beats at both points, from the one that leaves the least."""
    kept: list[_Way] = []
    for way in sorted(ways, key=_least_left):
        if not kept or way.points > kept[-1].points:
            kept.append(way)
    return kept


def naturals_of(cards: Iterable[Card]) -> Naturals:
    """The natural cards among these, which are at most three copies of each."""
    return sum(ONE[card] for card in cards if card != JOKER)


def held_once(hand: Naturals) -> Naturals:
    return (hand | hand >> 1) & _EVERY_CARD


class _Outline(NamedTuple):
    """A run, or the sets of one rank and size: what each card counts as, and which may be in it."""

    ranks: tuple[str, ...]
    cards: tuple[Card, ...]
    naturals: Naturals
    kind: MeldKind


class PossibleMeld(NamedTuple):
    """A meld of natural cards and jokers, with the points of all of it."""

    naturals: Naturals
    jokers: int
    points: int
    outline: _Outline

    @property
    def is_clean_run(self) -> bool:
        return self.outline.kind is MeldKind.RUN and not self.jokers

    def lay(self) -> LaidMeld:
        kind, stands_for = self.outline.kind, self.outline.cards
        if kind is MeldKind.SET:
            held = [card for card in stands_for if self.naturals & ONE[card]]
            stands_for = (*held, *[Card(held[0].rank)] * self.jokers)
        cards = tuple(card if self.naturals & ONE.get(card, 0) else JOKER for card in stands_for)
        return LaidMeld(kind=kind, cards=cards, stands_for=stands_for, points=self.points)


def possible_melds(
    hand: Naturals, jokers: int, worth: Mapping[str, int]
) -> tuple[PossibleMeld, ...]:
    """Every choice of natural cards that make a meld with some of these jokers.

    `worth` is the points by rank, those of an ace below a two by a rank of its own. Where jokers
    can stand in several places, the meld is the one that is worth most.
    """
    best: dict[tuple[Naturals, int], PossibleMeld] = {}
    for meld in _every_meld(held_once(hand), jokers, worth):
        other = best.setdefault(meld[:2], meld)
        if other.points < meld.points:
            best[meld[:2]] = meld
    return tuple(best.values())


def _every_meld(once: Naturals, jokers: int, worth: Mapping[str, int]) -> Iterator[PossibleMeld]:
    for outline in _outlines():
        size = len(outline.ranks)
        fewest, most = max(1, size - jokers), (once & outline.naturals).bit_count()
        if most < fewest:
            continue
        held = [one for card in outline.cards if (one := ONE[card]) & once]
        points = sum(worth[rank] for rank in outline.ranks)
        for number in range(fewest, min(size, most) + 1):
            for naturals in combinations(held, number):
                yield PossibleMeld(sum(naturals), size - number, points, outline)


@cache
def _outlines() -> tuple[_Outline, ...]:
    return (*_runs(), *_sets())


def _runs() -> Iterator[_Outline]:
    counts_as = (LOW_ACE_RANK, *RANKS[1:], "A")
    for suit in SUITS:
        row = tuple(Card(rank, suit) for rank in (*RANKS, "A"))
        for first, end in combinations(range(len(row) + 1), 2):
            # A run from ace to ace is also two runs that count as much.
            if SHORTEST_MELD <= end - first <= len(RANKS):
                cards = row[first:end]
                yield _Outline(counts_as[first:end], cards, naturals_of(cards), MeldKind.RUN)


def _sets() -> Iterator[_Outline]:
    for rank in RANKS:
        cards = tuple(Card(rank, suit) for suit in SUITS)
        for size in range(SHORTEST_MELD, LARGEST_SET + 1):
            yield _Outline((rank,) * size, cards, naturals_of(cards), MeldKind.SET)
