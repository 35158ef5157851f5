"""Responses are compressed as the browser accepts, and their length reveals no secret."""

from __future__ import annotations

from gzip import decompress as gunzip

import pytest
from brotli import decompress as unbrotli
from flask import Flask, url_for
from flask.testing import FlaskClient

from tests.support.walks import walk

HTTP, HTTPS = "http://localhost", "https://localhost"
PAGE = "/rules/gin"
SHEET = "/static/tokens+app.css"
CHROMIUM = {"Accept-Encoding": "gzip, deflate, br, zstd"}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client that does not decode responses."""
    return FlaskClient(app, app.response_class)


@walk("address", [PAGE, SHEET])
@walk(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("deflate", None),
        ("identity", None),
        ("", None),
    ],
)
def test_a_browser_gets_the_best_coding_that_it_reads(
    client: FlaskClient, address: str, accepted: str, coding: str | None
) -> None:
    answer = client.get(address, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == coding
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.content_length == len(answer.data)


def as_pages_ask(client: FlaskClient, address: str) -> str:
    """Return the address of a file as in pages, with its version."""
    with client.application.test_request_context():
        return url_for("static", filename=address.removeprefix("/static/"))


@walk("address", [SHEET, "/static/htmx-2.0.11.min.js", "/static/suits.svg"])
def test_a_file_is_the_same_in_every_coding(client: FlaskClient, address: str) -> None:
    address = as_pages_ask(client, address)
    plain = client.get(address)
    brotli = client.get(address, headers={"Accept-Encoding": "br"})
    gzip = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert unbrotli(brotli.data) == gunzip(gzip.data) == plain.data
    assert len(brotli.data) < len(gzip.data) < len(plain.data) / 2
    assert len({answer.headers["ETag"] for answer in (plain, brotli, gzip)}) == 3


def test_a_page_is_whole(client: FlaskClient) -> None:
    page = unbrotli(client.get(PAGE, headers=CHROMIUM).data).decode()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")


def test_a_file_that_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    address = as_pages_ask(client, SHEET)
    first = client.get(address, headers=CHROMIUM)
    again = client.get(address, headers={**CHROMIUM, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data


@walk("address", ["/static/icon-192.png", "/static/fraunces.woff2"])
def test_pictures_and_fonts_are_sent_as_they_are(client: FlaskClient, address: str) -> None:
    answer = client.get(address, headers=CHROMIUM)
    assert "Content-Encoding" not in answer.headers
    assert answer.status_code == 200


@walk(
    ("site", "asked_by", "coding"),
    [
        (HTTPS, "cross-site", None),
        (HTTPS, "same-site", None),
        (HTTPS, "same-origin", "br"),
        (HTTPS, "none", "br"),
        (HTTPS, "", None),  # A browser that does not send the header.
        (HTTP, "cross-site", None),
        (HTTP, "", "br"),
    ],
)
def test_a_page_is_compressed_unless_another_site_may_have_asked_for_it(
    client: FlaskClient, site: str, asked_by: str, coding: str | None
) -> None:
    headers = CHROMIUM | ({"Sec-Fetch-Site": asked_by} if asked_by else {})
    answer = client.get(PAGE, base_url=site, headers=headers)
    assert answer.headers.get("Content-Encoding") == coding
