"""A separate PostgreSQL for one test, which can be killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from tests.support.processes import comes_true

PATIENCE = 60.0
"""The seconds to wait for PostgreSQL to start."""

MAKE = ("-U", "scorekeeper", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
FOLLOW = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-d")


class Cluster:
    """The processes of a PostgreSQL on the data in this folder.

    Without `replica_of` it is a new, empty primary. With it, this is its replica.
    """

    def __init__(
        self, folder: Path, programs: Path, replica_of: Cluster | None = None, **options: str
    ) -> None:
        self.folder, self._programs, self._options = folder, programs, options
        self._as_user = as_another_user(folder)
        self._log = folder / "log"
        make = [programs / "initdb", "-D", folder / "data", *MAKE]
        if replica_of is not None:
            make = [programs / "pg_basebackup", "-D", folder / "data", *FOLLOW, replica_of.url]
        subprocess.run(make, cwd=folder, stdout=subprocess.DEVNULL, check=True, **self._as_user)
        self._process = self._start()

    @property
    def url(self) -> str:
        """The address of the cluster’s only database."""
        return f"postgresql://scorekeeper@/postgres?host={self.folder}"

    def promote(self) -> None:
        """Promote a replica to the primary, so that it accepts changes."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    def start(self) -> None:
        """Start PostgreSQL, and wait until it has recovered and accepts connections."""
        assert comes_true(self._is_ready, PATIENCE), self._log.read_text(encoding="utf-8")

    def _is_ready(self) -> bool:
        # After a kill, other processes of PostgreSQL can take a moment to end. A start fails until
        # then.
        if self._process.poll() is not None:
            self._process = self._start()
        return self._lets_in()

    def _start(self) -> subprocess.Popen[bytes]:
        # The machine does not crash, so written data is safe without synchronizing.
        options = {"listen_addresses": "", "unix_socket_directories": self.folder, "fsync": "off"}
        options |= self._options
        command = [self._programs / "postgres", "-D", self.folder / "data"]
        command += [f"--{name}={value}" for name, value in options.items()]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, **self._as_user
            )

    def _lets_in(self) -> bool:
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill PostgreSQL with SIGKILL. Its other processes notice and end."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Stop PostgreSQL at once, without saving its data."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()


def as_another_user(folder: Path) -> dict[str, Any]:
    """Return the user for `Popen`. PostgreSQL rejects root, so root gives its folder away."""
    import pwd  # Windows has none; its tests need no PostgreSQL.

    if os.getuid() != 0:
        return {}
    names = {each.pw_name: each for each in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def programs_of_postgresql() -> Path:
    """Return the folder of `initdb`. Debian has one for each version, outside the `PATH`.

    If there is none, skip the test: `.ci/run` installs PostgreSQL and allows no skip.
    """
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return max(found, key=lambda each: int(re.sub(r"\D", "", str(each)))).parent
    on_path = shutil.which("initdb")
    if on_path is None:
        pytest.skip("there is no initdb of PostgreSQL on this machine")
    return Path(on_path).resolve().parent


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL for this test only."""
    programs = programs_of_postgresql()
    # Other users cannot enter the folders of pytest.
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        made = Cluster(Path(folder), programs)
        made.start()
        yield made
        made.stop()
