"""Figures for Prometheus: off unless a token is set, read only with it, and right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.clubs import browser, visitor
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor
from tests.support.table import Table
from tests.support.walks import walk

SHOWN = "a token of the tests"


@pytest.fixture
def measured(settings: Settings, empty_books: EmptyBooks) -> Iterator[Flask]:
    """An app that counts."""
    empty_books.put(settings)
    app = create_app(replace(settings, metrics_token=SHOWN))
    app.test_client_class = Visitor
    yield app
    with app.app_context():
        db.engine.dispose()


def figures(app: Flask) -> dict[str, float]:
    """Every figure by its name and labels."""
    answer = browser(app).get("/metrics", headers={"Authorization": f"Bearer {SHOWN}"})
    assert answer.mimetype == "text/plain"
    return {
        name: float(value)
        for name, value in re.findall(r"^(scorekeeper_\S+) (\S+)$", answer.text, re.MULTILINE)
    }


def test_without_a_token_in_the_settings_there_are_none(client: Visitor) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert answer.status_code == 404


@walk("shown", ["", "Bearer", "Bearer another", "Bearer clé", "Basic YTpi", f"bearer{SHOWN}"])
def test_they_are_for_whoever_shows_the_token(measured: Flask, shown: str) -> None:
    answer = visitor(measured, Role.KEEPER).get("/metrics", headers={"Authorization": shown})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "scorekeeper_" not in answer.text.lower().replace("scorekeeper_metrics_token", "")


def test_requests_are_counted_by_what_answered_and_polls_too(measured: Flask) -> None:
    table, ann = Table(measured), visitor(measured, Role.KEEPER)
    ann.get("/")
    before = figures(measured)
    for _ in range(3):
        ann.get(f"{table.address}/live?seen=1&at=sheet")
    ann.get("/join/a-secret")
    after = figures(measured)
    polls, refused = (
        f'scorekeeper_request_seconds_count{{endpoint="{endpoint}",method="GET",status="{status}"}}'
        for endpoint, status in (("games.live", 204), ("join.invitation", 404))
    )
    assert after[polls] - before.get(polls, 0) == 3
    assert after[refused] - before.get(refused, 0) == 1
    assert not [name for name in after if "a-secret" in name]


def test_rounds_and_the_wait_of_writers_are_counted(measured: Flask) -> None:
    table = Table(measured)
    rounds, turns = (
        'scorekeeper_game_changes_total{kind="record"}',
        "scorekeeper_writer_wait_seconds_count",
    )
    before = figures(measured)
    table.knock("Ann", Ann=5, Bob=25)
    table.knock("Bob", Ann=25, Bob=5)
    after = figures(measured)
    assert after[rounds] - before.get(rounds, 0) == 2
    assert after[turns] - before.get(turns, 0) == 2
