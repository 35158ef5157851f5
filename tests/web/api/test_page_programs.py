"""The programs in `docs/api.md` do what they say, as processes of their own that ask a server."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from threading import Thread

import pytest
from flask import Flask, abort
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
    facts = {SERVER: site, '"TOKEN"': repr(secret), "sleep(2)": "sleep(0.05)"}
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


def test_a_board_is_drawn_whenever_something_changes_until_it_is_refused(
    app: Flask, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secret = Table(app), token(app, Role.WATCHER, "Board")
    refusals: list[int] = []

    def refuse() -> None:
        if refusals:
            abort(refusals.pop(0))

    monkeypatch.setitem(app.before_request_funcs, "api", [refuse])
    command, pipes = program("An e-ink board", site, secret), {"stdout": PIPE, "stderr": PIPE}
    with subprocess.Popen(command, text=True, encoding="utf-8", env=SETTING, **pipes) as board:
        assert board.stdout is not None

        def drawn() -> list[str]:
            return [board.stdout.readline().rstrip("\n") for _line in range(4)]  # type: ignore[union-attr]

        try:
            assert drawn() == ["Gin Rummy, round 1", "Ann 0", "Bob 0", "Ann deals"]
            refusals += [503, 429, 500]
            table.knock("Ann", Ann=5, Bob=25)
            assert drawn() == ["Gin Rummy, round 2", "Ann 20", "Bob 0", "Ann deals"]
            refusals.append(401)
            table.knock("Ann", Ann=5, Bob=25)
            assert "HTTP Error 401" in board.communicate(timeout=10)[1]
        finally:
            board.kill()


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


def test_a_spreadsheet_has_a_row_for_each_game(app: Flask, site: str, tmp_path: Path) -> None:
    secret = token(app, Role.WATCHER, "Sheet")
    for _number in range(32):  # more than a page of the list
        table = Table(app)
        table.knock("Ann", Ann=5, Bob=25)
        table.change("call")
    Table(app)
    assert run("A row a game in a spreadsheet", site, secret, tmp_path) == ""
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert (head[2:], len(rows)) == (["Game", "Winner", "Scores"], 32)
    assert rows[0][1:] == ["", "Gin Rummy", "Ann", "Ann 20", "Bob 0"]
