"""A phone at the score book through nginx and Caddy, set up as in `deploy/`, over https.

Each serves the score book at the top of a site and below a path.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.config import MOST_UPLOADED
from scorekeeper.web.parts.squares import draw_square
from tests.support.clubs import the_club
from tests.support.elements import parse
from tests.support.empty_books import EmptyBooks
from tests.support.pages import HTMX, form_fields
from tests.support.proxies import Phone, Site, caddy_command, nginx_command, site_behind
from tests.support.table import Table
from tests.support.transfers import lines_of

pytestmark = pytest.mark.slow


@pytest.fixture(
    scope="module",
    params=[
        (nginx_command, "nginx.conf", ""),
        (nginx_command, "nginx.below.conf", "/rummy"),
        (caddy_command, "Caddyfile", ""),
        (caddy_command, "Caddyfile.below", "/rummy"),
    ],
    ids=lambda param: param[1],
)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    empty_books: EmptyBooks,
) -> Iterator[Site]:
    """The score book behind each proxy."""
    command, file, prefix = request.param
    start = partial(command, file)
    with site_behind(start, tmp_path_factory.mktemp("proxy"), empty_books, prefix) as behind:
        yield behind


@pytest.fixture
def ann(site: Site) -> Phone:
    """Ann’s phone, which joined as a keeper by a link."""
    with site.app.app_context():
        token = invite(the_club(), Role.KEEPER, timedelta(days=1)).token
    phone = Phone(site)
    phone.send(phone.get(f"{site.proxy.site}/join/{token}"), "main form")
    assert (phone.status, phone.address) == (200, f"{site.proxy.site}/")
    return phone


def test_whoever_opens_a_link_is_in_and_stays_in(site: Site, ann: Phone) -> None:
    [cookie] = ann.cookies
    below = site.proxy.prefix
    assert cookie.name == ("__Secure-scorekeeper" if below else "__Host-scorekeeper")
    assert (cookie.secure, cookie.path) == (True, below or "/")
    assert "Invite somebody" in ann.get(f"{site.proxy.site}/club")
    assert ann.headers["Strict-Transport-Security"]


def test_an_invitation_and_its_qr_code_lead_back_through_the_proxy(site: Site, ann: Phone) -> None:
    page = ann.send(ann.get(f"{site.proxy.site}/club/invitations"), "form[action$=invitations]")
    shown = parse(page).select_one("#link")
    assert shown
    link = shown.text.strip()
    assert link.startswith(f"{site.proxy.site}/join/")
    assert str(draw_square(link)) in page
    bob = Phone(site)
    bob.send(bob.get(link), "main form")
    assert bob.address == f"{site.proxy.site}/"


def test_a_file_larger_than_any_form_is_imported(site: Site, ann: Phone) -> None:
    page = ann.get(f"{site.proxy.site}/club/transfer")
    form = parse(page).select_one("form[enctype]")
    assert form
    noted = {"variant": "gin", "players": ["Ann", "Bob"], "note": "x" * 400}
    games = lines_of(*[noted | {"id": f"g{number}"} for number in range(3_000)])
    assert 1_000_000 < len(games) < MOST_UPLOADED
    file = FileStorage(BytesIO(games), "games.jsonl")
    boundary, body = encode_multipart({**form_fields(form), "file": file})
    kind = f"multipart/form-data; boundary={boundary}"
    text = ann.get(
        urljoin(ann.address, str(form["action"])), body, Content_Type=kind, Referer=ann.address
    )
    assert ann.status == 200, text
    assert "3000 games were imported." in text


def test_a_phone_sees_a_round_by_its_poll(site: Site, ann: Phone) -> None:
    table = Table(site.app)
    poll = f"{site.proxy.site}{table.address}/live?seen=1&at=sheet"
    hx = {name.replace("-", "_"): value for name, value in HTMX.items()}
    assert (ann.get(poll, **hx), ann.status) == ("", 204)
    table.knock("Ann", Ann=5, Bob=25)
    assert "20" in ann.get(poll, **hx)
    assert ann.status == 200


def test_the_worker_and_the_app_on_the_home_screen_are_of_this_path(site: Site) -> None:
    phone, below = Phone(site), f"{site.proxy.prefix}/"
    settings = phone.get(f"{site.proxy.site}/service-worker.js").split("const SETTINGS = ")[1]
    assert phone.headers["Content-Type"].startswith("text/javascript")
    assert phone.headers["Cache-Control"] == "no-cache"
    assert not list(phone.cookies)
    assert json.loads(settings.rstrip(";\n"))["home"] == below
    assert json.loads(phone.get(f"{site.proxy.site}/manifest.webmanifest"))["scope"] == below


def test_a_form_that_comes_slowly_holds_no_thread(site: Site) -> None:
    phone = Phone(site)
    with (
        socket.create_connection(("127.0.0.1", site.proxy.port)) as plain,
        site.proxy.trust.wrap_socket(plain, server_hostname="localhost") as slow,
    ):
        head = f"POST {site.proxy.prefix}/language HTTP/1.1\r\nHost: localhost\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        slow.sendall(f"{head}Content-Length: 12\r\n\r\nlang".encode())
        site.asked.seen.clear()
        for _ in range(10):
            phone.get(f"{site.proxy.site}/rules")
        assert {method for method, _path in site.asked.seen} == {"GET"}
        slow.sendall(b"uage=fr\n")
        assert slow.recv(12) == b"HTTP/1.1 400"
    assert [method for method, _path in site.asked.seen].count("POST") == 1


@pytest.mark.parametrize("header", ["X_Forwarded_Prefix", "X_Forwarded_Host", "X_Forwarded_Proto"])
def test_no_phone_says_where_it_comes_from(site: Site, header: str) -> None:
    page = Phone(site).get(f"{site.proxy.site}/rules", **{header: "evil"})
    assert f'href="{site.proxy.prefix}/judge"' in page
    assert "evil" not in page


def test_no_phone_gives_its_requests_their_ids(site: Site) -> None:
    phone = Phone(site)
    phone.get(f"{site.proxy.site}/rules", X_Request_ID="evil")
    assert len(phone.headers["X-Request-ID"]) >= 32
    assert "evil" not in phone.headers["X-Request-ID"]


def test_the_log_of_the_proxy_has_no_secret(site: Site) -> None:
    phone = Phone(site)
    phone.get(f"{site.proxy.site}/join/a-secret")
    assert phone.status == 404
    phone.get(f"{site.proxy.site}/rules")
    written = [path.read_text("utf-8") for path in Path(site.proxy.folder).glob("*log*")]
    assert written
    assert not [text for text in written if "a-secret" in text]
