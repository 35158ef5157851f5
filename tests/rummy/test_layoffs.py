"""Lay-offs: own melds and cards added to the knocker's together, against a table and an oracle."""

from __future__ import annotations

import random

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, print_cards, read_cards
from scorekeeper.rummy.deal import card_points
from scorekeeper.rummy.layoffs import best_defence, every_lay_off, hardest_melds, placed
from scorekeeper.rummy.one_deck import GIN_WORTH, bits_of, cards_of, tables
from tests.rummy import meld_oracle

KNOWN = tables(GIN_WORTH)


def bits(cards: str) -> int:
    return bits_of(read_cards(cards))


@pytest.mark.parametrize(
    ("melds", "hand", "left"),
    [
        pytest.param(["7S 8S 9S"], "TS JS KC", 10, id="a chain on a run"),
        pytest.param(["7S 8S 9S"], "JS KC", 20, id="no gap in a chain"),
        pytest.param(["7S 8S 9S"], "5S 6S KC", 10, id="a chain below a run"),
        pytest.param(["AS 2S 3S"], "KS QS", 20, id="nothing below an ace"),
        pytest.param(["JS QS KS"], "AS 2S", 3, id="nothing above a king"),
        pytest.param(["7S 7H 7D"], "7C 2C", 2, id="the fourth of a set"),
        pytest.param(["7S 7H 7D 7C"], "8S", 8, id="a full set takes nothing"),
        pytest.param(["7S 8S 9S"], "TS TH TD KC", 10, id="a set of one's own is better"),
        pytest.param(["7S 8S 9S"], "TS TH TD TC", 0, id="the spare ten goes to the run"),
        pytest.param(["7S 8S 9S"], "TS JS TH TD", 10, id="a set rather than a chain"),
        pytest.param(["7S 8S 9S"], "TS JS TH TD TC", 0, id="a chain beside a set of one's own"),
        pytest.param(["3S 4S 5S", "8S 9S TS"], "6S 7S", 0, id="a gap filled from both sides"),
        pytest.param(["3S 4S 5S", "7H 7D 7C"], "6S 7S 8S", 0, id="a run of one's own as well"),
    ],
)
def test_the_defender_is_left_with(melds: list[str], hand: str, left: int) -> None:
    assert best_defence(bits(hand), [bits(meld) for meld in melds], KNOWN).deadwood == left


def test_a_knocker_with_a_choice_takes_the_melds_that_leave_the_defender_most() -> None:
    # Sevens as a set or a run leave the knocker one and the same count; the set takes only the
    # fourth seven's suit away, the run would take 5S and TS.
    knocker = bits("7S 7H 7D 8S 9S 8H 8D")
    melds = hardest_melds(knocker, bits("TS KC"), KNOWN)
    assert sorted(print_cards(cards_of(meld)) for meld in melds) == ["7S 7H 7D", "8S 8H 8D"]


def test_every_card_laid_off_is_placed_on_a_meld_that_takes_it() -> None:
    melds = [bits("7S 7H 7D"), bits("4C 5C 6C")]
    laid = every_lay_off(bits("7C 8C KD"), melds)
    taken = [
        (print_cards(cards_of(card)), print_cards(cards_of(on))) for card, on in placed(laid, melds)
    ]
    assert taken == [("7C", "4C 5C 6C"), ("8C", "4C 5C 6C")]


@pytest.mark.parametrize("seed", range(60))
def test_no_combination_of_melds_and_lay_offs_leaves_less(seed: int) -> None:
    rng = random.Random(seed)
    first = rng.randrange(0, 8)
    ranks = rng.choice([RANKS, RANKS[first : first + 6]])
    deck = [rank + suit for rank in ranks for suit in SUITS]
    rng.shuffle(deck)
    knocker, hand = bits(" ".join(deck[:10])), deck[10 : 10 + rng.randint(3, 7)]
    melds = hardest_melds(knocker, bits(" ".join(hand)), KNOWN)
    printed = [print_cards(cards_of(meld)).split() for meld in melds]
    defence = best_defence(bits(" ".join(hand)), melds, KNOWN)
    assert defence.deadwood == meld_oracle.least_after_lay_offs(hand, printed, card_points())
    assert sum(card for card, _ in placed(defence.laid_off, melds)) == defence.laid_off
