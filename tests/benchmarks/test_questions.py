"""The longest time that the judge needs to answer a question about a hand.

Run with `pytest -m benchmark -s`. Every hand has as many cards as a question allows, and the caches
are empty. Times are processor times of one core.
"""

from __future__ import annotations

import random
from functools import partial

import pytest

from scorekeeper.rummy.article import most_cards
from scorekeeper.rummy.cards import RANKS, SUITS, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.contract import CONTRACT
from scorekeeper.rummy.variants.indian import INDIAN
from tests.benchmarks.measuring import MILLISECOND, cold_seconds

pytestmark = pytest.mark.benchmark

SEED = 313
NUMBER = 1_000
CROWDS = [RANKS, "A23456", "56789TJQ", "89TJQKA"]
"""All ranks, or neighbours, which fit sets and runs alike."""


ASKED = [variant for variant in VARIANTS if variant.question]
HARDEST = [
    (
        CONTRACT,
        CONTRACT.deal(CONTRACT.rules_type(), 8, 6),
        "AD JD JC 5S 9D 8S 5C 3S 6C 9S AC AS QH 5C 4S 7C KC 5D 9C JS 7S 9H TC 5H TH 5S",
    ),
    (
        INDIAN,
        INDIAN.deal_with(
            INDIAN.rules_type(), INDIAN.deal(INDIAN.rules_type(), 8, 1), (("wild", "9"),)
        ),
        "8S 9C 9H 9S AC JC JD KC KD KH QC QS TC",
    ),
]
"""Slow hands, found by changing cards again and again."""


def any_deal(rng: random.Random, variant: Variant) -> Deal:
    """Return the deal of a random round, with random facts of the deal."""
    rules = variant.rules_type()
    players = rng.choice([variant.fewest, variant.most])
    deal = variant.deal(rules, players, rng.randint(1, max(1, variant.rounds)))
    facts = [(fact.key, rng.choice([*fact.choices])) for fact in variant.facts_of_deal(rules)]
    return variant.deal_with(rules, deal, tuple(facts))


def full_hand(rng: random.Random, variant: Variant, deal: Deal) -> str:
    """Return a hand of as many cards as a question allows, with no joker or with all of them."""
    assert variant.question is not None
    most = deal.cards_dealt if variant.question.takes_whole_hand else most_cards(deal)
    jokers = ["JK"] * rng.choice([0, deal.jokers])
    size = (most or 0) - len(jokers)
    ranks = rng.choice([each for each in CROWDS if len(each) * len(SUITS) * deal.decks >= size])
    pack = [rank + suit for rank in ranks for suit in SUITS] * deal.decks
    return " ".join(rng.sample(pack, size) + jokers)


def seconds(variant: Variant, deal: Deal, hand: str) -> float:
    """Return the seconds to answer the game’s question about a hand of this deal."""
    assert variant.question is not None
    cards = read_cards(hand)
    return cold_seconds(partial(variant.question.answer, variant.rules_type(), deal, cards))


@pytest.mark.parametrize("variant", ASKED, ids=lambda each: each.key)
def test_no_question_about_a_dealt_hand_takes_a_tenth_of_a_second(variant: Variant) -> None:
    rng = random.Random(SEED)
    worst = (0.0, "")
    for _ in range(NUMBER):
        deal = any_deal(rng, variant)
        hand = full_hand(rng, variant, deal)
        worst = max(worst, (seconds(variant, deal, hand), hand))
    print(f"\n{variant.key}: at most {worst[0] / MILLISECOND:.0f} ms: {worst[1]}")
    assert worst[0] < 100 * MILLISECOND


@pytest.mark.parametrize(("variant", "deal", "hand"), HARDEST, ids=["contract", "indian"])
def test_the_hardest_hand_known_is_answered_in_half_a_second(
    variant: Variant, deal: Deal, hand: str
) -> None:
    taken = seconds(variant, deal, hand)
    print(f"\n{taken / MILLISECOND:.0f} ms")
    assert taken < 500 * MILLISECOND
