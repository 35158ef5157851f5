"""The solver is right on every hand of one deck: high aces, short decks, wild cards.

With wild cards nearly every card is in some possible meld, so all hands are tried, but only small
ones. The lemmas and the enumeration are those of `test_every_gin_hand`.
"""

from __future__ import annotations

import random
from itertools import product
from math import comb

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, read_cards
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.suit_runs import lane_of, lane_runs
from tests.support import meld_oracle
from tests.support.documents import variant_of
from tests.support.gin_cores import cores, hands
from tests.support.random_hands import DECK, JOKER, meld_rules
from tests.support.walks import walk

ACES_HIGH = Deal(worth=card_points(ace=11), hand_size=10, ace_high=True)


def deal_of(game: str, number: int = 1, **rules: object) -> Deal:
    """Return the deal of a round of two players, from one deck."""
    variant = variant_of(game)
    deal = variant.deal(rules_in_force(variant, "plain", rules), 2, number)
    assert deal.decks == 1
    return deal


def left_in(hand: str, deal: Deal) -> int:
    return best_arrangement(read_cards(hand), deal).deadwood


# Aces that are also high


def test_cards_in_no_run_only_add_their_points_with_high_aces() -> None:
    """The test covers every lane of a suit, after any of its cards in runs went to sets."""
    known = lane_runs(ACES_HIGH.worth_by_place, 0, ace_high=True, shortest=3, low_ace=0)
    worth = ACES_HIGH.worth_by_place
    for held in product((0, 1), repeat=len(RANKS)):
        around = (*held, held[0])
        runs = {
            (first + step) % len(RANKS)
            for first in range(len(around) - 2)
            if all(around[first : first + 3])
            for step in range(3)
        }
        rest = [has and place not in runs for place, has in enumerate(held)]
        alone = sum(points for points, has in zip(worth, rest, strict=True) if has)
        in_runs = [int(place in runs) for place in range(len(RANKS))]
        [melded] = known[lane_of(in_runs)]
        assert known[lane_of(held)] == [melded + alone]
        for place in runs:
            fewer = [has and at != place for at, has in enumerate(held)]
            [left] = known[lane_of([has and at != place for at, has in enumerate(in_runs)])]
            assert known[lane_of(fewer)] == [left + alone]


@walk("size", [7, 10])
def test_a_hand_with_high_aces_leaves_what_its_core_does_and_its_other_cards(size: int) -> None:
    rng = random.Random(size)
    for _ in range(200):
        hand = rng.sample(DECK, size)
        held = set(hand)
        in_melds = [meld for meld in meld_oracle.MELDS_WITH_HIGH_ACES if meld <= held]
        core = set[str]().union(*in_melds)
        rest = sum(ACES_HIGH.worth[card[0]] for card in hand if card not in core)
        assert left_in(" ".join(hand), ACES_HIGH) == left_in(" ".join(core), ACES_HIGH) + rest


@pytest.mark.parametrize("largest", [4, pytest.param(10, marks=pytest.mark.slow)])
def test_no_hand_leaves_less_where_aces_are_high_too(largest: int) -> None:
    melds = meld_oracle.by_one_card(meld_oracle.MELDS_WITH_HIGH_ACES)
    for core in cores(largest, ace_high=True):
        least = meld_oracle.least_deadwood_of_one_deck(core.cards, ACES_HIGH.worth, melds)
        for same in core.every_renamed():
            assert left_in(same, ACES_HIGH) == least, same


# Short decks: the jack follows the seven or the nine


@walk("cards_in_deck", ["40", "48"])
def test_a_card_in_no_meld_of_a_short_deck_only_adds_its_points(cards_in_deck: str) -> None:
    deal, rng = deal_of("chinchon", deck=cards_in_deck), random.Random(cards_in_deck)
    ranks = "".join(deal.ranks)
    melds, deck = list(meld_oracle.melds_of_a_deck(ranks)), [r + s for r in ranks for s in SUITS]
    for _ in range(200):
        hand = rng.sample(deck, 7)
        core = set[str]().union(*(meld for meld in melds if meld <= set(hand)))
        rest = sum(deal.worth[card[0]] for card in hand if card not in core)
        assert left_in(" ".join(hand), deal) == left_in(" ".join(core), deal) + rest


@pytest.mark.slow
@pytest.mark.parametrize("cards_in_deck", [40, 48])
def test_no_hand_of_chinchon_leaves_less(cards_in_deck: int) -> None:
    deal = deal_of("chinchon", deck=str(cards_in_deck))
    ranks, largest = "".join(deal.ranks), deal.hand_size
    assert largest == 7
    melds = meld_oracle.by_one_card(meld_oracle.melds_of_a_deck(ranks))
    for core in cores(largest, ranks):
        least = meld_oracle.least_deadwood_of_one_deck(core.cards, deal.worth, melds)
        for same in core.every_renamed():
            assert left_in(same, deal) == least, same


# Jokers and wild ranks


@pytest.mark.parametrize(
    ("deal", "size"),
    [
        (deal_of("three-thirteen", 1), 3),
        (deal_of("basic", jokers_per_deck=2), 3),
        (deal_of("manipulation"), 3),
        pytest.param(deal_of("three-thirteen", 2), 4, marks=pytest.mark.slow),
        pytest.param(deal_of("three-thirteen", 3), 5, marks=pytest.mark.slow),
        pytest.param(deal_of("basic", jokers_per_deck=2), 4, marks=pytest.mark.slow),
        pytest.param(deal_of("manipulation"), 4, marks=pytest.mark.slow),
    ],
)
def test_no_hand_with_wild_cards_leaves_less(deal: Deal, size: int) -> None:
    """Each hand is tried once for all renamings of the suits, and under one random renaming."""
    rng, rules = random.Random(size), meld_rules(deal)
    wilds = [JOKER] * deal.jokers + ([deal.wild + suit for suit in SUITS] if deal.wild else [])
    found = 0
    for wild in range(min(size, len(wilds)) + 1):
        ways = comb(len(wilds), wild)
        for naturals, renamings in hands(size - wild, without=deal.wild):
            found += renamings * ways
            hand = naturals + rng.sample(wilds, wild)
            least = meld_oracle.least_deadwood(hand, deal.worth, **rules)
            names = dict(zip(SUITS, rng.sample(SUITS, len(SUITS)), strict=True))
            renamed = [card if card == JOKER else card[0] + names[card[1]] for card in hand]
            for same in (hand, renamed):
                assert left_in(" ".join(same), deal) == least, same
    assert found == comb(52 + deal.jokers, size)
