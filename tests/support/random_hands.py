"""Random hands: of one deck, and with wild cards under every combination of meld rules."""

from __future__ import annotations

import random
from dataclasses import dataclass

from scorekeeper.rummy.cards import RANKS, SUITS
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.game.sheet import rules_in_force
from tests.support.documents import variant_of

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
    """A hand and the deal it belongs to."""

    deal: Deal
    cards: list[str]


def deals() -> list[Deal]:
    """Every kind of deal with wild cards or several decks."""
    found = []
    for key, overrides in (
        ("manipulation", {}),
        *(("basic", {"ace_value": ace, "jokers_per_deck": 4}) for ace in (1, 11)),
        *(("three-thirteen", {"joker_value": joker}) for joker in (0, 1, 20)),
    ):
        variant = variant_of(key)
        rules = rules_in_force(variant, "plain", overrides)
        for players in (variant.fewest, 4, variant.most):
            found += [variant.deal(rules, players, number) for number in range(1, 12)]
    return list({id(deal): deal for deal in found}.values())


DEALS = deals()


def hand_of_a_game(rng: random.Random, fewest: int, most: int) -> Dealt:
    """A hand of this size with at least one wild card, from a real game, often of few ranks."""
    deal = rng.choice(DEALS)
    jokers = [JOKER] * deal.jokers
    wilds = [card for card in DECK if card[0] == deal.wild] * deal.decks + jokers
    ranks = rng.choice([RANKS, rng.sample(RANKS, rng.randint(2, 8)), _neighbours(rng)])
    naturals = [card for card in DECK if card[0] in ranks and card[0] != deal.wild] * deal.decks
    size = rng.randint(fewest, most)
    number = min(rng.choice([1, rng.randint(1, 6), rng.randint(1, size)]), len(wilds))
    return Dealt(
        deal,
        rng.sample(wilds, number) + rng.sample(naturals, min(size - number, len(naturals))),
    )


def _neighbours(rng: random.Random) -> str:
    number = rng.randint(2, 8)
    first = rng.randrange(len(RANKS) - number + 1)
    return RANKS[first : first + number]


def wild_hand(rng: random.Random, fewest: int, most: int) -> Dealt:
    """A hand of this size with 1 to 6 wild cards, 1 to 3 decks and any meld rules."""
    deal = _deal(rng)
    ranks = rng.choice([RANKS, rng.sample(RANKS, rng.randint(1, 8)), _neighbours(rng)])
    suits = rng.choice([SUITS, SUITS, "SH", "SHD", "C"])
    pack = [rank + suit for rank in ranks for suit in suits if rank != deal.wild] * deal.decks
    wilds = [JOKER] * deal.jokers
    if deal.wild:
        wilds += [deal.wild + suit for suit in SUITS] * deal.decks
    chosen = rng.sample(wilds, rng.randint(1, min(6, len(wilds))))
    left = min(rng.randint(fewest, most) - len(chosen), len(pack))
    return Dealt(deal, chosen + rng.sample(pack, max(0, left)))


def _deal(rng: random.Random) -> Deal:
    """A deal with any combination of meld rules."""
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
        shortest_run=rng.choice([3, 3, 4]),
    )
