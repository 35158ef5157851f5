"""Oklahoma Gin: the upcard’s limit, spades that double, and the rules shared with Gin."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.round import Ending, Round
from scorekeeper.rummy.variants.oklahoma import OklahomaRules, oklahoma_limit
from tests.rummy.variants.test_gin import PRESETS as GIN_PRESETS
from tests.support.documents import (
    STOCK,
    VOID,
    Document,
    adjusted,
    big_gin,
    document,
    gin,
    knock,
    points,
    presets_of,
    refused,
    rules_of,
    score,
    why,
)
from tests.support.walks import walk

Points = tuple[int, int]


def turned(upcard: str, round: Document) -> Document:
    """Return the same round with this upcard."""
    return round | {"upcard": upcard}


@walk(
    ("rules", "round", "expected"),
    {
        "6♠, 18 points: 36": ({}, turned("6S", knock("Ann", Ann=2, Bob=20)), (36, 0)),
        "6♥, 18 points: 18": ({}, turned("6H", knock("Ann", Ann=2, Bob=20)), (18, 0)),
        # 2 × (30 + 25)
        "A♠, gin v 30: 110": ({}, turned("AS", gin("Ann", Bob=30)), (110, 0)),
        # 2 × (51 + 25)
        "a spade, gin v 51: 152": ({}, turned("KS", gin("Ann", Bob=51)), (152, 0)),
        # 2 × (2 + 10): the undercut's bonus is doubled too.
        "9♠, undercut by 2: 24": ({}, turned("9♠", knock("Ann", Ann=9, Bob=7)), (0, 24)),
        # 2 × (0 + 10)
        "9♠, a tie: 20": ({}, turned("9S", knock("Ann", Ann=9, Bob=9)), (0, 20)),
        "3♠, big gin v 20: 102": (
            {"big_gin_bonus": 31},
            turned("3S", big_gin("Ann", Bob=20)),
            (102, 0),
        ),
        "6♠ where spades do not double: 18": (
            {"spades_double": False},
            turned("6S", knock("Ann", Ann=2, Bob=20)),
            (18, 0),
        ),
        # Points that the table gives are not doubled: 2 × 18 + 5.
        "6♠, 18 points and 5 from the table: 41": (
            {},
            adjusted(turned("6S", knock("Ann", Ann=2, Bob=20)), "Ann", 5),
            (41, 0),
        ),
        "the stock runs out, no upcard said": ({}, STOCK, (0, 0)),
        "the stock runs out under a spade": ({}, turned("6S", STOCK), (0, 0)),
        "void, no upcard said": ({}, VOID, (0, 0)),
        "void under a spade": ({}, turned("6S", VOID), (0, 0)),
    },
)
def test_a_round_scores(rules: dict[str, Any], round: Document, expected: Points) -> None:
    assert points("oklahoma", round, **rules) == expected


@walk(
    ("round", "lines"),
    {
        "a knock": (
            turned("6S", knock("Ann", Ann=2, Bob=20)),
            [("Ann", 18, "difference"), ("Ann", 18, "spades-double")],
        ),
        "gin: the bonus is in the second count": (
            turned("AS", gin("Ann", Bob=30)),
            [("Ann", 30, "difference"), ("Ann", 25, "gin-bonus"), ("Ann", 55, "spades-double")],
        ),
        "an adjustment comes after the doubling": (
            turned("AS", gin("Ann", Bob=30) | {"adjustments": [{"player": "Bob", "points": 3}]}),
            [
                ("Ann", 30, "difference"),
                ("Ann", 25, "gin-bonus"),
                ("Ann", 55, "spades-double"),
                ("Bob", 3, "adjustment"),
            ],
        ),
    },
)
def test_a_spade_adds_the_points_again(round: Document, lines: list[tuple[str, int, str]]) -> None:
    assert why(score("oklahoma", round)["rounds"][0]) == lines


def test_a_spade_doubles_no_tie_of_nothing() -> None:
    round = turned("9S", knock("Ann", Ann=9, Bob=9))
    assert why(score("oklahoma", round, tie="knocker")["rounds"][0]) == [("Ann", 0, "difference")]


@walk(
    ("rules", "upcard", "limit"),
    {
        "an ace: 1": ({}, "AH", 1),
        "an ace: only gin, where that is agreed": ({"ace_upcard": "gin"}, "AH", 0),
        "a 2 is a 2 where aces are for gin": ({"ace_upcard": "gin"}, "2H", 2),
        "a 7: 7": ({}, "7D", 7),
        "a ten: 10": ({}, "10C", 10),
        "a jack: 10": ({}, "JC", 10),
        "a queen: 10": ({}, "QC", 10),
        "a king: 10": ({}, "KC", 10),
        "a 7 where the house limit is 3: 3": ({"knock_limit": 3}, "7D", 3),
        "a 7 at straight gin: 0": ({"knock_limit": 0}, "7D", 0),
        "a 2 where the house limit is 3: 2": ({"knock_limit": 3}, "2D", 2),
    },
)
def test_the_upcard_sets_the_limit(rules: dict[str, Any], upcard: str, limit: int) -> None:
    legal = turned(upcard, knock("Ann", Ann=limit, Bob=30))
    assert score("oklahoma", legal, **rules)["rounds"][0]["warnings"] == []
    error = refused(
        document("oklahoma", turned(upcard, knock("Ann", Ann=limit + 1, Bob=30)), **rules)
    )
    expected = f"Round 1: Ann cannot knock: deadwood {limit + 1} is over the limit of {limit}."
    assert (error.place, error.text()) == ("rounds[0].hands.Ann", expected)


@walk(
    ("round", "sentence"),
    {
        "none": (knock("Ann", Ann=2, Bob=20), "Choose the upcard that set the knock limit."),
        "none, with gin": (gin("Ann", Bob=20), "Choose the upcard that set the knock limit."),
        "a joker": (
            turned("JK", gin("Ann", Bob=20)),
            "The upcard cannot be a joker: you play without.",
        ),
        "something else": (turned("1S", gin("Ann", Bob=20)), "“1S” is not a card."),
        "was it a spade or not?": (
            turned("6", gin("Ann", Bob=20)),
            "Enter the upcard’s suit: a spade counts double.",
        ),
    },
)
def test_an_upcard_is_refused(round: Document, sentence: str) -> None:
    error = refused(document("oklahoma", round))
    assert (error.place, error.text()) == ("rounds[0].upcard", f"Round 1: {sentence}")


def test_the_limit_before_the_upcard_is_known_is_the_house_limit() -> None:
    assert oklahoma_limit(OklahomaRules(knock_limit=7), Round(Ending.KNOCK)) == 7


def test_the_suit_of_the_upcard_may_be_left_out_where_spades_do_not_double() -> None:
    round = turned("6", knock("Ann", Ann=6, Bob=20))
    assert points("oklahoma", round, spades_double=False) == (14, 0)


def test_the_upcard_may_have_been_taken_into_a_hand() -> None:
    assert points("oklahoma", turned("6H", knock("Ann", Ann="2S", Bob="6H 6S KD"))) == (20, 0)


@walk(
    ("rules", "round", "boxes"),
    {
        "a spade leaves the boxes": ({}, turned("6S", gin("Ann", Bob=75)), 10),
        "or doubles them": ({"spades_double_boxes": True}, turned("6S", gin("Ann", Bob=75)), 20),
        "only a spade": ({"spades_double_boxes": True}, turned("6H", gin("Ann", Bob=75)), 0),
        "nothing doubles where spades do not": (
            {"spades_double_boxes": True, "spades_double": False, "target": 100},
            turned("6S", gin("Ann", Bob=75)),
            10,
        ),
        # 2 × (1 + 2) boxes
        "extra boxes are doubled too": (
            {"spades_double_boxes": True, "gin_boxes": 2},
            turned("6S", gin("Ann", Bob=75)),
            60,
        ),
    },
)
def test_boxes(rules: dict[str, Any], round: Document, boxes: int) -> None:
    answered = score("oklahoma", round, box_bonus=10, **rules)
    expected = [("Ann", boxes, "box-bonus")] if boxes else []
    assert why(answered) == expected


def test_a_game_to_150_under_modern_rules_round_by_round() -> None:
    answered = score(
        "oklahoma",
        turned("6S", knock("Ann", Ann=2, Bob=20)),
        turned("KH", knock("Ann", Ann=10, Bob=8)),
        STOCK,
        turned("AS", gin("Bob", Ann=4)),
        turned("7D", knock("Bob", Ann=72, Bob=7)),
        preset="modern",
    )
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (36, 0),  # 2 × 18
        (0, 27),  # undercut: 2 + 25
        (0, 0),
        (0, 58),  # 2 × (4 + 25)
        (0, 65),  # 72 - 7: Bob is at 150
    ]
    assert [round["dealer"] for round in answered["rounds"]] == ["Ann", "Ann", "Bob", "Bob", "Bob"]
    assert answered["totals"] == {"Ann": 36, "Bob": 150}
    # Ann 36 + 25. Bob 150 + 3 × 25 + 100.
    assert answered["final"] == {"Ann": 61, "Bob": 325}
    assert (answered["over"], answered["winners"]) == (True, ["Bob"])


@walk("preset", list(GIN_PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    own = {"ace_upcard": "gin"} if preset == "bicycle" else {}
    assert rules_of("oklahoma", preset) == rules_of("oklahoma", "plain") | GIN_PRESETS[preset] | own


def test_these_are_all_presets() -> None:
    assert presets_of("oklahoma") == list(GIN_PRESETS)
