"""The nightly line of `docs/servers.md` backs up a PostgreSQL. The lines below restore it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.storage.database import db
from tests.support.apps import make_app
from tests.support.own_postgresql import programs_of_postgresql
from tests.support.postgresql import database_beside
from tests.support.table import Table

PAGE = (CHECKOUT / "docs" / "servers.md").read_text(encoding="utf-8")
NIGHTLY, RESTORE = re.findall(
    r"^```sh\n(.*?)^```$",
    PAGE.split("\n## PostgreSQL\n")[1].split("\n## ")[0],
    re.MULTILINE | re.DOTALL,
)


def nightly() -> str:
    """Return the nightly command. In cron, a `%` without a backslash before it ends the line."""
    line = re.fullmatch(r"(?:[\d*]+ ){5}postgres (.+)\n", NIGHTLY)
    assert line
    assert not re.search(r"(?<!\\)%", line[1])
    return line[1].replace(r"\%", "%")


class Database:
    """A database of the tests’ PostgreSQL, with backups in this folder."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = make_url(url), folder

    def run(self, commands: str) -> subprocess.CompletedProcess[str]:
        """Run commands of the page on this database, as its owner."""
        database, owner = str(self.url.database), str(self.url.username)
        own = re.sub(r"(?<=[ =])scorekeeper\b", database, commands)
        own = own.replace(f"--owner={database}", f"--owner={owner}")
        own = own.replace(f"--role={database}", f"--role={owner}")
        own = own.replace("/var/backups/scorekeeper", str(self.folder))
        path = f"{programs_of_postgresql()}{os.pathsep}{os.environ['PATH']}"
        place = {"PGHOST": self.url.host or self.url.query.get("host"), "PGUSER": owner}
        place |= {"PGPORT": self.url.port and str(self.url.port), "PGPASSWORD": self.url.password}
        env = (
            os.environ | {"PATH": path} | {name: str(each) for name, each in place.items() if each}
        )
        return subprocess.run(
            ["/bin/sh", "-ec", own],
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )

    def back_up(self) -> subprocess.CompletedProcess[str]:
        """Run the nightly command."""
        return self.run(nightly())

    def files(self) -> list[str]:
        """Return the names of the backups."""
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def database(postgres_url: str, tmp_path: Path) -> Iterator[Database]:
    """An empty database, and an empty folder for its backups."""
    folder = tmp_path / "backups"
    folder.mkdir()
    with database_beside(make_url(postgres_url), "backup") as url:
        yield Database(url.render_as_string(hide_password=False), folder)


@pytest.fixture
def table(database: Database, settings: Settings) -> Iterator[Table]:
    """A game in that database, with one round."""
    url = database.url.render_as_string(hide_password=False)
    table = Table(make_app(replace(settings, database_url=url)))
    table.knock("Ann", Ann=5, Bob=25)
    yield table
    stop(table)


def stop(table: Table) -> None:
    """Close every connection to the database, as a stopping server does."""
    with table.app.app_context():
        db.engine.dispose()


def rounds(database: Database) -> int:
    """Return the number of rounds in the database."""
    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url) as connection:
        [[number]] = connection.execute("SELECT count(*) FROM round")
    return number


def test_what_was_backed_up_at_night_is_there_again(database: Database, table: Table) -> None:
    made = database.back_up()
    assert (made.returncode, made.stderr) == (0, "")
    [name] = database.files()
    assert re.fullmatch(r"[1-7]\.dump", name)
    table.knock("Bob", Ann=25, Bob=5)
    stop(table)
    restored = database.run(RESTORE.replace("4.dump", name))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert rounds(database) == 1
    table.knock("Ann", Ann=1, Bob=25)
    assert rounds(database) == 2


@pytest.mark.usefixtures("table")
def test_a_backup_that_fails_leaves_the_one_of_a_week_ago(database: Database) -> None:
    database.back_up()
    [name] = database.files()
    before = (database.folder / name).read_bytes()
    failed = database.run(nightly().replace("=new scorekeeper", "=new gone"))
    assert failed.returncode != 0
    assert "gone" in failed.stderr
    assert (database.folder / name).read_bytes() == before
