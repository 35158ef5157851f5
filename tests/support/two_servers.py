"""PgBouncer before a PostgreSQL, and HAProxy before several servers, as processes of a test."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.own_postgresql import Cluster, as_another_user
from tests.support.ports import free_port, wait_for_port
from tests.support.programs import installed

LIMITS = "SET lock_timeout = 4000; SET statement_timeout = 30000"

BOUNCER = """
[databases]
postgres = host={primary} port=5432 user=scorekeeper connect_query='{limits}'

[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 8
query_wait_timeout = 4
server_connect_timeout = 2
server_login_retry = 1
"""

BALANCER = """
global
  maxconn 200

defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  # A form carries its own key, so it may be sent again to the other server.
  option http-buffer-request
  option redispatch
  retries 3
  retry-on conn-failure empty-response

frontend phones
  bind 127.0.0.1:{port}
  default_backend servers

backend servers
  option httpchk GET /healthz
  default-server check inter 500ms fall 1 rise 1
{servers}
"""


class Bouncer:
    """PgBouncer in transaction mode: each transaction goes to whichever connection is free."""

    def __init__(self, folder: Path, primary: Cluster) -> None:
        self._folder = folder
        self._settings = folder / "pgbouncer.ini"
        self._write(primary)
        as_user = as_another_user(folder)
        command = [installed("pgbouncer"), "--quiet", self._settings]
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **as_user)

    @property
    def url(self) -> str:
        """The address of the database behind it."""
        return f"postgresql://scorekeeper@/postgres?host={self._folder}&port=6432"

    def lead_to(self, primary: Cluster) -> None:
        """Lead to another PostgreSQL from now on, as whoever promotes a replica does."""
        self._write(primary)
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()

    def _write(self, primary: Cluster) -> None:
        text = BOUNCER.format(primary=primary.folder, folder=self._folder, limits=LIMITS)
        self._settings.write_text(text, encoding="utf-8")


@contextmanager
def balanced(folder: Path, servers: Sequence[str]) -> Iterator[str]:
    """HAProxy before the servers at these addresses; its own address."""
    port = free_port()
    lines = (f"  server s{number} {urlsplit(at).netloc}" for number, at in enumerate(servers))
    settings, log = folder / "haproxy.cfg", folder / "haproxy.log"
    settings.write_text(BALANCER.format(port=port, servers="\n".join(lines)), encoding="utf-8")
    command = [installed("haproxy"), "-db", "-q", "-f", settings]
    with (
        log.open("wb") as written,
        subprocess.Popen(command, stdout=written, stderr=written) as process,
    ):
        try:
            wait_for_port(port, process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
