"""Health checks, the request log and metrics, all without secrets."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.clubs import browser, visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

LOGGER = "scorekeeper.requests"
ID = "X-Request-ID"


def test_every_answer_has_an_id_of_its_own(client: Visitor) -> None:
    ids = [client.get(address).headers[ID] for address in ("/", "/", "/static/app.css", "/healthz")]
    assert len(set(ids)) == 4


def test_the_error_page_shows_the_id_that_the_log_has(client: Visitor) -> None:
    answer = client.get("/no/such/page")
    assert f"Error 404, request {answer.headers[ID]}" in words(read(answer))


@walk(
    ("proxies", "given", "is_kept"),
    [(1, "from-the-proxy.7", True), (0, "from-the-proxy.7", False), (1, "a b\x7f", False)],
)
def test_a_trusted_proxy_may_give_the_id(
    app_with: Callable[..., Flask], proxies: int, given: str, is_kept: bool
) -> None:
    answer = app_with(proxies=proxies).test_client().get("/rules", headers={ID: given})
    assert (answer.headers[ID] == given) is is_kept


def test_the_log_names_what_answered_and_no_address(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, LOGGER):
        browser(app).get("/join/a-secret?code=a-secret")
        browser(app).get("/no/a-secret")
    lines = [record.getMessage() for record in caplog.records if record.name == LOGGER]
    assert [line.rsplit(" ", 2)[0] for line in lines] == [
        "GET join.invitation 404",
        "GET unknown 404",
    ]
    assert "a-secret" not in caplog.text


def test_polls_and_files_are_told_only_in_detail(
    app: Flask, client: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"{Table(app).address}/live?seen=1&at=sheet"
    client.get("/")
    with caplog.at_level(logging.INFO, LOGGER):
        assert client.get(address).status_code == 204
        client.get("/static/app.css")
    assert not [record for record in caplog.records if record.name == LOGGER]
    with caplog.at_level(logging.DEBUG, LOGGER):
        client.get(address)
    assert "GET games.live 204" in caplog.text


@walk("address", ["/healthz", "/readyz"])
def test_all_is_well(app: Flask, address: str) -> None:
    answer = browser(app).get(address)
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_without_its_score_book_the_server_runs_but_is_not_ready(
    own_app: Flask, settings: Settings
) -> None:
    with own_app.app_context():
        db.engine.dispose()
    Path(settings.data_dir / "scorekeeper.db").unlink()
    answer = browser(own_app).get("/readyz")
    assert (answer.status_code, answer.text) == (503, "missing\n")
    assert browser(own_app).get("/healthz").status_code == 200


SHOWN = "a token of the tests"


@pytest.fixture
def measured(app_with: Callable[..., Flask]) -> Flask:
    """An app with metrics."""
    return app_with(metrics_token=SHOWN)


def figures(app: Flask) -> dict[str, float]:
    """Return every figure by its name and labels."""
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
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
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
