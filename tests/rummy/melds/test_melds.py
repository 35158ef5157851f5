"""The best arrangement of a hand: a table, and an oracle over many hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rummy.cards import EVERY_CARD, RANKS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.melds import suit_runs, wild_cards
from scorekeeper.rummy.melds.arrange import Arrangement, best_arrangement
from scorekeeper.rummy.melds.single_deck import least_deadwood
from tests.support import meld_oracle
from tests.support.random_hands import (
    DECK,
    HARD_HANDS,
    Dealt,
    clustered_hand,
    hand_of_a_game,
    meld_rules,
    random_hand,
    wild_hand,
)
from tests.support.walks import walk

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


@walk(
    ("deal", "hand", "deadwood"),
    {
        "a set of three": (GIN, "7S 7H 7D KC", 10),
        "a run of three": (GIN, "7S 8S 9S KC", 10),
        "the fourth seven goes to the run": (GIN, "7S 7H 7D 7C 8C 9C", 0),
        "no set from the middle of a run": (GIN, "5S 6S 7S 7H 7D 8S 9S", 14),
        "a run that can spare its last card": (GIN, "4S 5S 6S 7S 7H 7D", 0),
        "no high ace in gin": (GIN, "QS KS AS", 21),
        "sets against a run": (GIN, "3S 3H 3D 4S 5S 5H 5D 4H", 8),
        "three sevens without suits are a set": (GIN, "7 7 7 K", 10),
        "no run without suits": (GIN, "7 8 9", 24),
        "a high ace": (MANIPULATION, "QS KS AS", 0),
        "no run goes round the corner": (MANIPULATION, "KS AS 2S", 13),
        "no suit twice in a set": (MANIPULATION, "KS KS KH", 30),
        "two decks: kings without suits may clash": (MANIPULATION, "K K K", 30),
        "a full set has no room for a joker": (MANIPULATION, "KS KH KD KC JK", 10),
        "a joker and a king make a run with the queen": (MANIPULATION, "KS KH KD KC QS JK", 0),
        "a joker in the gap": (BASIC, "3S 4S JK 6S", 0),
        "two of a kind and a joker": (BASIC, "7 7 JK", 0),
        "one card and two jokers": (BASIC, "JK JK 9H", 0),
        "jokers alone are no meld": (BASIC, "JK JK", 30),
        "two decks: a suit twice": (BASIC_TWO_DECKS, "KS KS KH", 0),
        "the same run twice": (BASIC_TWO_DECKS, "9S 9S TS TS JS JS", 0),
        "the second ten is another card": (BASIC_TWO_DECKS, "9S TS TS JS", 10),
        "a wild card in its own place": (FIVES_WILD, "4S 5S 6S", 0),
        "a wild rank makes a set of its own": (FIVES_WILD, "5S 5H JK", 0),
        "a wild card as a king": (FIVES_WILD, "KS KH 5D", 0),
        "two wild cards are no meld": (FIVES_WILD, "JK 5H", 25),
        # Melds under all the rules that some game has.
        "a joker is dearer than a king": (BASIC, "KS KH KD KC JK", 10),
        "a king with two jokers": (BASIC, "KS KH KD KC JK JK", 0),
        "nor does it matter which king is left": (BASIC, "K K K K JK", 10),
        "two kings without suits and jokers": (BASIC, "K K JK 9 JK", 9),
        "a king without suit and two jokers": (BASIC, "K 9S JK JK", 9),
        "two sets of one rank": (MANIPULATION, "KS KS KH KH KD KD", 0),
        "not quite two sets": (MANIPULATION, "KS KS KH KH KD", 20),
        "a joker makes them two": (MANIPULATION, "KS KS KH KH KD JK", 0),
        "so do two": (MANIPULATION, "KS KS KH KH JK JK", 0),
        "three sets have room for a joker": (MANIPULATION, "KS KH KD KC KS KH KD KC JK", 0),
        "the ace below one of two runs": (MANIPULATION, "2S 2S 3S 3S 4S 4S AS", 0),
        "aces at both ends": (MANIPULATION, "QS KS AS AS 2S 3S", 0),
        "one ace is at one end only": (MANIPULATION, "QS KS AS 2S 3S", 5),
        "a joker as queen": (MANIPULATION, "JK KS AS", 0),
        "a set spares the ace for the king": (BASIC_TWO_DECKS, "AS AH AD AC QS KS 2H 3H", 5),
        "no queen helps a low ace": (BASIC, "JK KS AS", 26),
        "wild cards alone": (FIVES_WILD, "5S 5H 5D", 0),
        "one wild card stands for itself": (FIVES_WILD, "5S JK JK", 0),
        "jokers never do": (FIVES_WILD, "JK JK JK", 60),
        "a set of any number": (FIVES_WILD, "KS KS KH KH KD KD KC", 0),
    },
)
def test_the_least_deadwood_is(deal: Deal, hand: str, deadwood: int) -> None:
    assert best_arrangement(read_cards(hand), deal).deadwood == deadwood


def check_best(dealt: Dealt) -> None:
    """Check that the melds are legal and of these cards, and the oracle finds none better."""
    deal, cards = dealt.deal, dealt.cards
    best = best_arrangement(read_cards(" ".join(cards), EVERY_CARD), deal)
    check_legal(best, dealt)
    left = meld_oracle.least_deadwood(cards, deal.worth, **meld_rules(deal))
    assert best.deadwood == left, dealt


def check_legal(best: Arrangement, dealt: Dealt) -> None:
    """Check that every meld is legal, every card is used once, and the count is right."""
    melds = [print_cards(meld).split() for meld in best.melds]
    assert all(meld_oracle.is_meld(meld, **meld_rules(dealt.deal)) for meld in melds), melds
    unmatched = print_cards(best.unmatched).split()
    laid = Counter(card for meld in melds for card in meld)
    assert laid + Counter(unmatched) == Counter(dealt.cards)
    assert best.deadwood == sum(dealt.deal.worth[card.rank] for card in best.unmatched)


def check_one_deck(cards: list[str]) -> None:
    """Check a hand without wild cards, both its count and its layout."""
    best = best_arrangement(read_cards(" ".join(cards)), GIN)
    check_legal(best, Dealt(GIN, cards))
    left = meld_oracle.least_deadwood_of_one_deck(cards, GIN.worth)
    assert (best.deadwood, least_deadwood(" ".join(cards))) == (left, left), cards


@walk("deal", [random_hand, clustered_hand])
@walk("seed", range(5))
def test_no_arrangement_leaves_less(deal: Callable[..., list[str]], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        check_one_deck(deal(rng, rng.randint(3, 13)))


@walk("seed", range(20))
def test_no_arrangement_with_wild_cards_leaves_less_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        check_best(wild_hand(rng, fewest=3, most=9))


@pytest.mark.parametrize("seed", range(20))
def test_nor_does_any_when_the_search_goes_by_prices(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(wild_cards, "_PATIENCE", 2 + seed)
    wild_cards.best_plan.cache_clear()
    rng = random.Random(seed)
    for _ in range(10):
        check_best(wild_hand(rng, fewest=5, most=10))


@walk(("decks", "hand", "deadwood"), HARD_HANDS)
def test_forty_cards_that_are_hard_to_arrange_leave(decks: int, hand: str, deadwood: int) -> None:
    deal = replace(MANIPULATION, decks=decks, jokers=decks)
    best = best_arrangement(read_cards(hand), deal)
    check_legal(best, Dealt(deal, hand.split()))
    assert best.deadwood == deadwood


@pytest.mark.slow
@pytest.mark.parametrize("deal", [random_hand, clustered_hand])
def test_no_arrangement_leaves_less_in_20_000_hands_of_ten_cards(
    deal: Callable[..., list[str]],
) -> None:
    rng = random.Random(20_000)
    for _ in range(20_000):
        check_one_deck(deal(rng))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "fewest", "most"), [(10_000, 7, 10), (200, 11, 13)])
def test_no_arrangement_with_1_to_6_wild_cards_leaves_less(
    number: int, fewest: int, most: int
) -> None:
    rng = random.Random(number)
    for _ in range(number):
        check_best(wild_hand(rng, fewest, most))


@pytest.mark.slow
def test_twenty_cards_of_any_game_are_laid_out_in_legal_melds() -> None:
    rng = random.Random(20)
    for _ in range(10_000):
        dealt = hand_of_a_game(rng, fewest=12, most=20)
        cards = read_cards(" ".join(dealt.cards), EVERY_CARD)
        check_legal(best_arrangement(cards, dealt.deal), dealt)


@walk(
    ("hand", "deadwood"),
    {
        "a run rather than a set": ("7S 7H 7D 8S 9S KC", 24),
        "a set that no run needs": ("7S 7H 7D 6S 8H KC", 24),
        "a set of three and a run": ("7S 7H 7D 7C 8S 9S KC", 10),
        "nothing": ("7S 8H KC", 25),
        "no card": ("", 0),
    },
)
def test_a_written_hand_is_counted(hand: str, deadwood: int) -> None:
    assert least_deadwood(hand) == deadwood


@walk(
    ("hand", "reason"),
    [("7S 7S", "twice"), ("7S XX", "not a card"), ("7 8", "not a card"), ("AC AC", "twice")],
)
def test_an_impossible_hand_has_no_count(hand: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        least_deadwood(hand)


def test_a_full_run_is_split_in_two_to_use_a_wild_card() -> None:
    fives = [card for card in DECK if card[0] == "5"] * 3
    dealt = Dealt(FIVES_WILD, ["7C", "8C", "9C", *fives])
    best = best_arrangement(read_cards(" ".join(dealt.cards)), FIVES_WILD)
    assert (best.deadwood, len(best.melds)) == (0, 2)
    check_legal(best, dealt)


def test_a_full_set_leaves_a_joker_to_the_next() -> None:
    dealt = Dealt(BASIC, ["9S", "9H", "9D", "9C", "8S", "8H", "8D", "JK"])
    best = best_arrangement(read_cards(" ".join(dealt.cards)), BASIC)
    assert best.deadwood == 0
    check_legal(best, dealt)


def test_answers_dropped_from_the_cache_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = read_cards("2S 3S 5S 6S 7S TH JH KH 4D 4C JK")
    kept = best_arrangement(cards, BASIC)
    monkeypatch.setattr(suit_runs, "MOST_LANES", 2)
    wild_cards.best_plan.cache_clear()
    assert best_arrangement(cards, BASIC) == kept


def test_no_run_holds_both_aces() -> None:
    suit = [rank + "S" for rank in RANKS if rank != "A"]
    hand = Dealt(MANIPULATION, [*suit, "JK", "JK"])
    best = best_arrangement(read_cards(" ".join(hand.cards)), MANIPULATION)
    assert best.deadwood == 0
    check_legal(best, hand)


def test_a_joker_that_counts_nothing_is_melded_all_the_same() -> None:
    free = replace(BASIC, worth=card_points() | {"JK": 0})
    best = best_arrangement(read_cards("7S 7H 7D 7C JK JK"), free)
    assert best.unmatched == ()
