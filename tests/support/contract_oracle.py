"""An oracle for contracts: it tries every way to split a hand into the melds and the rest.

Cards are texts such as `7S` and `JK`; `??` is a card of which nothing is known, so it is any.
A subset of a hand is how many it has of each card, for equal cards do the same: an int with a
digit per card, so that subsets are taken from each other quickly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

JOKER = "JK"
ANY = "??"
ORDER = "A23456789TJQKA"

DIGIT, HALF = 16, 8


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
    held = Counter(cards)
    places = {card: DIGIT**place for place, card in enumerate(held)}
    enough = sum(HALF * place for place in places.values())
    melds = {
        "set": {_subset(each, places) for each in _alike(held, 0, wild) if is_set(each, wild)},
        "run": {
            _subset(each, places) for each in _alike(held, 1, wild) if is_run(each, wild, shortest)
        },
    }
    points = [0 if card == ANY else worth[JOKER if card == JOKER else card[0]] for card in held]

    @cache
    def fewest(kinds: tuple[str, ...], left: int) -> int | None:
        if not kinds:
            return sum(left // DIGIT**place % DIGIT * each for place, each in enumerate(points))
        # Where `left` has fewer of a card than the meld, half a digit more does not remain half.
        rests = [left - meld for meld in melds[kinds[0]] if left + enough - meld & enough == enough]
        found = [fewest(kinds[1:], rest) for rest in rests]
        return min([each for each in found if each is not None], default=None)

    return fewest(tuple(contract), _subset(cards, places))


def _alike(held: Mapping[str, int], sign: int, wild: str | None) -> Iterator[list[str]]:
    """Every choice of cards that agree in this sign, rank or suit, apart from those of no rank."""
    for one in {card[sign] for card in held if not _is_free(card, wild)} or {""}:
        part = [card for card in held if _is_free(card, wild) or card[sign] == one]
        for numbers in product(*(range(held[card] + 1) for card in part)):
            yield [card for card, number in zip(part, numbers, strict=True) for _ in range(number)]


def _subset(cards: Sequence[str], places: Mapping[str, int]) -> int:
    return sum(places[card] for card in cards)
