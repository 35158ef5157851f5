"""`deploy/message_after_game.py` works as described, as a separate process that polls a server."""

from __future__ import annotations

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

PROGRAM = (CHECKOUT / "deploy" / "message_after_game.py").read_text(encoding="utf-8")
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


def run(site: str, secret: str, folder: Path) -> str:
    """Run the program with this token at this site, in this folder, and return its output."""
    here = PROGRAM.replace(SERVER, site).replace('"TOKEN"', repr(secret))
    ran = subprocess.run(
        [sys.executable, "-c", here],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=CLEAN | {"PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_a_message_is_sent_after_each_game_and_only_once(
    app: Flask, site: str, tmp_path: Path
) -> None:
    secret = token(app, Role.WATCHER, "Messages")
    Table(app).change("call")

    def sent() -> str:
        return run(site, secret, tmp_path)

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
