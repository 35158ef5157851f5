"""The best arrangement of a hand: a table a card player can read, and an oracle over many hands."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.melds import best_arrangement
from scorekeeper.rummy.one_deck import least_deadwood
from tests.rummy import meld_oracle

GIN = Deal(worth=card_points(), hand_size=10)
MANIPULATION = Deal(
    worth=card_points() | {"JK": 25}, hand_size=None, decks=2, jokers=2, ace_high=True
)
BASIC = Deal(worth=card_points() | {"JK": 15}, hand_size=10, decks=1, jokers=2)
BASIC_TWO_DECKS = Deal(
    worth=card_points(ace=11) | {"JK": 15},
    hand_size=10,
    decks=2,
    jokers=4,
    sets_repeat=True,
    ace_high=True,
)
FIVES_WILD = Deal(
    worth=card_points() | {"JK": 20}, hand_size=13, decks=3, jokers=6, wild="5", sets_repeat=True
)


@pytest.mark.parametrize(
    ("deal", "hand", "deadwood"),
    [
        pytest.param(GIN, "7S 7H 7D KC", 10, id="a set of three"),
        pytest.param(GIN, "7S 8S 9S KC", 10, id="a run of three"),
        pytest.param(GIN, "7S 7H 7D 7C 8C 9C", 0, id="the fourth seven goes to the run"),
        pytest.param(GIN, "5S 6S 7S 7H 7D 8S 9S", 14, id="no set from the middle of a run"),
        pytest.param(GIN, "4S 5S 6S 7S 7H 7D", 0, id="a run that can spare its last card"),
        pytest.param(GIN, "QS KS AS", 21, id="no high ace in gin"),
        pytest.param(GIN, "3S 3H 3D 4S 5S 5H 5D 4H", 8, id="sets against a run"),
        pytest.param(GIN, "7 7 7 K", 10, id="three sevens without suits are a set"),
        pytest.param(GIN, "7 8 9", 24, id="no run without suits"),
        pytest.param(MANIPULATION, "QS KS AS", 0, id="a high ace"),
        pytest.param(MANIPULATION, "KS AS 2S", 13, id="no run goes round the corner"),
        pytest.param(MANIPULATION, "KS KS KH", 30, id="no suit twice in a set"),
        pytest.param(MANIPULATION, "K K K", 30, id="two decks: kings without suits may clash"),
        pytest.param(MANIPULATION, "KS KH KD KC JK", 10, id="a full set has no room for a joker"),
        pytest.param(
            MANIPULATION, "KS KH KD KC QS JK", 0, id="a joker and a king make a run with the queen"
        ),
        pytest.param(BASIC, "3S 4S JK 6S", 0, id="a joker in the gap"),
        pytest.param(BASIC, "7 7 JK", 0, id="two of a kind and a joker"),
        pytest.param(BASIC, "JK JK 9H", 0, id="one card and two jokers"),
        pytest.param(BASIC, "JK JK", 30, id="jokers alone are no meld"),
        pytest.param(BASIC_TWO_DECKS, "KS KS KH", 0, id="two decks: a suit twice"),
        pytest.param(BASIC_TWO_DECKS, "9S 9S TS TS JS JS", 0, id="the same run twice"),
        pytest.param(BASIC_TWO_DECKS, "9S TS TS JS", 10, id="the second ten is another card"),
        pytest.param(FIVES_WILD, "4S 5S 6S", 0, id="a wild card in its own place"),
        pytest.param(FIVES_WILD, "5S 5H JK", 0, id="a wild rank makes a set of its own"),
        pytest.param(FIVES_WILD, "KS KH 5D", 0, id="a wild card as a king"),
        pytest.param(FIVES_WILD, "JK 5H", 25, id="two wild cards are no meld"),
    ],
)
def test_the_least_deadwood_is(deal: Deal, hand: str, deadwood: int) -> None:
    assert best_arrangement(read_cards(hand), deal).deadwood == deadwood


@dataclass(frozen=True)
class _Hand:
    deal: Deal
    cards: list[str]


def _random_hand(rng: random.Random, largest: int) -> _Hand:
    """A hand of any game, often from few ranks or suits so that sets and runs compete."""
    deal = rng.choice([GIN, MANIPULATION, BASIC, BASIC_TWO_DECKS, FIVES_WILD])
    first = rng.randrange(0, 9)
    ranks = rng.choice([RANKS, RANKS[first : first + 5], "".join(rng.sample(RANKS, 5))])
    suits = rng.choice([SUITS, "SH", "DC", "SHD"])
    deck = [rank + suit for rank in ranks for suit in suits] * deal.decks
    if deal.wild is not None and deal.wild not in ranks:
        deck += [deal.wild + suit for suit in SUITS]
    rng.shuffle(deck)
    jokers = rng.randint(0, min(deal.jokers, 3))
    size = min(rng.randint(3, largest), len(deck))
    return _Hand(deal, ["JK"] * jokers + deck[: max(0, size - jokers)])


@pytest.mark.parametrize("seed", range(200))
def test_no_arrangement_leaves_less(seed: int) -> None:
    hand = _random_hand(random.Random(seed), largest=9)
    terms = {
        "wild": hand.deal.wild,
        "repeats": hand.deal.sets_repeat,
        "ace_high": hand.deal.ace_high,
    }
    best = best_arrangement(read_cards(" ".join(hand.cards)), hand.deal)
    melds = [print_cards(meld).split() for meld in best.melds]
    assert all(meld_oracle.is_meld(meld, **terms) for meld in melds), melds
    laid = Counter(card for meld in melds for card in meld)
    assert laid + Counter(print_cards(best.unmatched).split()) == Counter(hand.cards)
    assert best.deadwood == meld_oracle.least_deadwood(hand.cards, hand.deal.worth, **terms)


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        pytest.param("7S 7H 7D 8S 9S KC", 24, id="a run rather than a set"),
        pytest.param("7S 7H 7D 6S 8H KC", 24, id="a set that no run needs"),
        pytest.param("7S 7H 7D 7C 8S 9S KC", 10, id="a set of three and a run"),
        pytest.param("7S 8H KC", 25, id="nothing"),
        pytest.param("", 0, id="no card"),
    ],
)
def test_a_written_hand_is_counted(hand: str, deadwood: int) -> None:
    assert least_deadwood(hand) == deadwood


@pytest.mark.parametrize(
    ("hand", "reason"),
    [("7S 7S", "twice"), ("7S XX", "not a card"), ("7 8", "not a card"), ("AC AC", "twice")],
)
def test_a_hand_that_cannot_be_has_no_count(hand: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        least_deadwood(hand)


def test_a_full_suit_still_takes_a_joker_by_parting_in_two() -> None:
    suit = [rank + "S" for rank in RANKS]
    best = best_arrangement(read_cards(" ".join([*suit, "JK"])), BASIC)
    assert best.deadwood == 0
    assert all(meld_oracle.is_meld(print_cards(meld).split()) for meld in best.melds)
