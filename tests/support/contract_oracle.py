"""An oracle for contracts: it tries every way to split a hand into the melds and the rest.

Cards are texts such as `7S` and `JK`; `??` is a card of which nothing is known, so it is any.
A subset of a hand is an int with one bit per card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

JOKER = "JK"
ANY = "??"
ORDER = "A23456789TJQKA"


def is_set(cards: Sequence[str], wild: str | None) -> bool:
    """Whether these cards are a set, in which a suit may be repeated."""
    naturals = {card[0] for card in cards if not _is_free(card, wild)}
    return len(cards) >= 3 and len(naturals) <= 1 and set(cards) != {JOKER}


def is_run(cards: Sequence[str], wild: str | None, shortest: int) -> bool:
    """Whether these cards are a run, with the ace below the two or above the king."""
    if not shortest <= len(cards) <= 13 or set(cards) == {JOKER}:
        return False
    naturals = [card for card in cards if not _is_free(card, wild)]
    if len({card[1] for card in naturals}) > 1 or len(set(naturals)) < len(naturals):
        return False
    ranks = {card[0] for card in naturals}
    spans = (ORDER[first : first + len(cards)] for first in range(len(ORDER) - len(cards) + 1))
    return any(ranks <= set(span) for span in spans)


def _is_free(card: str, wild: str | None) -> bool:
    return card in (JOKER, ANY) or card[0] == wild


def fewest_left(
    cards: Sequence[str],
    contract: Sequence[str],
    worth: Mapping[str, int],
    *,
    wild: str | None = None,
    shortest: int = 4,
) -> int | None:
    """The fewest points left after melds of these kinds; `None` if the hand does not have them."""
    subsets = {
        mask: [card for place, card in enumerate(cards) if mask >> place & 1]
        for mask in range(1, 1 << len(cards))
    }
    melds = {
        "set": [mask for mask, chosen in subsets.items() if is_set(chosen, wild)],
        "run": [mask for mask, chosen in subsets.items() if is_run(chosen, wild, shortest)],
    }
    points = [0 if card == ANY else worth[JOKER if card == JOKER else card[0]] for card in cards]

    @cache
    def fewest(kinds: tuple[str, ...], left: int) -> int | None:
        if not kinds:
            return sum(each for place, each in enumerate(points) if left >> place & 1)
        found = [fewest(kinds[1:], left ^ meld) for meld in melds[kinds[0]] if meld & left == meld]
        return min([each for each in found if each is not None], default=None)

    return fewest(tuple(contract), (1 << len(cards)) - 1)
