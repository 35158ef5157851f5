"""The score book below a path of a site, such as https://home.example/rummy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask, request_started
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated
from scorekeeper.setting_readers import SettingError
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table
from tests.support.walks import walk

NOW = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
PUBLIC = "https://home.example/rummy"
NAMED = {"X-Forwarded-Prefix": "/rummy"}


@pytest.fixture
def below(app_with: Callable[..., Flask]) -> Flask:
    """An app with a path in its public address."""
    return app_with(public_url=PUBLIC, proxies=1)


def keeper(below: Flask) -> Visitor:
    """Ann’s browser, with its cookie below the path."""
    ann = visitor(below, Role.KEEPER)
    cookie = ann.get_cookie("scorekeeper")
    ann.delete_cookie("scorekeeper")
    ann.set_cookie("scorekeeper", cookie.value, path="/rummy")
    return ann


def addresses_in(page: Element) -> Iterator[str]:
    """Yield every address in the attributes of a page."""
    for tag in page.select("*"):
        for name, value in tag.attributes.items():
            is_address = name in ("href", "src", "action", "formaction") or name.startswith("hx-")
            if (is_address and value.startswith("/")) or re.match("/[a-z]", value):
                yield value


def endpoint_of(app: Flask, address: str) -> str:
    path = re.split("[?#]", address.removeprefix("/rummy"))[0]
    return str(app.url_map.bind("home.example").match(path)[0])


def test_no_address_on_any_page_of_a_club_leads_out(below: Flask) -> None:
    with below.app_context():
        make_demo_club(NOW, UTC, untranslated, weeks=1)
    table = Table(below)
    table.knock("Ann", Ann=5, Bob=25)
    ann, to_visit, seen = keeper(below), ["/rummy/", f"/rummy{table.address}"], set[str]()
    while to_visit:
        answer = ann.get(to_visit.pop(), follow_redirects=True)
        assert answer.status_code in (200, 204), answer.request.path
        assert answer.request.path.startswith("/rummy/")
        if answer.mimetype != "text/html":
            continue
        out = [
            address for address in addresses_in(read(answer)) if not address.startswith("/rummy/")
        ]
        assert not out, answer.request.path
        for link in read(answer).select("[href^='/'], [src], [hx-get]"):
            address = str(link.get("href") or link.get("src") or link["hx-get"])
            # One page of each kind, and every file.
            endpoint = endpoint_of(below, address)
            kind = address if endpoint == "static" else endpoint
            if kind not in seen:
                seen.add(kind)
                to_visit.append(address)
    assert len([address for address in seen if not address.startswith("/")]) > 30


def test_the_app_on_a_home_screen_stays_below_the_path(below: Flask) -> None:
    stranger = visitor(below, None)
    manifest = json.loads(stranger.get("/rummy/manifest.webmanifest").data)
    assert (manifest["id"], manifest["scope"], manifest["start_url"]) == ("/rummy/",) * 3
    pictures = [picture["src"] for picture in (*manifest["icons"], *manifest["screenshots"])]
    shortcuts = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert {address[:7] for address in (*pictures, *shortcuts)} == {"/rummy/"}
    worker = stranger.get("/rummy/service-worker.js").text
    kept = json.loads(worker.split("const SETTINGS = ")[1].rstrip(";\n"))
    assert {address[:7] for address in (kept["home"], kept["files"], *kept["shell"])} == {"/rummy/"}


def test_an_invitation_and_its_code_name_the_path(below: Flask) -> None:
    ann = keeper(below)
    page = ann.press(
        "/rummy/club/invitations",
        form="form[action$='/invitations']",
    )
    link = re.search(rf"{PUBLIC}/join/[\w-]+", str(page))
    assert "type this code at home.example/rummy" in " ".join(page.text.split())
    stranger = visitor(below, None)
    joined = stranger.submit(link.group().removeprefix("https://home.example"))
    assert joined.location == "/rummy/"


def test_a_link_to_one_game_names_the_path(below: Flask) -> None:
    ann = keeper(below)
    links = f"/rummy{Table(below).address}/links"
    made = ann.submit(links, follow_redirects=True)
    link = re.search(rf"{PUBLIC}(/shared/[\w-]+)", made.text)
    assert visitor(below, None).get(f"/rummy{link[1]}").status_code == 200


@walk(
    ("address", "headers"),
    [("/rummy/rules", {}), ("/rules", {}), ("/rules", NAMED), ("/rummy/rules", NAMED)],
)
def test_a_proxy_may_cut_the_path_off_or_not(
    below: Flask, address: str, headers: dict[str, str]
) -> None:
    page = read(visitor(below, None).get(address, headers=headers))
    assert {found[:7] for found in addresses_in(page)} == {"/rummy/"}


@walk(
    ("proxies", "named", "home"),
    [
        (1, "/rummy", "/rummy/"),
        (1, "/games", "/games/"),
        (1, "//evil.example", "/"),
        (1, "/\\evil.example", "/"),
        (0, "/rummy", "/"),
    ],
)
def test_a_trusted_proxy_names_the_path(
    app_with: Callable[..., Flask], proxies: int, named: str, home: str
) -> None:
    page = read(
        app_with(proxies=proxies).test_client().get("/rules", headers={"X-Forwarded-Prefix": named})
    )
    assert page.select_one("a.brand[href]")["href"] == home


def set_cookie(answer: TestResponse) -> str:
    return answer.headers["Set-Cookie"]


def test_the_cookie_is_sent_to_nobody_else_on_the_host(below: Flask) -> None:
    plain = set_cookie(visitor(below, None).get("/rummy/", base_url="http://home.example"))
    assert plain.startswith("scorekeeper=")
    assert "Path=/rummy;" in plain
    secret = set_cookie(visitor(below, None).get("/rummy/", base_url="https://home.example"))
    assert secret.startswith("__Secure-scorekeeper=")
    assert "Path=/rummy;" in secret


@walk(
    ("address", "leads_to"),
    [
        ("/rummy/rules?a=b", "/rummy/rules?a=b"),
        ("/rules", "/rummy/"),
        ("/rummyx", "/rummy/"),
        ("/rummy//evil.example", "/rummy/"),
    ],
)
def test_the_way_back_after_a_choice_of_language_stays_below(
    below: Flask, address: str, leads_to: str
) -> None:
    stranger = visitor(below, None)
    page = stranger.visit("/rummy/rules")
    fields = {"next": address, "language": "fr"}
    answer = stranger.submit(page, fields, form=".languages")
    assert answer.location == leads_to


def test_htmx_is_sent_to_a_page_below(below: Flask) -> None:
    ann = keeper(below)
    table = Table(below)
    page = ann.visit(f"/rummy{table.address}/rounds/new")
    for form in page.select("main form[hx-post]"):
        assert str(form["hx-post"]).startswith("/rummy/games/")
    answer = ann.get("/rummy/games/on-the-table", headers=HTMX)
    assert answer.location == f"/rummy{table.address}"


@walk("site", ["http://localhost", "https://localhost"])
def test_a_poll_is_answered_before_flask_there_too(below: Flask, site: str) -> None:
    ann, table = keeper(below), Table(below)
    ann.get("/rummy/", base_url=site)
    reached: list[Flask] = []
    with request_started.connected_to(reached.append, below):
        poll = f"/rummy{table.address}/live?seen=1&at=sheet"
        assert ann.get(poll, headers=HTMX, base_url=site).status_code == 204
    assert not reached


def test_a_path_that_own_pages_have_is_refused(app_with: Callable[..., Flask]) -> None:
    with pytest.raises(SettingError, match="must not have the path /games/ours"):
        app_with(public_url="https://home.example/games/ours")
