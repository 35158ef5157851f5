"""Two application servers behind HAProxy, PgBouncer, and PostgreSQL with a synchronous replica.

A server is killed and hardly anybody notices; the primary database is killed and no acknowledged
round is lost. Everything runs as processes on this machine.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorekeeper.config import Settings
from tests.support.databases import environment, opened
from tests.support.killed_servers import Evening
from tests.support.own_postgresql import Cluster, programs_of_postgresql
from tests.support.programs import installed
from tests.support.recorded_rounds import check_everything
from tests.support.server import addresses, serving
from tests.support.two_servers import Bouncer, balanced

pytestmark = pytest.mark.slow

A_FEW = 6
"""How many rounds are recorded before the next thing happens."""


@dataclass
class Site:
    """Every process of it, the settings of both servers, and the address that phones know."""

    primary: Cluster
    replica: Cluster
    bouncer: Bouncer
    servers: list[subprocess.Popen[str]]
    settings: Settings
    address: str


@pytest.fixture
def site(settings: Settings, tmp_path: Path) -> Iterator[Site]:
    """Two servers with data folders of their own, as on two machines, and one secret key."""
    installed("haproxy"), installed("pgbouncer")
    programs = programs_of_postgresql()
    with ExitStack() as running:

        def folder() -> Path:
            # Not in the folders of pytest, which other users cannot enter.
            return Path(running.enter_context(TemporaryDirectory(prefix="scorekeeper-")))

        primary = Cluster(folder(), programs, synchronous_standby_names="*")
        running.callback(primary.stop)
        primary.start()
        replica = Cluster(folder(), programs, replica_of=primary)
        running.callback(replica.stop)
        replica.start()
        bouncer = Bouncer(folder(), primary)
        running.callback(bouncer.stop)
        both = [
            replace(settings, data_dir=tmp_path / name, database_url=bouncer.url)
            for name in ("first", "second")
        ]
        here = ("--host", "127.0.0.1", "--port", "0")
        started = [running.enter_context(serving(*here, **environment(each))) for each in both]
        at = [addresses(printed)[0] for _process, printed in started]
        address = running.enter_context(balanced(tmp_path, at))
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
        # Of an answer that was being written then the rest is lost: that phone asks again.
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
