"""Every meld that a hand with jokers can put down, each where it is worth most.

The natural cards of a hand are an int with two bits for the copies of each card, so that a meld is
taken out of a hand by a subtraction. It has a suit after the other, each from the ace up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.cards import JOKER, LOW_ACE_RANK, RANKS, SUITS, Card
from scorekeeper.rummy.deal import MeldKind
from scorekeeper.rummy.melds.laid_meld import LaidMeld
from scorekeeper.rummy.melds.rank_sets import LARGEST_SET, SHORTEST_MELD

Naturals: TypeAlias = int

ONE = {
    Card(rank, suit): 1 << 2 * number
    for number, (suit, rank) in enumerate((suit, rank) for suit in SUITS for rank in RANKS)
}
"""One copy of each card."""

_EVERY_CARD = sum(ONE.values())


def naturals_of(cards: Iterable[Card]) -> Naturals:
    """The natural cards among these, which are at most three copies of each."""
    return sum([ONE[card] for card in cards if card != JOKER])


def held_once(hand: Naturals) -> Naturals:
    """One copy of every card that is in the hand."""
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
        """Whether this is a run without jokers."""
        return self.outline.kind is MeldKind.RUN and not self.jokers

    def lay(self) -> LaidMeld:
        """The meld with its jokers in their places."""
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
        points = sum([worth[rank] for rank in outline.ranks])
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
            if SHORTEST_MELD <= end - first <= len(RANKS):
                cards = row[first:end]
                yield _Outline(counts_as[first:end], cards, naturals_of(cards), MeldKind.RUN)


def _sets() -> Iterator[_Outline]:
    for rank in RANKS:
        cards = tuple(Card(rank, suit) for suit in SUITS)
        for size in range(SHORTEST_MELD, LARGEST_SET + 1):
            yield _Outline((rank,) * size, cards, naturals_of(cards), MeldKind.SET)
