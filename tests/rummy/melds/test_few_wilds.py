"""Hands of decks with one or two wild cards to a meld, compared with an oracle."""

from __future__ import annotations

import random

import pytest

from scorekeeper.rummy.cards import JOKER, Card
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.meld import meld_fault
from tests.support import meld_oracle


def a_deal(rng: random.Random) -> Deal:
    """Return a deal of 40, 48 or 52 cards, one pack or two, with few wild cards to a meld."""
    ranks = rng.choice(["A234567JQK", "A23456789JQK", "A23456789TJQK"])
    decks = rng.choice([1, 2])
    points = card_points(court=rng.choice([(10, 10, 10), (10, 11, 12), (8, 9, 10)]))
    return Deal(
        worth={rank: points[rank] for rank in ranks} | {"JK": 25},
        hand_size=7,
        decks=decks,
        jokers=2 * decks,
        most_wild=rng.choice([1, 1, 2]),
        sets_repeat=decks > 1,
        largest_set=4,
    )


def check_hands(rng: random.Random, number: int) -> None:
    """Check the layout of random hands, mostly of neighbouring ranks, with the oracle."""
    for _ in range(number):
        deal = a_deal(rng)
        first = rng.randrange(len(deal.ranks) - 4)
        ranks = deal.ranks[first : first + rng.choice([4, 5, 13])]
        pack = [Card(rank, suit) for rank in ranks for suit in rng.choice(["SHDC", "SHD", "SH"])]
        pack = pack * deal.decks + [JOKER] * deal.jokers
        hand = rng.sample(pack, min(len(pack), rng.randint(5, 9)))
        best = best_arrangement(hand, deal)
        assert all(meld_fault(meld, deal) is None for meld in best.melds), hand
        laid = [card for meld in best.melds for card in meld] + list(best.unmatched)
        assert sorted(map(str, laid)) == sorted(map(str, hand))
        assert best.deadwood == meld_oracle.least_deadwood(
            [str(card) for card in hand],
            deal.worth,
            repeats=deal.sets_repeat,
            most_wild=deal.most_wild,
            largest_set=deal.largest_set,
            ranks="".join(deal.ranks),
        ), hand


def test_hands_are_laid_out_as_the_oracle_says() -> None:
    check_hands(random.Random(31), 120)


@pytest.mark.slow
def test_thousands_of_hands_are_laid_out_as_the_oracle_says() -> None:
    check_hands(random.Random(310), 3_000)
