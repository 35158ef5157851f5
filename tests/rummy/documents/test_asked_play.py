"""The document that asks about one play: its answers and its errors."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from tests.support.walks import walk

LAY_OFF = {"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": "TS 2D"}
PILE = {"variant": "canasta", "ask": "pile", "top": "K", "hand": "K K 7 7 2"}
WILD = {"variant": "burraco", "ask": "wild", "meld": "4H 5H 2S 7H 8H 9H TH", "card": "6H"}


@walk(
    ("question", "yes", "verdict"),
    {
        "after a knock": (LAY_OFF, True, "Yes: you may lay off 10♠, but not 2♦."),
        "after gin": (LAY_OFF | {"ended": "gin"}, False, "No: against gin nobody lays off."),
        "the pile, 60 for 50": (
            PILE,
            True,
            "Yes: with the top card you can meld 60, and 50 is enough.",
        ),
        "the pile, 60 for 90": (
            PILE | {"total": 1500},
            False,
            "No: with the top card you can meld 60, and the first meld needs 90.",
        ),
        "the pile in the second round": (
            PILE | {"variant": "hand-and-foot", "round": 2},
            False,
            "No: with the top card you can meld 60, and the first meld needs 90.",
        ),
        "a wild card": (WILD, True, "Yes: put 6♥ in its place, and the wild card at an end."),
    },
)
def test_a_play_is_answered(question: dict[str, Any], yes: bool, verdict: str) -> None:
    answer = answer_melds(question).as_json()
    assert (answer["yes"], answer["verdict"]) == (yes, verdict)


def test_the_melds_after_it_say_what_they_count_and_are() -> None:
    answer = answer_melds(WILD).as_json()
    assert answer["melds"] == ["2S 4H 5H 6H 7H 8H 9H TH", "4H 5H 6H 7H 8H 9H TH 2S"]
    assert (answer["counts"], answer["kinds"]) == ([70, 70], ["semi_clean"] * 2)
    assert "first_meld" not in answer
    assert answer_melds(PILE).as_json()["first_meld"] == 50


@walk(
    ("question", "place", "sentence"),
    {
        "another word": (
            LAY_OFF | {"ask": "undercut"},
            "ask",
            "Unknown question “undercut”. Use lay-off.",
        ),
        "a key of another question": (LAY_OFF | {"top": "K"}, "top", "Unknown field “top”."),
        "a total where none matters": (LAY_OFF | {"total": 5}, "total", "Unknown field “total”."),
        "cards that are missing": (
            {"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S"},
            "cards",
            "Enter these cards as well: Your cards.",
        ),
        "no card": (LAY_OFF | {"cards": "X9"}, "cards", "“X9” is not a card."),
        "no text": (LAY_OFF | {"cards": ["TS"]}, "cards", "This must be text."),
        "no meld": (
            LAY_OFF | {"melds": "7S 8S KH"},
            "melds",
            "In no meld of the knocker: 7♠ 8♠ K♥.",
        ),
        "another fact": (
            LAY_OFF | {"ended": "stock"},
            "ended",
            "This must be one of these: knock, gin.",
        ),
        "a card too many": (WILD | {"card": "6H 7H"}, "card", "Here it is one card, not 2."),
    },
)
def test_a_wrong_question_is_refused(question: dict[str, Any], place: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        answer_melds(question)
    assert (refused.value.place, refused.value.text()) == (place, sentence)
