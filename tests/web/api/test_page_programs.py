"""The programs in `docs/api.md` do what they say, as processes of their own that ask a server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from werkzeug.serving import make_server

from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT
from tests.support.processes import CLEAN
from tests.support.programs import token
from tests.support.table import Table

PAGE = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
SERVER = "http://localhost:8000"


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """The address at which the app answers."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def program(heading: str, site: str, secret: str) -> list[str]:
    """The command that runs the program below this heading, with this token, at this site."""
    [section] = re.findall(rf"^### {heading}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    [written] = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    facts = {SERVER: site, '"TOKEN"': repr(secret)}
    for name, fact in facts.items():
        written = written.replace(name, fact)
    return [sys.executable, "-c", written]


SETTING = CLEAN | {"PYTHONIOENCODING": "utf-8"}


def run(heading: str, site: str, secret: str, folder: Path | None = None) -> str:
    """What the program below this heading prints."""
    ran = subprocess.run(
        program(heading, site, secret),
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=SETTING,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_a_button_records_that_nobody_won(app: Flask, site: str) -> None:
    secret, heading = token(app, name="Button"), "A button on a shelf"
    assert run(heading, site, secret) == "No game is in play.\n"
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    assert run(heading, site, secret) == "Round 2: nobody. Ann deals.\n"
    assert run(heading, site, secret) == "Round 3: nobody. Ann deals.\n"
    assert (table.rounds, table.totals) == (3, (20, 0))
    other = Table(app, "knock")
    assert run(heading, site, secret) == "A round of this game cannot end with “stock”.\n"
    assert other.rounds == 0


def test_a_message_is_sent_after_each_game_and_only_once(
    app: Flask, site: str, tmp_path: Path
) -> None:
    heading, secret = "A message after each game", token(app, Role.WATCHER, "Messages")
    Table(app).change("call")

    def sent() -> str:
        return run(heading, site, secret, tmp_path)

    assert sent() == ""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    assert sent() == ""
    table.change("call")
    gone = Table(app)
    gone.change("call")
    gone.delete()
    assert sent() == "Gin Rummy: Ann won. Ann 20, Bob 0\n"
    assert sent() == ""
