"""An oracle for openings: it tries every way to put down cards of a hand.

Cards are texts such as `7S` and `JK`; a subset of a hand is an int with one bit per card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.support.meld_oracle import JOKER, RANKS, is_meld

COUNTS = dict(zip(RANKS, (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
"""What a card counts on the table, but an ace below a two, which counts 1."""


class Way(NamedTuple):
    """What one way to put cards down leaves in the hand and shows, and if it has a clean run."""

    left: int
    shown: int
    clean: bool


def every_way(cards: Sequence[str], worth: Mapping[str, int], *, discard: bool) -> set[Way]:
    """Every choice of melds; with `discard`, the dearest card that is left does not count."""
    melds = {
        subset: meld
        for subset in range(1, 1 << len(cards))
        if (meld := _chosen(cards, subset)) and is_meld(meld, ace_high=True)
    }
    found = set()
    for choice in _disjoint(tuple(melds), (1 << len(cards)) - 1):
        rest = ((1 << len(cards)) - 1) ^ sum(choice)
        left = sorted(worth[_rank(card)] for card in _chosen(cards, rest))
        chosen = [melds[each] for each in choice]
        found.add(
            Way(
                sum(left[:-1] if discard else left),
                sum(map(most_shown, chosen)),
                any(map(is_clean_run, chosen)),
            )
        )
    return found


def is_clean_run(meld: Sequence[str]) -> bool:
    """Whether a meld is a run without jokers."""
    return JOKER not in meld and len({card[1] for card in meld}) == 1


def most_shown(meld: Sequence[str]) -> int:
    """The most that a meld can count, wherever its jokers stand."""
    return max(_as_a_set(meld), *_as_runs(meld))


def _as_a_set(meld: Sequence[str]) -> int:
    ranks = {_rank(card) for card in meld if card != JOKER}
    return len(meld) * COUNTS[ranks.pop()] if len(ranks) == 1 and len(meld) <= 4 else 0


def _as_runs(meld: Sequence[str]) -> Iterator[int]:
    naturals = [card for card in meld if card != JOKER]
    yield 0
    if len({card[1] for card in naturals}) > 1:
        return
    for first in range(len(RANKS) + 2 - len(meld)):
        row = (RANKS + "A")[first : first + len(meld)]
        if len({card[0] for card in naturals} & set(row)) == len(naturals):
            yield sum(COUNTS[rank] for rank in row) - (10 if first == 0 else 0)


def _rank(card: str) -> str:
    return JOKER if card == JOKER else card[0]


def _chosen(cards: Sequence[str], subset: int) -> list[str]:
    return [card for place, card in enumerate(cards) if subset >> place & 1]


def _disjoint(melds: Sequence[int], free: int) -> Iterator[tuple[int, ...]]:
    """Every choice of melds that have no card in common."""
    yield ()
    for index, meld in enumerate(melds):
        if meld & free == meld:
            for more in _disjoint(melds[index + 1 :], free ^ meld):
                yield (meld, *more)
