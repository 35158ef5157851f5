"""The application as a whole: its headers, its cookies, its errors, its languages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, abort, render_template_string, request
from sqlalchemy.exc import DataError, IntegrityError, NoResultFound, OperationalError

from scorekeeper import create_app
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.permissions import ANYBODY, REQUIRED_ROLES
from tests.support.clubs import browser
from tests.support.empty_books import EmptyBooks
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.walks import walk


@pytest.fixture
def app(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app with addresses that raise errors, open to all."""
    for endpoint in ("trouble", "rule", "database", "race", "fault", "form", "said"):
        monkeypatch.setitem(REQUIRED_ROLES, endpoint, ANYBODY)

    @own_app.get("/trouble/<int:status>")
    def trouble(status: int) -> str:
        abort(status)

    @own_app.get("/trouble/rule")
    def rule() -> str:
        raise RuleError(message("{player} cannot knock with {count}", player=Seat(1), count=99))

    @own_app.get("/trouble/database")
    def database() -> str:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"))

    @own_app.get("/trouble/<any(integrity, data, gone):kind>")
    def race(kind: str) -> str:
        if kind == "gone":
            raise NoResultFound
        raise {"integrity": IntegrityError, "data": DataError}[kind]("INSERT", {}, Exception())

    @own_app.get("/trouble/fault")
    def fault() -> str:
        raise KeyError("a secret of ours")

    @own_app.post("/form")
    def form() -> str:
        return "received"

    @own_app.get("/said")
    def said() -> str:
        sentence = message("{player} saves 100 % of {cards}", player=Seat(0), cards=())
        return render_template_string(
            "<p>{{ sentence | translate(['<Ann>', 'Bob']) }}{{ nothing | translate }}</p>",
            sentence=sentence,
            nothing=Message(""),
        )

    return own_app


@walk(
    ("address", "status", "sentence"),
    [
        ("/no/such/page", 404, "There is nothing at this address"),
        ("/games/no-such-game", 404, "The link may be old or mistyped"),
        ("/games/%00", 404, "The link may be old or mistyped"),
        ("/rules/whist", 404, "There is nothing at this address"),
        ("/x?y=%ff", 404, "There is nothing at this address"),
        ("/trouble/400", 400, "We couldn’t read that"),
        ("/trouble/405", 405, "does not answer that kind of request"),
        ("/trouble/413", 413, "too much text for one round"),
        ("/trouble/418", 418, "We couldn’t read that"),
        ("/trouble/500", 500, "That was our fault"),
        ("/trouble/integrity", 409, "Somebody changed this game"),
        ("/trouble/data", 400, "We couldn’t read that"),
        ("/trouble/gone", 404, "That game is not here"),
        ("/trouble/rule", 422, "Player 2 cannot knock with 99"),
        ("/trouble/database", 503, "Nothing was changed. Please try again"),
    ],
)
def test_what_goes_wrong_is_said_in_a_page_and_to_htmx_among_the_messages(
    client: Visitor, address: str, status: int, sentence: str
) -> None:
    whole = client.get(address)
    assert whole.status_code == status
    assert sentence in read(whole).select_one("main").text
    assert status != 404 or read(whole).select("main a[href='/']"), "the way home"
    part = client.get(address, headers=HTMX)
    assert part.status_code == status
    assert sentence in part.text
    assert "<html" not in part.text
    assert part.headers["HX-Retarget"] == "#messages"


def test_a_page_that_history_restores_is_whole_even_if_it_is_an_error(client: Visitor) -> None:
    headers = HTMX | {"HX-History-Restore-Request": "true"}
    assert "<html" in client.get("/no/such/page", headers=headers).text


def test_a_fault_of_ours_shows_no_traceback(app: Flask, client: Visitor) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client.get("/trouble/fault")
    assert answer.status_code == 500
    assert "That was our fault" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_a_wrong_method_is_refused_with_those_that_are_right(client: Visitor) -> None:
    answer = client.delete("/trouble/400")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_a_form_with_its_token_is_received_however_long_it_lay_on_the_table(
    app: Flask, client: Visitor
) -> None:
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None
    token = client.visit("/").select_one("[name=csrf_token]")["value"]
    assert client.post("/form", data={"csrf_token": token}).text == "received"


def test_a_form_that_came_over_https_needs_no_referrer(client: Visitor) -> None:
    token = client.visit("/", base_url="https://localhost").select_one("[name=csrf_token]")["value"]
    answer = client.post("/form", data={"csrf_token": token}, base_url="https://localhost")
    assert answer.text == "received"


HERE, ELSEWHERE = "http://cards.lan", "https://other.example"


@walk(
    ("headers", "changes", "status"),
    [
        ({}, {}, 303),
        ({"Origin": HERE}, {}, 303),
        ({"Origin": "https://cards.lan:8443"}, {}, 303),
        ({"Origin": ELSEWHERE}, {}, 403),
        ({"Origin": f"{HERE}.example"}, {}, 403),
        ({"Origin": "null"}, {}, 403),
        ({"Origin": ""}, {}, 403),
        ({"Origin": "http://["}, {}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, {}, 303),
        ({"Origin": HERE, "Sec-Fetch-Site": "cross-site"}, {}, 403),
        ({"Sec-Fetch-Site": "same-site"}, {}, 403),
        ({"Sec-Fetch-Site": "none"}, {}, 303),
        ({"Origin": ELSEWHERE}, {"public_url": ELSEWHERE}, 303),
        ({"Origin": ELSEWHERE}, {"hosts": ("other.example",)}, 303),
        ({"Origin": ELSEWHERE}, {"hosts": ("*",)}, 303),
        ({"Origin": ELSEWHERE, "X-Forwarded-Host": "other.example"}, {}, 403),
        ({"Origin": ELSEWHERE, "X-Forwarded-Host": "other.example"}, {"proxies": 1}, 303),
    ],
)
def test_no_form_is_taken_from_a_page_of_another_site(
    app_with: Callable[..., Flask], headers: dict[str, str], changes: dict[str, Any], status: int
) -> None:
    client = cast(Visitor, app_with(**changes).test_client())
    page = client.visit("/", base_url=HERE)
    sent = {"form": ".languages", "button": "button", "base_url": HERE, "headers": headers}
    answer = client.submit(page, **sent)
    assert answer.status_code == status


@walk(
    ("kind", "body", "status"),
    [
        (
            "multipart/form-data; boundary=x",
            b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--",
            400,
        ),
        ("multipart/form-data; boundary=x", b"--x\r\n" * 10_000, 400),
    ],
)
def test_a_form_that_is_none_is_refused(
    client: Visitor, kind: str, body: bytes, status: int
) -> None:
    assert client.post("/form", data=body, content_type=kind).status_code == status


def test_more_than_a_form_can_hold_is_refused(client: Visitor) -> None:
    answer = client.post("/form", data={"note": "x" * 100_000})
    assert "too much text for one round" in words(read(answer, 413))


def test_every_answer_forbids_what_the_pages_do_not_need(client: Visitor) -> None:
    for address in ("/", "/no/such/page", "/static/htmx-2.0.11.min.js"):
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_htmx_copies_no_style_attribute_which_the_policy_would_refuse(client: Visitor) -> None:
    script = client.get("/static/htmx-config.js").text
    assert re.findall(r"attributesToSettle: (.+),", script) == ['["class", "width", "height"]']


def test_pages_are_not_kept_by_others_and_vary_with_what_they_depend_on(client: Visitor) -> None:
    headers = client.get("/").headers
    assert headers["Cache-Control"] == "private, no-cache"
    for name in ("HX-Request", "Accept-Language", "Cookie"):
        assert name in headers["Vary"]


def test_the_cookie_is_for_this_site_alone_and_stays_for_a_year(client: Visitor) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert "Secure" not in cookie
    assert "Set-Cookie" not in client.get("/static/htmx-2.0.11.min.js").headers


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such modes")
def test_a_data_folder_that_was_there_is_closed_to_others(
    settings: Settings, empty_books: EmptyBooks
) -> None:
    empty_books.put(settings)
    settings.data_dir.chmod(0o755)
    create_app(settings)
    assert settings.data_dir.stat().st_mode & 0o777 == 0o750


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such modes")
def test_the_files_of_the_data_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("a key from before", encoding="ascii")
    mask = os.umask(0)
    try:
        app = create_app(Settings(data_dir=tmp_path))
        app.test_client().get("/")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(mask)
    names = {
        "scorekeeper.db",
        "scorekeeper.db-wal",
        "scorekeeper.db-shm",
        "scorekeeper.db.lock",
    }
    assert modes == dict.fromkeys({*names, "secret_key", "known_book"}, 0o600)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def test_the_cookie_goes_over_https_alone_where_that_is_set(
    app_with: Callable[..., Flask],
) -> None:
    app = app_with(secure_cookies=True)
    assert "Secure" in app.test_client().get("/").headers["Set-Cookie"]


@walk(("proxies", "seen"), [(0, "http://localhost/"), (1, "https://cards.example/")])
def test_forwarded_headers_are_believed_only_behind_a_proxy(
    app_with: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, proxies: int, seen: str
) -> None:
    monkeypatch.setitem(REQUIRED_ROLES, "seen", ANYBODY)
    app = app_with(proxies=proxies)
    app.add_url_rule("/seen", "seen", view_func=lambda: {"host": request.host_url})
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    assert app.test_client().get("/seen", headers=forwarded).json == {"host": seen}


def test_a_sentence_of_the_core_is_said_with_names_and_made_safe(client: Visitor) -> None:
    assert client.get("/said").text == "<p>&lt;Ann&gt; saves 100 % of </p>"


def test_no_template_has_scripts_or_styles_of_its_own() -> None:
    for path in (CHECKOUT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"<style|\sstyle=|\son[a-z]+=[\"'{]|hx-on|hx-boost|\|\s*safe\b", text
        ), path


PAGES = ("/", "/rules", "/rules/gin", "/rules/tonk", "/judge", "/judge?variant=gin")


@walk("language", ["en", "fr"])
def test_every_page_for_strangers_is_described_in_a_line(app: Flask, language: str) -> None:
    stranger, found = browser(app), {}
    for address in PAGES:
        page = read(stranger.get(address, headers={"Accept-Language": language}))
        [meta] = page.select("meta[name=description]")
        found[address] = str(meta["content"])
        assert 20 < len(found[address]) <= 160
    assert found["/rules/gin"] != found["/rules/tonk"] != found["/rules"]
    assert found["/judge"] != found["/"]
