"""The possible sets of cards of one rank, with or without wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD
from scorekeeper.rummy.melds.suit_runs import FREE

Copies = tuple[int, ...]
"""Copies of a rank by lane: a lane for each suit of the hand, then one for cards without a suit.

A card without a suit can be in a set, but not in a run.
"""


class SetChoice(NamedTuple):
    """A choice of sets of one rank.

    - `taken`: the number of cards of each lane in the sets
    - `sizes`: the number of natural cards in each set
    - `needed`: the number of wild cards that complete the sets
    - `room`: the number of further wild cards that fit (`None`: any number)
    - `joined`: whether the other cards of the rank join the set unless a run uses them
    - `off`: for each suit, the copies and marks (see `suit_runs`) to subtract at the rank’s place
    - `loose`: the number of cards without a suit that are left over
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
    """Return all choices of sets of a rank except choices that are never best.

    The last choice has no sets.

    - `stuck`: for each lane, whether its cards cannot be in a run with other cards
    - `wilds`: the number of wild cards
    - `alone`: whether one card with a suit and two wild cards can only be a set, because a run
      needs more cards
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
    """Yield the choices of one set. If suits can repeat, other cards can join a set of three."""
    stuck_cards = _sum_where(stuck, counts)
    for taken in _each_taken(counts):
        size = sum(taken)
        if not 0 < size <= (SHORTEST_MELD if repeats else LARGEST_SET):
            continue
        # One card with a suit and two wild cards can often be a run too. lane_runs finds this run.
        if _needed((size,)) > wilds or (size == 1 and not taken[-1] and not alone):
            continue
        # Use cards that cannot be in a run before cards that can be in a run.
        if _sum_where(stuck, taken) < min(size, stuck_cards):
            continue
        joined = repeats and size == SHORTEST_MELD
        room = None if repeats else LARGEST_SET - max(SHORTEST_MELD, size)
        yield _choice(counts, taken, (size,), room, joined=joined)


def _several_sets(counts: Copies, wilds: int, alone: bool) -> Iterator[SetChoice]:
    """Yield choices of sets of similar size without a repeated suit. Other cards cannot join."""
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
