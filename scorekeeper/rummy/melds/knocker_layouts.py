"""Every layout of a hand that leaves few enough points, for a knocker who may lay out any of them.

One deck without wild cards; hands and melds are bits as in `one_deck`. A card may be kept out of a
meld, so that less can be laid off on it. Two runs that touch are one: as much can be laid off on
both together as on the long one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Lanes, Worth


class Layout(NamedTuple):
    """Points left, and the melds."""

    deadwood: int
    melds: tuple[int, ...]


def layouts(hand: int, most: int, worth: Worth) -> Iterator[Layout]:
    """Every layout of a hand that leaves at most so many points."""
    known = single_deck.tables(worth)
    for lanes in single_deck.every_choice(hand):
        if sum([known.deadwood[lane] for lane in lanes]) > most:
            continue
        left = single_deck.joined(lanes)
        for deadwood, kept in _kept(lanes, most, worth):
            yield Layout(deadwood, tuple(single_deck.melds_of(hand ^ kept, left ^ kept, known)))


def _kept(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """Points and bits of the cards that every choice of runs leaves, of at most so many points."""
    ways = [(0, 0)]
    for lane, held in enumerate(lanes):
        ways = [
            (points + more, kept | cards << STRIDE * lane)
            for points, kept in ways
            for more, cards in _kept_of_suit(held, worth)
            if points + more <= most
        ]
    return ways


@lru_cache(maxsize=1024)
def _kept_of_suit(held: int, worth: Worth) -> tuple[tuple[int, int], ...]:
    in_run = single_deck.tables(worth).in_run
    ways = []
    melded = runs = in_run[held]
    while True:
        if in_run[melded] == melded:
            ways.append((_points(held ^ melded, worth), held ^ melded))
        if not melded:
            return tuple(ways)
        melded = melded - 1 & runs


def _points(lane: int, worth: Worth) -> int:
    return sum(value for place, value in enumerate(worth) if lane >> place & 1)
