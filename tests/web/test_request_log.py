"""Whoever runs the server learns whether it is well, and what answered, but no secret."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.clubs import browser
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor, read
from tests.support.table import Table
from tests.support.walks import walk

LOGGER = "scorekeeper.requests"
ID = "X-Request-ID"


def test_every_answer_has_an_id_of_its_own(client: Visitor) -> None:
    ids = [client.get(address).headers[ID] for address in ("/", "/", "/static/app.css", "/healthz")]
    assert len(set(ids)) == 4


def test_the_error_page_shows_the_id_that_the_log_has(client: Visitor) -> None:
    answer = client.get("/no/such/page")
    assert f"Error 404, request {answer.headers[ID]}" in read(answer).main.text


@walk(
    ("proxies", "given", "is_kept"),
    [(1, "from-the-proxy.7", True), (0, "from-the-proxy.7", False), (1, "a b\x7f", False)],
)
def test_a_trusted_proxy_may_give_the_id(
    settings: Settings, empty_books: EmptyBooks, proxies: int, given: str, is_kept: bool
) -> None:
    empty_books.put(settings)
    app = create_app(replace(settings, proxies=proxies))
    answer = app.test_client().get("/rules", headers={ID: given})
    assert (answer.headers[ID] == given) is is_kept
    with app.app_context():
        db.engine.dispose()


def test_the_log_names_what_answered_and_no_address(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, LOGGER):
        browser(app).get("/join/a-secret?code=a-secret")
        browser(app).get("/no/a-secret")
    lines = [each.getMessage() for each in caplog.records if each.name == LOGGER]
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
    assert not [each for each in caplog.records if each.name == LOGGER]
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
