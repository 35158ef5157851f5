"""Gin Rummy: rounds with every published figure, and house rules."""

from __future__ import annotations

from typing import Any

from tests.support.documents import (
    STOCK,
    VOID,
    Document,
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


@walk(
    ("rules", "round", "expected"),
    {
        "knocker 3 v 11 wins 8": ({}, knock("Ann", Ann=3, Bob=11), (8, 0)),
        # The knocker has 2 more than the other player, who gets them and the bonus: 2 + 25.
        "knocker 3 v 1 is undercut for 27 where an undercut is 25": (
            {"undercut_bonus": 25},
            knock("Ann", Ann=3, Bob=1),
            (0, 27),
        ),
        "knocker 9 v 7 is undercut for 17 where an undercut is 15": (
            {"undercut_bonus": 15},
            knock("Ann", Ann=9, Bob=7),
            (0, 17),
        ),
        "knocker 9 v 7 is undercut for 12": ({}, knock("Ann", Ann=9, Bob=7), (0, 12)),
        "an undercut of 0 leaves the difference": (
            {"undercut_bonus": 0},
            knock("Ann", Ann=9, Bob=7),
            (0, 2),
        ),
        "10 v 10 is an undercut for 10": ({}, knock("Ann", Ann=10, Bob=10), (0, 10)),
        "10 v 10 is an undercut for 25 where an undercut is 25": (
            {"undercut_bonus": 25},
            knock("Ann", Ann=10, Bob=10),
            (0, 25),
        ),
        "a tie undercuts Bob too": ({"tie": "undercut"}, knock("Bob", Ann=4, Bob=4), (10, 0)),
        "a tie that scores nothing": ({"tie": "no-score"}, knock("Ann", Ann=4, Bob=4), (0, 0)),
        "a tie that is the knocker's for 0 points": (
            {"tie": "knocker"},
            knock("Ann", Ann=4, Bob=4),
            (0, 0),
        ),
        "gin against 72 is 97": ({}, gin("Ann", Bob=72), (97, 0)),
        "gin against 72 is 92 where gin is 20": ({"gin_bonus": 20}, gin("Ann", Bob=72), (92, 0)),
        "gin against 0 is the bonus alone": ({}, gin("Ann", Ann=0, Bob=0), (25, 0)),
        "Bob's gin against 6 is 31": ({}, gin("Bob", Ann=6, Bob=""), (0, 31)),
        "a knock with 0 is gin: 8 and 25": ({}, knock("Ann", Ann=0, Bob=8), (33, 0)),
        "a knock with no card is gin against 0 too": ({}, knock("Ann", Ann="", Bob=0), (25, 0)),
        # Laid off to 0 against a knock: an undercut by 4, and no gin.
        "laid off to 0 is an undercut, not gin": ({}, knock("Ann", Ann=4, Bob=0), (0, 14)),
        "big gin against 20 is 51": ({"big_gin_bonus": 31}, big_gin("Ann", Bob=20), (51, 0)),
        "big gin counts as gin where it is not played": (
            {"big_gin_bonus": 0},
            big_gin("Ann", Bob=20),
            (45, 0),
        ),
        "cards: 4 v K 9 2 is 17": ({}, knock("Ann", Ann="4", Bob="K 9 2"), (17, 0)),
        "cards: A v J Q K is 29": ({}, knock("Ann", Ann="A", Bob="J Q K"), (29, 0)),
        "the stock runs out: nobody scores": ({}, STOCK, (0, 0)),
        "void: nobody scores": ({}, VOID, (0, 0)),
    },
)
def test_a_round_scores(rules: dict[str, Any], round: Document, expected: Points) -> None:
    assert points("gin", round, **rules) == expected


@walk(
    ("rules", "round", "winners", "tags", "lines"),
    {
        "a knock": ({}, knock("Ann", Ann=3, Bob=11), ["Ann"], [], [("Ann", 8, "difference")]),
        "an undercut": (
            {},
            knock("Ann", Ann=9, Bob=7),
            ["Bob"],
            ["undercut"],
            [("Bob", 2, "difference"), ("Bob", 10, "undercut-bonus")],
        ),
        "a tie is an undercut": (
            {},
            knock("Ann", Ann=5, Bob=5),
            ["Bob"],
            ["undercut", "tie"],
            [("Bob", 0, "difference"), ("Bob", 10, "undercut-bonus")],
        ),
        "a tie for nobody": ({"tie": "no-score"}, knock("Ann", Ann=5, Bob=5), [], ["tie"], []),
        "a tie for the knocker": (
            {"tie": "knocker"},
            knock("Ann", Ann=5, Bob=5),
            ["Ann"],
            ["tie"],
            [("Ann", 0, "difference")],
        ),
        "gin against 0 is no tie": (
            {},
            gin("Ann", Bob=0),
            ["Ann"],
            ["gin"],
            [("Ann", 0, "difference"), ("Ann", 25, "gin-bonus")],
        ),
        "a knock with 0": (
            {},
            knock("Ann", Ann=0, Bob=7),
            ["Ann"],
            ["gin"],
            [("Ann", 7, "difference"), ("Ann", 25, "gin-bonus")],
        ),
        "big gin against 0 is no tie": (
            {"big_gin_bonus": 31},
            big_gin("Bob", Ann=0),
            ["Bob"],
            ["big-gin"],
            [("Bob", 0, "difference"), ("Bob", 31, "big-gin-bonus")],
        ),
        "big gin for a bonus of 1": (
            {"big_gin_bonus": 1},
            big_gin("Bob", Ann=9),
            ["Bob"],
            ["big-gin"],
            [("Bob", 9, "difference"), ("Bob", 1, "big-gin-bonus")],
        ),
        "big gin that counts as gin": (
            {},
            big_gin("Bob", Ann=9),
            ["Bob"],
            ["gin"],
            [("Bob", 9, "difference"), ("Bob", 25, "gin-bonus")],
        ),
        "the stock runs out": ({}, STOCK, [], ["stock"], []),
        "void": ({}, VOID, [], ["void"], []),
    },
)
def test_a_round_says_who_won_it_and_why(
    rules: dict[str, Any],
    round: Document,
    winners: list[str],
    tags: list[str],
    lines: list[tuple[str, int, str]],
) -> None:
    judged = score("gin", round, **rules)["rounds"][0]
    assert (judged["winners"], judged["tags"], why(judged)) == (winners, tags, lines)


@walk(
    ("next_dealer", "round", "expected"),
    {
        "the winner deals": ("winner", knock("Bob", Ann=9, Bob=1), "Bob"),
        "the loser deals": ("loser", knock("Bob", Ann=9, Bob=1), "Ann"),
        "each deals in turn": ("alternate", knock("Ann", Ann=1, Bob=9), "Bob"),
        "a dealer who won deals on": ("winner", knock("Ann", Ann=1, Bob=9), "Ann"),
        "a dealer who won stops": ("loser", knock("Ann", Ann=1, Bob=9), "Bob"),
        "nobody won: again, not the winner": ("winner", STOCK, "Ann"),
        "nobody won: again, not the loser": ("loser", STOCK, "Ann"),
        "nobody won: again, not in turn": ("alternate", STOCK, "Ann"),
        "void: again": ("alternate", VOID, "Ann"),
        "void: again by who really dealt": ("alternate", VOID | {"dealer": "Bob"}, "Bob"),
        "in turn after who really dealt": (
            "alternate",
            knock("Ann", Ann=1, Bob=9) | {"dealer": "Bob"},
            "Ann",
        ),
    },
)
def test_the_next_dealer(next_dealer: str, round: Document, expected: str) -> None:
    assert score("gin", round, next_dealer=next_dealer)["next_dealer"] == expected


def test_a_tie_for_nobody_is_dealt_again() -> None:
    round = knock("Bob", Ann=5, Bob=5)
    answered = score("gin", round, tie="no-score", next_dealer="alternate")
    assert answered["next_dealer"] == "Ann"


@walk(
    ("limit", "count", "legal"),
    {
        "10 at a limit of 10": (10, 10, True),
        "11 at a limit of 10": (10, 11, False),
        "6 at a limit of 6": (6, 6, True),
        "7 at a limit of 6": (6, 7, False),
        "gin at straight gin": (0, 0, True),
        "1 at straight gin": (0, 1, False),
    },
)
def test_a_knock_above_the_limit_needs_the_table_to_accept_it(
    limit: int, count: int, legal: bool
) -> None:
    round = knock("Ann", Ann=count, Bob=30)
    if legal:
        assert score("gin", round, knock_limit=limit)["rounds"][0]["warnings"] == []
        return
    error = refused(document("gin", round, knock_limit=limit))
    expected = f"Round 1: Ann cannot knock: deadwood {count} is over the limit of {limit}."
    assert (error.place, error.text()) == ("rounds[0].hands.Ann", expected)
    judged = score("gin", round | {"allow": ["illegal-knock"]}, knock_limit=limit)["rounds"][0]
    assert (judged["points"]["Ann"], judged["tags"]) == (30 - count, ["illegal-knock"])
    assert len(judged["warnings"]) == 1


MODERN = {"undercut_bonus": 25, "big_gin_bonus": 31, "game_bonus": 100, "box_bonus": 25}


PRESETS: dict[str, dict[str, object]] = {
    "plain": {},
    "pagat": {
        "gin_bonus": 20,
        "game_bonus": 100,
        "box_bonus": 20,
        "shutout": "game-bonus-doubled",
        "next_dealer": "loser",
    },
    "bicycle": {"gin_bonus": 20, "game_bonus": 100, "box_bonus": 20, "shutout": "plus-100"},
    "wikipedia": {
        **MODERN,
        "shutout": "points-doubled",
        "winner_by": "total",
        "next_dealer": "alternate",
    },
    "modern": {**MODERN, "shutout": "total-doubled"},
    "tournament": {
        **MODERN,
        "target": 250,
        "shutout": "points-doubled",
        "winner_by": "total",
        "next_dealer": "alternate",
    },
}


@walk("preset", list(PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("gin", preset) == rules_of("gin", "plain") | PRESETS[preset]


def test_these_are_all_presets() -> None:
    assert presets_of("gin") == list(PRESETS)
