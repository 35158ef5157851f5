"""A phone at the score book through nginx and Caddy, set up as in `deploy/`, by https.

Each serves it at the top of a site and below a path of one. Of what stands in `deploy/` only names,
ports and paths are changed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import Message
from getpass import getuser
from http.cookiejar import CookieJar
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.serving import make_server
from werkzeug.test import encode_multipart

from scorekeeper import create_app
from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, MOST_UPLOADED, Settings
from scorekeeper.storage.database import db
from scorekeeper.web.clubs.invitations import draw_square
from tests.support.clubs import the_club
from tests.support.elements import parse
from tests.support.empty_books import EmptyBooks
from tests.support.pages import HTMX, form_fields
from tests.support.processes import free_port, installed, running
from tests.support.table import Table
from tests.support.transfers import lines_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

pytestmark = pytest.mark.slow

DEPLOY = CHECKOUT / "deploy"


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its port for https, the path below which it serves, and its folder."""

    port: int
    prefix: str
    folder: Path
    root: Path

    @property
    def site(self) -> str:
        """Where the score book is, without a slash at the end."""
        return f"https://localhost:{self.port}{self.prefix}"

    @property
    def trust(self) -> ssl.SSLContext:
        """What a phone needs to trust the certificate."""
        return ssl.create_default_context(cafile=str(self.root))

    def answers(self) -> bool:
        """Whether it listens and has its certificate."""
        try:
            with socket.create_connection(("127.0.0.1", self.port)) as plain:
                self.trust.wrap_socket(plain, server_hostname="localhost").close()
        except OSError:
            return False
        return True


@contextmanager
def proxy(name: str, prefix: str, port: int, server: int, folder: Path) -> Iterator[Proxy]:
    """Run a proxy in front of the server at this port of this machine."""
    start = {"nginx": nginx_command, "caddy": caddy_command}[name]
    command, root = start(bool(prefix), port, server, folder)
    environ = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    started = Proxy(port, prefix, folder, root)
    with running(command, folder / "log", started.answers, env=environ):
        yield started


def nginx_command(is_below: bool, port: int, server: int, folder: Path) -> tuple[list[str], Path]:
    nginx = installed("nginx")
    text = (DEPLOY / ("nginx.below.conf" if is_below else "nginx.conf")).read_text()
    certificate, key = self_signed(folder)
    changed = {
        r"(cards|home)\.example;": "localhost;",
        r"listen (\[::\]:)?80;": f"listen unix:{folder}/http;",
        r"\n    listen \[::\]:443 ssl;": "",
        r"\n    http2 on;": "",
        r"listen 443 ssl;": "listen 443 ssl http2;",  # The oldest nginx that people have.
        r"listen 443 ": f"listen 127.0.0.1:{port} ",
        r"/etc/letsencrypt/\S+/fullchain.pem": str(certificate),
        r"/etc/letsencrypt/\S+/privkey.pem": str(key),
        r"/var/log/nginx": str(folder),
        r"127\.0\.0\.1:8000": f"127.0.0.1:{server}",
    }
    site = substituted(text, changed).replace(f"    listen unix:{folder}/http;\n", "", 1)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    config = folder / "nginx.conf"
    # By itself it would write large bodies as another user, who may not enter this folder.
    config.write_text(
        f"user {getuser()};\ndaemon off;\nworker_processes 1;\npid {folder}/pid;\n"
        "error_log stderr;\n"
        f"events {{}}\nhttp {{\n{temporary}{site}}}\n"
    )
    subprocess.run([nginx, "-t", "-q", "-c", str(config)], check=True)
    return [nginx, "-c", str(config)], certificate


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate that the machine made itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = [installed("openssl"), *made, *names, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def caddy_command(is_below: bool, port: int, server: int, folder: Path) -> tuple[list[str], Path]:
    caddy = installed("caddy")
    text = (DEPLOY / ("Caddyfile.below" if is_below else "Caddyfile")).read_text()
    changed = {
        # It makes certificates for this name itself.
        r"\{\$SITE:\S+\}": f"https://localhost:{port}",
        r"\{\$SERVER:\S+\}": f"127.0.0.1:{server}",
        r"\n\{\n": "\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n",
    }
    config = folder / "Caddyfile"
    config.write_text(substituted(text, changed))
    if version_of(caddy) < (2, 6, 4):
        page = (CHECKOUT / "docs" / "on-a-server.md").read_text(encoding="utf-8")
        [command] = re.findall(r"^(sed -i .+) /etc/caddy/Caddyfile$", page, re.MULTILINE)
        subprocess.run([*shlex.split(command), config], check=True)
    options = ["--adapter", "caddyfile", "--config", str(config)]
    environ = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    subprocess.run([caddy, "validate", *options], check=True, capture_output=True, env=environ)
    return [caddy, "run", *options], folder / "caddy/pki/authorities/local/root.crt"


def version_of(caddy: str) -> tuple[int, ...]:
    told = subprocess.run([caddy, "version"], check=True, capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", told)[:3]))


def substituted(text: str, changed: dict[str, str]) -> str:
    """The text with every pattern replaced; each must be there."""
    for pattern, new in changed.items():
        text, count = re.subn(pattern, lambda _found, new=new: new, text)
        assert count, pattern
    return text


@dataclass
class Asked:
    """Notes every request that the proxy hands over, by its method and path."""

    app: WSGIApplication
    seen: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.seen.append((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        return self.app(environ, start_response)


@dataclass(frozen=True)
class Site:
    """An app behind a proxy, with the requests that reached it."""

    app: Flask
    asked: Asked
    proxy: Proxy


@pytest.fixture(
    scope="module",
    params=[("nginx", ""), ("nginx", "/rummy"), ("caddy", ""), ("caddy", "/rummy")],
    ids=lambda param: f"{param[0]}{param[1]}",
)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    empty_books: EmptyBooks,
) -> Iterator[Site]:
    """The score book with the settings that the files of `deploy/` name, and the proxy."""
    name, prefix = request.param
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    settings = Settings(
        data_dir=folder / "data",
        secret_key="a key for the tests",
        proxies=1,
        secure_cookies=True,
        public_url=f"https://localhost:{port}{prefix}",
    )
    empty_books.put(settings)
    app = create_app(settings)
    asked = Asked(app.wsgi_app)
    app.wsgi_app = asked  # type: ignore[method-assign]  # as in Flask's documentation
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        with proxy(name, prefix, port, server.port, folder) as started:
            yield Site(app, asked, started)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        with app.app_context():
            db.engine.dispose()


class Phone:
    """A browser without JavaScript that keeps cookies as their names and paths demand."""

    def __init__(self, site: Site) -> None:
        self.cookies = CookieJar()
        https = HTTPSHandler(context=site.proxy.trust)
        self._opener = build_opener(https, HTTPCookieProcessor(self.cookies))
        self.status, self.headers, self.address = 0, Message(), ""

    def get(self, address: str, data: bytes | None = None, **headers: str) -> str:
        """The answer's text, after redirects."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with self._opener.open(Request(address, data, named)) as answer:  # noqa: S310 - ours
                self.status, self.headers = answer.status, answer.headers
                self.address = answer.url
                return str(answer.read().decode())
        except HTTPError as refused:
            with refused:
                self.status, self.headers = refused.code, refused.headers
                return refused.read().decode()

    def send(self, page: str, form: str) -> str:
        """Send a form of this page as it is; the page after it."""
        found = parse(page).select_one(form)
        assert found
        data = urlencode(form_fields(found), doseq=True).encode()
        return self.get(urljoin(self.address, str(found["action"])), data, Referer=self.address)


@pytest.fixture
def ann(site: Site) -> Phone:
    """Ann's phone, let in as a keeper by a link."""
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
    assert "Let somebody in" in ann.get(f"{site.proxy.site}/club")
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
    written = [path.read_text() for path in Path(site.proxy.folder).glob("*log*")]
    assert written
    assert not [text for text in written if "a-secret" in text]
