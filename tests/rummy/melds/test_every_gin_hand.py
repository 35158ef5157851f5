"""The solver is right on every hand of one deck of up to thirteen cards, by the points of Gin.

A hand is its core, the cards in some possible meld, and a rest. One test shows with the solver’s
own tables that the rest only adds its points. So it is enough to compare the solver with an
enumeration of all melds on the cores: up to eleven cards under every renaming of the suits, and
with twelve and thirteen under a random one. The hands of all cores add up to all hands, so none is
missing.
"""

from __future__ import annotations

import random
from math import comb

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.single_deck import GIN_WORTH, least_deadwood, tables_of
from tests.support import meld_oracle
from tests.support.documents import variant_of
from tests.support.gin_cores import RENAMINGS, cores
from tests.support.random_hands import DECK
from tests.support.walks import walk

GIN = Deal(worth=card_points(), hand_size=10)
LARGEST = 11
"""The most cards of a hand in these games."""


def core_of(hand: list[str]) -> set[str]:
    """Return the cards of a hand that are in some possible meld."""
    held = set(hand)
    return set[str]().union(*(meld for meld in meld_oracle.MELDS_OF_A_DECK if meld <= held))


@walk("game", ["gin", "oklahoma", "hollywood", "knock"])
def test_these_games_are_played_with_such_hands(game: str) -> None:
    variant = variant_of(game)
    for preset in variant.presets:
        rules = rules_in_force(variant, preset.key, {})
        for players in range(variant.fewest, variant.most + 1):
            deal = variant.deal(rules, players, 1)
            size = deal.hand_size or LARGEST + 1
            assert (size <= LARGEST, deal.decks, deal.jokers, deal.wild) == (True, 1, 0, None)
            assert (deal.worth, deal.ace_high, deal.shortest_run) == (GIN.worth, False, 3)


def test_cards_in_no_run_only_add_their_points_whatever_else_goes_to_sets() -> None:
    """The test covers every lane of a suit, after any of its cards in runs went to sets.

    A rank with a set has no card in the rest, so the solver meets the rest only in these tables.
    """
    in_run, deadwood = tables_of(GIN_WORTH)
    for lane, runs in enumerate(in_run):
        rest = lane ^ runs
        alone = sum(worth for place, worth in enumerate(GIN_WORTH) if rest >> place & 1)
        left = runs
        while left:
            assert deadwood[left | rest] == deadwood[left] + alone
            left = left - 1 & runs
        assert deadwood[rest] == alone


@walk("size", [7, 10, 11, 13])
def test_a_hand_leaves_what_its_core_does_and_the_points_of_the_rest(size: int) -> None:
    rng = random.Random(size)
    for _ in range(500):
        hand = rng.sample(DECK, size)
        core = core_of(hand)
        rest = sum(GIN.worth[card[0]] for card in hand if card not in core)
        assert least_deadwood(" ".join(hand)) == least_deadwood(" ".join(core)) + rest


@pytest.mark.parametrize(
    ("largest", "size", "gins"),
    [(4, 4, 53), pytest.param(LARGEST, 10, 136_694, marks=pytest.mark.slow)],
)
def test_no_hand_leaves_less_than_the_solver_says(largest: int, size: int, gins: int) -> None:
    """The number of gin hands of this size is known: 13 sets and 40 runs of four cards."""
    found = 0
    for core in cores(largest):
        least = meld_oracle.least_deadwood_of_one_deck(core.cards, GIN.worth)
        for same in core.every_renamed():
            assert least_deadwood(same) == least, same
        assert best_arrangement(read_cards(" ".join(core.cards)), GIN).deadwood == least
        if core.size == size and not least:
            found += core.renamings
    assert found == gins


@pytest.mark.slow
def test_no_larger_hand_leaves_less_than_the_solver_says() -> None:
    rng = random.Random(13)
    for core in cores(13):
        if core.size > LARGEST:
            renamed = core.renamed(rng.randrange(len(RENAMINGS)))
            least = meld_oracle.least_deadwood_of_one_deck(core.cards, GIN.worth)
            assert least_deadwood(renamed) == least, renamed


@pytest.mark.slow
def test_what_is_dealt_is_as_the_rules_say() -> None:
    """One hand of 115,733 is gin, one of 1,549 leaves ten or less, and the mean is 56.57.

    The last two were counted over all hands. Here 400,000 random hands must agree with them.
    """
    assert round(comb(52, 10) / 136_694) == 115_733
    rng, dealt = random.Random(10), 400_000
    left = [least_deadwood(" ".join(rng.sample(DECK, 10))) for _ in range(dealt)]
    assert sum(left) / dealt == pytest.approx(56.57, abs=0.1)
    assert sum(points <= 10 for points in left) == pytest.approx(dealt / 1_549, rel=0.2)
    assert max(left) <= 98
    assert least_deadwood("KS KH QS QH JD JC TD TC 9S 9H") == 98
