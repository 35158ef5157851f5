"""nginx and Caddy in front of a score book, set up as in `deploy/`, and a phone that uses them.

Only names, ports and paths differ from the files in `deploy/`.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from getpass import getuser
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

from flask import Flask
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.storage.database import db
from tests.support.elements import parse
from tests.support.empty_books import EmptyBooks
from tests.support.pages import form_fields
from tests.support.processes import free_port, installed, running

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

DEPLOY = CHECKOUT / "deploy"


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its https port, the path it serves, its folder and its root certificate."""

    port: int
    prefix: str
    folder: Path
    root: Path

    @property
    def site(self) -> str:
        """The address of the score book, without a slash at the end."""
        return f"https://localhost:{self.port}{self.prefix}"

    @property
    def trust(self) -> ssl.SSLContext:
        """The context with which a phone trusts the certificate."""
        return ssl.create_default_context(cafile=str(self.root))

    def answers(self) -> bool:
        """Check whether the proxy listens and has its certificate."""
        try:
            with socket.create_connection(("127.0.0.1", self.port)) as plain:
                self.trust.wrap_socket(plain, server_hostname="localhost").close()
        except OSError:
            return False
        return True


Start = Callable[[int, int, Path], tuple[list[str], Path]]
"""A function of the proxy’s port, the server’s port and a folder.

It returns the proxy’s command and the root of its certificate.
"""


@contextmanager
def proxy(start: Start, prefix: str, port: int, server: int, folder: Path) -> Iterator[Proxy]:
    """Run a proxy in front of the server at this port of this machine."""
    command, root = start(port, server, folder)
    environ = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    started = Proxy(port, prefix, folder, root)
    with running(command, folder / "log", started.answers, env=environ):
        yield started


def nginx_command(file: str, port: int, server: int, folder: Path) -> tuple[list[str], Path]:
    """Return the command of nginx with a file of `deploy/`, and its certificate."""
    nginx = installed("nginx")
    text = (DEPLOY / file).read_text("utf-8")
    certificate, key = self_signed(folder)
    changed = {
        r"(cards|home)\.example;": "localhost;",
        r"listen (\[::\]:)?80;": f"listen unix:{folder}/http;",
        r"\n    listen \[::\]:443 ssl;": "",
        r"\n    http2 on;": "",
        r"listen 443 ssl;": "listen 443 ssl http2;",  # The oldest nginx in use needs this form.
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
    # By default it would write large bodies as another user without access to this folder.
    config.write_text(
        f"user {getuser()};\ndaemon off;\nworker_processes 1;\npid {folder}/pid;\n"
        "error_log stderr;\n"
        f"events {{}}\nhttp {{\n{temporary}{site}}}\n"
    )
    subprocess.run([nginx, "-t", "-q", "-c", str(config)], check=True)
    return [nginx, "-c", str(config)], certificate


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Create a self-signed certificate and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = [installed("openssl"), *made, *names, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def caddy_command(
    file: str, port: int, server: int, folder: Path, **places: str
) -> tuple[list[str], Path]:
    """Return the command of Caddy with a file of `deploy/`, and its root certificate.

    `places` are the values for its names in capitals.
    """
    caddy = installed("caddy")
    text = (DEPLOY / file).read_text("utf-8")
    changed = {
        # Caddy makes certificates for this name itself.
        r"\{\$SITE:\S+\}": f"https://localhost:{port}",
        r"\{\$SERVER:\S+\}": f"127.0.0.1:{server}",
        r"\n\{\n": "\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n",
    }
    changed |= {rf"\{{\${name}:\S+?\}}": place for name, place in places.items()}
    config = folder / "Caddyfile"
    config.write_text(substituted(text, changed), "utf-8")
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
    """Return the text with every pattern replaced. Fail if one is missing."""
    for pattern, new in changed.items():
        text, count = re.subn(pattern, lambda _found, new=new: new, text)
        assert count, pattern
    return text


@dataclass
class Asked:
    """Notes method and path of every request that the proxy passes on."""

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


@contextmanager
def site_behind(
    start: Start, folder: Path, empty_books: EmptyBooks, prefix: str = "", **more: Any
) -> Iterator[Site]:
    """Start a new score book behind a proxy, with the settings that `deploy/` names."""
    port = free_port()
    settings = Settings(
        data_dir=folder / "data",
        secret_key="a key for the tests",
        proxies=1,
        secure_cookies=True,
        public_url=f"https://localhost:{port}{prefix}",
        **more,
    )
    empty_books.put(settings)
    app = create_app(settings)
    asked = Asked(app.wsgi_app)
    app.wsgi_app = asked  # type: ignore[method-assign]  # as in Flask's documentation
    try:
        with served(app) as server, proxy(start, prefix, port, server, folder) as started:
            yield Site(app, asked, started)
    finally:
        with app.app_context():
            db.engine.dispose()


@contextmanager
def served(app: WSGIApplication) -> Iterator[int]:
    """Serve an app on this machine, and yield the port."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Phone:
    """A browser without JavaScript that keeps cookies by their names and paths.

    It sends the `headers` with every request.
    """

    def __init__(self, site: Site, **headers: str) -> None:
        self.cookies = CookieJar()
        https = HTTPSHandler(context=site.proxy.trust)
        self._opener = build_opener(https, HTTPCookieProcessor(self.cookies))
        self._opener.addheaders += [
            (name.replace("_", "-"), text) for name, text in headers.items()
        ]
        self.status, self.headers, self.address = 0, Message(), ""

    def get(self, address: str, data: bytes | None = None, **headers: str) -> str:
        """Return the answer’s text, after redirects."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with self._opener.open(Request(address, data, named)) as answer:  # noqa: S310 - ours
                self.status, self.headers = answer.status, answer.headers
                self.address = answer.url
                return str(answer.read().decode())
        except HTTPError as refused:
            with refused:
                self.status, self.headers = refused.code, refused.headers
                self.address = str(refused.url)
                return refused.read().decode()

    def send(self, page: str, form: str) -> str:
        """Send a form of this page unchanged, and return the page that follows."""
        found = parse(page).select_one(form)
        assert found
        data = urlencode(form_fields(found), doseq=True).encode()
        return self.get(urljoin(self.address, str(found["action"])), data, Referer=self.address)
