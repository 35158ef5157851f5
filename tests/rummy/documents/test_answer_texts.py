"""The texts of lines and bonuses in an answer, word for word."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.answers import scored
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    big_gin,
    document,
    gin,
    knock,
    out,
    rum,
    rummy,
    score,
    sheet_of,
)
from tests.support.walks import walk

SPADE = {"upcard": "6S"}


@walk(
    ("variant", "round", "options", "texts"),
    {
        "a difference": ("gin", knock("Ann", Ann=3, Bob=11), {}, ["Bob 11 − Ann 3"]),
        "gin": ("gin", gin("Ann", Bob=11), {}, ["Bob 11 − Ann 0", "Ann went gin"]),
        "big gin": (
            "gin",
            big_gin("Ann", Bob=11),
            {"preset": "modern"},
            ["Bob 11 − Ann 0", "Ann went big gin"],
        ),
        "an undercut": (
            "gin",
            knock("Ann", Ann=9, Bob=7),
            {},
            ["Ann 9 − Bob 7", "Bob undercut Ann"],
        ),
        "a tie in gin": (
            "gin",
            knock("Ann", Ann=9, Bob=9),
            {},
            ["Ann 9 − Bob 9", "Bob tied Ann: a tie is an undercut"],
        ),
        "a spade": (
            "oklahoma",
            knock("Ann", Ann=2, Bob=20) | SPADE,
            {},
            ["Bob 20 − Ann 2", "The upcard 6S is a spade: the round counts double"],
        ),
        "a penalty": (
            "knock",
            knock("Ann", Ann=9, Bob=7),
            {},
            ["Ann 9 − Bob 7", "Ann knocked and was beaten"],
        ),
        "a penalty to all below": (
            "knock",
            knock("Ann", Ann=9, Bob=7),
            {"preset": "split"},
            ["Ann 9 − Bob 7", "Ann knocked and had more"],
        ),
        "shares": (
            "knock",
            knock("Ann", Ann=9, Bob=7, Cem=7),
            {"ties": "split", "players": THREE},
            [
                "Ann 9 − Bob 7, shared by 2",
                "Cem 7 − Bob 7, shared by 2",
                "Ann knocked and was beaten, shared by 2",
                "Ann 9 − Cem 7, shared by 2",
                "Bob 7 − Cem 7, shared by 2",
                "Ann knocked and was beaten, shared by 2",
            ],
        ),
        "a run": ("knock", rum("Ann", Bob=7), {}, ["Bob 7 − Ann 0", "Ann went rum: Bob pays"]),
        "a flat run": (
            "knock",
            rum("Ann", Bob=7),
            {"preset": "bicycle"},
            ["Bob 7 − Ann 0", "Ann went rum"],
        ),
        "an undercut in Manipulation": (
            "manipulation",
            knock("Ann", Ann=3, Bob=2),
            {},
            ["Ann 3 − Bob 2", "Bob undercut Ann"],
        ),
        "going out": (
            "manipulation",
            out("Ann", Bob=7),
            {},
            ["Bob 7 − Ann 0", "Ann has no card left"],
        ),
        "cards left, and going rummy": (
            "basic",
            rummy("Ann", Bob="KS JK", Cem=4),
            {"players": THREE, "going_rummy": "plus-10"},
            ["Bob was left with KS JK", "Cem was left with 4", "Ann went rummy"],
        ),
        "going rummy twice": (
            "basic",
            rummy("Ann", Bob="K"),
            {"going_rummy": "double"},
            ["Bob was left with K", "Ann went rummy: the round counts double"],
        ),
        "nothing left": ("three-thirteen", out("Ann", Bob=""), {}, ["Bob has nothing left"]),
        "adjustments": (
            "gin",
            adjusted(adjusted(VOID, "Ann", -20, "perfect cut"), "Bob", 3),
            {},
            ["Adjustment: perfect cut", "Adjustment"],
        ),
    },
)
def test_a_line_says(
    variant: str, round: Document, options: dict[str, Any], texts: list[str]
) -> None:
    judged = score(variant, round, **options)["rounds"][0]
    assert [line["text"] for line in judged["why"]] == texts


@walk(
    ("variant", "rounds", "options", "texts"),
    {
        "modern": (
            "gin",
            [gin("Ann", Bob=75)],
            {"preset": "modern"},
            [
                "Boxes: 1 × 25",
                "Ann reached 100",
                "Shutout: Bob never scored, so everything counts double",
            ],
        ),
        "bicycle": (
            "gin",
            [gin("Bob", Ann=80)],
            {"preset": "bicycle"},
            ["Boxes: 1 × 20", "Bob reached 100", "Shutout: Ann never scored"],
        ),
        "shut out below 0": (
            "gin",
            [adjusted(VOID, "Ann", -5), gin("Bob", Ann=80)],
            {"preset": "bicycle"},
            ["Boxes: 1 × 20", "Bob reached 100", "Shutout: Ann is on -5"],
        ),
        "shut out with adjustments": (
            "gin",
            [adjusted(VOID, "Ann", -5), adjusted(VOID, "Ann", 5), gin("Bob", Ann=80)],
            {"preset": "bicycle"},
            ["Boxes: 1 × 20", "Bob reached 100", "Shutout: Ann is on 0"],
        ),
        "shut out with a win of 0 points": (
            "gin",
            [knock("Ann", Ann=5, Bob=5), gin("Bob", Ann=80)],
            {"preset": "bicycle", "tie": "knocker"},
            [
                "Boxes: 1 × 20",
                "Boxes: 1 × 20",
                "Bob reached 100",
                "Shutout: Ann is on 0",
            ],
        ),
        "shut out of a column of hollywood": (
            "hollywood",
            [knock("Bob", Bob=1, Ann=51), knock("Bob", Bob=1, Ann=51), *[gin("Ann", Bob=80)]],
            {"shutout": "plus-100", "game_bonus": 0, "box_bonus": 0},
            ["Shutout: Ann has nothing in this column"],
        ),
        "pagat": (
            "gin",
            [gin("Ann", Bob=80)],
            {"preset": "pagat"},
            [
                "Boxes: 1 × 20",
                "Ann reached 100",
                "Shutout: Bob never scored, so the game bonus counts double",
            ],
        ),
        "wikipedia": (
            "gin",
            [gin("Ann", Bob=80)],
            {"preset": "wikipedia"},
            [
                "Boxes: 1 × 25",
                "Ann reached 100",
                "Shutout: Bob never scored, so the points count double",
            ],
        ),
        "manipulation": (
            "manipulation",
            [knock("Ann", Ann=5, Bob=4), out("Ann", Bob=140)],
            {},
            ["Ann reached 150", "Rounds won: 1 × 25"],
        ),
        "hollywood": (
            "hollywood",
            [adjusted(VOID, "Ann", 100)],
            {"last_column_double": True},
            [*["Ann reached 100"] * 3, *["The third column counts double"] * 2],
        ),
    },
)
def test_a_bonus_says(
    variant: str, rounds: list[Document], options: dict[str, Any], texts: list[str]
) -> None:
    answered = score(variant, *rounds, **options)
    assert [line["text"] for line in answered["bonuses"]] == texts


def test_every_text_goes_through_the_translation() -> None:
    round = knock("Ann", Ann="7S 7H 7D", Bob=30) | {
        "allow": ["illegal-knock"],
        "dealer": "Bob",
        "adjustments": [{"player": "Ann", "points": 100}],
    }
    sheet = sheet_of(document("gin", STOCK, round, preset="modern"))
    shouted = scored(sheet, lambda template: "¡" + template).as_json()
    judged = shouted["rounds"][1]
    texts = [line["text"] for line in judged["why"] + shouted["bonuses"]] + judged["warnings"]
    assert len(texts) == 8
    assert all(text.startswith("¡") for text in texts)
