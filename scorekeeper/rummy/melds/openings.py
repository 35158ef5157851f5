"""The exact search for the best opening, which needs points and often a run without jokers.

The search takes the natural cards in order. Each card stays in the hand, is discarded, or is the
first card of a meld, so every choice of melds occurs once. The rest of the solution depends only on
the undecided cards, the jokers and the discards left, so each combination is solved once. A
solution has several ways. For example, one way leaves fewer points in the hand, and another way
puts more points down. The search drops a way if another way is at least as good in both numbers.

The natural cards of a hand are an int with two bits for the copies of each card, so a subtraction
removes a meld. The cards go suit by suit, from the ace up.
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
"""The int of one copy of each card."""

_EVERY_CARD = sum(ONE.values())


@dataclass(frozen=True)
class Opening:
    """The requirements for opening: a number of points, and perhaps a run without jokers.

    `worth` is the points of each rank on the table. An ace below a two has a separate rank. A joker
    counts as the card that it stands for.
    """

    points: int
    worth: Mapping[str, int]
    needs_clean_run: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", MappingProxyType(dict(self.worth)))


@dataclass(frozen=True, slots=True)
class LayDown:
    """The melds that a player puts down in one turn, their points, and the cards left in the hand.

    `deadwood` is the points of the cards left. If the player must still discard, the dearest card
    left is not in `deadwood`.
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
    """Return the opening that leaves the fewest points in the hand.

    If several openings leave the same points, the opening that is worth most wins. If a hand has
    more cards than were dealt, the player has drawn and must still discard. If there is no opening,
    the result is the nearest attempt: the melds that are worth most. If a run without jokers is
    needed and the hand has one, the attempt has such a run.

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
    """One way to lay cards down: the points left in the hand, the points put down, the melds."""

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
        """Return the ways with a run without jokers.

        For each such run, the result leaves out the ways that another way beats.
        """
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
    """Drop each way if another way leaves no more points and puts down no fewer points.

    Sort the other ways by points left.
    """
    kept: list[_Way] = []
    for way in sorted(ways, key=_least_left):
        if not kept or way.points > kept[-1].points:
            kept.append(way)
    return kept


def naturals_of(cards: Iterable[Card]) -> Naturals:
    """Return the natural cards as an int. There must be at most three copies of each card."""
    return sum(ONE[card] for card in cards if card != JOKER)


def held_once(hand: Naturals) -> Naturals:
    return (hand | hand >> 1) & _EVERY_CARD


class _Outline(NamedTuple):
    """A run, or a set of one rank and size, before its cards are chosen from a hand.

    - `ranks`: the rank that each card of the meld counts as
    - `cards`: the cards that fit in the meld
    - `naturals`: the same cards as an int
    """

    ranks: tuple[str, ...]
    cards: tuple[Card, ...]
    naturals: Naturals
    kind: MeldKind


class PossibleMeld(NamedTuple):
    """A meld of natural cards and jokers, with its total points."""

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
    """Return every choice of natural cards that make a meld with some of these jokers.

    `worth` is the points by rank. An ace below a two has a separate rank. If jokers can go to
    several places, the result has the meld that is worth most.
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
            # A run from ace to ace can be split into two runs that count as much.
            if SHORTEST_MELD <= end - first <= len(RANKS):
                cards = row[first:end]
                yield _Outline(counts_as[first:end], cards, naturals_of(cards), MeldKind.RUN)


def _sets() -> Iterator[_Outline]:
    for rank in RANKS:
        cards = tuple(Card(rank, suit) for suit in SUITS)
        for size in range(SHORTEST_MELD, LARGEST_SET + 1):
            yield _Outline((rank,) * size, cards, naturals_of(cards), MeldKind.SET)
