"""The knocker’s layouts in gin, and the defender’s best lay-offs on them.

Both searches are exact, for one deck without wild cards. Hands and melds are bits as in
`single_deck`. A set of three takes its fourth card. A run takes any number of adjacent cards at
both ends. The defender’s search tries every combination of lay-offs, and `single_deck` arranges the
rest of the hand.

A knocker can keep a card out of a meld so that the defender can lay off less. But splitting a run
in two never helps: the defender cannot lay off between the parts, and the outer ends stay the same.
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
    """Yield the deadwood and the melds of every layout with at most `most` deadwood."""
    tables = single_deck.tables_of(worth)
    for lanes in single_deck.every_choice(hand):
        # Even with all possible runs, the deadwood is too high.
        if sum(tables.deadwood[lane] for lane in lanes) > most:
            continue
        for_runs = single_deck.joined(lanes)
        for deadwood, unmatched in _unmatched(lanes, most, worth):
            # The sets are already chosen, so only runs lose the cards that are kept out of melds.
            melds = single_deck.melds_of(hand ^ unmatched, for_runs ^ unmatched, tables)
            yield deadwood, tuple(melds)


def _unmatched(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """Return each choice of runs that leaves at most `most` points.

    The result has the points left and the cards left of each choice. The cards are bits.
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
    """Return each choice of runs in one suit, by its points left and its cards left."""
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
    """A hand after its best lay-offs: its deadwood, the cards laid off, and its remaining melds.

    The cards laid off are bits, and so is each meld.
    """

    deadwood: int
    laid_off: int
    melds: tuple[int, ...]


def best_defence(hand: int, melds: Sequence[int], tables: Tables) -> Defence:
    """Return the best defence of a hand against these melds, without needless lay-offs."""
    # If two lay-offs leave the same deadwood, `min` takes the smaller number. A needless card
    # makes the number larger.
    deadwood, laid_off = min(
        (single_deck.least_deadwood_of(hand ^ laid, tables), laid)
        for laid in every_lay_off(hand, melds)
    )
    rest = hand ^ laid_off
    for_runs = single_deck.best_choices(rest, tables)[0]
    return Defence(deadwood, laid_off, tuple(single_deck.melds_of(rest, for_runs, tables)))


def all_that_fit(hand: int, melds: Sequence[int]) -> int:
    """Return all cards of a hand that can be laid off on the melds together, as bits."""
    # Any two possible lay-offs are possible together, so the largest lay-off contains all others.
    return max(every_lay_off(hand, melds), key=int.bit_count)


def where_laid(laid_off: int, melds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each card laid off with its meld, in an order that is possible at the table."""
    # Runs first: extending a run can need a card that also fits a set.
    for meld in sorted(melds, key=_is_set):
        for place in _places(laid_off, meld):
            for card in place:
                laid_off ^= card
                yield card, meld


def every_lay_off(hand: int, melds: Sequence[int]) -> set[int]:
    """Return every combination of cards that a hand can lay off on the melds.

    One combination has no cards.
    """
    ways = {0}
    for meld in melds:
        for place in _places(hand, meld):
            chain = 0
            longer = set()
            for card in place:  # a card needs all cards between it and the meld
                chain |= card
                longer |= {way | chain for way in ways}
            ways |= longer
    return ways


def _is_set(meld: int) -> bool:
    """Check whether a meld is a set.

    The sum of a run and its lowest bit is a single bit. For a set, the sum has several bits.
    """
    added = meld + (meld & -meld)
    return added & (added - 1) != 0


def _places(hand: int, meld: int) -> Iterator[list[int]]:
    """Yield the cards of a hand that fit each open place of a meld, nearest first.

    In a set of three, the open place is for the fourth card. In a run, both ends are open places.
    """
    lowest = meld & -meld
    if _is_set(meld):
        rank = (lowest.bit_length() - 1) % STRIDE
        fourth = hand & ~meld & (_ACES << rank)
        if fourth:
            yield [fourth]
        return
    # `lowest >> 1` is the card below the run, and `meld + lowest` is the card above the run. The
    # bits between two lanes are never set, so a run cannot go past the ace or the king.
    for card, step in ((lowest >> 1, -1), (meld + lowest, 1)):
        chain = []
        while hand & card:
            chain.append(card)
            card = card >> 1 if step < 0 else card << 1
        yield chain
