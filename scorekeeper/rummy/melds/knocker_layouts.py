"""Every layout of a hand with few enough points for a knock; the knocker may choose any of them.

For one deck without wild cards; hands and melds are bits as in `single_deck`. A card may be kept
out of a meld so that less can be laid off on it. Two adjacent runs count as one, because the same
cards can be laid off on the long run.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Lanes, Worth


class Layout(NamedTuple):
    """The deadwood and the melds."""

    deadwood: int
    melds: tuple[int, ...]


def layouts(hand: int, most: int, worth: Worth) -> Iterator[Layout]:
    """Every layout of a hand with at most this much deadwood."""
    known = single_deck.tables(worth)
    for lanes in single_deck.every_choice(hand):
        if sum([known.deadwood[lane] for lane in lanes]) > most:
            continue
        left = single_deck.joined(lanes)
        for deadwood, kept in _kept(lanes, most, worth):
            yield Layout(deadwood, tuple(single_deck.melds_of(hand ^ kept, left ^ kept, known)))


def _kept(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """Points and bits of the unmatched cards for every choice of runs with at most these points."""
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
