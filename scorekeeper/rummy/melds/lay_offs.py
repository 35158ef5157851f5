"""The knocker's layouts in gin, and the defender's best lay-offs on them.

It is exact, for one deck without wild cards; hands and melds are bits as in `single_deck`. A set of
three takes its fourth card; a run takes any number of adjacent cards at both ends. Every
combination of lay-offs is tried, and the rest of the hand is arranged by `single_deck`.

A knocker may keep a card out of a meld so that less can be laid off on it. But a run is never split
in two: between the parts nothing could be laid off, and at the outer ends just the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rummy.cards import SUITS
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Lanes, Tables, Worth

_ACES = sum(1 << STRIDE * lane for lane in range(len(SUITS)))
"""The four aces. Shifted, they are the four cards of another rank."""


# The knocker


def least_layouts(hand: int, tables: Tables) -> list[list[int]]:
    return [
        single_deck.melds_of(hand, for_runs, tables)
        for for_runs in single_deck.best_choices(hand, tables)
    ]


def layouts(hand: int, most: int, worth: Worth) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every layout of a hand with at most this much deadwood: the deadwood, and the melds."""
    tables = single_deck.tables_of(worth)
    for lanes in single_deck.every_choice(hand):
        # Too much is left even with every run kept.
        if sum(tables.deadwood[lane] for lane in lanes) > most:
            continue
        for_runs = single_deck.joined(lanes)
        for deadwood, unmatched in _unmatched(lanes, most, worth):
            # Cards kept out of melds stay out of runs. The sets are chosen already.
            melds = single_deck.melds_of(hand ^ unmatched, for_runs ^ unmatched, tables)
            yield deadwood, tuple(melds)


def _unmatched(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """For each choice of runs that leaves at most this many points: the points, and the cards left.

    The cards are bits.
    """
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
    """For each choice of runs in one suit, without a limit: the points and the cards left."""
    in_run = single_deck.tables_of(worth).in_run
    ways = []
    melded = in_any_run = in_run[lane]
    while True:
        if in_run[melded] == melded:  # every one of these cards is in a run of three or more
            left = lane ^ melded
            points = sum(value for place, value in enumerate(worth) if left >> place & 1)
            ways.append((points, left))
        if not melded:
            return tuple(ways)
        melded = melded - 1 & in_any_run  # all choices of these cards, from the largest down


# The defender


class Defence(NamedTuple):
    """A hand after its best lay-offs: its deadwood, the cards laid off, and the hand's own melds.

    The cards laid off are bits, and so is each meld.
    """

    deadwood: int
    laid_off: int
    melds: tuple[int, ...]


def best_defence(hand: int, melds: Sequence[int], tables: Tables) -> Defence:
    """The best defence of a hand against these melds, without needless lay-offs."""
    # Of equals the smaller number wins: without a needless card it is smaller.
    deadwood, laid_off = min(
        (single_deck.least_deadwood_of(hand ^ laid, tables), laid)
        for laid in every_lay_off(hand, melds)
    )
    rest = hand ^ laid_off
    for_runs = single_deck.best_choices(rest, tables)[0]
    return Defence(deadwood, laid_off, tuple(single_deck.melds_of(rest, for_runs, tables)))


def all_that_fit(hand: int, melds: Sequence[int]) -> int:
    """All cards of a hand that can be laid off on the melds together, as bits."""
    # What can be laid off in two ways can be laid off together, so the largest way has them all.
    return max(every_lay_off(hand, melds), key=int.bit_count)


def where_laid(laid_off: int, melds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each card laid off with its meld, in an order that works at the table."""
    # Runs first: a card that also fits a set may be needed to extend a run further.
    for meld in sorted(melds, key=_is_set):
        for place in _places(laid_off, meld):
            for card in place:
                laid_off ^= card
                yield card, meld


def every_lay_off(hand: int, melds: Sequence[int]) -> set[int]:
    """Every combination of cards that a hand can lay off on the melds, including none."""
    ways = {0}
    for meld in melds:
        for place in _places(hand, meld):
            chain = 0
            longer = set()
            for card in place:  # each needs those nearer to the meld
                chain |= card
                longer |= {way | chain for way in ways}
            ways |= longer
    return ways


def _is_set(meld: int) -> bool:
    """Whether a meld is a set: a run and its lowest bit add up to a single bit, a set does not."""
    added = meld + (meld & -meld)
    return added & (added - 1) != 0


def _places(hand: int, meld: int) -> Iterator[list[int]]:
    """For each place of a meld that takes cards, the cards of a hand that fit, the nearest first.

    A set of three has one such place, a run has two: its ends.
    """
    lowest = meld & -meld
    if _is_set(meld):
        rank = (lowest.bit_length() - 1) % STRIDE
        fourth = hand & ~meld & (_ACES << rank)
        if fourth:
            yield [fourth]
        return
    # The card below a run, and by the carry the one above. The bits between two lanes are never
    # set, so a run cannot go past the ace or the king.
    for card, step in ((lowest >> 1, -1), (meld + lowest, 1)):
        chain = []
        while hand & card:
            chain.append(card)
            card = card >> 1 if step < 0 else card << 1
        yield chain
