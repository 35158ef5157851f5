"""An oracle for arrangements: every subset tried, every meld judged as defined, nothing clever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "JK"


def is_meld(
    cards: Sequence[str], *, wild: str | None = None, repeats: bool = False, ace_high: bool = False
) -> bool:
    """Whether cards such as `7S` and `JK` make one legal set or run."""
    if len(cards) < 3:
        return False
    return _is_set(cards, wild, repeats) or any(
        _is_run(cards, list(window), wild) for window in _windows(len(cards), ace_high)
    )


def _is_set(cards: Sequence[str], wild: str | None, repeats: bool) -> bool:
    for rank in RANKS:
        naturals = [card for card in cards if card != JOKER and card[0] == rank]
        others = [card for card in cards if card not in naturals]
        all_wild = all(card == JOKER or card[0] == wild for card in others)
        different = len(cards) <= 4 and len(set(naturals)) == len(naturals)
        if naturals and all_wild and (repeats or different):
            return True
    return False


def _windows(length: int, ace_high: bool) -> list[list[str]]:
    order = RANKS + ("A" if ace_high else "")
    return [
        [rank + suit for rank in order[start : start + length]]
        for suit in SUITS
        for start in range(len(order) - length + 1)
        if length <= len(RANKS)
    ]


def _is_run(cards: Sequence[str], window: list[str], wild: str | None) -> bool:
    free = list(window)
    naturals = 0
    wilds = [card for card in cards if card == JOKER or card[0] == wild]
    for card in cards:
        if card not in wilds:
            if card not in free:
                return False
            free.remove(card)
            naturals += 1
    return naturals > 0 or any(card in window for card in wilds)


def least_deadwood(
    cards: Sequence[str],
    worth: Mapping[str, int],
    *,
    wild: str | None = None,
    repeats: bool = False,
    ace_high: bool = False,
) -> int:
    """The least points left over all ways to part the cards into melds and the rest."""
    points = [worth[JOKER if card == JOKER else card[0]] for card in cards]
    melds_from: list[list[int]] = [[] for _ in cards]
    for mask in range(1, 1 << len(cards)):
        chosen = [card for place, card in enumerate(cards) if mask >> place & 1]
        if is_meld(chosen, wild=wild, repeats=repeats, ace_high=ace_high):
            melds_from[(mask & -mask).bit_length() - 1].append(mask)

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        unmatched = points[first] + least(left & ~(1 << first))
        melded = [least(left ^ meld) for meld in melds_from[first] if meld & left == meld]
        return min([unmatched, *melded])

    return least((1 << len(cards)) - 1)


def least_after_lay_offs(
    hand: Sequence[str], melds: Sequence[Sequence[str]], worth: Mapping[str, int]
) -> int:
    """The least points left over all ways to add cards, one by one, to melds of one deck."""

    @cache
    def least(held: tuple[str, ...], laid_out: tuple[tuple[str, ...], ...]) -> int:
        counts = [least_deadwood(held, worth)]
        for place, card in enumerate(held):
            for at, meld in enumerate(laid_out):
                if is_meld(longer := (*sorted((*meld, card)),)):
                    rest = held[:place] + held[place + 1 :]
                    counts.append(least(rest, (*laid_out[:at], longer, *laid_out[at + 1 :])))
        return min(counts)

    return least(tuple(hand), tuple(tuple(meld) for meld in melds))
