"""What is sent is compressed as the browser reads it, and gives no secret away by its length."""

from __future__ import annotations

from gzip import decompress as gunzip

import pytest
from brotli import decompress as unbrotli
from flask import Flask
from flask.testing import FlaskClient

from tests.support.walks import walk

HTTPS = "https://localhost"
PAGE = "/rules/gin"
SHEET = "/static/tokens+app.css"
CHROMIUM = {"Accept-Encoding": "gzip, deflate, br, zstd"}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One that takes what is sent as it is."""
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


@walk("address", [SHEET, "/static/htmx-2.0.11.min.js", "/static/suits.svg"])
def test_a_file_is_the_same_in_every_coding(client: FlaskClient, address: str) -> None:
    plain = client.get(address)
    brotli = client.get(address, headers={"Accept-Encoding": "br"})
    gzip = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert unbrotli(brotli.data) == gunzip(gzip.data) == plain.data
    assert len(brotli.data) < len(gzip.data) < len(plain.data) / 2
    assert len({each.headers["ETag"] for each in (plain, brotli, gzip)}) == 3


def test_a_page_is_whole(client: FlaskClient) -> None:
    page = unbrotli(client.get(PAGE, headers=CHROMIUM).data).decode()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")


def test_a_file_that_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get(SHEET, headers=CHROMIUM)
    again = client.get(SHEET, headers={**CHROMIUM, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data


@walk("address", ["/static/icon-192.png", "/static/fraunces.woff2"])
def test_pictures_and_fonts_are_sent_as_they_are(client: FlaskClient, address: str) -> None:
    answer = client.get(address, headers=CHROMIUM)
    assert "Content-Encoding" not in answer.headers
    assert answer.status_code == 200


@walk("asked_by", ["cross-site", "same-site"])
def test_a_page_that_another_site_asked_for_is_not_compressed(
    client: FlaskClient, asked_by: str
) -> None:
    headers = {**CHROMIUM, "Sec-Fetch-Site": asked_by}
    assert "Content-Encoding" not in client.get(PAGE, headers=headers).headers


@walk("asked_by", ["same-origin", "none"])
def test_a_page_that_was_opened_here_is_compressed(client: FlaskClient, asked_by: str) -> None:
    headers = {**CHROMIUM, "Sec-Fetch-Site": asked_by}
    answer = client.get(PAGE, base_url=HTTPS, headers=headers)
    assert answer.headers["Content-Encoding"] == "br"


def test_a_browser_that_does_not_say_who_asked_gets_plain_pages_over_https(
    client: FlaskClient,
) -> None:
    answer = client.get(PAGE, base_url=HTTPS, headers=CHROMIUM)
    assert "Content-Encoding" not in answer.headers
