"""Over https: cookies for this host only, devices that stay signed in, and no return to http."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.roles import Role
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor
from tests.support.walks import walk

HTTPS = "https://localhost"
BY_PROXY = {"X-Forwarded-Proto": "https"}


def set_cookie(answer: TestResponse) -> str:
    return answer.headers.get("Set-Cookie", "")


def test_the_cookie_is_of_this_host_alone_over_https_and_a_plain_one_over_http(
    stranger: Visitor,
) -> None:
    over_https = set_cookie(stranger.get("/", base_url=HTTPS))
    assert over_https.startswith("__Host-scorekeeper=")
    assert "Secure" in over_https
    assert "Path=/" in over_https
    assert "Domain" not in over_https
    over_http = set_cookie(stranger.get("/"))
    assert over_http.startswith("scorekeeper=")
    assert "Secure" not in over_http


def test_a_device_with_a_cookie_from_before_stays_in_and_gets_the_new_one(client: Visitor) -> None:
    file = client.get("/static/app.css", base_url=HTTPS)
    assert not set_cookie(file)
    answer = client.get("/club", base_url=HTTPS)
    assert answer.status_code == 200
    assert set_cookie(answer).startswith("__Host-scorekeeper=")
    client.delete_cookie("scorekeeper")
    again = client.get("/club", base_url=HTTPS)
    assert again.status_code == 200
    assert not set_cookie(again)
    assert client.get("/club").status_code == 403


def test_a_form_of_a_device_with_a_cookie_from_before_is_taken(app: Flask, client: Visitor) -> None:
    page = client.visit("/club")
    fields = {"name": "Ann"}
    client.submit(page, fields, form="form[action$=me]", base_url=HTTPS, headers={"Referer": HTTPS})
    with app.app_context():
        assert [device.player.name for device in devices_of(the_club()) if device.player] == ["Ann"]


def test_a_cookie_planted_from_elsewhere_takes_the_place_of_none_over_https(
    app: Flask, client: Visitor
) -> None:
    client.get("/club", base_url=HTTPS)
    planted = visitor(app, Role.WATCHER).get_cookie("scorekeeper")
    client.set_cookie("scorekeeper", planted.value)
    assert client.get("/club/invitations", base_url=HTTPS).status_code == 200


@walk(
    ("changes", "headers", "address", "sure"),
    [
        ({}, {}, "http://localhost", False),
        ({}, BY_PROXY, "http://localhost", False),
        ({}, {}, HTTPS, False),
        ({"proxies": 1}, {}, "http://localhost", False),
        ({"proxies": 1}, BY_PROXY, "http://localhost", True),
        ({"secure_cookies": True}, {}, "http://localhost", True),
    ],
)
def test_browsers_are_told_to_keep_to_https_where_it_is_certain(
    app_with: Callable[..., Flask],
    changes: dict[str, Any],
    headers: dict[str, str],
    address: str,
    sure: bool,
) -> None:
    client = app_with(**changes).test_client()
    for path in ("/", "/no/such/page", "/static/app.css"):
        answer = client.get(path, headers=headers, base_url=address)
        assert ("Strict-Transport-Security" in answer.headers) is sure
