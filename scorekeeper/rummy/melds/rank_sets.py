"""The ways in which cards of one rank can make sets, with or without wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.rummy.melds.suit_runs import FREE

SUITED = 4
"""The lanes with a suit; one more holds the cards without a suit, which make sets only."""
SHORTEST_MELD = 3
LARGEST_SET = 4
"""Of a set in which no suit may come twice."""

Counts = tuple[int, ...]
"""Copies of a rank by lane: the four suits, then the cards without suit."""


class SetChoice(NamedTuple):
    """Cards of one rank that make sets: how many of each lane, and what it takes.

    `sizes` are the natural cards of each set, `needed` the wild cards that complete them, `room`
    how many more wild cards they can take; `None` is any number. Where `joined`, the rank's other
    cards join the set as well unless a run takes them. `off` is what comes off each suit's lane,
    `loose` how many cards without suit are left over.
    """

    taken: Counts
    sizes: tuple[int, ...]
    needed: int
    room: int | None
    joined: bool
    off: tuple[int, ...]
    loose: int


@lru_cache(maxsize=1 << 14)
def set_choices(
    counts: Counts, stuck: tuple[bool, ...], wilds: int, repeats: bool
) -> tuple[SetChoice, ...]:
    """Every choice of sets from a rank's cards that can be best, no set the last.

    `stuck` says by lane whether its cards can stand in no run beside others; `wilds` is how many
    wild cards there are.
    """
    if repeats or (max(counts[:SUITED]) <= 1 and sum(counts) <= LARGEST_SET):
        sets = _one_set(counts, stuck, wilds, repeats)
    else:
        sets = _several_sets(counts, wilds)
    return (*sets, _choice(counts, (0,) * len(counts), (), 0))


def _choice(
    counts: Counts, taken: Counts, sizes: tuple[int, ...], room: int | None, *, joined: bool = False
) -> SetChoice:
    off = tuple(
        took if joined and took < count else took + (FREE if count else 0)
        for took, count in zip(taken[:SUITED], counts[:SUITED], strict=True)
    )
    loose = 0 if joined else counts[SUITED] - taken[SUITED]
    return SetChoice(taken, sizes, _needed(sizes), room, joined, off, loose)


def _needed(sizes: tuple[int, ...]) -> int:
    return sum([max(0, SHORTEST_MELD - size) for size in sizes])


def _one_set(
    counts: Counts, stuck: tuple[bool, ...], wilds: int, repeats: bool
) -> Iterator[SetChoice]:
    """A set with room for the whole rank: up to three cards make it, the others may join."""
    stuck_cards = _sum_where(stuck, counts)
    full = not repeats and sum(counts) == LARGEST_SET
    for taken in _each_taken(counts):
        size = sum(taken)
        if not 0 < size <= SHORTEST_MELD or _needed((size,)) > wilds:
            continue
        # One card with a suit and two wild cards are the shortest run, which lane_runs knows.
        if size == 1 and not taken[SUITED]:
            continue
        # Cards that no run can take make the set before others do.
        if _sum_where(stuck, taken) < min(size, stuck_cards):
            continue
        joined = size == SHORTEST_MELD
        cards = sum(counts) if joined else SHORTEST_MELD
        yield _choice(
            counts, taken, (size,), None if repeats else LARGEST_SET - cards, joined=joined
        )
        if full and wilds and joined:
            # A dear wild card is worth the fourth card's place, no matter which that is.
            full = False
            yield _choice(counts, taken, (size,), LARGEST_SET - SHORTEST_MELD)


def _several_sets(counts: Counts, wilds: int) -> Iterator[SetChoice]:
    """Sets of just the cards they are given, no suit twice in one, as even as can be."""
    for taken in _each_taken(counts):
        cards = sum(taken)
        for number in range(max(1, *taken), cards // 2 + 1):
            sizes = tuple((cards + place) // number for place in range(number))
            if max(sizes) <= LARGEST_SET and _needed(sizes) <= wilds:
                room = sum([LARGEST_SET - max(SHORTEST_MELD, size) for size in sizes])
                yield _choice(counts, taken, sizes, room)


def _each_taken(counts: Counts) -> Iterator[Counts]:
    return product(*(range(count, -1, -1) for count in counts))


def _sum_where(chosen: tuple[bool, ...], counts: Counts) -> int:
    return sum([count for count, each in zip(counts, chosen, strict=True) if each])
