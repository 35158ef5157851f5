"""Tables of melds made by chance, as they could lie in the middle of a game."""

from __future__ import annotations

from collections import Counter
from random import Random

from scorekeeper.rummy.melds.layout import Counts, Meld, Spot

Place = tuple[int, int]


def counts(places: Counter[Place]) -> Counts:
    """How many there are by value and suit."""
    return tuple(tuple(places[value, suit] for suit in range(4)) for value in range(13))


def faces(melds: list[Meld]) -> Counter[Place]:
    """The cards of melds."""
    return Counter((spot.value, spot.suit) for meld in melds for spot in meld)


def chance_table(rng: Random, cards: int, copies: int = 2) -> list[Meld]:
    """Legal melds of about so many cards, half of them sets."""
    left = Counter({(value, suit): copies for value in range(13) for suit in range(4)})
    melds: list[Meld] = []
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


def chance_hand(rng: Random, table: list[Meld], cards: int, copies: int = 2) -> list[Spot]:
    """Cards that do not lie on the table."""
    left = Counter({(value, suit): copies for value in range(13) for suit in range(4)})
    left -= faces(table)
    return [Spot(*place) for place in rng.sample(sorted(left.elements()), cards)]
