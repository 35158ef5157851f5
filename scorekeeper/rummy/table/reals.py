"""Counts of cards without jokers, for the search for melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import TypeAlias

from scorekeeper.rummy.melds.layout import Spot
from scorekeeper.rummy.melds.layout_task import SUITS, VALUES, Counts

Real: TypeAlias = tuple[int, int]
"""A card by its value and suit."""

Reals: TypeAlias = Counter[Real]
"""Cards without jokers."""


def reals_of(spots: Iterable[Spot]) -> Reals:
    return Counter((spot.value, spot.suit) for spot in spots if not spot.is_joker)


def spots_of(melds: Iterable[Iterable[Spot]]) -> Iterator[Spot]:
    return (spot for meld in melds for spot in meld)


def counts_of(reals: Reals) -> Counts:
    return tuple(tuple(reals[value, suit] for suit in range(SUITS)) for value in range(VALUES))


def in_order(reals: Reals) -> tuple[Spot, ...]:
    return tuple(sorted(starmap(Spot, reals.elements()), key=by_suit))


def by_suit(spot: Spot) -> tuple[int, int]:
    return spot.suit, spot.value
