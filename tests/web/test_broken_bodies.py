"""Whatever is sent in place of a form is refused with a page, everywhere and to everybody."""

from __future__ import annotations

import logging

import pytest

from tests.support.pages import read
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
WITH_EACH = ("games.start", "transfer.bring_in", "api.score")
"""A form, a file and a document; each kind of body is sent to these."""


@walk("endpoint", POSTS)
def test_a_body_that_is_no_form_is_refused_with_a_page(
    world: World, endpoint: str, caplog: pytest.LogCaptureFixture
) -> None:
    for kind in BODIES if endpoint in WITH_EACH else SENT_EVERYWHERE:
        if endpoint.startswith("api.") and "JSON" in kind:
            continue  # These ask for JSON.
        content_type, body = BODIES[kind]
        for person in ("Ann", "Nobody"):
            answer = world.people[person].post(
                world.address(endpoint), data=body, content_type=content_type
            )
            assert answer.status_code in (400, 415), kind
            assert "json" in answer.mimetype or read(answer).h1
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
