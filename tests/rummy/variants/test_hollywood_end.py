"""Hollywood Gin: the end of the game, and its winner."""

from __future__ import annotations

from tests.rummy.variants.test_gin import PRESETS as GIN_PRESETS
from tests.support.documents import (
    VOID,
    Document,
    adjusted,
    document,
    gin,
    presets_of,
    refused,
    rules_of,
    score,
    why,
    won,
)
from tests.support.walks import walk

WHOLE_GAME = [
    won("Ann", 40),  # 40
    won("Ann", 40),  # 80 | 40
    won("Bob", 20),  # 80-20 | 40 | -
    won("Ann", 20),  # 100-20 closed | 60 | 20
    won("Bob", 30),  # closed | 60-30 | 20
    won("Bob", 80),  # closed | 60-110 closed | 20-80
    won("Bob", 25),  # closed | closed | 20-105 closed
]

BARE = {"game_bonus": 0, "box_bonus": 0}
"""Columns without bonuses, so that finals are totals."""


def test_a_whole_game_round_by_round() -> None:
    answered = score("hollywood", *WHOLE_GAME)
    totals = [tuple(column["totals"].values()) for column in answered["columns"]]
    assert totals == [(100, 20), (60, 110), (20, 105)]
    assert [tuple(column["boxes"].values()) for column in answered["columns"]] == [
        (3, 1),
        (2, 2),
        (1, 2),
    ]
    # A game bonus of 100 a column, boxes of 25.
    assert [tuple(column["final"].values()) for column in answered["columns"]] == [
        (100 + 100 + 75, 20 + 25),
        (60 + 50, 110 + 100 + 50),
        (20 + 25, 105 + 100 + 50),
    ]
    assert [column["winner"] for column in answered["columns"]] == ["Ann", "Bob", "Bob"]
    assert answered["totals"] == {"Ann": 180, "Bob": 235}
    assert answered["final"] == {"Ann": 430, "Bob": 560}
    assert (answered["over"], answered["winners"], answered["next_dealer"]) == (True, ["Bob"], None)


def test_the_game_is_not_over_while_a_column_is_open() -> None:
    answered = score("hollywood", *WHOLE_GAME[:-1])
    closed = [column["closed"] for column in answered["columns"]]
    assert (closed, answered["over"], answered["winners"]) == (
        [True, True, False],
        False,
        [],
    )


def test_no_round_is_played_after_the_third_column_closed() -> None:
    error = refused(document("hollywood", *WHOLE_GAME, won("Ann", 1)))
    assert (error.place, error.text()) == (
        "rounds[7]",
        "Round 8: The game was over after round 7.",
    )


@walk(
    ("winner_by", "winners"),
    {
        "the highest sum": ("total", ["Ann"]),
        "most columns": ("columns", ["Bob"]),
    },
)
def test_the_game_is_won_by(winner_by: str, winners: list[str]) -> None:
    # Column 1 is Ann's at once: 125 v 0. Then 90 v 100 and 30 v 100: the other two are Bob's.
    rounds = [
        gin("Ann", Bob=100),
        won("Ann", 60),
        won("Ann", 30),
        gin("Bob", Ann=75),
        gin("Bob", Ann=75),
    ]
    answered = score("hollywood", *rounds, **BARE, winner_by=winner_by)
    assert answered["final"] == {"Ann": 245, "Bob": 200}
    assert answered["winners"] == winners


@walk(
    ("double", "finals", "lines"),
    {
        "the third counts once": (False, [(275, 45), (110, 260), (45, 255)], []),
        "the third counts twice": (
            True,
            [(275, 45), (110, 260), (90, 510)],
            [("Ann", 45, "last-column-double"), ("Bob", 255, "last-column-double")],
        ),
    },
)
def test_the_last_column(
    double: bool, finals: list[tuple[int, int]], lines: list[tuple[str, int, str]]
) -> None:
    answered = score("hollywood", *WHOLE_GAME, last_column_double=double)
    assert [tuple(column["final"].values()) for column in answered["columns"]] == finals
    assert [line for line in why(answered) if line[2] == "last-column-double"] == lines


def test_a_called_game_keeps_the_bonuses_of_its_closed_columns() -> None:
    answered = score("hollywood", won("Ann", 60), won("Ann", 50), won("Bob", 20), called=True)
    # Column 1: 110 + 2 × 25 + 100. The others do not change.
    assert [tuple(column["final"].values()) for column in answered["columns"]] == [
        (260, 0),
        (50, 20),
        (0, 0),
    ]
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


@walk(
    ("rounds", "winners"),
    {
        # 110 and 0, closed | 50 and 90 | 0 and 90: Bob's sum is higher, but he has no column.
        "one column is won": ([won("Ann", 60), won("Ann", 50), adjusted(VOID, "Bob", 90)], ["Ann"]),
        "no column is won yet": ([won("Ann", 60), won("Bob", 20)], ["Ann"]),
        "equal in all": ([won("Bob", 60), won("Ann", 60)], ["Ann", "Bob"]),
        # 100 and 0, closed | 0 and 100, closed | 0 and 20.
        "a column each, by the sum": (
            [gin("Ann", Bob=75), gin("Bob", Ann=75), won("Bob", 20)],
            ["Bob"],
        ),
    },
)
def test_a_called_game_goes_by_columns_then_by_their_sum(
    rounds: list[Document], winners: list[str]
) -> None:
    answered = score("hollywood", *rounds, called=True, **BARE, winner_by="columns")
    assert answered["winners"] == winners


def test_level_in_columns_the_sum_of_the_three_decides() -> None:
    # 125 and 0 | 0 and 100 | 100 each: both have won the same number.
    rounds = [
        gin("Ann", Bob=100),
        gin("Bob", Ann=75),
        adjusted(adjusted(VOID, "Ann", 100), "Bob", 100),
    ]
    answered = score("hollywood", *rounds, **BARE, winner_by="columns")
    assert answered["final"] == {"Ann": 225, "Bob": 200}
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


@walk("preset", list(GIN_PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("hollywood", preset) == rules_of("hollywood", "plain") | GIN_PRESETS[preset] | {
        "winner_by": "total"
    }


def test_these_are_all_presets() -> None:
    assert presets_of("hollywood") == list(GIN_PRESETS)
