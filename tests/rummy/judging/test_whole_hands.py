"""Whole hands: counted, left over, put on the table, and written again."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from tests.support.documents import (
    VOID,
    Document,
    big_gin,
    document,
    gin,
    knock,
    out,
    refused,
    score,
    stock,
)
from tests.support.walks import walk
from tests.support.whole_hands import GIN_HAND, KNOCK_WITH_5, NOTHING, RUN_OF_SEVEN, laid, whole


@walk(
    ("round", "deadwood", "ann"),
    {
        "a knock with 5": (knock("Ann", Ann=whole(KNOCK_WITH_5), Bob=55), (5, 55), 50),
        "a knock that leaves nothing is gin": (
            knock("Ann", Ann=whole(GIN_HAND), Bob=55),
            (0, 55),
            80,
        ),
        "gin": (gin("Ann", Ann=whole(GIN_HAND), Bob=55), (0, 55), 80),
        "gin laid out": (gin("Ann", Ann=laid(RUN_OF_SEVEN, "KH KD KC"), Bob=55), (0, 55), 80),
        "big gin with eleven cards": (
            big_gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=55),
            (0, 55),
            80,
        ),
        # 2♠ … 7♠ and the kings leave the 5: the best count, whatever the order.
        "a whole hand as a list, in any order": (
            knock("Ann", Ann=whole(KNOCK_WITH_5.split()[::-1]), Bob=55),
            (5, 55),
            50,
        ),
        "as declared": (
            knock("Ann", Ann=laid("KH KD KC", "2S 3S 4S 5S 6S 7S", unmatched="5D"), Bob=55),
            (5, 55),
            50,
        ),
        # No card of Bob's fits ♠2-7 or the kings.
        "two whole hands": (knock("Ann", Ann=whole(KNOCK_WITH_5), Bob=whole(NOTHING)), (5, 55), 50),
    },
)
def test_a_whole_hand_is_counted(round: Document, deadwood: tuple[int, int], ann: int) -> None:
    judged = score("gin", round)["rounds"][0]
    assert (tuple(judged["deadwood"].values()), judged["points"]["Ann"]) == (deadwood, ann)


@walk("cards", ["3S 3H 4D", "3S 3H 4D 9C KD"])
def test_a_whole_hand_of_three_thirteen_grows_with_the_round(cards: str) -> None:
    first = out("Ann", Bob=3)
    second = out("Ann", Bob=whole(cards))
    error = refused(document("three-thirteen", first, second))
    assert (error.place, error.text()) == (
        "rounds[1].hands.Bob",
        f"Round 2: Bob’s whole hand has {len(cards.split())} cards; it should have 4.",
    )
    # Fours are wild in the second round.
    judged = score("three-thirteen", first, out("Ann", Bob=whole("3S 3H 4D 9C")))["rounds"][1]
    assert judged["deadwood"]["Bob"] == 9


def test_a_whole_hand_that_is_left_over_has_any_size_up_to_the_deal() -> None:
    error = refused(document("basic", out("Ann", Bob=whole(NOTHING + " QC"))))
    assert error.text() == "Round 1: Bob’s hand has 11 cards, but 10 is the most."


@walk("hand", [whole("7S 7H 7D"), laid("7S 7H 7D"), "", 0])
@walk("variant", ["basic", "manipulation"])
def test_a_hand_of_melds_that_are_spared_is_not_out(variant: str, hand: Any) -> None:
    judged = score(variant, out("Ann", Bob=hand), melds_in_hand="spared")["rounds"][0]
    assert (judged["winners"], judged["deadwood"]) == (["Ann"], {"Ann": 0, "Bob": 0})


@walk(
    "hand",
    {
        "given whole": whole("7S 8S JK KH"),
        "laid out": laid("7S 8S JK", unmatched="KH"),
        "given as what is left": "7S 8S JK KH",
    },
)
@walk(
    ("variant", "round", "joker"),
    {
        "Basic": ("basic", "out", 15),
        "Manipulation, out": ("manipulation", "out", 25),
        "Manipulation, the stock ran out": ("manipulation", "stock", 25),
    },
)
def test_every_card_left_counts_melds_or_not(
    variant: str, round: str, joker: int, hand: Any
) -> None:
    ended = stock(Ann=40, Bob=hand) if round == "stock" else out("Ann", Bob=hand)
    judged = score(variant, ended)["rounds"][0]
    assert judged["deadwood"]["Bob"] == 7 + 8 + joker + 10


@walk("variant", ["basic", "manipulation"])
@walk(
    "hand",
    {
        "given whole": whole("7S 8S 9S 2H 2D 2C"),
        "laid out": laid("7S 8S 9S", "2H 2D 2C"),
    },
)
def test_who_goes_out_puts_the_melds_on_the_table(variant: str, hand: Any) -> None:
    judged = score(variant, out("Ann", Ann=hand, Bob=9))["rounds"][0]
    assert (judged["deadwood"]["Ann"], judged["winners"]) == (0, ["Ann"])


def test_hands_are_written_as_they_were_given() -> None:
    rounds = [
        knock(
            "Ann",
            Ann=whole(KNOCK_WITH_5, **{"x-photo": "1.jpg"}),
            Bob=laid("9H TH JH", unmatched="TS AH 4H 8D 6C 8C KS") | {"x-late": [1]},
        ),
        VOID,
    ]
    assert write_game(read_game(document("gin", *rounds)))["rounds"] == rounds


def test_unmatched_may_be_left_out_if_empty() -> None:
    round = gin("Ann", Ann={"melds": [RUN_OF_SEVEN, "KH KD KC"]}, Bob=55)  # type: ignore[arg-type]
    assert score("gin", round)["rounds"][0]["deadwood"] == {"Ann": 0, "Bob": 55}
