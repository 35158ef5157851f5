"""An oracle for tables: it tries every meld for every card, by the definition of a meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

Place = tuple[int, int]
Cards = tuple[tuple[Place, int, int], ...]


@cache
def all_melds(ace_high: bool) -> tuple[frozenset[Place], ...]:
    """Return every set and run, as card faces. A high ace is the same card as a low one."""
    sets = [
        frozenset((value, suit) for suit in suits)
        for value in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [
        frozenset((value % 13, suit) for value in range(first, first + size))
        for suit in range(4)
        for size in range(3, 14)
        for first in range(14 + ace_high - size)
    ]
    return tuple({*sets, *runs})


def least_cost(
    must: Counter[Place],
    may: Counter[Place],
    prices: Sequence[int] = (0,) * 13,
    *,
    jokers: int = 0,
    may_stay: int = 0,
    joker_cost: int = 0,
    ace_high: bool = False,
) -> int | None:
    """Return the least cost of the cards left, or `None` if `must` cannot all be laid."""
    melds = all_melds(ace_high)

    @cache
    def least(held: Cards, jokers: int) -> int | None:
        if not held:
            # Jokers left over cannot join a meld: a meld extended by one is tried as another meld.
            return jokers * joker_cost if jokers <= may_stay else None
        (face, _, leave), *_ = held
        found = []
        if leave:
            rest = _changed(held, {face: (1, 1)})
            if (cost := least(rest, jokers)) is not None:
                found.append(cost + prices[face[0]])
        for meld in melds:
            if face not in meld:
                continue
            others = [other for other in meld if other != face]
            for reals in _choices(others, held, jokers):
                rest = _changed(held, dict.fromkeys([face, *reals], (1, 0)))
                if (cost := least(rest, jokers - len(others) + len(reals))) is not None:
                    found.append(cost)
        return min(found, default=None)

    start = tuple((face, must[face] + may[face], may[face]) for face in sorted(must + may))
    return least(start, jokers)


def _choices(others: list[Place], held: Cards, jokers: int) -> Iterator[tuple[Place, ...]]:
    there = {face for face, _, _ in held}
    missing = sum(face not in there for face in others)
    if missing > jokers:
        return
    for uses in product((True, False), repeat=len(others)):
        chosen = [face for face, use in zip(others, uses, strict=True) if use]
        if len(others) - len(chosen) <= jokers and all(face in there for face in chosen):
            yield tuple(chosen)


def _changed(held: Cards, off: dict[Place, tuple[int, int]]) -> Cards:
    """Return the cards without those used. The number that can be left never exceeds the rest."""
    rest = []
    for face, number, leave in held:
        used, left = off.get(face, (0, 0))
        if number - used:
            rest.append((face, number - used, min(leave - left, number - used)))
    return tuple(rest)
