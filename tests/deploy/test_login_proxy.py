"""Caddy and a login in front of the score book, set up as in `deploy/Caddyfile.login`.

A replacement for Authelia accepts any login of a phone, and lets requests with the login `bypass`
pass without a name. It rejects all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pytest

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.roles import Role
from scorekeeper.config import read_settings
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import new_key
from tests.support.clubs import let_in, the_club
from tests.support.elements import parse
from tests.support.empty_books import EmptyBooks
from tests.support.pages import words
from tests.support.proxies import DEPLOY, Phone, Site, caddy_command, served, site_behind
from tests.support.table import Table
from tests.support.walks import walk

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

pytestmark = pytest.mark.slow

COME_IN = "form[action$=come-in]"


def authelia(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer whether a request can pass, and with which login."""
    assert environ["PATH_INFO"] == "/api/authz/forward-auth"
    login = environ.get("HTTP_X_LOGIN")
    if login is None:
        start_response("401 Unauthorized", [("Content-Type", "text/plain")])
        return [b"Log in first."]
    start_response("200 OK", [] if login == "bypass" else [("Remote-User", login)])
    return []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, empty_books: EmptyBooks) -> Iterator[Site]:
    """The score book behind Caddy and the login, with a club."""
    [text] = re.findall(
        r"SCOREKEEPER_SIGN_IN='(.+)'", (DEPLOY / "Caddyfile.login").read_text("utf-8")
    )
    sign_in = read_settings({"SCOREKEEPER_SIGN_IN": text}).sign_in
    folder = tmp_path_factory.mktemp("proxy")
    with served(authelia) as login:
        start = partial(caddy_command, "Caddyfile.login", AUTHELIA=f"127.0.0.1:{login}")
        with site_behind(start, folder, empty_books, sign_in=sign_in) as behind:
            with behind.app.app_context():
                let_in(the_club(), Role.KEEPER, player="Kim")
            yield behind


def test_who_is_logged_in_comes_in_with_one_tap_and_stays_in_as_long(site: Site) -> None:
    ann = Phone(site, X_Login="ann")
    page = ann.get(f"{site.proxy.site}/club")
    assert (ann.status, words(parse(page), f"{COME_IN} button")) == (403, "Join as ann")
    page = ann.send(page, COME_IN)
    assert (ann.status, ann.address) == (200, f"{site.proxy.site}/club")
    assert "You’re in as a player." in page
    [cookie] = ann.cookies
    sent = {"Cookie": f"{cookie.name}={cookie.value}"}
    for login, status in (("ann", 200), ("bob", 403), ("bypass", 403)):
        phone = Phone(site, X_Login=login)
        phone.get(f"{site.proxy.site}/club", **sent)
        assert phone.status == status, login


SPELLINGS = ("RemoteUser", "REMOTEUSER", "Remote-User")


@walk("spelling", SPELLINGS)
def test_nobody_says_who_they_are_past_the_login(site: Site, spelling: str) -> None:
    for login, name in (("ann", "ann"), ("bypass", None)):
        phone = Phone(site, X_Login=login)
        page = parse(phone.get(f"{site.proxy.site}/", **{spelling: "kim"}))
        buttons = [button.words for button in page.select(f"{COME_IN} button")]
        assert buttons == ([f"Join as {name}"] if name else [])


def test_without_a_login_nobody_gets_as_far_as_the_score_book(site: Site) -> None:
    phone = Phone(site)
    site.asked.seen.clear()
    assert phone.get(f"{site.proxy.site}/", RemoteUser="kim") == "Log in first."
    assert site.asked.seen == []


def test_what_has_a_secret_of_its_own_needs_no_login_and_has_none(site: Site) -> None:
    table = Table(site.app)
    with site.app.app_context():
        link = make_share_link(the_club().id, table.id, new_key(), None).token
        bearer = f"Bearer {make_access_token(the_club(), 'Screen', new_key()).token}"
    phone = Phone(site)
    for path in ("/healthz", "/readyz", "/manifest.webmanifest", f"/shared/{link}", "/api/v1"):
        phone.get(site.proxy.site + path, RemoteUser="kim")
        assert phone.status == 200, path
    phone.get(f"{site.proxy.site}/api/v1/games", RemoteUser="kim")
    assert phone.status == 401
    phone.get(f"{site.proxy.site}/api/v1/games", Authorization=bearer)
    assert phone.status == 200
