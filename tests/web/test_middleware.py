"""Invalid hosts, raw bytes in addresses, and what the log does not tell."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.web.clubs import join
from scorekeeper.web.shell.middleware import is_host
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read
from tests.support.walks import walk

ADDRESSES = ("/", "/no/such/page", "/static/app.css")
JUNK = ("a" * 64 + ".pi", ".pi", "a..b", "..", "a" * 300, "a b", "[", "[::1", "[x]", "é.pi")
JUNK = (*JUNK, "a:b:c", "a:-1", "a:123456", "a/b", "a@b", "<b>", "%00", "'")


@walk("host", JUNK)
def test_a_host_that_cannot_be_one_is_refused_in_a_page(client: Visitor, host: str) -> None:
    for address in ADDRESSES:
        answer = client.get(address, environ_overrides={"HTTP_HOST": host})
        assert read(answer, 400).h1.text == "That did not work"


@walk("host", ["xn--a", "www.xn--a:8000", "xn--"])
def test_a_host_that_stands_for_no_letters_is_none(host: str) -> None:
    assert not is_host(host)


@walk(
    "host",
    ["localhost", "cards.example.", "my_pi:8000", "[::1]:8000", "10.0.0.7", "xn--caf-dma.fr", ""],
)
def test_every_other_host_is_answered(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 200


@walk("raw", ["\xff", "\xed\xa0\x80", "\x00", "q=\xff&%ff", " "])
@walk("role", [Role.KEEPER, None])
def test_raw_bytes_in_a_query_are_no_fault(app: Flask, role: Role | None, raw: str) -> None:
    client = visitor(app, role)
    for address in ("/", "/join", "/judge", "/games/x", "/games/new"):
        answer = client.get(address, environ_overrides={"QUERY_STRING": raw})
        assert answer.status_code in (200, 403, 404)


def test_a_fault_tells_the_log_no_token(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> TestResponse:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(join.invitations, "read_link", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = app.test_client()
    with caplog.at_level(logging.DEBUG):
        assert client.get("/join/a-secret?x=a-secret").status_code == 500
    assert "GET /join/<token>" in caplog.text
    assert "a-secret" not in caplog.text
