"""Tile rummy: the cost of racks, the empty pool, and tiles that a rack cannot have."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.melds import best_melds
from scorekeeper.rummy.round import RuleError
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    document,
    out,
    points,
    presets_of,
    refused,
    score,
    why,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")


def pool_empty(**racks: Any) -> Document:
    """A round that ended with the pool empty and no player able to play."""
    return STOCK | {"hands": racks}


@walk(
    ("round", "rules", "expected"),
    {
        "out": (out("Ann", Bob="12", Cem="13 10", Dee="13 13 11"), {}, (72, -12, -23, -37)),
        "out, by counts": (out("Ann", Bob=12, Cem=23, Dee=37), {}, (72, -12, -23, -37)),
        "every way to write tiles": (
            out("Dee", Ann="1, 2 10", Bob=["11", "12"], Cem="13", Dee=""),
            {},
            (-13, -23, -13, 49),
        ),
        "a joker": (out("Ann", Bob="JK 1", Cem=1, Dee=1), {}, (33, -31, -1, -1)),
        "a joker at 25": (
            out("Ann", Bob="jk 1", Cem="joker", Dee=1),
            {"joker_value": 25},
            (52, -26, -25, -1),
        ),
        "two jokers at 50": (
            out("Ann", Bob="JK JK", Cem=1, Dee=1),
            {"joker_value": 50},
            (102, -100, -1, -1),
        ),
        "sixteen tiles": (
            out("Ann", Bob="13 " * 8 + "12 " * 8, Cem=1, Dee=1),
            {},
            (202, -200, -1, -1),
        ),
        "pool empty": (
            pool_empty(Ann="5", Bob="12", Cem="13 7", Dee="13 7"),
            {},
            (37, -7, -15, -15),
        ),
        "two share the lowest": (
            pool_empty(Ann=5, Bob="3 2", Cem="12", Dee="13 7"),
            {},
            (11, 11, -7, -15),
        ),
        "a third is dropped": (pool_empty(Ann=5, Bob=5, Cem=12, Dee=5), {}, (2, 2, -7, 2)),
        "too little to share": (pool_empty(Ann=5, Bob=5, Cem=6, Dee=5), {}, (0, 0, -1, 0)),
        "all equal": (pool_empty(Ann=5, Bob=5, Cem=5, Dee=5), {}, (0, 0, 0, 0)),
        "void": (VOID, {}, (0, 0, 0, 0)),
    },
)
def test_a_round_scores(round: Document, rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points("tiles", round, players=FOUR, **rules) == expected


def test_three_racks_with_an_empty_pool() -> None:
    assert points("tiles", pool_empty(Ann=5, Bob=12, Cem=20), players=THREE) == (22, -7, -15)


def test_going_out_says_what_everybody_had_left() -> None:
    [judged] = score("tiles", out("Ann", Bob="12 JK", Cem=5), players=THREE)["rounds"]
    assert (judged["winners"], judged["tags"], why(judged)) == (
        ["Ann"],
        ["out"],
        [
            ("Ann", 42, "cards-left"),
            ("Bob", -42, "cards-left"),
            ("Ann", 5, "cards-left"),
            ("Cem", -5, "cards-left"),
        ],
    )
    assert judged["why"][0]["text"] == "Bob was left with 12 JK"


def test_an_empty_pool_says_who_had_less() -> None:
    [judged] = score("tiles", pool_empty(Ann=5, Bob=5, Cem="9"), players=THREE)["rounds"]
    assert (judged["winners"], judged["tags"], why(judged)) == (
        ["Ann", "Bob"],
        ["tie", "stock", "shared"],
        [("Cem", -4, "above-lowest"), ("Ann", 2, "shared-lowest"), ("Bob", 2, "shared-lowest")],
    )


@walk(
    ("round", "place", "text"),
    {
        "a card": (
            out("Ann", Bob="5 KS", Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: “KS” on Bob’s rack is not a tile.",
        ),
        "there is no 14": (
            out("Ann", Bob="14 1", Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: “14” on Bob’s rack is not a tile.",
        ),
        "numbers in a list": (
            out("Ann", Bob=[12, 3], Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Bob’s rack must be tiles or a whole number of points.",
        ),
        "a ninth 1": (
            out("Ann", Bob="1 1 1 1 1", Cem="1 1 1 1"),
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many 1 together: 9, but this game has only 8.",
        ),
        "a third joker": (
            out("Ann", Bob="JK", Cem="JK JK"),
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many joker together: 3, but this game has only 2.",
        ),
        "a whole rack": (
            out("Ann", Bob={"hand": "5 6 7"}, Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Tiles have no colours here: enter what Bob has left, or its count.",
        ),
        "a rack laid out": (
            out("Ann", Bob={"melds": ["5 6 7"], "unmatched": "3"}, Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Tiles have no colours here: enter what Bob has left, or its count.",
        ),
        "nobody asks who opened": (
            out("Ann", Bob={"opened": False}, Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: In this game Bob’s hand is just what is left.",
        ),
        "more than all tiles": (
            out("Ann", Bob=789, Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Bob’s count must be a whole number from 0 to 788.",
        ),
        "nobody else has an empty rack": (
            out("Ann", Bob="", Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "nor when the pool is empty": (
            pool_empty(Ann=3, Bob=0, Cem=1),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: a player with nothing left has gone out.",
        ),
        "out with a tile left": (
            out("Ann", Ann="3", Bob=4, Cem=1),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "a rack is missing": (
            pool_empty(Ann=3, Bob=4),
            "rounds[0].hands.Cem",
            "Round 1: Cem’s hand is missing.",
        ),
        "no upcard": (
            out("Ann", Bob=4, Cem=1) | {"upcard": "5"},
            "rounds[0].upcard",
            "Round 1: The upcard does not count in this game.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(round: Document, place: str, text: str) -> None:
    error = refused(document("tiles", round, players=THREE))
    assert (error.place, error.text()) == (place, text)


def test_tiles_are_no_cards() -> None:
    error = refused(document("basic", out("Ann", Bob="12")))
    assert error.text() == "Round 1: “12” in Bob’s hand is not a card."


def test_no_melds_are_found_on_a_rack() -> None:
    with pytest.raises(RuleError, match="Tiles have no colours here") as caught:
        best_melds({"variant": "tiles", "hand": "5 6 7"})
    assert caught.value.place == "variant"


def test_the_next_player_to_the_left_begins() -> None:
    assert score("tiles", out("Cem", Ann=1, Bob=2), players=THREE)["next_dealer"] == "Bob"
    assert score("tiles", VOID, players=THREE)["next_dealer"] == "Ann"


@walk(
    ("rules", "over"),
    [
        ({}, False),
        ({"rounds": 2}, True),
        ({"rounds": 3}, False),
        ({"target": 40}, True),
        ({"target": 41}, False),
        ({"rounds": 3, "target": 40}, True),
    ],
)
def test_a_game_ends_after_its_rounds_or_at_its_target(rules: dict[str, int], over: bool) -> None:
    rounds = [out("Ann", Bob=12, Cem=8), VOID, out("Ann", Bob=12, Cem=8)]
    answered = score("tiles", *rounds, players=THREE, **rules)
    assert (answered["over"], answered["totals"]) == (over, {"Ann": 40, "Bob": -24, "Cem": -16})


def test_the_most_points_win_and_equals_share() -> None:
    rounds = [out("Ann", Bob=10, Cem=20), out("Bob", Ann=10, Cem=20)]
    assert score("tiles", *rounds, players=THREE, rounds=2)["winners"] == ["Ann", "Bob"]


def test_there_is_one_preset() -> None:
    assert presets_of("tiles") == ["plain"]
