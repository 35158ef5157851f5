"""Every command line of the README, `docs/` and `deploy/` is run, or listed here with a reason."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.config import CHECKOUT, Settings
from tests.support.apps import make_app
from tests.support.docs import PAGES
from tests.support.processes import CLEAN, free_port, is_listening, running
from tests.support.table import Table

TOOLS = Path(sys.executable).parent
WHO = ("AUTHOR", "COMMITTER")
CI = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")

FIRST_CHANGE = "The test of the first change, below, runs it."
BACKUP = "tests/deploy/test_postgresql_backups.py runs it."

RUN_ELSEWHERE = {
    "curl ": "tests/web/api/test_description.py sends it to the pages.",
    "git clone ": FIRST_CHANGE,
    "cd scorekeeper": FIRST_CHANGE,
    "grep ": FIRST_CHANGE,
    'sed -i "s/See ': FIRST_CHANGE,
    ".venv/bin/python -m tests.support.catalogue": FIRST_CHANGE,
    ".venv/bin/python -m pytest -q tests/web/home/": FIRST_CHANGE,
    "git switch ": FIRST_CHANGE,
    "git commit ": FIRST_CHANGE,
    "cd /var/backups/scorekeeper": BACKUP,
    "pg_dump ": BACKUP,
    "pg_restore ": BACKUP,
    "mv new ": BACKUP,
    "dropdb ": BACKUP,
    "createdb ": BACKUP,
    "sed -i 's/request_buffers ": "tests/deploy/test_proxies.py runs it where Caddy is that old.",
}

NOT_RUN = {
    "docker ": "The checks have no Docker; tests/deploy/test_files.py looks at what it reads.",
    "useradd ": "It adds a user to the machine.",
    "cp deploy/scorekeeper.service ": "It changes the services of the machine.",
    "cp deploy/Caddyfile ": "It changes the services of the machine.",
    "systemctl ": "It changes the services of the machine.",
    "apt install ": "It changes the machine; .ci/run installs what it names.",
    "git pull": "It fetches what somebody has published.",
    "rsync ": "It needs a machine to fetch from.",
    "systemd-run ": "It needs that service.",
    "pipx ": "It fetches every package again, as README and .ci/run do with pip.",
    "uvx ": "It fetches every package again, as README and .ci/run do with pip.",
}


WHEN = r"^(?:[\d*]+ ){5}(?:postgres )?"
"""The time and the user of a cron line."""


def lines_of(path: Path) -> Iterator[str]:
    """Yield every line with commands in a text, or in the comments of a file of `deploy/`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        blocks = re.findall(r"^ *```sh\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    else:
        blocks = re.findall(r"(?:^#   .+\n)+", text, re.MULTILINE)
        blocks = [re.sub(r"^#   ", "", block, flags=re.MULTILINE) for block in blocks]
    for block in blocks:
        # A line continues in an open quotation, or after a backslash.
        whole = re.findall(r"(?:'[^']*'|\\\n|[^\n'])+", block)
        lines = (line.replace("\\\n", " ").strip() for line in whole if line.strip())
        yield from (re.sub(WHEN, "", line) for line in lines)


def commands_of(line: str) -> list[str]:
    """Return the single commands of a line. Settings without a command are left out."""
    commands = [each.strip() for each in line.split(" && ")]
    return [each for each in commands if any("=" not in word for word in shlex.split(each))]


FILES = [*PAGES, *sorted((CHECKOUT / "deploy").iterdir())]
COMMANDS = [each for path in FILES for line in lines_of(path) for each in commands_of(line)]


def is_run_by_the_checks(command: str) -> bool:
    """Check whether `.ci/run` has the command, perhaps with another path."""
    plain = CI.replace('"', "").replace(" -q ", " ")
    places = ("/opt/scorekeeper", "$work/service"), (".venv", "$work/venv"), (".venv", ".venv")
    plainly = command.replace(" -q ", " ")
    return any(plainly.replace(*each) in plain for each in places)


def to_run_here() -> list[str]:
    """Return the commands that are run only by this test."""
    excused = tuple(RUN_ELSEWHERE | NOT_RUN)
    return [
        each for each in COMMANDS if not each.startswith(excused) and not is_run_by_the_checks(each)
    ]


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """A folder with the files that the commands read, next to a score book with a game."""
    Table(make_app(replace(settings, secret_key=""))).knock("Ann", Ann=5, Bob=25)
    page = (CHECKOUT / "docs" / "game-document.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "game.json").write_text(examples[0], encoding="utf-8")
    hand = next(example for example in examples if '"hand"' in example)
    (tmp_path / "hand.json").write_text(hand, encoding="utf-8")
    page = (CHECKOUT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    [friday] = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "friday.json").write_text(friday, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_every_command_does_what_the_documentation_says(folder: Path, settings: Settings) -> None:
    """The commands run in the order of the pages, because some read the files of others."""
    variables = CLEAN | {"SCOREKEEPER_DATA_DIR": str(settings.data_dir)}
    commands = to_run_here()
    assert len(commands) > 8
    for command in commands:
        # Replaces a made-up server and password.
        there = command.replace("postgresql://user:password@host/name", f"sqlite:///{folder}/x.db")
        words = shlex.split(there)
        own = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
        run(words[len(own) :], folder, variables | own)


def run(words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
    """Run one command to its end, or a server until it listens."""
    program, *arguments = words
    command = {
        "scorekeeper": [sys.executable, "-m", "scorekeeper"],
        ".venv/bin/python": [sys.executable],
        ".venv/bin/flask": [str(TOOLS / "flask")],
    }[program]
    where = CHECKOUT if program.startswith(".venv/") else folder
    port, log = free_port(), folder / "log"
    ports = {"SCOREKEEPER_PORT": str(port), "FLASK_RUN_PORT": str(port)}
    path = os.pathsep.join([str(CHECKOUT), variables.get("PYTHONPATH", "")])
    serves = bool({"serve", "run"} & set(arguments))
    env = {**variables, **ports, "PYTHONPATH": path}
    is_ready = partial(is_listening, port) if serves else lambda: True
    with running([*command, *arguments], log, is_ready, cwd=where, env=env) as process:
        assert serves or process.wait(60) == 0, (words, log.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_first_change_is_seen_and_committed(tmp_path: Path) -> None:
    page = (CHECKOUT / "docs" / "contributing.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^## Your first change\n.*?^```sh\n(.*?)^```$", page, re.M | re.DOTALL)
    lines = block.splitlines()
    assert len(lines) == 10
    # The packages of the second line are already installed.
    lines[1] = f"ln -s {sys.prefix} .venv"
    clone, port = tmp_path / "scorekeeper", free_port()
    who = {f"GIT_{each}_{what}": "ann@cards.example" for each in WHO for what in ("NAME", "EMAIL")}
    env = {**CLEAN, **who, "ADDRESS": str(CHECKOUT), "SCOREKEEPER_PORT": str(port)}
    do = partial(subprocess.run, check=True, env=env, text=True)
    do(["sh", "-ec", "\n".join(lines[:6])], cwd=tmp_path)
    serve, is_ready = shlex.split(lines[6]), partial(is_listening, port)
    with (
        running(serve, tmp_path / "log", is_ready, cwd=clone, env=env),
        urlopen(f"http://127.0.0.1:{port}/") as answer,
    ):
        assert "See who won, and why." in answer.read().decode()
    do(["sh", "-ec", "\n".join(lines[7:])], cwd=clone)
    show = ["git", "show", "--name-only", "--format=%s"]
    changed = do(show, cwd=clone, stdout=subprocess.PIPE).stdout.splitlines()
    assert changed[0] == "Shorten the sentence about rulings on the first page"
    assert "templates/_welcome.html" in changed
    assert "scorekeeper/translations/fr/LC_MESSAGES/messages.mo" in changed


@pytest.mark.parametrize("beginning", [*RUN_ELSEWHERE, *NOT_RUN])
def test_every_reason_is_about_a_command_that_is_there(beginning: str) -> None:
    assert [each for each in COMMANDS if each.startswith(beginning)]


def test_the_checks_install_the_program_as_its_service_says() -> None:
    lines = list(lines_of(CHECKOUT / "deploy" / "scorekeeper.service"))
    install = [each for each in lines if "bin/pip install" in each or " -m venv " in each]
    assert len(install) == 3
    assert all(is_run_by_the_checks(each) for each in install)


def test_the_page_of_a_server_installs_the_program_as_its_service_says() -> None:
    lines = list(lines_of(CHECKOUT / "deploy" / "scorekeeper.service"))[:5]
    page = list(lines_of(CHECKOUT / "docs" / "on-a-server.md"))
    assert [each for each in page if each in lines][:5] == lines
