"""Five Crowns: five suits without aces and twos, and the points left of each player."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, best_melds
from scorekeeper.rummy.examples import whole
from tests.support.documents import (
    VOID,
    Document,
    document,
    out,
    presets_of,
    refused,
    rules_of,
    score,
)
from tests.support.walks import walk

THREE = ("Ann", "Bob", "Cem")
NOBODY_LEFT = out("Ann", Bob=0, Cem=0)


def last_points(number: int, bob: Any, cem: Any, **rules: Any) -> tuple[int, int]:
    """Return the points of Bob and Cem in round `number`, which Ann ends."""
    rounds = [NOBODY_LEFT] * (number - 1) + [out("Ann", Bob=bob, Cem=cem)]
    points = score("five-crowns", *rounds, players=THREE, **rules)["rounds"][-1]["points"]
    assert points["Ann"] == 0
    return points["Bob"], points["Cem"]


@walk(
    ("rules", "number", "bob", "cem", "expected"),
    {
        "king, queen and joker; a wild three": ({}, 1, "K Q JK", "3 9", (75, 29)),
        "two wild stars and a star": ({}, 1, "3X 3* 9★", 0, (49, 0)),
        "a wild card by its face": ({"wild_value": "face"}, 1, "K Q JK", "3 9", (75, 12)),
        "court cards ten": ({"preset": "ten"}, 1, "K Q J", 0, (30, 0)),
        "fours are wild in round 2": ({}, 2, "4 9", "3", (29, 3)),
        "a wild king counts 20, not 33": ({}, 11, "K JK", "Q", (70, 12)),
        "a joker of 25": ({"joker_value": 25}, 1, "JK", 0, (25, 0)),
        "a run of stars; a wild three in one": (
            {},
            1,
            whole("9X JK TX"),
            whole("3S 9X TX"),
            (0, 0),
        ),
        "nines and a king; three jokers": ({}, 1, whole("9X 9S KD"), whole("JK JK JK"), (31, 0)),
        "three jokers are no meld": (
            {"all_wild": False},
            1,
            whole("JK JK JK"),
            whole("3S JK 9D"),
            (150, 0),
        ),
    },
)
def test_a_player_scores_the_cards_left(
    rules: dict[str, Any], number: int, bob: Any, cem: Any, expected: tuple[int, int]
) -> None:
    assert last_points(number, bob, cem, **rules) == expected


@walk("written", ["9X", "9x", "9*", "9★", "9☆", "9⭐", "9★\ufe0e", "9⭐\ufe0f"])
def test_a_star_is_read_however_it_is_written(written: str) -> None:
    asked = {"variant": "five-crowns", "wild": "3", "hand": f"{written} TX JX KS"}
    assert best_melds(asked).melds == ("9X TX JX",)


@walk(
    ("hand", "melds", "unmatched"),
    {
        "from the three to the king": ("3X 4X 5X QX KX JX", ["3X 4X 5X", "JX QX KX"], ""),
        "not from the king to the three": ("QX KX 3X", [], "QX KX 3X"),
        "the same card twice in a set": ("9X 9X 9S", ["9X 9X 9S"], ""),
        "five suits in one set": ("9S 9H 9D 9C 9X", ["9S 9H 9D 9C 9X"], ""),
        "stars and spades are two suits": ("9X TX JS", [], "9X TX JS"),
        "wild cards side by side": ("9X 8S JK QX", ["9X 8S JK QX"], ""),
    },
)
def test_a_hand_is_laid_out_in(hand: str, melds: list[str], unmatched: str) -> None:
    best = best_melds({"variant": "five-crowns", "wild": "8", "hand": hand})
    laid = [sorted(meld.split()) for meld in best.melds]
    assert sorted(laid) == sorted(sorted(meld.split()) for meld in melds)
    assert sorted(best.unmatched.split()) == sorted(unmatched.split())


@walk("meld", ["3X 4X 5X 6X 7X 8X 9X TX JX QX KX JK JK"])
def test_a_run_has_no_more_cards_than_a_suit(meld: str) -> None:
    rounds = [NOBODY_LEFT] * 10
    laid = {"melds": [meld], "unmatched": ""}
    error = refused(document("five-crowns", *rounds, out("Ann", Bob=laid, Cem=0), players=THREE))
    assert error.place == "rounds[10].hands.Bob.melds[0]"


@walk(
    ("hand", "text"),
    {
        "an ace": ("A", "There are no aces and twos in Five Crowns."),
        "a two of stars": ("2X", "There are no aces and twos in Five Crowns."),
        "no card": ("1X", "“1X” in Bob’s hand is not a card."),
        "more than was dealt": ("4 5 6 7", "Bob’s hand has 4 cards, but 3 is the most."),
        "three of one card": ("9X 9X 9X", "Bob’s hand has too many 9★: this game has only 2."),
        "more than 50 a card": (151, "Bob’s count must be a whole number from 0 to 150."),
    },
)
def test_a_hand_is_refused(hand: Any, text: str) -> None:
    error = refused(document("five-crowns", out("Ann", Bob=hand, Cem=0), players=THREE))
    assert error.place == "rounds[0].hands.Bob"
    assert error.text() == f"Round 1: {text}"


@walk(
    ("bob", "cem"),
    {
        "eleven of one rank": ("9S 9S 9H 9H 9D 9D", "9C 9C 9X 9X 9 T"),
        "seven jokers": ("JK JK JK JK 5", "JK JK JK 5"),
    },
)
def test_both_hands_have_no_more_cards_than_the_decks(bob: str, cem: str) -> None:
    rounds = [NOBODY_LEFT] * 5
    error = refused(document("five-crowns", *rounds, out("Ann", Bob=bob, Cem=cem), players=THREE))
    assert error.place == "rounds[5].hands.Cem"


def test_an_ace_in_a_question_about_a_hand_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        best_melds({"variant": "five-crowns", "wild": "8", "hand": "AX 3X 4X"})
    assert str(refusal.value) == "hand: There are no aces and twos in Five Crowns."


def test_stars_are_no_suit_of_other_games() -> None:
    error = refused(document("three-thirteen", out("Ann", Bob="9X")))
    assert error.text() == "Round 1: “9X” in Bob’s hand is not a card."


def test_cards_left_that_are_a_meld_bring_a_warning() -> None:
    rounds = [out("Ann", Bob="9X TX JX", Cem=0)]
    assert score("five-crowns", *rounds, players=THREE)["rounds"][0]["warnings"] == [
        "9X TX JX make a run: Bob’s deadwood would be 0, not 30."
    ]


@walk(
    ("rounds", "winners"),
    {
        "Ann went out each time": ([out("Ann", Bob=5, Cem=9)] * 11, ["Ann"]),
        "all level, and Cem is left with 5 last": (
            [NOBODY_LEFT] * 10 + [out("Bob", Ann=0, Cem=5)],
            ["Ann", "Bob"],
        ),
        "not before eleven rounds": ([out("Ann", Bob=5, Cem=9)] * 10, []),
    },
)
def test_the_fewest_points_win_after_eleven_rounds(
    rounds: list[Document], winners: list[str]
) -> None:
    answered = score("five-crowns", *rounds, players=THREE)
    assert (answered["over"], answered.get("winners", [])) == (bool(winners), winners)


def test_a_void_round_is_dealt_again() -> None:
    rounds = [NOBODY_LEFT, NOBODY_LEFT, NOBODY_LEFT, VOID, out("Ann", Bob="6", Cem=0)]
    last = score("five-crowns", *rounds, players=THREE)["rounds"][-1]
    assert (last["wild"], last["cards_dealt"], last["points"]["Bob"]) == ("6", 6, 20)


def test_ten_counts_court_cards_ten() -> None:
    assert presets_of("five-crowns") == ["plain", "ten"]
    plain = rules_of("five-crowns", "plain")
    assert rules_of("five-crowns", "ten") == plain | {"court_value": "ten"}
