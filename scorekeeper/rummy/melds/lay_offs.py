"""Lay-offs on bits: the knocker's layouts and the defender's best lay-offs on them, in gin.

For one deck without wild cards, and exact; hands and melds are bits as in `single_deck`. A set of
three takes its fourth card; a run takes any number of adjacent cards at both ends. Every
combination of lay-offs is tried, and the rest of the hand is arranged by `single_deck`.

A knocker may keep a card out of a meld so that less can be laid off on it. Two adjacent runs count
as one, because the same cards can be laid off on the long run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rummy.cards import SUITS
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Lanes, Tables, Worth

_COLUMN = sum(1 << STRIDE * lane for lane in range(len(SUITS)))
"""One card of each suit, the aces."""


class Defence(NamedTuple):
    """A hand after its best lay-offs: its deadwood, the cards laid off and its own melds."""

    deadwood: int
    laid_off: int
    melds: tuple[int, ...]


def best_defence(hand: int, melds: Sequence[int], tables: Tables) -> Defence:
    """The best defence of a hand against these melds, without needless lay-offs."""
    deadwood, laid_off = min(
        (single_deck.least_deadwood_of(hand ^ laid, tables), laid) for laid in _ways(hand, melds)
    )
    rest = hand ^ laid_off
    for_runs = single_deck.best_choices(rest, tables)[0]
    return Defence(deadwood, laid_off, tuple(single_deck.melds_of(rest, for_runs, tables)))


def best_melds(knocker: int, tables: Tables) -> list[list[int]]:
    """Every choice of the knocker's melds that leaves the least deadwood."""
    return [
        single_deck.melds_of(knocker, for_runs, tables)
        for for_runs in single_deck.best_choices(knocker, tables)
    ]


def every_lay_off(hand: int, melds: Sequence[int]) -> int:
    """The most cards of a hand that can be laid off on the melds."""
    return max(_ways(hand, melds), key=int.bit_count)


def placed(laid_off: int, melds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each card laid off, in a possible order, with the meld that it is added to."""
    # Runs first: a card that also fits a set may be needed to extend a run further.
    for meld in sorted(melds, key=_is_set):
        for end in _ends(laid_off, meld):
            for card in end:
                if laid_off & card:
                    laid_off ^= card
                    yield card, meld


def _ways(hand: int, melds: Sequence[int]) -> set[int]:
    """Every combination of cards that a hand can lay off on the melds, including none."""
    ways = {0}
    for meld in melds:
        for end in _ends(hand, meld):
            chain = 0
            longer = set()
            for card in end:  # a further card only on those before it
                chain |= card
                longer |= {way | chain for way in ways}
            ways |= longer
    return ways


def _is_set(meld: int) -> bool:
    """Whether a meld is a set: for a run, adding the lowest bit would leave a single bit."""
    above = meld + (meld & -meld)
    return above & (above - 1) != 0


def _ends(hand: int, meld: int) -> Iterator[list[int]]:
    """For each end of a meld, the cards of a hand that it can take, the nearest first."""
    lowest = meld & -meld
    if _is_set(meld):
        if meld.bit_count() == 3:
            yield [hand & ~meld & _COLUMN << (lowest.bit_length() - 1) % STRIDE]
        return
    # The bits between two lanes are never set, so a run cannot go past the ace or the king.
    for card, step in ((lowest >> 1, -1), (meld + lowest, 1)):
        chain = []
        while hand & card:
            chain.append(card)
            card = card >> 1 if step < 0 else card << 1
        yield chain


def layouts(hand: int, most: int, worth: Worth) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every layout of a hand with this much deadwood at most: its points, and the melds."""
    tables = single_deck.tables_of(worth)
    for lanes in single_deck.every_choice(hand):
        if sum(tables.deadwood[lane] for lane in lanes) > most:
            continue
        for_runs = single_deck.joined(lanes)
        for deadwood, unmatched in _unmatched(lanes, most, worth):
            melds = single_deck.melds_of(hand ^ unmatched, for_runs ^ unmatched, tables)
            yield deadwood, tuple(melds)


def _unmatched(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """What every choice of runs leaves unmatched, up to these points: points and bits."""
    ways = [(0, 0)]
    for lane, cards in enumerate(lanes):
        ways = [
            (points + more, unmatched | left << STRIDE * lane)
            for points, unmatched in ways
            for more, left in _unmatched_of_suit(cards, worth)
            if points + more <= most
        ]
    return ways


@lru_cache(maxsize=1024)
def _unmatched_of_suit(lane: int, worth: Worth) -> tuple[tuple[int, int], ...]:
    """The same for one suit, whatever it counts; a card may be kept out of a run."""
    in_run = single_deck.tables_of(worth).in_run
    ways = []
    melded = longest = in_run[lane]
    while True:
        if in_run[melded] == melded:  # nothing but runs of three or more
            ways.append((_points(lane ^ melded, worth), lane ^ melded))
        if not melded:
            return tuple(ways)
        melded = melded - 1 & longest  # the next smaller choice of the same cards


def _points(lane: int, worth: Worth) -> int:
    return sum(value for place, value in enumerate(worth) if lane >> place & 1)
