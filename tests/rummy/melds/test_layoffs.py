"""Lay-offs: the best choice of own melds and cards laid off: a table, and an oracle."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from scorekeeper.rummy.cards import RANKS, print_cards, read_cards
from scorekeeper.rummy.deal import card_points
from scorekeeper.rummy.hand import LayOff
from scorekeeper.rummy.melds.lay_offs import all_that_fit, best_defence, where_laid
from scorekeeper.rummy.melds.single_deck import GIN_WORTH, bits_of, cards_of, tables_of
from tests.support import meld_oracle
from tests.support.documents import document, knock, sheet_of
from tests.support.random_hands import DECK
from tests.support.walks import walk

KNOWN = tables_of(GIN_WORTH)
WORTH = card_points()


def bits(cards: str) -> int:
    return bits_of(read_cards(cards))


@walk(
    ("melds", "hand", "left"),
    {
        "a chain on a run": (["7S 8S 9S"], "TS JS KC", 10),
        "no gap in a chain": (["7S 8S 9S"], "JS KC", 20),
        "a chain below a run": (["7S 8S 9S"], "5S 6S KC", 10),
        "nothing below an ace": (["AS 2S 3S"], "KS QS", 20),
        "nothing above a king": (["JS QS KS"], "AS 2S", 3),
        "the fourth of a set": (["7S 7H 7D"], "7C 2C", 2),
        "a full set takes nothing": (["7S 7H 7D 7C"], "8S", 8),
        "a set of one's own is better": (["7S 8S 9S"], "TS TH TD KC", 10),
        "the spare ten goes to the run": (["7S 8S 9S"], "TS TH TD TC", 0),
        "a set rather than a chain": (["7S 8S 9S"], "TS JS TH TD", 10),
        "a chain beside a set of one's own": (["7S 8S 9S"], "TS JS TH TD TC", 0),
        "a gap filled from both sides": (["3S 4S 5S", "8S 9S TS"], "6S 7S", 0),
        "a run of one's own as well": (["3S 4S 5S", "7H 7D 7C"], "6S 7S 8S", 0),
    },
)
def test_the_defender_is_left_with(melds: list[str], hand: str, left: int) -> None:
    assert best_defence(bits(hand), [bits(meld) for meld in melds], KNOWN).deadwood == left


def test_every_card_laid_off_is_placed_on_a_meld_that_takes_it() -> None:
    melds = [bits("7S 7H 7D"), bits("4C 5C 6C")]
    laid = all_that_fit(bits("7C 8C KD"), melds)
    taken = [
        (print_cards(cards_of(card)), print_cards(cards_of(on)))
        for card, on in where_laid(laid, melds)
    ]
    assert taken == [("7C", "4C 5C 6C"), ("8C", "4C 5C 6C")]


@walk("seed", range(60))
def test_no_combination_of_melds_and_lay_offs_leaves_less(seed: int) -> None:
    check_lay_offs(random.Random(seed))


@pytest.mark.slow
def test_no_combination_of_melds_and_lay_offs_leaves_less_in_2_000_rounds() -> None:
    rng = random.Random(20_000)
    for _ in range(2_000):
        check_lay_offs(rng)


def check_lay_offs(rng: random.Random) -> None:
    """Deal two hands, knock too high with one, and compare the judge with the oracle.

    Above the limit, only a layout of the least deadwood is allowed.
    """
    knocker, defender = two_hands(rng)
    knocked = knock("Ann", Ann={"hand": " ".join(knocker)}, Bob={"hand": " ".join(defender)})
    too_high = knocked | {"allow": ["illegal-knock"]}
    [ruled] = sheet_of(document("gin", too_high, knock_limit=0)).rounds
    arrangements = meld_oracle.best_arrangements(knocker, WORTH)
    melds = {frozenset(print_cards(meld).split()) for meld in ruled.ruling.laid[0].melds}
    assert melds in arrangements
    check_layoffs_fit(ruled.ruling.layoffs, melds)
    left = max(
        meld_oracle.least_after_lay_offs(defender, arrangement, WORTH)
        for arrangement in arrangements
    )
    assert ruled.ruling.deadwood[1] == left


def check_layoffs_fit(layoffs: Sequence[LayOff], melds: set[frozenset[str]]) -> None:
    """Check that every card laid off makes a legal meld with the earlier ones."""
    grown = {meld: set(meld) for meld in melds}
    for layoff in layoffs:
        meld = grown[frozenset(print_cards(layoff.on).split())]
        meld.add(str(layoff.card))
        assert frozenset(meld) in meld_oracle.MELDS


def two_hands(rng: random.Random) -> tuple[list[str], list[str]]:
    """Return ten cards each of few ranks of one deck, the first with melds and with deadwood."""
    while True:
        first = rng.randrange(len(RANKS) - 5)
        deck = [card for card in DECK if card[0] in RANKS[first : first + 6]]
        rng.shuffle(deck)
        knocker, defender = deck[:10], deck[10:20]
        melded = meld_oracle.least_deadwood_of_one_deck(knocker, WORTH)
        if 0 < melded < sum(WORTH[card[0]] for card in knocker):
            return knocker, defender
