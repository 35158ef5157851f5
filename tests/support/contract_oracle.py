"""An oracle for contracts: it tries every way to split a hand into the melds and the rest.

Cards are texts such as `7S` and `JK`. `??` is an unknown card, which can be any card. Equal cards
are interchangeable, so a subset of a hand is the number of each card. The numbers are the digits of
one int, which makes subtraction fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

JOKER = "JK"
ANY = "??"
ORDER = "A23456789TJQKA"

DIGIT, HALF = 16, 8


class Asked(NamedTuple):
    """A meld that a contract asks for."""

    kind: str
    size: int
    pure: bool = False
    mixed: bool = False


class Table(NamedTuple):
    """The table’s rules: the wild rank, the most wild cards in a meld (0: any), K-A-2 in runs."""

    wild: str | None = None
    max_wild: int = 0
    corner: bool = False


def is_meld(cards: Sequence[str], asked: Asked, table: Table) -> bool:
    """Check whether these cards are a meld of the kind and size asked for."""
    wilds = [card for card in cards if card != ANY and _is_free(card, table.wild)]
    most = 0 if asked.pure else table.max_wild or len(cards)
    if len(wilds) > most or len(cards) < asked.size or set(cards) == {JOKER}:
        return False
    naturals = [card for card in cards if not _is_free(card, table.wild)]
    ranks = [card[0] for card in naturals]
    if asked.kind == "set":
        return len(set(ranks)) <= 1
    if len({card[1] for card in naturals}) > 1 and not asked.mixed:
        return False
    order = ORDER[:-1] * 2 if table.corner else ORDER
    spans = (order[first : first + len(cards)] for first in range(len(order) - len(cards) + 1))
    in_order = any(set(ranks) <= set(span) for span in spans)
    return in_order and len(cards) <= 13 and len(set(ranks)) == len(ranks)


def _is_free(card: str, wild: str | None) -> bool:
    return card in (JOKER, ANY) or card[0] == wild


def fewest_left(
    cards: Sequence[str],
    contract: Sequence[Asked],
    worth: Mapping[str, int],
    table: Table,
) -> int | None:
    """Return the fewest points left after these melds, or `None` if the hand does not have them."""
    held = Counter(cards)
    places = {card: DIGIT**place for place, card in enumerate(held)}
    enough = sum(HALF * place for place in places.values())
    melds = {
        asked: {
            _subset(meld, places)
            for meld in _alike(held, asked, table.wild)
            if is_meld(meld, asked, table)
        }
        for asked in contract
    }
    points = [0 if card == ANY else worth[JOKER if card == JOKER else card[0]] for card in held]

    @cache
    def fewest(kinds: tuple[Asked, ...], left: int) -> int | None:
        if not kinds:
            return sum(left // DIGIT**place % DIGIT * each for place, each in enumerate(points))
        # Half a digit is lost if the meld has more of a card than `left` has.
        rests = [left - meld for meld in melds[kinds[0]] if left + enough - meld & enough == enough]
        found = [fewest(kinds[1:], rest) for rest in rests]
        return min([each for each in found if each is not None], default=None)

    return fewest(tuple(contract), _subset(cards, places))


def _alike(held: Mapping[str, int], asked: Asked, wild: str | None) -> Iterator[list[str]]:
    """Yield every choice of cards of one rank or suit, with any wild and unknown cards."""
    sign = slice(0) if asked.mixed else slice(1) if asked.kind == "set" else slice(1, 2)
    for one in {card[sign] for card in held if not _is_free(card, wild)} or {""}:
        part = [card for card in held if _is_free(card, wild) or card[sign] == one]
        for numbers in product(*(range(held[card] + 1) for card in part)):
            yield [card for card, number in zip(part, numbers, strict=True) for _ in range(number)]


def _subset(cards: Sequence[str], places: Mapping[str, int]) -> int:
    return sum(places[card] for card in cards)
