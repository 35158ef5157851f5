"""Random hands: from one deck, and with wild cards under every combination of meld rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.cards import RANKS, SUITS
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.game.facts import rules_in_force
from tests.support.documents import variant_of

DECK = [rank + suit for rank in RANKS for suit in SUITS]
JOKER = "JK"


def random_hand(rng: random.Random, size: int = 10) -> list[str]:
    """Return cards of one deck."""
    return rng.sample(DECK, size)


def clustered_hand(rng: random.Random, size: int = 10) -> list[str]:
    """Return cards of one deck from five neighbouring ranks, so that sets and runs compete."""
    first = rng.randrange(len(RANKS) - 4)
    return rng.sample([card for card in DECK if card[0] in RANKS[first : first + 5]], size)


@dataclass(frozen=True)
class Dealt:
    """A hand and its deal."""

    deal: Deal
    cards: list[str]


def deals() -> list[Deal]:
    """Return every kind of deal with wild cards or several decks."""
    found = []
    for key, overrides in (
        ("manipulation", {}),
        *(("basic", {"ace_value": ace, "jokers_per_deck": 4}) for ace in (1, 11)),
        *(("three-thirteen", {"joker_value": joker}) for joker in (0, 1, 20)),
        *(("five-crowns", {"all_wild": all_wild}) for all_wild in (True, False)),
    ):
        variant = variant_of(key)
        rules = rules_in_force(variant, "plain", overrides)
        for players in (variant.fewest, 4, variant.most):
            found += [variant.deal(rules, players, number) for number in range(1, 12)]
    return list({id(deal): deal for deal in found}.values())


DEALS = deals()


def hand_of_a_game(rng: random.Random, fewest: int, most: int) -> Dealt:
    """Return a hand of a real game with at least one wild card, often of few ranks."""
    deal = rng.choice(DEALS)
    deck = [rank + suit for rank in deal.ranks for suit in deal.suits]
    jokers = [JOKER] * deal.jokers
    wilds = [card for card in deck if card[0] == deal.wild] * deal.decks + jokers
    ranks = rng.choice([RANKS, rng.sample(RANKS, rng.randint(2, 8)), _neighbours(rng)])
    naturals = [card for card in deck if card[0] in ranks and card[0] != deal.wild] * deal.decks
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
    """Return a hand of this size with 1 to 6 wild cards, 1 to 3 decks and any meld rules."""
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
    """Return a deal with any combination of meld rules."""
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
        # Every game with a wild rank allows a set to repeat a suit.
        sets_repeat=wild is not None or rng.choice([True, False]),
        ace_high=rng.choice([True, False]),
        shortest_run=rng.choice([3, 3, 4]),
    )


def meld_rules(deal: Deal) -> dict[str, Any]:
    """Return the oracle’s arguments for the meld rules of a deal."""
    return {
        "wild": deal.wild,
        "repeats": deal.sets_repeat,
        "ace_high": deal.ace_high,
        "ace_to_ace": deal.ace_to_ace,
        "shortest_run": deal.shortest_run,
        "all_wild": deal.all_wild,
        "ranks": "".join(deal.ranks),
    }


HARD_HANDS: tuple[tuple[int, str, int], ...] = (
    (
        2,
        "AS 4S 5S 5S 7S TS JS QS KS "
        "2H 3H 3H 5H 8H TH JH QH KH "
        "AD AD 3D 5D 6D 7D 8D TD JD QD KD "
        "4C 5C 5C 7C 8C TC JC QC KC JK JK",
        12,
    ),
    (
        2,
        "2S 4S 4S 5S 7S 8S 9S TS JS QS KS "
        "AH 2H 5H 8H 9H QH KH "
        "3D 6D 7D 9D JD QD KD "
        "AC 3C 4C 4C 6C 7C 8C 8C 9C TC JC QC KC JK JK",
        24,
    ),
    (
        2,
        "AS 2S 4S 5S 6S 7S 8S 9S TS JS QS KS "
        "4H 5H 7H 9H TH JH QH KH "
        "3D 6D 7D 9D TD JD QD KD "
        "2C 3C 5C 7C 7C 9C TC JC QC KC JK JK",
        16,
    ),
    (
        2,
        "AS 5S 6S 7S 8S 9S TS JS QS KS "
        "3H 6H 8H 9H TH JH QH KH "
        "4D 5D 6D 7D 9D TD JD QD KD "
        "AC 3C 4C 5C 6C 8C 9C TC JC QC KC JK JK",
        0,
    ),
    (
        2,
        "AS 3S 3S 6S 8S 9S TS JS QS KS "
        "3H 4H 5H 8H 9H TH JH QH KH "
        "AD 2D 3D 4D 5D 8D 9D TD JD QD KD "
        "2C 3C 4C 5C 8C 9C TC JC QC KC",
        11,
    ),
    (
        2,
        "AS AS 2S 2S 3S 4S 5S 7S 9S TS JS QS QS KS KS "
        "AH AH 2H 3H 3H 4H 5H 7H 8H 9H TH JH QH KH KH "
        "3D 6D 9D TD "
        "2C 5C TC QC JK JK",
        32,
    ),
    (
        2,
        "AS AS 2S 3S 4S 5S 7S 8S 9S TS TS JS JS QS QS KS KS "
        "AH 3H 4H 5H 8H TH TH QH KH "
        "AD AD 3D 5D 5D 6D 7D 9D JD "
        "2C 7C 9C QC JK",
        61,
    ),
    (
        2,
        "AS AS 2S 3S 3S 4S 5S 6S 6S 7S 7S 8S 9S 9S TS TS JS QS QS KS KS "
        "AH 2H 4H 5H 6H 7H 8H 9H JH "
        "5D 7D 8D JD "
        "3C 4C 6C TC QC JK",
        47,
    ),
    (
        1,
        "3S 6S 7S 9S TS JS QS KS "
        "AH 2H 3H 4H 5H 6H 7H 8H TH KH "
        "AD 3D 4D 5D 6D 7D 8D 9D TD QD "
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC JK",
        22,
    ),
    (
        1,
        "2S 3S 4S 7S 8S 9S TS JS QS KS "
        "AH 2H 4H 5H 6H 7H 8H 9H TH JH QH KH "
        "2D 4D 7D 8D 9D TD JD QD KD "
        "AC 7C 8C 9C TC JC QC KC JK",
        2,
    ),
)
"""The number of decks, the hand, and its least deadwood."""
