"""A game’s stake in its document, and several games settled together."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import settle_games
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.round import RuleError
from tests.support.small_documents import check_refused
from tests.support.walks import walk

GAME = {"variant": "gin", "players": ["Ann", "Bob"]}
AMOUNT = "An amount is a text such as “0.05”: above 0, with up to 4 decimals."
WHICH_GAME = "Choose the game: {known}."
ONE_PRICE = "A stake has either a price of a point or a price of the game."


@walk(
    ("stake", "place", "sentence"),
    {
        "no object": ("0.05", "stake", "This must be a JSON object."),
        "no price": ({}, "stake", ONE_PRICE),
        "two prices": ({"point": "1", "game": "1"}, "stake", ONE_PRICE),
        "a number": ({"point": 0.05}, "stake.point", AMOUNT),
        "nothing": ({"game": "0.00"}, "stake.game", AMOUNT),
        "too fine": ({"game": "0.00001"}, "stake.game", AMOUNT),
        "too much": ({"game": "1000000"}, "stake.game", AMOUNT),
        "a comma": ({"game": "0,05"}, "stake.game", AMOUNT),
        "nobody who pays": (
            {"point": "1", "who_pays": "bob"},
            "stake.who_pays",
            "This must be one of these: each-other, to-winner.",
        ),
        "who pays for a game": (
            {"game": "1", "who_pays": "to-winner"},
            "stake.who_pays",
            "Who pays is asked only where a point has a price.",
        ),
        "no coin": ({"game": "1", "smallest": "0"}, "stake.smallest", AMOUNT),
        "a long currency": (
            {"game": "1", "currency": "doubloons!!"},
            "stake.currency",
            "A currency has up to 10 characters.",
        ),
        "an unknown key": (
            {"game": "1", "each": True},
            "stake.each",
            "Unknown field “each”.",
        ),
    },
)
def test_a_stake_that_cannot_be_is_refused(stake: Any, place: str, sentence: str) -> None:
    check_refused(GAME | {"stake": stake}, place, sentence)


@walk(
    "stake",
    [
        {"point": "0.05"},
        {"game": "10", "currency": "€", "smallest": "0.50"},
        {"point": "1", "x-paid": [1]},
    ],
)
def test_a_stake_is_written_as_it_was_read(stake: dict[str, Any]) -> None:
    assert write_game(read_game(GAME | {"stake": stake}))["stake"] == stake


def called(players: list[str], winner: str, **stake: str) -> dict[str, Any]:
    """A game of Basic Rummy that this player had won when it was called."""
    hands = {name: 5 for name in players if name != winner}
    won = {"ending": "out", "by": winner, "hands": hands}
    game = {"variant": "basic", "players": players, "rounds": [won], "called": True}
    return game | ({"stake": stake} if stake else {})


def test_the_games_of_an_evening_are_settled_together_by_currency() -> None:
    games = [
        called(["Ann", "Bob"], "Ann", game="10", currency="€"),
        called(["Ann", "Bob", "Cem"], "Ann"),
        called(["Cem", "Bob"], "Bob", game="10", currency="€", smallest="0.5"),
        called(["Bob", "Dee"], "Dee", point="1"),
        GAME | {"stake": {"game": "1"}},
    ]
    assert settle_games({"games": games}).as_json() == {
        "settlements": [
            {
                "currency": "€",
                "balances": {"Ann": "10.0", "Bob": "0.0", "Cem": "-10.0"},
                "payments": [{"from": "Cem", "to": "Ann", "amount": "10.0"}],
            },
            {
                "currency": "",
                "balances": {"Bob": "-5.00", "Dee": "5.00"},
                "payments": [{"from": "Bob", "to": "Dee", "amount": "5.00"}],
            },
        ],
        "open": [4],
    }


@walk(
    ("games", "place", "sentence"),
    {
        "no list": ({}, "games", "The games must be a list."),
        "a game that is none": (
            [GAME, {"variant": "whist"}],
            "games[1].variant",
            WHICH_GAME,
        ),
    },
)
def test_games_that_cannot_be_settled_are_refused(games: Any, place: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        settle_games({"games": games})
    assert (refused.value.place, refused.value.message.template) == (place, sentence)
