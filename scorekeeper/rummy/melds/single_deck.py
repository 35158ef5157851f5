"""The best arrangement of cards from one deck without wild cards, exact and fast.

A hand is an int: four lanes of thirteen bits, one per suit, ace lowest. Once the sets are chosen,
the best melds in the rest of a suit are all its blocks of three or more consecutive cards. A table
of 8,192 entries has the points that these runs leave. So the search only has to choose among the
sets that compete with a run for a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from scorekeeper.rummy.cards import RANKS, SUITS, Card

STRIDE = 15
"""The bits from one lane to the next.

A lane needs fewer bits, so lanes never touch. Two lanes fill one digit of a Python int.
"""
LANE = (1 << len(RANKS)) - 1
TWO_LANES = (1 << 2 * STRIDE) - 1

BIT_OF = {
    rank + suit: 1 << (STRIDE * lane + place)
    for lane, suit in enumerate(SUITS)
    for place, rank in enumerate(RANKS)
}
_bit_of = BIT_OF.__getitem__

Worth = tuple[int, ...]
"""Points by place, ace first."""
Lanes = tuple[int, int, int, int]


class Tables(NamedTuple):
    """Two tables indexed by lane: the bits that are in a run, and the points of the other bits."""

    in_run: list[int]
    deadwood: list[int]


@lru_cache(maxsize=64)
def tables_of(worth: Worth) -> Tables:
    points = [0] * (LANE + 1)
    for place, value in enumerate(worth):
        bit = 1 << place
        points[bit : 2 * bit] = [below + value for below in points[:bit]]
    in_run = [_run_bits(lane) for lane in range(LANE + 1)]
    return Tables(in_run, [points[lane ^ run] for lane, run in enumerate(in_run)])


def _run_bits(lane: int) -> int:
    starts = lane & lane >> 1 & lane >> 2
    return starts | starts << 1 | starts << 2


GIN_WORTH: Worth = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@cache
def _gin_tables() -> Tables:
    return tables_of(GIN_WORTH)


def bits_in(hand: str) -> int:
    """Return a hand written `7S 7H 7D KC` as bits.

    Raises `ValueError` if one deck cannot contain it.
    """
    words = hand.split()
    try:
        bits = sum(map(_bit_of, words))
    except KeyError as error:
        raise ValueError(f"not a card: {error.args[0]}") from None
    # A repeated card carries into the next bit, so one bit is missing.
    if bits.bit_count() != len(words):
        raise ValueError("a card comes twice")
    return bits


def least_deadwood(hand: str) -> int:
    """Return the least deadwood of a hand written `7S 7H 7D KC`, with the points of gin.

    Raises `ValueError` if one deck cannot contain it.

    >>> least_deadwood("7S 7H 7D 8S 9S KC")
    24
    """
    return least_deadwood_of(bits_in(hand), _gin_tables())


def least_deadwood_of(hand: int, tables: Tables) -> int:
    black, red = hand & TWO_LANES, hand >> 2 * STRIDE
    spades, hearts, diamonds, clubs = black & LANE, black >> STRIDE, red & LANE, red >> STRIDE
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    if ranks:
        return _least_with_sets(spades, hearts, diamonds, clubs, ranks, tables)
    deadwood = tables.deadwood
    return deadwood[spades] + deadwood[hearts] + deadwood[diamonds] + deadwood[clubs]


def _least_with_sets(
    spades: int, hearts: int, diamonds: int, clubs: int, ranks: int, tables: Tables
) -> int:
    """Return the least deadwood if these ranks can form sets.

    A rank that competes with no run always forms its set.
    """
    in_run, deadwood = tables
    competing = ranks & (in_run[spades] | in_run[hearts] | in_run[diamonds] | in_run[clubs])
    rest = ~(ranks ^ competing)
    spades, hearts, diamonds, clubs = spades & rest, hearts & rest, diamonds & rest, clubs & rest
    if competing:
        return _least_after_sets(spades, hearts, diamonds, clubs, competing, tables)
    return deadwood[spades] + deadwood[hearts] + deadwood[diamonds] + deadwood[clubs]


def _least_after_sets(
    spades: int, hearts: int, diamonds: int, clubs: int, ranks: int, tables: Tables
) -> int:
    in_run, deadwood = tables
    if not ranks:
        return deadwood[spades] + deadwood[hearts] + deadwood[diamonds] + deadwood[clubs]
    bit = ranks & -ranks
    ranks ^= bit
    s, h, d, c = spades & ~bit, hearts & ~bit, diamonds & ~bit, clubs & ~bit
    least = min(
        _least_after_sets(spades, hearts, diamonds, clubs, ranks, tables),
        _least_after_sets(s, h, d, c, ranks, tables),
    )
    if spades & hearts & diamonds & clubs & bit:
        # A set of four can give up one card to a run.
        if in_run[spades] & bit:
            least = min(least, _least_after_sets(spades, h, d, c, ranks, tables))
        if in_run[hearts] & bit:
            least = min(least, _least_after_sets(s, hearts, d, c, ranks, tables))
        if in_run[diamonds] & bit:
            least = min(least, _least_after_sets(s, h, diamonds, c, ranks, tables))
        if in_run[clubs] & bit:
            least = min(least, _least_after_sets(s, h, d, clubs, ranks, tables))
    return least


def _after_sets(hands: list[Lanes], ranks: int) -> list[Lanes]:
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        hands = [left for lanes in hands for left in _after_set(lanes, bit)]
    return hands


def _after_set(lanes: Lanes, bit: int) -> list[Lanes]:
    spades, hearts, diamonds, clubs = lanes
    s, h, d, c = spades & ~bit, hearts & ~bit, diamonds & ~bit, clubs & ~bit
    choices = [lanes, (s, h, d, c)]
    if spades & hearts & diamonds & clubs & bit:
        choices += [(spades, h, d, c), (s, hearts, d, c), (s, h, diamonds, c), (s, h, d, clubs)]
    return choices


def every_choice(hand: int) -> list[Lanes]:
    """Return the cards left for runs, by suit, after each choice of sets."""
    lanes = (
        hand & LANE,
        hand >> STRIDE & LANE,
        hand >> 2 * STRIDE & LANE,
        hand >> 3 * STRIDE,
    )
    return _after_sets([lanes], _set_ranks(lanes))


def best_choices(hand: int, tables: Tables) -> list[int]:
    """Return the cards left for runs, as bits, after each of the best choices of sets."""
    deadwood_of = tables.deadwood.__getitem__
    choices = [(sum(map(deadwood_of, left)), left) for left in every_choice(hand)]
    least = min(deadwood for deadwood, _left in choices)
    return [joined(left) for deadwood, left in choices if deadwood == least]


def _set_ranks(lanes: Lanes) -> int:
    spades, hearts, diamonds, clubs = lanes
    black, red = spades & hearts, diamonds & clubs
    return black & (diamonds | clubs) | red & (spades | hearts)


def joined(lanes: Lanes) -> int:
    return sum(lane << STRIDE * index for index, lane in enumerate(lanes))


def bits_of(cards: Iterable[Card]) -> int:
    """Return a hand as bits. Its cards must be from one deck, with suits and without jokers."""
    return sum(BIT_OF[card.rank + card.suit] for card in cards)


def cards_of(bits: int) -> tuple[Card, ...]:
    """Return the cards of a hand given as bits, by suit and from the ace up."""
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(_CARD_OF[lowest])
        bits ^= lowest
    return tuple(cards)


_CARD_OF = {bit: Card(name[0], name[1]) for name, bit in BIT_OF.items()}


def melds_of(hand: int, left: int, tables: Tables) -> list[int]:
    """Return the melds of a hand, as bits.

    All cards except those in `left` form sets. The cards in `left` form runs or stay unmatched.
    """
    return _sets_of(hand ^ left) + _runs_of(left, tables)


def _sets_of(bits: int) -> list[int]:
    return [meld for rank in _RANKS if (meld := bits & rank)] if bits else []


_RANKS = tuple(sum(1 << STRIDE * lane + place for lane in range(4)) for place in range(len(RANKS)))
"""The four cards of each rank, as bits."""


def _runs_of(left: int, tables: Tables) -> list[int]:
    runs = []
    for lane in range(len(SUITS)):
        shift = STRIDE * lane
        melded = tables.in_run[left >> shift & LANE]
        while melded:
            # Adding the lowest bit carries through its whole block of consecutive bits.
            block = melded & ~(melded + (melded & -melded))
            runs.append(block << shift)
            melded ^= block
    return runs
