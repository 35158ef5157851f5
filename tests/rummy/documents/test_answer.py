"""The answer to a game document: its whole structure."""

from __future__ import annotations

import json

from scorekeeper import rummy
from scorekeeper.rummy.documents.answer import encode
from tests.support.documents import VOID, Document, gin, knock, rules_of, score

EXAMPLE: Document = {
    "variant": "knock",
    "preset": "plain",
    "rules": {"target": 200},
    "players": ["Pierre", "Jean", "Jacques", "Paul"],
    "dealer": "Pierre",
    "rounds": [
        {
            "ending": "knock",
            "by": "Jean",
            "hands": {
                "Pierre": "KS 9D 2C",
                "Jean": "5H",
                "Jacques": ["QS", "QD", "7C", "AH"],
                "Paul": 8,
            },
        },
        {"ending": "void"},
    ],
    "called": False,
}


NOTHING = {"Pierre": 0, "Jean": 0, "Jacques": 0, "Paul": 0}


def test_the_example_is_answered_to_the_letter() -> None:
    assert rummy.score(EXAMPLE).as_json() == {
        "variant": "knock",
        "preset": "plain",
        "rules": {
            "rum_bonus": 25,
            "rum_bonus_each": True,
            "penalty": 10,
            "penalty_to": "winner",
            "penalty_on_tie": False,
            "ties": "full",
            "rum_can_be_tied": True,
            "five_hand": 6,
            "target": 200,
        },
        "players": ["Pierre", "Jean", "Jacques", "Paul"],
        "rounds": [
            {
                "number": 1,
                "ending": "knock",
                "by": "Jean",
                "dealer": "Pierre",
                "deadwood": {"Pierre": 21, "Jean": 5, "Jacques": 28, "Paul": 8},
                "winners": ["Jean"],
                "tags": [],
                "points": {"Pierre": 0, "Jean": 42, "Jacques": 0, "Paul": 0},
                "why": [
                    {
                        "player": "Jean",
                        "points": 16,
                        "rule": "difference",
                        "text": "Pierre 21 − Jean 5",
                    },
                    {
                        "player": "Jean",
                        "points": 23,
                        "rule": "difference",
                        "text": "Jacques 28 − Jean 5",
                    },
                    {
                        "player": "Jean",
                        "points": 3,
                        "rule": "difference",
                        "text": "Paul 8 − Jean 5",
                    },
                ],
                "payments": [
                    {"from": "Pierre", "to": "Jean", "points": 16},
                    {"from": "Jacques", "to": "Jean", "points": 23},
                    {"from": "Paul", "to": "Jean", "points": 3},
                ],
                "warnings": [],
            },
            {
                "number": 2,
                "ending": "void",
                "by": None,
                "dealer": "Jean",
                "deadwood": {},
                "winners": [],
                "tags": ["void"],
                "points": NOTHING,
                "why": [],
                "payments": [],
                "warnings": [],
            },
        ],
        "totals": {"Pierre": 0, "Jean": 42, "Jacques": 0, "Paul": 0},
        "over": False,
        "bonuses": [],
        "final": {"Pierre": 0, "Jean": 42, "Jacques": 0, "Paul": 0},
        "winners": [],
        "next_dealer": "Jean",
    }


def test_a_game_without_rounds_is_answered() -> None:
    assert score("gin", tie="knocker", preset="modern") == {
        "variant": "gin",
        "preset": "modern",
        "rules": rules_of("gin", "modern") | {"tie": "knocker"},
        "players": ["Ann", "Bob"],
        "rounds": [],
        "totals": {"Ann": 0, "Bob": 0},
        "over": False,
        "bonuses": [],
        "final": {"Ann": 0, "Bob": 0},
        "winners": [],
        "next_dealer": "Ann",
    }


def test_hollywood_adds_its_columns() -> None:
    answered = score("hollywood", gin("Ann", Bob=80))
    assert answered["rounds"][0]["columns"] == [1]
    assert answered["columns"] == [
        {
            "totals": {"Ann": 105, "Bob": 0},
            "boxes": {"Ann": 1, "Bob": 0},
            "closed": True,
            "bonuses": [
                {"player": "Ann", "points": 25, "rule": "box-bonus", "text": "Boxes: 1 × 25"},
                {
                    "player": "Ann",
                    "points": 100,
                    "rule": "game-bonus",
                    "text": "Ann reached 100",
                },
            ],
            "final": {"Ann": 230, "Bob": 0},
            "winner": "Ann",
        },
        *[
            {
                "totals": {"Ann": 0, "Bob": 0},
                "boxes": {"Ann": 0, "Bob": 0},
                "closed": False,
                "bonuses": [],
                "final": {"Ann": 0, "Bob": 0},
                "winner": None,
            }
        ]
        * 2,
    ]
    assert answered["bonuses"] == answered["columns"][0]["bonuses"]


def test_only_hollywood_has_columns_and_only_three_thirteen_a_wild_rank() -> None:
    assert "columns" not in score("gin", VOID)
    assert not {"columns", "cards_dealt", "wild"} & set(score("gin", VOID)["rounds"][0])


def test_the_ending_is_answered_as_it_was_entered() -> None:
    judged = score("gin", knock("Ann", Ann=0, Bob=3))["rounds"][0]
    assert (judged["ending"], judged["tags"]) == ("knock", ["gin"])


def test_an_answer_is_one_line_of_json() -> None:
    answer = rummy.score(EXAMPLE)
    line = encode(answer)
    assert "\n" not in line
    assert json.loads(line) == json.loads(json.dumps(answer.as_json()))
