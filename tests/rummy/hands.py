"""Hands dealt by chance: of one deck, and with wild cards under every rule of melds."""

from __future__ import annotations

import random
from dataclasses import dataclass

from scorekeeper.rummy.cards import RANKS, SUITS
from scorekeeper.rummy.deal import Deal, card_points

DECK = [rank + suit for rank in RANKS for suit in SUITS]
JOKER = "JK"


def random_hand(rng: random.Random, size: int = 10) -> list[str]:
    """Cards of one deck."""
    return rng.sample(DECK, size)


def clustered_hand(rng: random.Random, size: int = 10) -> list[str]:
    """Cards of one deck from five neighbouring ranks, so that sets and runs compete."""
    first = rng.randrange(len(RANKS) - 4)
    return rng.sample([card for card in DECK if card[0] in RANKS[first : first + 5]], size)


@dataclass(frozen=True)
class Dealt:
    """A hand and what it is played with."""

    deal: Deal
    cards: list[str]

    @property
    def wilds(self) -> int:
        """How many of the cards are wild."""
        return sum(card == JOKER or card[0] == self.deal.wild for card in self.cards)


def wild_hand(rng: random.Random, fewest: int, most: int) -> Dealt:
    """So many cards, 1 to 6 of them wild, of 1 to 3 decks under any rules, often of few ranks."""
    deal = _deal(rng)
    number = rng.randint(1, len(RANKS))
    first = rng.randrange(len(RANKS) - number + 1)
    ranks = rng.choice([RANKS[first : first + number], rng.sample(RANKS, number), RANKS])
    suits = rng.choice([SUITS, SUITS, "SH", "SHD", "C"])
    pack = [rank + suit for rank in ranks for suit in suits if rank != deal.wild] * deal.decks
    wilds = [JOKER] * deal.jokers
    if deal.wild:
        wilds += [deal.wild + suit for suit in SUITS] * deal.decks
    chosen = rng.sample(wilds, rng.randint(1, min(6, len(wilds))))
    left = min(rng.randint(fewest, most) - len(chosen), len(pack))
    return Dealt(deal, chosen + rng.sample(pack, max(0, left)))


def _deal(rng: random.Random) -> Deal:
    """Any mixture of the rules that some game has."""
    worth = card_points(
        ace=rng.choice([1, 11, 15]), court=rng.choice([(10, 10, 10), (11, 12, 13)])
    ) | {JOKER: rng.choice([0, 1, 15, 20, 25, 50])}
    wild = rng.choice([None, rng.choice(RANKS)])
    if wild and rng.choice([True, False]):
        worth[wild] = 20
    return Deal(
        worth=worth,
        hand_size=None,
        decks=rng.choice([1, 2, 3]),
        jokers=rng.choice([1, 2, 4, 6]),
        wild=wild,
        # Where a rank is wild every game lets a set repeat a suit.
        sets_repeat=wild is not None or rng.choice([True, False]),
        ace_high=rng.choice([True, False]),
    )
