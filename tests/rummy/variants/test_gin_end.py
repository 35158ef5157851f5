"""Gin Rummy: the end of the game, with its bonuses, boxes and shutout."""

from __future__ import annotations

from typing import Any

from tests.support.documents import VOID, Document, adjusted, big_gin, gin, knock, score, why
from tests.support.walks import walk

GIN_OF_50 = gin("Ann", Bob=25)
"""A gin of 50, with a gin bonus of 25."""


KNOCKS_OF_50 = (knock("Ann", Ann=5, Bob=55), knock("Ann", Ann=5, Bob=55))
"""Two knocks of 50: 100 points and two boxes."""


ONE_POINT_FOR_BOB = knock("Bob", Ann=6, Bob=5)
"""Bob wins one round of 1 point."""


@walk(
    ("options", "rounds", "expected"),
    {
        # 100 + 2 boxes of 25 + 100, and the whole again: 2 × 250.
        "modern shutout is 500": ({"preset": "modern"}, KNOCKS_OF_50, (500, 0)),
        # 100 + 2 boxes of 20 + 100 + 100.
        "bicycle shutout is 340": ({"preset": "bicycle"}, KNOCKS_OF_50, (340, 0)),
        # 100 + 2 boxes of 20 + 100 + 100: the game bonus again.
        "pagat shutout is 340": ({"preset": "pagat"}, KNOCKS_OF_50, (340, 0)),
        # 100 + 2 boxes of 25 + 100 + 100: the points again.
        "wikipedia shutout is 350": ({"preset": "wikipedia"}, KNOCKS_OF_50, (350, 0)),
        "tournament shutout is 350": (
            {"preset": "tournament", "target": 100},
            KNOCKS_OF_50,
            (350, 0),
        ),
        "plain has no shutout": ({"preset": "plain"}, KNOCKS_OF_50, (100, 0)),
        # The loser has a point and a box of 25: no shutout.
        "modern with the loser at 1 point is 250 and 26": (
            {"preset": "modern"},
            (ONE_POINT_FOR_BOB, *KNOCKS_OF_50),
            (250, 26),
        ),
        # A loser with a box but no points above 0 is shut out all the same: 1 - 1 = 0.
        "a loser brought to 0 by the table is shut out": (
            {"preset": "modern"},
            (adjusted(ONE_POINT_FOR_BOB, "Bob", -1), *KNOCKS_OF_50),
            (500, 25),
        ),
        "a loser below 0 is shut out": (
            {"preset": "modern"},
            (adjusted(ONE_POINT_FOR_BOB, "Bob", -5), *KNOCKS_OF_50),
            (500, 21),
        ),
        # 12 + 8 + 35 + 20 + 25 = 100.
        "12, 8, 35, 20, 25 are 100": (
            {},
            (
                knock("Ann", Ann=1, Bob=13),
                knock("Ann", Ann=1, Bob=9),
                knock("Ann", Ann=1, Bob=36),
                knock("Ann", Ann=1, Bob=21),
                knock("Ann", Ann=1, Bob=26),
            ),
            (100, 0),
        ),
        # 100 + 5 boxes of 25 + 100 + 100 again.
        "the same with boxes of 25, a game bonus of 100 and a shutout is 425": (
            {"box_bonus": 25, "game_bonus": 100, "shutout": "game-bonus-doubled"},
            (
                knock("Ann", Ann=1, Bob=13),
                knock("Ann", Ann=1, Bob=9),
                knock("Ann", Ann=1, Bob=36),
                knock("Ann", Ann=1, Bob=21),
                knock("Ann", Ann=1, Bob=26),
            ),
            (425, 0),
        ),
        # 100 + 5 boxes of 25 + 100. Bob has 30 and one box.
        "the same with a loser who scored is 325": (
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
        ),
        # A gin is 1 + 2 boxes, twice: 6 × 10. The undercut of 12 is 1 + 1 boxes: 2 × 10.
        "gin and undercut boxes": (
            {"box_bonus": 10, "gin_boxes": 2, "undercut_boxes": 1},
            (GIN_OF_50, knock("Ann", Ann=9, Bob=7), GIN_OF_50),
            (160, 32),
        ),
        # Big gin against 69 under its own bonus is a gin round for the boxes: 100 + 3 × 10.
        "big gin has the boxes of gin": (
            {"box_bonus": 10, "gin_boxes": 2, "big_gin_bonus": 31},
            (big_gin("Ann", Bob=69),),
            (130, 0),
        ),
        "a tie that is an undercut has its boxes: 100 and 6 × 10": (
            {"box_bonus": 10, "undercut_boxes": 5},
            (adjusted(knock("Bob", Ann=5, Bob=5), "Ann", 90),),
            (160, 0),
        ),
        # Boxes do not count towards the target: 90 + 25 is not the end.
        "boxes end no game": ({"box_bonus": 25}, (knock("Ann", Ann=5, Bob=95),), (90, 0)),
        "a shutout of 100 alone: 100 + 100": ({"shutout": "plus-100"}, KNOCKS_OF_50, (200, 0)),
        "points doubled, boxes not: 100 + 20 + 100": (
            {"shutout": "points-doubled", "box_bonus": 10},
            KNOCKS_OF_50,
            (220, 0),
        ),
        "everything doubled: 2 × (100 + 20)": (
            {"shutout": "total-doubled", "box_bonus": 10},
            KNOCKS_OF_50,
            (240, 0),
        ),
        "no game bonus doubled is nothing": (
            {"shutout": "game-bonus-doubled", "game_bonus": 0},
            KNOCKS_OF_50,
            (100, 0),
        ),
        # The table gives Bob 120 in the round that brings Ann to 110: Bob is higher.
        "both at the target: the bonus is for the higher": (
            {"game_bonus": 50},
            (adjusted(adjusted(knock("Ann", Ann=0, Bob=75), "Ann", 10), "Bob", 120),),
            (110, 170),
        ),
        "both level at the target: the bonus is for both": (
            {"game_bonus": 50},
            (adjusted(adjusted(knock("Ann", Ann=0, Bob=75), "Ann", 20), "Bob", 120),),
            (170, 170),
        ),
    },
)
def test_a_game_ends_with(
    options: dict[str, Any], rounds: tuple[Document, ...], expected: tuple[int, int]
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


@walk(
    ("winner_by", "winners"),
    {
        "who reached the target": ("target", ["Ann"]),
        "the highest final": ("total", ["Bob"]),
    },
)
def test_the_winner_may_be_behind_in_boxes(winner_by: str, winners: list[str]) -> None:
    # Bob wins four rounds of 20 and has four boxes of 25: 180. Ann goes gin against 75: 100 + 25.
    rounds = [*[knock("Bob", Ann=21, Bob=1)] * 4, gin("Ann", Bob=75)]
    answered = score("gin", *rounds, box_bonus=25, winner_by=winner_by)
    assert answered["final"] == {"Ann": 125, "Bob": 180}
    assert answered["winners"] == winners


@walk("winner_by", ["target", "total"])
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


def test_a_target_of_1_is_reached_by_a_point() -> None:
    answered = score("gin", knock("Ann", Ann=5, Bob=6), target=1, game_bonus=7)
    assert (answered["winners"], why(answered)) == (["Ann"], [("Ann", 7, "game-bonus")])


@walk(
    ("target", "total", "over"),
    {
        "99 of 100": (100, 99, False),
        "100 of 100": (100, 100, True),
        "1 of 1": (1, 1, True),
        "no target": (0, 1000, False),
    },
)
def test_the_game_is_over_at_the_target(target: int, total: int, over: bool) -> None:
    round = adjusted(knock("Ann", Ann=5, Bob=6), "Ann", total - 1)
    assert score("gin", round, target=target)["over"] is over
