"""Hollywood Gin: where a win is written, when a column closes, and who wins three games at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rummy.variants.test_gin import PRESETS as GIN_PRESETS
from tests.support.documents import (
    STOCK,
    VOID,
    Document,
    adjusted,
    document,
    gin,
    knock,
    presets_of,
    refused,
    rules_of,
    score,
    why,
)

BARE = {"game_bonus": 0, "box_bonus": 0}
"""Columns without bonuses, so that finals are totals."""


def won(player: str, points: int) -> Document:
    """A round that this player wins by knocking."""
    other = "Bob" if player == "Ann" else "Ann"
    return knock(player, **{player: 1, other: points + 1})


def totals(answered: Document) -> list[tuple[int, int]]:
    """Ann's and Bob's totals in each column."""
    return [tuple(column["totals"].values()) for column in answered["columns"]]


def closed(answered: Document) -> list[bool]:
    """Which columns are closed."""
    return [column["closed"] for column in answered["columns"]]


@pytest.mark.parametrize(
    ("rules", "rounds", "expected"),
    [
        pytest.param({}, [won("Ann", 18)], [(18, 0), (0, 0), (0, 0)], id="the first win: column 1"),
        pytest.param(
            {},
            [won("Ann", 18), won("Ann", 10)],
            [(28, 0), (10, 0), (0, 0)],
            id="the second: 1 and 2",
        ),
        pytest.param(
            {},
            [won("Ann", 18), won("Ann", 10), won("Ann", 5)],
            [(33, 0), (15, 0), (5, 0)],
            id="the third: all three",
        ),
        # Ann: 18 | +25 | +15, +22 in all; Bob: 12 | +30 | +20.
        pytest.param(
            {},
            [
                won("Ann", 18),
                won("Bob", 12),
                won("Ann", 25),
                won("Bob", 30),
                won("Ann", 15),
                won("Ann", 22),
                won("Bob", 20),
            ],
            [(80, 62), (62, 50), (37, 20)],
            id="the published sheet of seven rounds",
        ),
        pytest.param(
            {},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [(105, 0), (73, 0), (45, 0)],
            id="32, 28, 45 close column 1 at 105",
        ),
        pytest.param(
            {"target": 150},
            [won("Ann", 25), won("Ann", 18), won("Ann", 36)],
            [(79, 0), (54, 0), (36, 0)],
            id="25, 18, 36 to 150",
        ),
        pytest.param(
            {},
            [won("Ann", 60), won("Ann", 50)],
            [(110, 0), (50, 0), (0, 0)],
            id="60, 50 close column 1 at 110",
        ),
        pytest.param(
            {},
            [won("Ann", 60), won("Ann", 50), won("Bob", 20)],
            [(110, 0), (50, 20), (0, 0)],
            id="shut out of column 1, a first win starts in column 2",
        ),
        pytest.param(
            {},
            [won("Ann", 60), won("Ann", 50), won("Bob", 20), won("Bob", 10)],
            [(110, 0), (50, 30), (0, 10)],
            id="and a second goes in 2 and 3",
        ),
        pytest.param({}, [STOCK, VOID], [(0, 0), (0, 0), (0, 0)], id="nobody won"),
        pytest.param(
            {},
            [STOCK, won("Bob", 5)],
            [(0, 5), (0, 0), (0, 0)],
            id="a round that nobody won enters nobody in a column",
        ),
        pytest.param(
            {},
            [adjusted(VOID, "Ann", -20)],
            [(-20, 0), (-20, 0), (-20, 0)],
            id="an adjustment stands in every open column",
        ),
        pytest.param(
            {},
            [adjusted(VOID, "Ann", 7), won("Ann", 5)],
            [(12, 0), (7, 0), (7, 0)],
            id="an adjustment enters nobody in a column",
        ),
        # Column 1 is closed at 100 when the table takes 20 from both.
        pytest.param(
            {},
            [won("Ann", 98), adjusted(won("Ann", 2), "Ann", 3), adjusted(VOID, "Ann", -20)],
            [(103, 0), (-15, 0), (-17, 0)],
            id="an adjustment leaves closed columns alone",
        ),
        # A tie that is the knocker's: a win of 0 points enters column 1, the next goes in 1 and 2.
        pytest.param(
            {"tie": "knocker"},
            [knock("Ann", Ann=5, Bob=5), won("Ann", 8)],
            [(8, 0), (8, 0), (0, 0)],
            id="a win of 0 points is a win",
        ),
    ],
)
def test_wins_are_written(
    rules: dict[str, Any], rounds: list[Document], expected: list[tuple[int, int]]
) -> None:
    assert totals(score("hollywood", *rounds, **rules)) == expected


def test_each_round_says_where_its_win_was_written() -> None:
    rounds = [
        won("Ann", 60),
        STOCK,
        won("Ann", 50),
        won("Bob", 20),
        won("Bob", 10),
        won("Ann", 5),
        adjusted(VOID, "Bob", 1),
    ]
    answered = score("hollywood", *rounds)
    assert [round["columns"] for round in answered["rounds"]] == [
        [1],
        [],
        [1, 2],
        [2],
        [2, 3],
        [2, 3],
        [],
    ]


def test_a_round_is_worth_its_points_once() -> None:
    answered = score("hollywood", won("Ann", 18), won("Ann", 10), won("Ann", 5))
    assert [round["points"]["Ann"] for round in answered["rounds"]] == [18, 10, 5]
    assert answered["totals"] == {"Ann": 33 + 15 + 5, "Bob": 0}


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param(
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [True, False, False],
            id="at the target",
        ),
        pytest.param([won("Ann", 99)], [False, False, False], id="one short"),
        pytest.param([adjusted(VOID, "Bob", 100)], [True, True, True], id="all three at once"),
    ],
)
def test_columns_close(rounds: list[Document], expected: list[bool]) -> None:
    answered = score("hollywood", *rounds)
    assert (closed(answered), answered["over"]) == (expected, all(expected))


@pytest.mark.parametrize(
    ("options", "rounds", "lines", "final"),
    [
        # 105 + 3 boxes of 25 + 100
        pytest.param(
            {},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Ann", 100, "game-bonus")],
            (280, 0),
            id="plain: boxes and the game",
        ),
        # Bob's win of 12 is one box in column 1: 105 + 75 + 100 and 12 + 25.
        pytest.param(
            {},
            [won("Ann", 32), won("Bob", 12), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Bob", 25, "box-bonus"), ("Ann", 100, "game-bonus")],
            (280, 37),
            id="the loser's boxes in this column",
        ),
        # 2 × (105 + 75 + 100)
        pytest.param(
            {"preset": "modern"},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Ann", 100, "game-bonus"), ("Ann", 280, "shutout")],
            (560, 0),
            id="modern: a shutout of the column",
        ),
    ],
)
def test_a_closed_column_is_settled_by_itself(
    options: dict[str, Any],
    rounds: list[Document],
    lines: list[tuple[str, int, str]],
    final: tuple[int, int],
) -> None:
    first = score("hollywood", *rounds, **options)["columns"][0]
    assert (why(first), tuple(first["final"].values())) == (lines, final)


def test_a_loser_may_be_shut_out_of_one_column_and_not_of_another() -> None:
    # Bob's 12 stands in column 1 only: columns 2 and 3 are shutouts.
    rounds = [won("Bob", 12), won("Ann", 40), won("Ann", 40), won("Ann", 60), won("Ann", 50)]
    columns = score("hollywood", *rounds, **BARE, shutout="plus-100")["columns"]
    assert [tuple(column["final"].values()) for column in columns] == [
        (140, 12),  # 40 + 40 + 60
        (200, 0),  # 40 + 60, closed together with column 1
        (210, 0),  # 60 + 50
    ]


def test_boxes_are_the_wins_written_in_the_column() -> None:
    rounds = [won("Bob", 12), won("Ann", 40), gin("Ann", Bob=5), won("Ann", 60)]
    columns = score("hollywood", *rounds, gin_boxes=2)["columns"]
    # Ann's wins: 1, a gin of 1 + 2, 1.
    assert [tuple(column["boxes"].values()) for column in columns] == [(5, 1), (4, 0), (1, 0)]


def test_the_column_says_who_won_it() -> None:
    rounds = [won("Ann", 60), won("Ann", 50), won("Bob", 20)]
    columns = score("hollywood", *rounds)["columns"]
    assert [column["winner"] for column in columns] == ["Ann", None, None]


def test_a_column_without_a_target_is_won_by_nobody() -> None:
    columns = score("hollywood", gin("Ann", Bob=100), target=0)["columns"]
    assert [(column["closed"], column["winner"]) for column in columns] == [(False, None)] * 3


def test_a_column_that_both_close_level_is_won_by_neither() -> None:
    round = adjusted(adjusted(VOID, "Ann", 100), "Bob", 100)
    columns = score("hollywood", round)["columns"]
    assert [column["winner"] for column in columns] == [None, None, None]


WHOLE_GAME = [
    won("Ann", 40),  # 40
    won("Ann", 40),  # 80 | 40
    won("Bob", 20),  # 80-20 | 40 | -
    won("Ann", 20),  # 100-20 closed | 60 | 20
    won("Bob", 30),  # closed | 60-30 | 20
    won("Bob", 80),  # closed | 60-110 closed | 20-80
    won("Bob", 25),  # closed | closed | 20-105 closed
]


def test_a_whole_game_round_by_round() -> None:
    answered = score("hollywood", *WHOLE_GAME)
    assert totals(answered) == [(100, 20), (60, 110), (20, 105)]
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
    assert (closed(answered), answered["over"], answered["winners"]) == (
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


@pytest.mark.parametrize(
    ("winner_by", "winners"),
    [
        pytest.param("total", ["Ann"], id="the highest sum"),
        pytest.param("columns", ["Bob"], id="most columns"),
    ],
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


@pytest.mark.parametrize(
    ("double", "finals", "lines"),
    [
        pytest.param(False, [(275, 45), (110, 260), (45, 255)], [], id="the third counts once"),
        pytest.param(
            True,
            [(275, 45), (110, 260), (90, 510)],
            [("Ann", 45, "last-column-double"), ("Bob", 255, "last-column-double")],
            id="the third counts twice",
        ),
    ],
)
def test_the_last_column(
    double: bool, finals: list[tuple[int, int]], lines: list[tuple[str, int, str]]
) -> None:
    answered = score("hollywood", *WHOLE_GAME, last_column_double=double)
    assert [tuple(column["final"].values()) for column in answered["columns"]] == finals
    assert [line for line in why(answered) if line[2] == "last-column-double"] == lines


def test_a_called_game_keeps_the_bonuses_of_its_closed_columns() -> None:
    answered = score("hollywood", won("Ann", 60), won("Ann", 50), won("Bob", 20), called=True)
    # Column 1: 110 + 2 × 25 + 100; the others stand as they are.
    assert [tuple(column["final"].values()) for column in answered["columns"]] == [
        (260, 0),
        (50, 20),
        (0, 0),
    ]
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


@pytest.mark.parametrize(
    ("rounds", "winners"),
    [
        # 110 and 0, closed | 50 and 90 | 0 and 90: Bob's sum is higher, but he has no column.
        pytest.param(
            [won("Ann", 60), won("Ann", 50), adjusted(VOID, "Bob", 90)],
            ["Ann"],
            id="one column is won",
        ),
        pytest.param([won("Ann", 60), won("Bob", 20)], ["Ann"], id="no column is won yet"),
        pytest.param([won("Bob", 60), won("Ann", 60)], ["Ann", "Bob"], id="equal in all"),
        # 100 and 0, closed | 0 and 100, closed | 0 and 20.
        pytest.param(
            [gin("Ann", Bob=75), gin("Bob", Ann=75), won("Bob", 20)],
            ["Bob"],
            id="a column each, by the sum",
        ),
    ],
)
def test_a_called_game_goes_by_columns_then_by_their_sum(
    rounds: list[Document], winners: list[str]
) -> None:
    answered = score("hollywood", *rounds, called=True, **BARE, winner_by="columns")
    assert answered["winners"] == winners


def test_level_in_columns_the_sum_of_the_three_decides() -> None:
    # 125 and 0 | 0 and 100 | 100 each: both have won as many.
    rounds = [
        gin("Ann", Bob=100),
        gin("Bob", Ann=75),
        adjusted(adjusted(VOID, "Ann", 100), "Bob", 100),
    ]
    answered = score("hollywood", *rounds, **BARE, winner_by="columns")
    assert answered["final"] == {"Ann": 225, "Bob": 200}
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


@pytest.mark.parametrize("preset", GIN_PRESETS)
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("hollywood", preset) == rules_of("hollywood", "plain") | GIN_PRESETS[preset] | {
        "winner_by": "total"
    }


def test_these_are_all_presets() -> None:
    assert presets_of("hollywood") == list(GIN_PRESETS)
