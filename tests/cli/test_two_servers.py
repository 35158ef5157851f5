"""Two application servers behind HAProxy, PgBouncer, and PostgreSQL with a synchronous replica.

A killed server disturbs at most one phone. A killed primary database loses no acknowledged round.
Everything runs as processes on this machine.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from scorekeeper.config import Settings
from tests.support.databases import environment, opened
from tests.support.killed_servers import Evening, check_everything
from tests.support.own_postgresql import Cluster, as_another_user, programs_of_postgresql
from tests.support.processes import addresses, free_port, installed, is_listening, running, serving

pytestmark = pytest.mark.slow

A_FEW = 6
"""The number of rounds recorded between two events."""


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
    """PgBouncer in transaction mode: each transaction uses any free connection."""

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
        """The address of the database behind PgBouncer."""
        return f"postgresql://scorekeeper@/postgres?host={self._folder}&port=6432"

    def lead_to(self, primary: Cluster) -> None:
        """Switch to another PostgreSQL, as after promoting a replica."""
        self._write(primary)
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """Stop PgBouncer at once."""
        self._process.kill()
        self._process.wait()

    def _write(self, primary: Cluster) -> None:
        text = BOUNCER.format(primary=primary.folder, folder=self._folder, limits=LIMITS)
        self._settings.write_text(text, encoding="utf-8")


@contextmanager
def balanced(folder: Path, servers: Sequence[str]) -> Iterator[str]:
    """Run HAProxy in front of the servers at these addresses. Yield its address."""
    port = free_port()
    lines = (f"  server s{number} {urlsplit(at).netloc}" for number, at in enumerate(servers))
    settings, log = folder / "haproxy.cfg", folder / "haproxy.log"
    settings.write_text(BALANCER.format(port=port, servers="\n".join(lines)), encoding="utf-8")
    command = [installed("haproxy"), "-db", "-q", "-f", settings]
    with running(command, log, partial(is_listening, port)):
        yield f"http://127.0.0.1:{port}"


@dataclass
class Site:
    """All processes of a site, the settings of both servers, and the phones’ address."""

    primary: Cluster
    replica: Cluster
    bouncer: Bouncer
    servers: list[subprocess.Popen[str]]
    settings: Settings
    address: str


@pytest.fixture
def site(settings: Settings, tmp_path: Path) -> Iterator[Site]:
    """Two servers with separate data folders, as on two machines, and one secret key."""
    installed("haproxy"), installed("pgbouncer")
    programs = programs_of_postgresql()
    with ExitStack() as stack:

        def folder() -> Path:
            # Other users cannot enter the folders of pytest.
            return Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-")))

        primary = Cluster(folder(), programs, synchronous_standby_names="*")
        stack.callback(primary.stop)
        primary.start()
        replica = Cluster(folder(), programs, replica_of=primary)
        stack.callback(replica.stop)
        replica.start()
        bouncer = Bouncer(folder(), primary)
        stack.callback(bouncer.stop)
        both = [
            replace(settings, data_dir=tmp_path / name, database_url=bouncer.url)
            for name in ("first", "second")
        ]
        here = ("--host", "127.0.0.1", "--port", "0")
        started = [stack.enter_context(serving(*here, **environment(port))) for port in both]
        at = [addresses(printed)[0] for _process, printed in started]
        address = stack.enter_context(balanced(tmp_path, at))
        servers = [process for process, _printed in started]
        yield Site(primary, replica, bouncer, servers, both[0], address)


def test_what_was_recorded_survives_a_server_and_the_database(
    site: Site, settings: Settings
) -> None:
    with opened(site.settings) as app:
        evening = Evening(app, tables=2, phones_at_each=2, games_at_each=20)
    evening.open(site.address)
    with evening.going_on():
        evening.wait_for_rounds(A_FEW)
        site.servers[0].kill()
        evening.wait_for_rounds(A_FEW)
        # An answer cut off while it was written is lost, so that phone asks again.
        cut_off = evening.unanswered
        assert cut_off <= 1
        assert evening.put_off == 0, "somebody noticed"
        site.primary.kill()
        evening.wait_for_trouble()
        site.replica.promote()
        site.bouncer.lead_to(site.replica)
        evening.wait_for_rounds(A_FEW)
    assert evening.unanswered == cut_off
    check_everything(replace(settings, database_url=site.replica.url), evening)
