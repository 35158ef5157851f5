"""Requests wait only for requests of their own kind, so polls and rounds never wait for pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from threading import Thread

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.web.shell import request_slots
from scorekeeper.web.shell.request_slots import SLOTS, BusyError, Slots
from tests.support.clubs import visitor
from tests.support.disputes import words
from tests.support.pages import HTMX, Visitor, read
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table

BUSY = "Too many pages were asked for at once. Please try again."


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Returns a function that takes every slot of a kind, so that the next request is rejected."""
    monkeypatch.setattr(request_slots, "LONGEST_WAIT", 0)
    with ExitStack() as taken:

        def come(kind: str) -> None:
            slots = SLOTS[kind]
            while _is_taken(slots):
                taken.callback(slots.give_back)

        yield come


def _is_taken(slots: Slots) -> bool:
    try:
        slots.take()
    except BusyError:
        return False
    return True


@pytest.mark.parametrize("path", ["/", "/rules/gin", "/judge", "/api/v1/openapi.json", "/nowhere"])
def test_a_stranger_is_told_that_too_many_ask(
    stranger: Visitor, crowd: Callable[[str], None], path: str
) -> None:
    crowd("stranger")
    answer = stranger.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert BUSY in answer.text


def test_members_do_not_wait_for_strangers(
    client: Visitor, stranger: Visitor, crowd: Callable[[str], None]
) -> None:
    crowd("stranger")
    assert client.get("/rules/gin").status_code == 200
    crowd("member")
    assert words(read(client.get("/rules/gin"), 503), ".lead") == BUSY
    fragment = read(client.get("/rules/gin", headers=HTMX), 503)
    assert words(fragment, ".message") == BUSY
    assert stranger.get("/healthz").status_code == 200
    assert stranger.get("/static/page.js").status_code == 200


def test_who_plays_waits_for_no_page(app: Flask, crowd: Callable[[str], None]) -> None:
    table = Table(app)
    jean = visitor(app, Role.PLAYER, player="Jean")
    before = jean.visit(table.address)
    form = jean.visit(table.address + "/rounds/new")
    crowd("member")
    crowd("stranger")
    assert jean.poll(before).status_code == 204
    sent = jean.submit(form, {"ending": "void"}, form="#round")
    assert sent.status_code == 303
    assert jean.poll(before).status_code == 200


def test_a_phone_asks_again_for_news_that_must_wait(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(app)
    jean = visitor(app, Role.PLAYER, player="Jean")
    before = jean.visit(table.address)
    table.record("void")
    monkeypatch.setattr(request_slots, "LONGEST_WAIT", 0)
    slots = SLOTS["news"]
    with ExitStack() as taken:
        while _is_taken(slots):
            taken.callback(slots.give_back)
        assert jean.poll(before).status_code == 204
    assert jean.poll(before).status_code == 200


def test_a_change_that_waited_too_long_is_not_made(
    app: Flask, crowd: Callable[[str], None]
) -> None:
    table = Table(app)
    jean = visitor(app, Role.PLAYER, player="Jean")
    form = jean.visit(table.address + "/rounds/new")
    crowd("change")
    refused = jean.submit(form, {"ending": "void"}, form="#round")
    assert words(read(refused, 503), ".lead") == BUSY
    assert table.rounds == 0


def test_what_is_sent_on_a_slow_line_arrives_before_it_takes_a_slot(
    app: Flask, crowd: Callable[[str], None]
) -> None:
    table, jean = Table(app), visitor(app, Role.PLAYER, player="Jean")
    bearer = {"Authorization": f"Bearer {token(app)}"}
    crowd("change")
    for send, address, kind, headers in (
        (jean, f"{table.address}/rounds", "application/x-www-form-urlencoded", {}),
        (app.test_client(), f"/api/v1{table.address}/rounds", "application/json", bearer),
    ):
        body = BytesIO(b"ending=void")
        sent = send.post(
            address, input_stream=body, content_length=11, content_type=kind, headers=headers
        )
        assert sent.status_code == 503
        assert body.read() == b"", "it has been received"


def test_programs_wait_for_each_other_alone(app: Flask, crowd: Callable[[str], None]) -> None:
    program = PlayingProgram(app, token(app), Table(app).id)
    crowd("member")
    crowd("stranger")
    assert program.ask("GET", "/api/v1/games").status_code == 200
    crowd("program")
    refused = program.ask("GET", "/api/v1/games")
    assert (refused.status_code, refused.get_json()["detail"]) == (503, BUSY)
    assert program.change("POST", "/undo").status_code == 422, "there is nothing to undo"


def test_what_programs_ask_again_and_again_waits_for_no_page(
    app: Flask, stranger: Visitor, crowd: Callable[[str], None]
) -> None:
    program = PlayingProgram(app, token(app), Table(app).id)
    for kind in set(SLOTS) - {"news"}:
        crowd(kind)
    for path in ("/api/v1/now", "/api/v1/changes"):
        assert program.ask("GET", path).status_code == 200
        assert stranger.get(path).status_code == 401


def test_a_slot_is_given_back_after_every_page(client: Visitor, stranger: Visitor) -> None:
    """Missing and rejected pages are included. Each is repeated more often than slots exist."""
    for _again in range(1 + max(slots.most for slots in SLOTS.values())):
        assert stranger.get("/rules/gin").status_code == 200
        assert stranger.get("/club").status_code in (302, 401, 403)
        assert client.get("/nowhere").status_code == 404


def test_who_waits_comes_in_when_a_page_is_done() -> None:
    slots, came = Slots(1, waiting=1), []
    slots.take()
    other = Thread(target=lambda: (slots.take(), came.append("in")))
    other.start()
    slots.give_back()
    other.join(timeout=10)
    assert came == ["in"]


def test_eight_threads_are_left_to_those_who_play() -> None:
    held = sum(slots.most for slots in SLOTS.values())
    assert held + 8 <= Settings(secret_key="no secret, but long enough").threads
