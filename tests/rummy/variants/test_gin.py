"""Gin Rummy: rounds with every published figure, and house rules."""

from __future__ import annotations

from typing import Any

import pytest

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

Points = tuple[int, int]


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


GIN_OF_50 = gin("Ann", Bob=25)
"""A gin of 50 where gin is 25."""

KNOCKS_OF_50 = (knock("Ann", Ann=5, Bob=55), knock("Ann", Ann=5, Bob=55))
"""Two knocks of 50: 100 points and two boxes."""

ONE_POINT_FOR_BOB = knock("Bob", Ann=6, Bob=5)
"""Bob wins one round of 1 point."""


@pytest.mark.parametrize(
    ("options", "rounds", "expected"),
    [
        # 100 + 2 boxes of 25 + 100, and the whole again: 2 × 250.
        pytest.param({"preset": "modern"}, KNOCKS_OF_50, (500, 0), id="modern shutout is 500"),
        # 100 + 2 boxes of 20 + 100 + 100.
        pytest.param({"preset": "bicycle"}, KNOCKS_OF_50, (340, 0), id="bicycle shutout is 340"),
        # 100 + 2 boxes of 20 + 100 + 100: the game bonus again.
        pytest.param({"preset": "pagat"}, KNOCKS_OF_50, (340, 0), id="pagat shutout is 340"),
        # 100 + 2 boxes of 25 + 100 + 100: the points again.
        pytest.param(
            {"preset": "wikipedia"}, KNOCKS_OF_50, (350, 0), id="wikipedia shutout is 350"
        ),
        pytest.param(
            {"preset": "tournament", "target": 100},
            KNOCKS_OF_50,
            (350, 0),
            id="tournament shutout is 350",
        ),
        pytest.param({"preset": "plain"}, KNOCKS_OF_50, (100, 0), id="plain has no shutout"),
        # The loser has a point and a box of 25: no shutout.
        pytest.param(
            {"preset": "modern"},
            (ONE_POINT_FOR_BOB, *KNOCKS_OF_50),
            (250, 26),
            id="modern with the loser at 1 point is 250 and 26",
        ),
        # A loser with a box but no points above 0 is shut out all the same: 1 - 1 = 0.
        pytest.param(
            {"preset": "modern"},
            (adjusted(ONE_POINT_FOR_BOB, "Bob", -1), *KNOCKS_OF_50),
            (500, 25),
            id="a loser brought to 0 by the table is shut out",
        ),
        pytest.param(
            {"preset": "modern"},
            (adjusted(ONE_POINT_FOR_BOB, "Bob", -5), *KNOCKS_OF_50),
            (500, 21),
            id="a loser below 0 is shut out",
        ),
        # 12 + 8 + 35 + 20 + 25 = 100.
        pytest.param(
            {},
            (
                knock("Ann", Ann=1, Bob=13),
                knock("Ann", Ann=1, Bob=9),
                knock("Ann", Ann=1, Bob=36),
                knock("Ann", Ann=1, Bob=21),
                knock("Ann", Ann=1, Bob=26),
            ),
            (100, 0),
            id="12, 8, 35, 20, 25 are 100",
        ),
        # 100 + 5 boxes of 25 + 100 + 100 again.
        pytest.param(
            {"box_bonus": 25, "game_bonus": 100, "shutout": "game-bonus-doubled"},
            (
                knock("Ann", Ann=1, Bob=13),
                knock("Ann", Ann=1, Bob=9),
                knock("Ann", Ann=1, Bob=36),
                knock("Ann", Ann=1, Bob=21),
                knock("Ann", Ann=1, Bob=26),
            ),
            (425, 0),
            id="the same with boxes of 25, a game bonus of 100 and a shutout is 425",
        ),
        # 100 + 5 boxes of 25 + 100; Bob has 30 and one box.
        pytest.param(
            {"box_bonus": 25, "game_bonus": 100, "shutout": "game-bonus-doubled"},
            (
                knock("Ann", Ann=1, Bob=13),
                knock("Ann", Ann=1, Bob=9),
                knock("Bob", Ann=31, Bob=1),
                knock("Ann", Ann=1, Bob=36),
                knock("Ann", Ann=1, Bob=21),
                knock("Ann", Ann=1, Bob=26),
            ),
            (325, 55),
            id="the same with a loser who scored is 325",
        ),
        # A gin is 1 + 2 boxes, twice: 6 × 10; the undercut of 12 is 1 + 1 boxes: 2 × 10.
        pytest.param(
            {"box_bonus": 10, "gin_boxes": 2, "undercut_boxes": 1},
            (GIN_OF_50, knock("Ann", Ann=9, Bob=7), GIN_OF_50),
            (160, 32),
            id="gin and undercut boxes",
        ),
        # Big gin against 69 under its own bonus is a gin round for the boxes: 100 + 3 × 10.
        pytest.param(
            {"box_bonus": 10, "gin_boxes": 2, "big_gin_bonus": 31},
            (big_gin("Ann", Bob=69),),
            (130, 0),
            id="big gin has the boxes of gin",
        ),
        pytest.param(
            {"box_bonus": 10, "undercut_boxes": 5},
            (adjusted(knock("Bob", Ann=5, Bob=5), "Ann", 90),),
            (160, 0),
            id="a tie that is an undercut has its boxes: 100 and 6 × 10",
        ),
        # Boxes do not count towards the target: 90 + 25 is not the end.
        pytest.param(
            {"box_bonus": 25}, (knock("Ann", Ann=5, Bob=95),), (90, 0), id="boxes end no game"
        ),
        pytest.param(
            {"shutout": "plus-100"}, KNOCKS_OF_50, (200, 0), id="a shutout of 100 alone: 100 + 100"
        ),
        pytest.param(
            {"shutout": "points-doubled", "box_bonus": 10},
            KNOCKS_OF_50,
            (220, 0),
            id="points doubled, boxes not: 100 + 20 + 100",
        ),
        pytest.param(
            {"shutout": "total-doubled", "box_bonus": 10},
            KNOCKS_OF_50,
            (240, 0),
            id="everything doubled: 2 × (100 + 20)",
        ),
        pytest.param(
            {"shutout": "game-bonus-doubled", "game_bonus": 0},
            KNOCKS_OF_50,
            (100, 0),
            id="no game bonus doubled is nothing",
        ),
        # The table gives Bob 120 in the round that brings Ann to 110: Bob is higher.
        pytest.param(
            {"game_bonus": 50},
            (adjusted(adjusted(knock("Ann", Ann=0, Bob=75), "Ann", 10), "Bob", 120),),
            (110, 170),
            id="both at the target: the bonus is for the higher",
        ),
        pytest.param(
            {"game_bonus": 50},
            (adjusted(adjusted(knock("Ann", Ann=0, Bob=75), "Ann", 20), "Bob", 120),),
            (170, 170),
            id="both level at the target: the bonus is for both",
        ),
    ],
)
def test_a_game_ends_with(
    options: dict[str, Any], rounds: tuple[Document, ...], expected: Points
) -> None:
    assert tuple(score("gin", *rounds, **options)["final"].values()) == expected


def test_the_bonuses_are_boxes_then_the_game_then_the_shutout() -> None:
    answered = score("gin", adjusted(ONE_POINT_FOR_BOB, "Bob", -1), *KNOCKS_OF_50, preset="modern")
    assert why(answered) == [
        ("Ann", 50, "box-bonus"),
        ("Bob", 25, "box-bonus"),
        ("Ann", 100, "game-bonus"),
        ("Ann", 250, "shutout"),
    ]


def test_bonuses_of_nothing_are_not_listed() -> None:
    answered = score("gin", *KNOCKS_OF_50, shutout="game-bonus-doubled")
    assert (answered["over"], answered["bonuses"]) == (True, [])


@pytest.mark.parametrize(
    ("winner_by", "winners"),
    [
        pytest.param("target", ["Ann"], id="who reached the target"),
        pytest.param("total", ["Bob"], id="the highest final"),
    ],
)
def test_the_winner_may_be_behind_in_boxes(winner_by: str, winners: list[str]) -> None:
    # Bob wins four rounds of 20 and has four boxes of 25: 180. Ann goes gin against 75: 100 + 25.
    rounds = [*[knock("Bob", Ann=21, Bob=1)] * 4, gin("Ann", Bob=75)]
    answered = score("gin", *rounds, box_bonus=25, winner_by=winner_by)
    assert answered["final"] == {"Ann": 125, "Bob": 180}
    assert answered["winners"] == winners


@pytest.mark.parametrize("winner_by", ["target", "total"])
def test_equal_winners_share(winner_by: str) -> None:
    rounds = adjusted(gin("Ann", Bob=75), "Bob", 100)
    assert score("gin", rounds, winner_by=winner_by)["winners"] == ["Ann", "Bob"]


def test_a_published_game_under_modern_rules_round_by_round() -> None:
    rounds = [
        knock("Two", One=34, Two=4),
        VOID,
        knock("One", One=2, Two=27),
        knock("Two", One=3, Two=8),
        gin("Two", One=60),
    ]
    answered = score("gin", *rounds, players=["One", "Two"], preset="modern")
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (0, 30),
        (0, 0),
        (25, 0),
        (30, 0),  # 8 - 3 = 5, and 25 for the undercut
        (0, 85),  # 60, and 25 for gin
    ]
    assert [round["dealer"] for round in answered["rounds"]] == ["One", "Two", "Two", "One", "One"]
    assert answered["totals"] == {"One": 55, "Two": 115}
    assert answered["final"] == {"One": 105, "Two": 265}
    assert why(answered) == [
        ("One", 50, "box-bonus"),
        ("Two", 50, "box-bonus"),
        ("Two", 100, "game-bonus"),
    ]
    assert (answered["over"], answered["winners"], answered["next_dealer"]) == (True, ["Two"], None)


@pytest.mark.parametrize(
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


def test_a_target_of_1_is_reached_by_a_point() -> None:
    answered = score("gin", knock("Ann", Ann=5, Bob=6), target=1, game_bonus=7)
    assert (answered["winners"], why(answered)) == (["Ann"], [("Ann", 7, "game-bonus")])


def test_a_tie_for_nobody_is_dealt_again() -> None:
    round = knock("Bob", Ann=5, Bob=5)
    answered = score("gin", round, tie="no-score", next_dealer="alternate")
    assert answered["next_dealer"] == "Ann"


@pytest.mark.parametrize(
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
    expected = f"Round 1: Ann's knock with {count} is above the limit of {limit}."
    assert (error.place, error.text()) == ("rounds[0].hands.Ann", expected)
    judged = score("gin", round | {"allow": ["illegal-knock"]}, knock_limit=limit)["rounds"][0]
    assert (judged["points"]["Ann"], judged["tags"]) == (30 - count, ["illegal-knock"])
    assert len(judged["warnings"]) == 1


@pytest.mark.parametrize(
    ("target", "total", "over"),
    [
        pytest.param(100, 99, False, id="99 of 100"),
        pytest.param(100, 100, True, id="100 of 100"),
        pytest.param(1, 1, True, id="1 of 1"),
        pytest.param(0, 1000, False, id="no target"),
    ],
)
def test_the_game_is_over_at_the_target(target: int, total: int, over: bool) -> None:
    round = adjusted(knock("Ann", Ann=5, Bob=6), "Ann", total - 1)
    assert score("gin", round, target=target)["over"] is over


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


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("gin", preset) == rules_of("gin", "plain") | PRESETS[preset]


def test_these_are_all_presets() -> None:
    assert presets_of("gin") == list(PRESETS)
