"""Whole hands that the rules reject, each with its sentence and its place."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.hand import Count, Parts, Unmatched
from scorekeeper.rummy.judging.hand_validation import check_can_be_laid_out
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from tests.support.documents import Document, big_gin, document, gin, knock, refused
from tests.support.walks import walk
from tests.support.whole_hands import GIN_HAND, KNOCK_WITH_5, NOTHING, RUN_OF_SEVEN, laid, whole


@walk(
    ("round", "place", "sentence"),
    {
        "a meld that is none": (
            knock("Ann", Ann=3, Bob=laid("7S 7H 7D", "9S TS QS", unmatched="AH 3H 5H 2C")),
            "rounds[0].hands.Bob.melds[1]",
            "9♠ 10♠ Q♠ are not in a row.",
        ),
        "a whole hand of three cards": (
            knock("Ann", Ann=3, Bob=whole("7S 7H 7D")),
            "rounds[0].hands.Bob",
            "Bob’s whole hand has 3 cards; it should have 10.",
        ),
        "eleven cards for gin": (
            gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann’s whole hand has 11 cards; it should have 10. Leave out the card that was "
            "discarded.",
        ),
        "eleven cards for a knock": (
            knock("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann’s whole hand has 11 cards; it should have 10. Leave out the card that was "
            "discarded.",
        ),
        "eleven cards of who discarded nothing": (
            knock("Ann", Ann=3, Bob=whole(GIN_HAND + " 9S")),
            "rounds[0].hands.Bob",
            "Bob’s whole hand has 11 cards; it should have 10.",
        ),
        "ten cards for big gin": (
            big_gin("Ann", Ann=whole(GIN_HAND), Bob=3),
            "rounds[0].hands.Ann",
            "Ann’s whole hand has 10 cards; it should have 11.",
        ),
        "eleven cards against big gin": (
            big_gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=whole(NOTHING + " QC")),
            "rounds[0].hands.Bob",
            "Bob’s whole hand has 11 cards; it should have 10.",
        ),
        "a card without suit": (
            knock("Ann", Ann=3, Bob=whole("AH 3H 5H 7H 9H JH AC 3C 6C Q")),
            "rounds[0].hands.Bob",
            "A whole hand needs suits, and Bob has a card without one.",
        ),
        "a joker in Gin": (
            knock("Ann", Ann=3, Bob=whole("AH 3H 5H 7H 9H JH AC 3C 6C JK")),
            "rounds[0].hands.Bob",
            "Bob cannot have a joker: you play without.",
        ),
        "two aces of spades": (
            knock("Ann", Ann=3, Bob=whole("AS AS 5H 7H 9H JH AC 3C 6C QD")),
            "rounds[0].hands.Bob",
            "Bob’s hand has A♠ twice, but the deck has only one.",
        ),
        "a card that another has": (
            knock("Ann", Ann="AH", Bob=whole(NOTHING)),
            "rounds[0].hands.Bob",
            "A♥ is in both hands, but the deck has only one.",
        ),
        "gin with a card left over": (
            gin("Ann", Ann=whole(KNOCK_WITH_5), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round but would still have 5♦.",
        ),
        "gin laid out with cards left over": (
            gin("Ann", Ann=laid(RUN_OF_SEVEN, unmatched="KH KD KC"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round but would still have K♥ K♦ K♣.",
        ),
        "gin without a meld": (
            gin("Ann", Ann=whole(NOTHING), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round, so nothing can be left.",
        ),
        "a knock above the limit": (
            knock("Ann", Ann=whole(NOTHING), Bob=3),
            "rounds[0].hands.Ann",
            "Ann cannot knock: deadwood 55 is over the limit of 10.",
        ),
        "neither a hand nor melds": (
            knock("Ann", Ann=3, Bob={}),
            "rounds[0].hands.Bob",
            "In this game Bob’s hand is just what is left.",
        ),
        "melds as a text": (
            knock("Ann", Ann=3, Bob={"melds": "7S 7H 7D", "unmatched": ""}),
            "rounds[0].hands.Bob",
            "Enter Bob’s whole hand, or the melds and what is unmatched.",
        ),
        "no melds": (
            knock("Ann", Ann=3, Bob={"unmatched": "K"}),
            "rounds[0].hands.Bob",
            "Enter Bob’s whole hand, or the melds and what is unmatched.",
        ),
        "a whole hand with melds": (
            knock("Ann", Ann=3, Bob={"hand": NOTHING, "melds": []}),
            "rounds[0].hands.Bob.melds",
            "Unknown field “melds”.",
        ),
        "an unknown part": (
            knock("Ann", Ann=3, Bob={"melds": [], "unmatched": "K", "deadwood": 10}),
            "rounds[0].hands.Bob.deadwood",
            "Unknown field “deadwood”.",
        ),
        "a whole hand with something else": (
            knock("Ann", Ann=3, Bob=whole("7S 1S")),
            "rounds[0].hands.Bob.hand",
            "“1S” in Bob’s hand is not a card.",
        ),
        "a meld with something else": (
            knock("Ann", Ann=3, Bob={"melds": ["7S 7H 7D", "8S X"], "unmatched": ""}),
            "rounds[0].hands.Bob.melds[1]",
            "“X” in Bob’s hand is not a card.",
        ),
        "unmatched cards with something else": (
            knock("Ann", Ann=3, Bob={"melds": [], "unmatched": "Y"}),
            "rounds[0].hands.Bob.unmatched",
            "“Y” in Bob’s hand is not a card.",
        ),
        "a whole hand as a number": (
            knock("Ann", Ann=3, Bob=whole(7)),  # type: ignore[arg-type]
            "rounds[0].hands.Bob.hand",
            "Bob’s hand must be cards or a whole number of points.",
        ),
    },
)
def test_a_whole_hand_is_refused(round: Document, place: str, sentence: str) -> None:
    error = refused(document("gin", round))
    assert (error.place, error.text()) == (place, f"Round 1: {sentence}")


def test_a_hand_too_large_to_be_laid_out_is_refused() -> None:
    pack = read_cards(" ".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK"))
    check_can_be_laid_out(Seat(1), Unmatched(pack[:40]))
    check_can_be_laid_out(Seat(1), Count(400))
    check_can_be_laid_out(Seat(1), Parts(shown=(pack[:41],)))
    check_can_be_laid_out(Seat(1), Parts(Unmatched(pack[:40]), shown=(pack[40:],)))
    with pytest.raises(RuleError, match="Player 2’s hand has 41 cards: from 41 up, enter what it"):
        check_can_be_laid_out(Seat(1), Unmatched(pack[:41]))
    with pytest.raises(RuleError, match="Player 2’s hand has 41 cards"):
        check_can_be_laid_out(Seat(1), Parts(Unmatched(pack[:41])))
