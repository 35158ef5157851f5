"""The possible sets from cards of one rank, with or without wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD
from scorekeeper.rummy.melds.suit_runs import FREE

Copies = tuple[int, ...]
"""Copies of a rank by lane: one for each suit of the hand, and one for its cards without a suit.

The latter only form sets.
"""


class SetChoice(NamedTuple):
    """A choice of sets from the cards of one rank: `taken` is how many cards of each lane they use.

    `sizes` are the numbers of natural cards in each set, `needed` the wild cards that complete the
    sets, and `room` how many more wild cards they can take (`None`: any number). If `joined`, the
    other cards of the rank are added to the set unless a run uses them. `off` is what to subtract
    from each suit's lane. `loose` is the number of cards without a suit that are left over.
    """

    taken: Copies
    sizes: tuple[int, ...]
    needed: int
    room: int | None
    joined: bool
    off: tuple[int, ...]
    loose: int


@lru_cache(maxsize=1 << 14)
def set_choices(
    counts: Copies, stuck: tuple[bool, ...], wilds: int, repeats: bool, alone: bool = False
) -> tuple[SetChoice, ...]:
    """Every choice of sets from a rank's cards that may be the best. The last is no set at all.

    `stuck` says for each lane that its cards cannot be in a run with other cards. `wilds` is the
    number of wild cards. `alone` says that one card with a suit and two wild cards are only a set,
    because a run has more cards.
    """
    if repeats or (max(counts[:-1], default=0) <= 1 and sum(counts) <= LARGEST_SET and not alone):
        sets = _one_set(counts, stuck, wilds, repeats, alone)
    else:
        sets = _several_sets(counts, wilds, alone)
    return (*sets, _choice(counts, (0,) * len(counts), (), 0))


def _choice(
    counts: Copies, taken: Copies, sizes: tuple[int, ...], room: int | None, *, joined: bool = False
) -> SetChoice:
    off = tuple(
        took if joined and took < count else took + (FREE if count else 0)
        for took, count in zip(taken[:-1], counts[:-1], strict=True)
    )
    loose = 0 if joined else counts[-1] - taken[-1]
    return SetChoice(taken, sizes, _needed(sizes), room, joined, off, loose)


def _needed(sizes: tuple[int, ...]) -> int:
    return sum(max(0, SHORTEST_MELD - size) for size in sizes)


def _one_set(
    counts: Copies, stuck: tuple[bool, ...], wilds: int, repeats: bool, alone: bool
) -> Iterator[SetChoice]:
    """One set with room for the whole rank. If suits may repeat, other cards can join any three."""
    stuck_cards = _sum_where(stuck, counts)
    for taken in _each_taken(counts):
        size = sum(taken)
        if not 0 < size <= (SHORTEST_MELD if repeats else LARGEST_SET):
            continue
        # One card with a suit and two wild cards are often a run too, which lane_runs considers.
        if _needed((size,)) > wilds or (size == 1 and not taken[-1] and not alone):
            continue
        # Use cards that cannot be in a run before those that can.
        if _sum_where(stuck, taken) < min(size, stuck_cards):
            continue
        joined = repeats and size == SHORTEST_MELD
        room = None if repeats else LARGEST_SET - max(SHORTEST_MELD, size)
        yield _choice(counts, taken, (size,), room, joined=joined)


def _several_sets(counts: Copies, wilds: int, alone: bool) -> Iterator[SetChoice]:
    """Several sets of similar size without a repeated suit. No other cards join them."""
    for taken in _each_taken(counts):
        cards = sum(taken)
        for number in range(max(1, *taken), (cards if alone else cards // 2) + 1):
            sizes = tuple((cards + place) // number for place in range(number))
            if max(sizes) <= LARGEST_SET and _needed(sizes) <= wilds:
                room = sum(LARGEST_SET - max(SHORTEST_MELD, size) for size in sizes)
                yield _choice(counts, taken, sizes, room)


def _each_taken(counts: Copies) -> Iterator[Copies]:
    return product(*(range(count, -1, -1) for count in counts))


def _sum_where(chosen: tuple[bool, ...], counts: Copies) -> int:
    return sum(count for count, is_chosen in zip(counts, chosen, strict=True) if is_chosen)
