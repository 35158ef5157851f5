"""Any request of a program gets an answer in words, and changes only what its token permits."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.web.api.operations import OPERATIONS, Method
from tests.support import hall
from tests.support.documents import knock
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table
from tests.support.walks import walk

BODIES: list[Any] = [
    None,
    {},
    [],
    5,
    "K 9 2",
    knock("Ann", Ann=5, Bob=25),
    {"ending": "void"},
    {"between": {"adjust": {"Ann": 10}}},
    {"between": {"joins": {"Cem": 10}}},
    {"variant": "gin", "players": ["Ann", "Bob"]},
    {"date": "2026-11-20", "place": "The pub"},
    {"movement": "lot"},
    {"totals": [1800, 1445]},
]

METHODS: tuple[Method, ...] = ("GET", "POST", "PUT", "DELETE")


def book(settings: Settings) -> list[str]:
    """Return the content of the score book as SQL."""
    with sqlite3.connect(Path(settings.data_dir) / "scorekeeper.db") as opened:
        return [*opened.iterdump()]


@pytest.mark.parametrize("calls", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_a_token_that_watches_changes_nothing_whatever_it_asks(
    app: Flask, settings: Settings, table: Table, calls: int
) -> None:
    table.adjust("Ann", 5)
    with app.app_context():
        evening = hall.set_up()
        hall.draw(evening)
    watcher = PlayingProgram(app, token(app, Role.WATCHER), table.id)
    # Calls for a score have a limit by address, also for programs with a token.
    operations = [each for each in OPERATIONS.values() if each.role is not None]
    before, dice, answered = book(settings), Random(calls), set()
    for number in range(calls):
        operation = dice.choice(operations)
        address = f"/api/v1{operation.path}".replace("<game_id>", table.id)
        address = address.replace("<tournament_id>", evening).replace("<int:number>", "1")
        for name, values in (("<int:place>", "0123"), ("<path:player>", ["Ann", "Bob", "Zoe"])):
            address = address.replace(name, dice.choice(list(values)))
        answer = watcher.ask(
            dice.choice([operation.method, operation.method, *METHODS]),
            address + dice.choice(["", "", "?take=true", "?drop_later=true"]),
            dice.choice(BODIES),
            If_Match=dice.choice([watcher.tag, '"1"', "*"]),
            Idempotency_Key=str(number),
        )
        answered.add(answer.status_code)
    assert book(settings) == before
    assert {200, 403} <= answered <= {200, 304, 403, 404, 405, 415, 422}


def sent(player: PlayingProgram, address: str, **more: Any) -> TestResponse:
    """Record a round with unusual parts of the request, and return the answer."""
    headers = {
        "Authorization": f"Bearer {player.secret}",
        "Content-Type": "application/json",
        "If-Match": player.tag,
        "Idempotency-Key": "one",
    }
    more["headers"] = headers | more.get("headers", {})
    return player.client.open(address, **({"method": "POST", "data": "{}"} | more))


@walk(
    ("status", "more"),
    {
        "a token with spaces": (401, {"headers": {"Authorization": "Bearer a b c"}}),
        "a token of another scheme": (401, {"headers": {"Authorization": "Basic YTpi"}}),
        "a token of raw bytes": (401, {"headers": {"Authorization": "Bearer \xff\xfe"}}),
        "an empty token": (401, {"headers": {"Authorization": "Bearer "}}),
        "a giant token": (401, {"headers": {"Authorization": "Bearer " + "x" * 9_000}}),
        "no JSON": (422, {"data": "{"}),
        "no text": (422, {"data": b"\xff\xfe"}),
        "null bytes": (422, {"data": b'{"ending": "\x00"}'}),
        "a null character": (422, {"data": rb'{"ending": "void", "note": "\u0000"}'}),
        "half a character": (422, {"data": rb'{"ending": "void", "note": "\ud800"}'}),
        "a deep nest": (422, {"data": "[" * 20_000}),
        "a long number": (422, {"data": "9" * 20_000}),
        "a name twice": (422, {"data": '{"ending": "void", "ending": "void"}'}),
        "a deep extra": (422, {"data": '{"ending": "void", "x-a": ' + "[" * 20_000}),
        "nothing": (422, {"data": ""}),
        "a giant body": (413, {"data": " " * 70_000}),
        "a form": (415, {"headers": {"Content-Type": "application/x-www-form-urlencoded"}}),
        "no type": (415, {"headers": {"Content-Type": ""}}),
        "another character set": (
            415,
            {"headers": {"Content-Type": "application/json; charset=utf-16"}},
        ),
        "another method": (405, {"method": "PATCH"}),
        "a key of raw bytes": (422, {"headers": {"Idempotency-Key": "\xff"}}),
        "a tag of raw bytes": (
            412,
            {"headers": {"If-Match": '"\xff"'}, "data": '{"ending":"void"}'},
        ),
        "an empty tag": (412, {"headers": {"If-Match": '""'}, "data": '{"ending":"void"}'}),
        "a giant tag": (
            412,
            {"headers": {"If-Match": '"' + "9" * 9_000 + '"'}, "data": '{"ending":"void"}'},
        ),
        "many tags": (412, {"headers": {"If-Match": '"1.0",' * 900}, "data": '{"ending":"void"}'}),
    },
)
def test_what_makes_no_sense_is_refused_in_words(
    table: Table, player: PlayingProgram, status: int, more: dict[str, Any]
) -> None:
    answer = sent(player, f"{player.address}/rounds", **more)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.get_json()["detail"]
    assert table.rounds == 1


@walk(
    "address",
    [
        "/api/v1/games/zzzzzzzzzzzz/rounds",
        "/api/v1/games/%00/rounds",
        "/api/v1/games/a%2Fb/rounds",
        "/api/v1/games/" + "x" * 5_000 + "/rounds",
        "/api/v1/games/%F0%9F%83%8F/rounds",
        "/api/games",
        "/api",
        "/api/v2/games",
    ],
)
def test_at_an_address_of_nothing_there_is_nothing(player: PlayingProgram, address: str) -> None:
    answer = sent(player, address, data='{"ending": "void"}')
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_two_strokes_are_not_one(player: PlayingProgram) -> None:
    answer = player.ask("GET", "/api/v1//games")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


@walk("name", ["%00", "%FF", "a%2Fb", "%2FAnn", "..%2F..", "x" * 4_000, "%E2%80%8B", " "])
def test_a_hand_of_nobody_is_refused(player: PlayingProgram, name: str) -> None:
    if player.change("POST", "/open", {"ending": "knock", "by": "Ann"}).status_code == 409:
        player.look()
    answer = sent(player, f"{player.address}/open/hands/{name}", method="PUT", data="5")
    assert answer.status_code in (404, 422)


def test_what_a_browser_asks_before_a_change_is_answered(player: PlayingProgram) -> None:
    asked = player.client.options(f"{player.address}/rounds/1?drop_later=true")
    assert asked.status_code == 200
    assert "PUT" in asked.headers["Access-Control-Allow-Methods"]
    assert "If-Match" in asked.headers["Access-Control-Allow-Headers"]
    assert "Idempotency-Key" in asked.headers["Access-Control-Allow-Headers"]
    head = player.ask("HEAD", f"{player.address}/rounds/1")
    assert (head.status_code, head.data) == (200, b"")
    seen = player.ask("GET", f"{player.address}/rounds/1").headers["ETag"]
    assert head.headers["ETag"] == seen
    assert player.ask("GET", f"{player.address}/rounds/1", If_None_Match=seen).status_code == 304


def test_a_game_that_is_deleted_meanwhile_is_gone(table: Table, player: PlayingProgram) -> None:
    table.delete()
    for method, below in (("POST", "/undo"), ("PUT", "/rounds/1"), ("GET", ""), ("GET", "/open")):
        answer = sent(player, player.address + below, method=method)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
