"""Hollywood Gin: the columns of each win, the closing of columns, and their worth."""

from __future__ import annotations

from typing import Any

from tests.support.documents import STOCK, VOID, Document, adjusted, gin, knock, score, why, won
from tests.support.walks import walk


@walk(
    ("rules", "rounds", "expected"),
    {
        "the first win: column 1": ({}, [won("Ann", 18)], [(18, 0), (0, 0), (0, 0)]),
        "the second: 1 and 2": ({}, [won("Ann", 18), won("Ann", 10)], [(28, 0), (10, 0), (0, 0)]),
        "the third: all three": (
            {},
            [won("Ann", 18), won("Ann", 10), won("Ann", 5)],
            [(33, 0), (15, 0), (5, 0)],
        ),
        # Ann: 18 | +25 | +15, +22 in all. Bob: 12 | +30 | +20.
        "the published sheet of seven rounds": (
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
        ),
        "32, 28, 45 close column 1 at 105": (
            {},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [(105, 0), (73, 0), (45, 0)],
        ),
        "25, 18, 36 to 150": (
            {"target": 150},
            [won("Ann", 25), won("Ann", 18), won("Ann", 36)],
            [(79, 0), (54, 0), (36, 0)],
        ),
        "60, 50 close column 1 at 110": (
            {},
            [won("Ann", 60), won("Ann", 50)],
            [(110, 0), (50, 0), (0, 0)],
        ),
        "shut out of column 1, a first win starts in column 2": (
            {},
            [won("Ann", 60), won("Ann", 50), won("Bob", 20)],
            [(110, 0), (50, 20), (0, 0)],
        ),
        "and a second goes in 2 and 3": (
            {},
            [won("Ann", 60), won("Ann", 50), won("Bob", 20), won("Bob", 10)],
            [(110, 0), (50, 30), (0, 10)],
        ),
        "nobody won": ({}, [STOCK, VOID], [(0, 0), (0, 0), (0, 0)]),
        "a round that nobody won enters nobody in a column": (
            {},
            [STOCK, won("Bob", 5)],
            [(0, 5), (0, 0), (0, 0)],
        ),
        "an adjustment stands in every open column": (
            {},
            [adjusted(VOID, "Ann", -20)],
            [(-20, 0), (-20, 0), (-20, 0)],
        ),
        "an adjustment enters nobody in a column": (
            {},
            [adjusted(VOID, "Ann", 7), won("Ann", 5)],
            [(12, 0), (7, 0), (7, 0)],
        ),
        # Column 1 is closed at 100 when the table takes 20 from both.
        "an adjustment leaves closed columns alone": (
            {},
            [won("Ann", 98), adjusted(won("Ann", 2), "Ann", 3), adjusted(VOID, "Ann", -20)],
            [(103, 0), (-15, 0), (-17, 0)],
        ),
        # A tie that is the knocker's: a win of 0 points enters column 1, the next goes in 1 and 2.
        "a win of 0 points is a win": (
            {"tie": "knocker"},
            [knock("Ann", Ann=5, Bob=5), won("Ann", 8)],
            [(8, 0), (8, 0), (0, 0)],
        ),
    },
)
def test_wins_are_written(
    rules: dict[str, Any], rounds: list[Document], expected: list[tuple[int, int]]
) -> None:
    columns = score("hollywood", *rounds, **rules)["columns"]
    assert [tuple(column["totals"].values()) for column in columns] == expected


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


@walk(
    ("rounds", "expected"),
    {
        "at the target": ([won("Ann", 32), won("Ann", 28), won("Ann", 45)], [True, False, False]),
        "one short": ([won("Ann", 99)], [False, False, False]),
        "all three at once": ([adjusted(VOID, "Bob", 100)], [True, True, True]),
    },
)
def test_columns_close(rounds: list[Document], expected: list[bool]) -> None:
    answered = score("hollywood", *rounds)
    closed = [column["closed"] for column in answered["columns"]]
    assert (closed, answered["over"]) == (expected, all(expected))


@walk(
    ("options", "rounds", "lines", "final"),
    {
        # 105 + 3 boxes of 25 + 100
        "plain: boxes and the game": (
            {},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Ann", 100, "game-bonus")],
            (280, 0),
        ),
        # Bob's win of 12 is one box in column 1: 105 + 75 + 100 and 12 + 25.
        "the loser's boxes in this column": (
            {},
            [won("Ann", 32), won("Bob", 12), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Bob", 25, "box-bonus"), ("Ann", 100, "game-bonus")],
            (280, 37),
        ),
        # 2 × (105 + 75 + 100)
        "modern: a shutout of the column": (
            {"preset": "modern"},
            [won("Ann", 32), won("Ann", 28), won("Ann", 45)],
            [("Ann", 75, "box-bonus"), ("Ann", 100, "game-bonus"), ("Ann", 280, "shutout")],
            (560, 0),
        ),
    },
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
    # Bob’s 12 is only in column 1, so columns 2 and 3 are shutouts.
    rounds = [won("Bob", 12), won("Ann", 40), won("Ann", 40), won("Ann", 60), won("Ann", 50)]
    columns = score("hollywood", *rounds, game_bonus=0, box_bonus=0, shutout="plus-100")["columns"]
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
