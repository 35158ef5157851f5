"""A program at a game of partners with separate racks."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.support.programs import PlayingProgram, token
from tests.support.table import Table
from tests.support.walks import walk
from tests.web.rounds.test_own_hands import HANDS
from tests.web.rounds.test_shares import PLAYERS, SIDES

FINISHED = {"ending": "okey", "by": "Ann"}


@pytest.fixture
def program(app: Flask) -> PlayingProgram:
    """A program at a game of two against two."""
    table = Table(app, "okey-101", PLAYERS, sides=SIDES)
    return PlayingProgram(app, token(app), table.id)


def test_a_round_has_hands_by_player_and_points_by_side(program: PlayingProgram) -> None:
    told = program.change("POST", "/rounds", FINISHED | {"hands": HANDS}).get_json()
    assert told["answer"]["points"] == {"Ann & Cem": -101, "Bob & Dee": 266}
    assert told["answer"]["deadwood"] == {"Ann": 0, "Bob": 14, "Cem": 0, "Dee": 105}


def test_racks_are_given_one_by_one(program: PlayingProgram) -> None:
    told = program.change("POST", "/open", FINISHED).get_json()
    assert told["awaited"] == ["Bob", "Cem", "Dee"]
    for name, hand in HANDS.items():
        told = program.change("PUT", f"/open/hands/{name}", hand).get_json()
    assert told["complete"]
    assert told["round"]["hands"] == HANDS
    assert told["answer"]["points"] == {"Ann & Cem": -101, "Bob & Dee": 266}
    answer = program.give("Ann", {"opened": "pairs"})
    assert answer.get_json()["answer"]["points"] == {"Ann & Cem": -303, "Bob & Dee": 532}
    tag = answer.headers["ETag"]
    assert program.change("POST", "/open/record", If_Match=tag).status_code == 201
    document = program.look()["document"]
    assert document["rounds"][0]["hands"] == {"Ann": {"opened": "pairs"}, **HANDS}


OWN = "Partners have their own hands: name a player of “Bob & Dee”."


@walk(
    ("method", "below", "sent", "text"),
    {
        "a whole round": ("POST", "/rounds", FINISHED | {"hands": {"Bob & Dee": 14}}, OWN),
        "an announced round": ("POST", "/open", FINISHED | {"hands": {"Bob & Dee": 14}}, OWN),
        "a rack with too many penalties": (
            "POST",
            "/open",
            FINISHED | {"hands": {"Bob": {"penalties": 21}}},
            "For Bob, penalties must be a whole number from 0 to 20.",
        ),
        "a hand of an open round": ("PUT", "/open/hands/Bob & Dee", 14, OWN),
    },
)
def test_a_hand_is_refused(
    program: PlayingProgram, method: str, below: str, sent: Any, text: str
) -> None:
    if method == "PUT":
        assert program.change("POST", "/open", FINISHED).status_code == 201
    answer = program.change(method, below, sent)
    assert answer.status_code == 422
    assert text in answer.get_data(as_text=True)
