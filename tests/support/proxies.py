"""nginx and Caddy with the files of `deploy/`, changed only in names, ports and paths."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path

from scorekeeper.config import CHECKOUT
from tests.support.programs import installed
from tests.support.waiting import comes_true

DEPLOY = CHECKOUT / "deploy"

PATIENCE = 30.0
"""After how many seconds a proxy that does not answer fails its test."""


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
    start = {"nginx": _nginx, "caddy": _caddy}[name]
    command, root = start(bool(prefix), port, server, folder)
    environ = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    log = folder / "log"
    with (
        log.open("wb") as written,
        subprocess.Popen(command, stdout=written, stderr=written, env=environ) as process,
    ):
        try:
            running = Proxy(port, prefix, folder, root)
            comes_true(lambda: running.answers() or process.poll() is not None, PATIENCE)
            assert running.answers(), log.read_text()
            yield running
        finally:
            process.terminate()


def _nginx(is_below: bool, port: int, server: int, folder: Path) -> tuple[list[str], Path]:
    nginx = installed("nginx")
    text = (DEPLOY / ("nginx.below.conf" if is_below else "nginx.conf")).read_text()
    certificate, key = _certificate(folder)
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
    site = _substituted(text, changed).replace(f"    listen unix:{folder}/http;\n", "", 1)
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


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that the machine made itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = [installed("openssl"), *made, *names, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def _caddy(is_below: bool, port: int, server: int, folder: Path) -> tuple[list[str], Path]:
    caddy = installed("caddy")
    text = (DEPLOY / ("Caddyfile.below" if is_below else "Caddyfile")).read_text()
    changed = {
        # It makes certificates for this name itself.
        r"\{\$SITE:\S+\}": f"https://localhost:{port}",
        r"\{\$SERVER:\S+\}": f"127.0.0.1:{server}",
        r"\n\{\n": "\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n",
    }
    if _version(caddy) < (2, 6, 4):
        changed[r"request_buffers \S+"] = "buffer_requests"
    config = folder / "Caddyfile"
    config.write_text(_substituted(text, changed))
    options = ["--adapter", "caddyfile", "--config", str(config)]
    environ = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    subprocess.run([caddy, "validate", *options], check=True, capture_output=True, env=environ)
    return [caddy, "run", *options], folder / "caddy/pki/authorities/local/root.crt"


def _version(caddy: str) -> tuple[int, ...]:
    told = subprocess.run([caddy, "version"], check=True, capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", told)[:3]))


def _substituted(text: str, changed: dict[str, str]) -> str:
    """The text with every pattern replaced; each must be there."""
    for pattern, new in changed.items():
        text, count = re.subn(pattern, lambda _found, new=new: new, text)
        assert count, pattern
    return text
