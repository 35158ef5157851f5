"""An oracle for Indian rummy: it tries every way to split a hand into melds and unmatched cards.

Cards are texts such as `7S` and `JK`. A subset of a hand is an int with one bit per card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "JK"

ROWS = [
    [rank + suit for rank in (RANKS + "A")[first : first + length]]
    for suit in SUITS
    for length in range(3, len(RANKS) + 1)
    for first in range(len(RANKS) + 2 - length)
]
"""Every run, as the cards that its places represent."""


class Fewest(NamedTuple):
    """The fewest points that a hand can count, and whether it is a valid declaration.

    `points_sparing_one_run` is the same under the rule that a pure run counts no points even
    without a second run.
    """

    points: int
    points_sparing_one_run: int
    is_valid: bool


def fewest(cards: Sequence[str], worth: Mapping[str, int], wild: str | None) -> Fewest:
    """Return the fewest points over all layouts of a hand."""
    points = [0 if _is_wild(card, wild) else worth[card[0]] for card in cards]
    kinds = _melds(cards, wild)
    least = min(sum(points), _least_unmatched(kinds, points))
    spared = [_sum(points, subset) for subset, kind in kinds.items() if kind.is_pure]
    return Fewest(
        least,
        min(least, sum(points) - max(spared, default=0)),
        _least_unmatched(kinds, [1] * len(cards)) == 0,
    )


def _is_wild(card: str, wild: str | None) -> bool:
    return card == JOKER or card[0] == wild


class Kind(NamedTuple):
    """Whether a meld can be a run, and a pure one."""

    is_run: bool
    is_pure: bool


def kind_of(cards: Sequence[str], wild: str | None) -> Kind | None:
    """Return the kind of meld that these cards can be, or `None` if they are no meld."""
    rows = [row for row in ROWS if len(row) == len(cards) and _stand_for(cards, row, wild)]
    if rows:
        return Kind(is_run=True, is_pure=any({*row} == {*cards} for row in rows))
    is_set = len(cards) in (3, 4) and any(
        _stand_for(cards, [rank + suit for suit in suits], wild)
        for rank in RANKS
        for suits in ("SHD", "SHC", "SDC", "HDC", SUITS)
        if len(suits) == len(cards)
    )
    return Kind(is_run=False, is_pure=False) if is_set else None


def _stand_for(cards: Sequence[str], others: Sequence[str], wild: str | None) -> bool:
    """Check whether the cards can represent the others, at least one of them as itself."""
    naturals = [card for card in cards if not _is_wild(card, wild)]
    return (
        {*naturals} <= {*others}
        and len({*naturals}) == len(naturals)
        and not {*cards}.isdisjoint(others)
    )


def _melds(cards: Sequence[str], wild: str | None) -> dict[int, Kind]:
    """Return every subset of the cards that is a meld, with its kind."""
    kinds = {}
    naturals = {place for place, card in enumerate(cards) if not _is_wild(card, wild)}
    for subset in range(1, 1 << len(cards)):
        alike = [cards[place] for place in naturals if subset >> place & 1]
        if len({card[0] for card in alike}) > 1 and len({card[1] for card in alike}) > 1:
            continue
        chosen = [card for place, card in enumerate(cards) if subset >> place & 1]
        if len(chosen) >= 3 and (kind := kind_of(chosen, wild)):
            kinds[subset] = kind
    return kinds


def _sum(points: Sequence[int], subset: int) -> int:
    return sum(each for place, each in enumerate(points) if subset >> place & 1)


def _least_unmatched(kinds: Mapping[int, Kind], points: Sequence[int]) -> int:
    """Return the fewest points outside melds, with two runs at least, one of them pure.

    A layout without these runs counts 1,000 points.
    """
    melds_from: list[list[tuple[int, Kind]]] = [[] for _ in points]
    for meld, kind in kinds.items():
        melds_from[(meld & -meld).bit_length() - 1].append((meld, kind))

    @cache
    def least(left: int, runs: int, is_pure: bool) -> int:
        if not left:
            return 0 if runs == 2 and is_pure else 1_000
        first = (left & -left).bit_length() - 1
        least_so_far = points[first] + least(left & left - 1, runs, is_pure)
        for meld, kind in melds_from[first]:
            if meld & left == meld:
                runs_now, pure_now = min(2, runs + kind.is_run), is_pure or kind.is_pure
                least_so_far = min(least_so_far, least(left ^ meld, runs_now, pure_now))
        return least_so_far

    return least((1 << len(points)) - 1, 0, False)
