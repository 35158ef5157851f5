"""Random tables of melds, as in the middle of a game."""

from __future__ import annotations

from collections import Counter
from random import Random

from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import Counts

Place = tuple[int, int]

HARD_TABLES = (
    (
        "5H 5S 5C 5D | KD KH KC KS | AH 2H 3H 4H | 3C 4C 5C 6C | 7S 8S 9S | 6H 7H 8H 9H | "
        "AH AC AD AS | JD JH JS JC | TD TH TC | 4D 5D 6D | JS QS KS | 6H 6S 6C 6D | TD TS TC TH | "
        "8D 8C 8S | 2S 3S 4S | 7D 7S 7C",
        "9C KC 2D 2C JD 2D 7C KH 8C 5S TS 3C JK JK",
    ),
    (
        "8C 8S 8D | 8H 9H TH | TS TC TD TH | 7H 7D 7C 7S | 4D 5D 6D | KH KS KD KC | 6D 6C 6S | "
        "AD AS AH AC | 9D 9H 9C | 5S 6S 7S | QC QD QH QS | 8D 9D TD | 2H 2C 2D 2S | 5C 6C 7C 8C | "
        "6H 7H 8H",
        "3C AD JS 5C QH 7D 3D QD 9C KD AC JS JK JK",
    ),
)
"""Tables of two packs with hands, both jokers included, that take a long search.

They were found by changing random tables step by step and keeping slower ones. Each hand can be
laid down whole, but a greedy search finds that for neither.
"""


PACKS = Counter({(value, suit): 2 for value in range(13) for suit in range(4)})
"""The cards of two packs, without jokers."""


def counts(places: Counter[Place]) -> Counts:
    """Return the numbers of cards by value and suit."""
    return tuple(tuple(places[value, suit] for suit in range(4)) for value in range(13))


def faces(melds: list[Meld]) -> Counter[Place]:
    """Return the cards of melds, with their numbers."""
    return Counter((spot.value, spot.suit) for meld in melds for spot in meld)


def chance_table(rng: Random, cards: int) -> list[Meld]:
    """Return random legal melds of at most this many cards, half of them sets."""
    left, melds = PACKS.copy(), list[Meld]()
    for _try in range(cards * 40):
        value, size = rng.randrange(13), rng.choice((3, 3, 4, 5))
        if rng.random() < 0.5:
            suits = rng.sample(range(4), min(size, 4))
            meld = tuple(Spot(value, suit) for suit in suits)
        else:
            first, suit = rng.randrange(14 - size), rng.randrange(4)
            meld = tuple(Spot(each, suit) for each in range(first, first + size))
        here = faces([meld])
        if sum(map(len, melds)) + len(meld) <= cards and here <= left:
            left -= here
            melds.append(meld)
    return melds


def chance_hand(rng: Random, table: list[Meld], cards: int) -> list[Spot]:
    """Return random cards that are not on the table."""
    left = sorted((PACKS - faces(table)).elements())
    return [Spot(*place) for place in rng.sample(left, cards)]
