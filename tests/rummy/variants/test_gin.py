"""Gin Rummy: rounds with every published figure, and house rules."""

from __future__ import annotations

from typing import Any

import pytest

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
    [
        pytest.param({}, knock("Ann", Ann=3, Bob=11), (8, 0), id="knocker 3 v 11 wins 8"),
        # The knocker has 2 more than the other, who gets them and the bonus: 2 + 25.
        pytest.param(
            {"undercut_bonus": 25},
            knock("Ann", Ann=3, Bob=1),
            (0, 27),
            id="knocker 3 v 1 is undercut for 27 where an undercut is 25",
        ),
        pytest.param(
            {"undercut_bonus": 15},
            knock("Ann", Ann=9, Bob=7),
            (0, 17),
            id="knocker 9 v 7 is undercut for 17 where an undercut is 15",
        ),
        pytest.param(
            {}, knock("Ann", Ann=9, Bob=7), (0, 12), id="knocker 9 v 7 is undercut for 12"
        ),
        pytest.param(
            {"undercut_bonus": 0},
            knock("Ann", Ann=9, Bob=7),
            (0, 2),
            id="an undercut of 0 leaves the difference",
        ),
        pytest.param({}, knock("Ann", Ann=10, Bob=10), (0, 10), id="10 v 10 is an undercut for 10"),
        pytest.param(
            {"undercut_bonus": 25},
            knock("Ann", Ann=10, Bob=10),
            (0, 25),
            id="10 v 10 is an undercut for 25 where an undercut is 25",
        ),
        pytest.param(
            {"tie": "undercut"}, knock("Bob", Ann=4, Bob=4), (10, 0), id="a tie undercuts Bob too"
        ),
        pytest.param(
            {"tie": "no-score"}, knock("Ann", Ann=4, Bob=4), (0, 0), id="a tie that scores nothing"
        ),
        pytest.param(
            {"tie": "knocker"},
            knock("Ann", Ann=4, Bob=4),
            (0, 0),
            id="a tie that is the knocker's for 0 points",
        ),
        pytest.param({}, gin("Ann", Bob=72), (97, 0), id="gin against 72 is 97"),
        pytest.param(
            {"gin_bonus": 20},
            gin("Ann", Bob=72),
            (92, 0),
            id="gin against 72 is 92 where gin is 20",
        ),
        pytest.param({}, gin("Ann", Ann=0, Bob=0), (25, 0), id="gin against 0 is the bonus alone"),
        pytest.param({}, gin("Bob", Ann=6, Bob=""), (0, 31), id="Bob's gin against 6 is 31"),
        pytest.param({}, knock("Ann", Ann=0, Bob=8), (33, 0), id="a knock with 0 is gin: 8 and 25"),
        pytest.param(
            {}, knock("Ann", Ann="", Bob=0), (25, 0), id="a knock with no card is gin against 0 too"
        ),
        # Laid off to 0 against a knock: an undercut by 4, and no gin.
        pytest.param(
            {}, knock("Ann", Ann=4, Bob=0), (0, 14), id="laid off to 0 is an undercut, not gin"
        ),
        pytest.param(
            {"big_gin_bonus": 31}, big_gin("Ann", Bob=20), (51, 0), id="big gin against 20 is 51"
        ),
        pytest.param(
            {"big_gin_bonus": 0},
            big_gin("Ann", Bob=20),
            (45, 0),
            id="big gin counts as gin where it is not played",
        ),
        pytest.param({}, knock("Ann", Ann="4", Bob="K 9 2"), (17, 0), id="cards: 4 v K 9 2 is 17"),
        pytest.param({}, knock("Ann", Ann="A", Bob="J Q K"), (29, 0), id="cards: A v J Q K is 29"),
        pytest.param({}, STOCK, (0, 0), id="the stock runs out: nobody scores"),
        pytest.param({}, VOID, (0, 0), id="void: nobody scores"),
    ],
)
def test_a_round_scores(rules: dict[str, Any], round: Document, expected: Points) -> None:
    assert points("gin", round, **rules) == expected


@walk(
    ("rules", "round", "winners", "tags", "lines"),
    [
        pytest.param(
            {}, knock("Ann", Ann=3, Bob=11), ["Ann"], [], [("Ann", 8, "difference")], id="a knock"
        ),
        pytest.param(
            {},
            knock("Ann", Ann=9, Bob=7),
            ["Bob"],
            ["undercut"],
            [("Bob", 2, "difference"), ("Bob", 10, "undercut-bonus")],
            id="an undercut",
        ),
        pytest.param(
            {},
            knock("Ann", Ann=5, Bob=5),
            ["Bob"],
            ["undercut", "tie"],
            [("Bob", 0, "difference"), ("Bob", 10, "undercut-bonus")],
            id="a tie is an undercut",
        ),
        pytest.param(
            {"tie": "no-score"},
            knock("Ann", Ann=5, Bob=5),
            [],
            ["tie"],
            [],
            id="a tie for nobody",
        ),
        pytest.param(
            {"tie": "knocker"},
            knock("Ann", Ann=5, Bob=5),
            ["Ann"],
            ["tie"],
            [("Ann", 0, "difference")],
            id="a tie for the knocker",
        ),
        pytest.param(
            {},
            gin("Ann", Bob=0),
            ["Ann"],
            ["gin"],
            [("Ann", 0, "difference"), ("Ann", 25, "gin-bonus")],
            id="gin against 0 is no tie",
        ),
        pytest.param(
            {},
            knock("Ann", Ann=0, Bob=7),
            ["Ann"],
            ["gin"],
            [("Ann", 7, "difference"), ("Ann", 25, "gin-bonus")],
            id="a knock with 0",
        ),
        pytest.param(
            {"big_gin_bonus": 31},
            big_gin("Bob", Ann=0),
            ["Bob"],
            ["big-gin"],
            [("Bob", 0, "difference"), ("Bob", 31, "big-gin-bonus")],
            id="big gin against 0 is no tie",
        ),
        pytest.param(
            {"big_gin_bonus": 1},
            big_gin("Bob", Ann=9),
            ["Bob"],
            ["big-gin"],
            [("Bob", 9, "difference"), ("Bob", 1, "big-gin-bonus")],
            id="big gin for a bonus of 1",
        ),
        pytest.param(
            {},
            big_gin("Bob", Ann=9),
            ["Bob"],
            ["gin"],
            [("Bob", 9, "difference"), ("Bob", 25, "gin-bonus")],
            id="big gin that counts as gin",
        ),
        pytest.param({}, STOCK, [], ["stock"], [], id="the stock runs out"),
        pytest.param({}, VOID, [], ["void"], [], id="void"),
    ],
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
    [
        pytest.param("winner", knock("Bob", Ann=9, Bob=1), "Bob", id="the winner deals"),
        pytest.param("loser", knock("Bob", Ann=9, Bob=1), "Ann", id="the loser deals"),
        pytest.param("alternate", knock("Ann", Ann=1, Bob=9), "Bob", id="each deals in turn"),
        pytest.param("winner", knock("Ann", Ann=1, Bob=9), "Ann", id="a dealer who won deals on"),
        pytest.param("loser", knock("Ann", Ann=1, Bob=9), "Bob", id="a dealer who won stops"),
        pytest.param("winner", STOCK, "Ann", id="nobody won: again, not the winner"),
        pytest.param("loser", STOCK, "Ann", id="nobody won: again, not the loser"),
        pytest.param("alternate", STOCK, "Ann", id="nobody won: again, not in turn"),
        pytest.param("alternate", VOID, "Ann", id="void: again"),
        pytest.param(
            "alternate",
            VOID | {"dealer": "Bob"},
            "Bob",
            id="void: again by who really dealt",
        ),
        pytest.param(
            "alternate",
            knock("Ann", Ann=1, Bob=9) | {"dealer": "Bob"},
            "Ann",
            id="in turn after who really dealt",
        ),
    ],
)
def test_the_next_dealer(next_dealer: str, round: Document, expected: str) -> None:
    assert score("gin", round, next_dealer=next_dealer)["next_dealer"] == expected


def test_a_tie_for_nobody_is_dealt_again() -> None:
    round = knock("Bob", Ann=5, Bob=5)
    answered = score("gin", round, tie="no-score", next_dealer="alternate")
    assert answered["next_dealer"] == "Ann"


@walk(
    ("limit", "count", "legal"),
    [
        pytest.param(10, 10, True, id="10 at a limit of 10"),
        pytest.param(10, 11, False, id="11 at a limit of 10"),
        pytest.param(6, 6, True, id="6 at a limit of 6"),
        pytest.param(6, 7, False, id="7 at a limit of 6"),
        pytest.param(0, 0, True, id="gin at straight gin"),
        pytest.param(0, 1, False, id="1 at straight gin"),
    ],
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


@walk("preset", PRESETS)
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("gin", preset) == rules_of("gin", "plain") | PRESETS[preset]


def test_these_are_all_presets() -> None:
    assert presets_of("gin") == list(PRESETS)
