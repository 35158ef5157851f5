"""Laying off: a defender's best combination of own melds and cards added to the knocker's, exact.

One deck without wild cards. To a set of three goes its fourth card; to a run any number of cards at
its ends, each next to the one before. Every way to do so is tried, and what is left of the hand is
arranged by `one_deck`. Hands and melds are bits as there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rummy.cards import SUITS
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Tables

_COLUMN = sum(1 << STRIDE * lane for lane in range(len(SUITS)))


class Defence(NamedTuple):
    """A hand after its best lay-offs: the points left, the cards laid off and its own melds."""

    deadwood: int
    laid_off: int
    melds: tuple[int, ...]


def best_defence(hand: int, melds: Sequence[int], known: Tables) -> Defence:
    """The best that a hand can do against these melds, with no lay-off that it can do without."""
    deadwood, laid_off = min(
        (single_deck.least_deadwood_of(hand ^ laid, known), laid) for laid in _ways(hand, melds)
    )
    kept = hand ^ laid_off
    left = single_deck.best_choices(kept, known)[0]
    return Defence(deadwood, laid_off, tuple(single_deck.melds_of(kept, left, known)))


def best_melds(knocker: int, known: Tables) -> list[list[int]]:
    """Every choice of the knocker's melds that leaves the least deadwood."""
    return [
        single_deck.melds_of(knocker, left, known)
        for left in single_deck.best_choices(knocker, known)
    ]


def every_lay_off(hand: int, melds: Sequence[int]) -> int:
    """All the cards of a hand that fit the melds, one after the other."""
    return max(_ways(hand, melds), key=int.bit_count)


def placed(laid_off: int, melds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each card laid off, in an order that fits, with the meld that takes it."""
    # Runs first: a card that fits a set too may be what the next card of a run builds on.
    for meld in sorted(melds, key=_is_set):
        for end in _ends(laid_off, meld):
            for card in end:
                if laid_off & card:
                    laid_off ^= card
                    yield card, meld


def _ways(hand: int, melds: Sequence[int]) -> set[int]:
    """Every set of cards that a hand can lay off on the melds, the empty one included."""
    ways = {0}
    for meld in melds:
        for end in _ends(hand, meld):
            chain = 0
            longer = set()
            for card in end:
                chain |= card
                longer |= {way | chain for way in ways}
            ways |= longer
    return ways


def _is_set(meld: int) -> bool:
    """Whether a meld is no run: adding its lowest bit to a block of bits leaves a single one."""
    above = meld + (meld & -meld)
    return above & (above - 1) != 0


def _ends(hand: int, meld: int) -> Iterator[list[int]]:
    """The cards of a hand that a meld can take, one end after the other, from the nearest on."""
    lowest = meld & -meld
    if _is_set(meld):
        if meld.bit_count() == 3:
            yield [hand & ~meld & _COLUMN << (lowest.bit_length() - 1) % STRIDE]
        return
    # The bits between two lanes are never held, so a run ends at the ace and at the king.
    for card, step in ((lowest >> 1, -1), (meld + lowest, 1)):
        chain = []
        while hand & card:
            chain.append(card)
            card = card >> 1 if step < 0 else card << 1
        yield chain
