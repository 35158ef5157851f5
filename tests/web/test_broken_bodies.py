"""Broken bodies, hosts and raw bytes, which browsers never send, get an error page."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.web.clubs import join
from scorekeeper.web.shell.middleware import is_host
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.walks import walk
from tests.web.test_access import TABLE, World, world, worlds

__all__ = ["world", "worlds"]

FORM = "application/x-www-form-urlencoded"
PART = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAnn'

BODIES = {
    "JSON": ("application/json", b'{"name": "Ann"}'),
    "broken JSON": ("application/json", b'{"name": '),
    "no JSON at all": ("application/json", b""),
    "text": ("text/plain", b"name=Ann"),
    "a form without its type": ("", b"name=Ann"),
    "parts without their boundary": ("multipart/form-data", PART),
    "parts that do not end": ("multipart/form-data; boundary=x", PART),
    "parts of another boundary": ("multipart/form-data; boundary=y", PART),
    "a part without a name": (
        "multipart/form-data; boundary=x",
        PART.replace(b'; name="name"', b"") + b"\r\n--x--\r\n",
    ),
    "another character set": (f"{FORM}; charset=utf-16", "name=Ann".encode("utf-16")),
    "an unknown character set": (f"{FORM}; charset=nonsense", b"name=Ann"),
    "bytes that are no text": (FORM, b"name=\xff\xfe"),
}

POSTS = [endpoint for method, endpoint in TABLE if method == "POST"]
SENT_EVERYWHERE = ("JSON", "parts that do not end", "bytes that are no text")
WITH_EACH = ("games.start", "transfer.import_upload", "api.score")
"""A form, a file and a document. Each kind of body is sent to these."""


@walk("endpoint", POSTS, every=3)
def test_a_body_that_is_no_form_is_refused_with_a_page(
    world: World, endpoint: str, caplog: pytest.LogCaptureFixture
) -> None:
    for kind in BODIES if endpoint in WITH_EACH else SENT_EVERYWHERE:
        if endpoint.startswith("api.") and "JSON" in kind:
            continue  # These endpoints expect JSON.
        content_type, body = BODIES[kind]
        for person in ("Ann", "Nobody"):
            answer = world.people[person].post(
                world.address(endpoint), data=body, content_type=content_type
            )
            assert answer.status_code in (400, 415), kind
            assert "json" in answer.mimetype or read(answer).select_one("h1")
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_a_refused_body_is_a_line_in_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for content_type, body in BODIES.values():
            world.people["Nobody"].post("/games", data=body, content_type=content_type)
    assert len(caplog.records) == len(BODIES)
    assert all("\n" not in record.getMessage() for record in caplog.records)
    assert not any(record.exc_info for record in caplog.records)


@walk(("method", "status"), [("GET", 200), ("PUT", 415), ("PATCH", 415), ("DELETE", 415)])
def test_a_page_is_read_whatever_the_type_of_a_body_that_does_not_count(
    world: World, method: str, status: int
) -> None:
    answer = world.people["Nobody"].open(
        "/rules", method=method, data=b"{", content_type="application/json"
    )
    assert answer.status_code == status


def test_no_page_is_read_with_a_broken_form(world: World) -> None:
    content_type, body = BODIES["bytes that are no text"]
    for method, endpoint in TABLE:
        if method == "GET":
            answer = world.people["Ann"].get(
                world.address(endpoint), data=body, content_type=content_type
            )
            assert answer.status_code == 400, endpoint


ADDRESSES = ("/", "/no/such/page", "/static/app.css")
JUNK = ("a" * 64 + ".pi", ".pi", "a..b", "..", "a" * 300, "a b", "[", "[::1", "[x]", "é.pi")
JUNK = (*JUNK, "a:b:c", "a:-1", "a:123456", "a/b", "a@b", "<b>", "%00", "'")


@walk("host", JUNK)
def test_a_host_that_cannot_be_one_is_refused_in_a_page(client: Visitor, host: str) -> None:
    for address in ADDRESSES:
        answer = client.get(address, environ_overrides={"HTTP_HOST": host})
        assert words(read(answer, 400), "h1") == "That did not work"


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
