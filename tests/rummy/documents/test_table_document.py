"""The document that asks about a table: its reading and its errors."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from tests.support.walks import walk


def tiles(**more: Any) -> dict[str, Any]:
    """Return a question about a table of tiles."""
    return {"variant": "tiles"} | more


def test_a_hand_asks_for_a_play_and_a_table_alone_whether_it_is_legal() -> None:
    assert "down" in answer_melds(tiles(table=["R3 R4 R5"], hand="R6")).as_json()
    for alone in (tiles(table=["R3 R4 R5"]), tiles(table=["R3 R4 R5"], hand="")):
        answer = answer_melds(alone).as_json()
        assert answer == {"verdict": "The table is legal.", "legal": True, "faults": []}


def test_cards_are_one_text_or_a_list() -> None:
    text = answer_melds(tiles(table=["r3, 4r R5"], hand="R6 JK")).as_json()
    assert answer_melds(tiles(table=[["R3", "R4", "R5"]], hand=["R6", "JK"])).as_json() == text


def test_a_fault_is_told_with_the_number_of_its_meld() -> None:
    answer = answer_melds(tiles(table=["R3 R4 R5", "B7 K7"])).as_json()
    assert answer["faults"] == [
        {"meld": 2, "fault": "too-short", "text": "A meld has at least three."}
    ]


def test_what_stands_beside_the_question_is_ignored() -> None:
    assert answer_melds(tiles(table=[], preset="plain", players=4) | {"x-note": 1}).as_json()


@walk(
    ("question", "place", "sentence"),
    [
        (tiles(ask="table"), "table", "Enter the melds as a list."),
        (tiles(ask="table", table="R3"), "table", "Enter the melds as a list."),
        (tiles(table=[3]), "table[0]", "Enter the cards, such as “R7 B7 K7”."),
        (tiles(table=["R3 R99"]), "table[0]", "“R99” is not a card."),
        (tiles(ask="table", table=[], hand="R3"), "hand", "Unknown field “hand”."),
        (tiles(table=[], card="R3"), "card", "Unknown field “card”."),
        (
            tiles(ask="why", table=[]),
            "ask",
            "Unknown question “why”. Use table, play, add, joker, first-meld.",
        ),
        (tiles(ask="play", table=[], hand=""), "hand", "A hand to arrange has 1 to 40 cards."),
        (
            tiles(table=[], hand="JK=R3"),
            "hand",
            "A joker that is not on the table yet stands for nothing: write “JK”.",
        ),
        (
            tiles(ask="add", table=[], card="JK=R3"),
            "card",
            "A joker that is not on the table yet stands for nothing: write “JK”.",
        ),
        (tiles(ask="add", table=[], card="R3 R4"), "card", "Enter one card or joker."),
        (tiles(ask="add", table=[]), "card", "This must be text."),
        (
            tiles(table=[], hand="R3", most="all"),
            "most",
            "“most” must be “points” or “cards”.",
        ),
        (
            tiles(table=["R3 R3", "R3"]),
            "table[1]",
            "There are too many red 3: this game has only 2.",
        ),
        (
            tiles(table=["JK JK"], hand="JK"),
            "hand",
            "There are too many jokers: this game has only 2.",
        ),
        (
            {"variant": "manipulation", "table": ["7S 7S"]},
            "table[0]",
            "7♠ is there twice, but the deck has only one.",
        ),
        (
            {"variant": "manipulation", "table": [3]},
            "table[0]",
            "Enter the cards, such as “7S 7H 7D KC”.",
        ),
        (tiles(ask="first-meld"), "hand", "Enter either the melds or the hand."),
        (
            tiles(ask="first-meld", hand="R3", melds=[]),
            "hand",
            "Enter either the melds or the hand.",
        ),
        (
            {"variant": "manipulation", "ask": "first-meld", "hand": "7S"},
            "ask",
            "This game has no opening.",
        ),
        (
            {"variant": "gin", "table": []},
            "table",
            "Nothing is asked about the table of this game.",
        ),
        (
            {"variant": "tonk", "ask": "play"},
            "ask",
            "Nothing is asked about the table of this game.",
        ),
        (tiles(table=[], players=9), "players", "Tile Rummy is for 2 to 4 players."),
    ],
)
def test_a_question_that_is_wrong_is_refused_at_its_place(
    question: dict[str, Any], place: str, sentence: str
) -> None:
    with pytest.raises(RuleError) as refused:
        answer_melds(question)
    assert (refused.value.place, refused.value.text()) == (place, sentence)
