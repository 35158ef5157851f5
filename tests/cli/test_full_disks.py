"""A command writes its output whole, or names where it failed. No partial file stays."""

from __future__ import annotations

import os
import subprocess
import sys
from io import TextIOWrapper
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.storage.staging import STAGING_PREFIX, staging_folder
from tests.support.full_book import put
from tests.support.processes import CHECKOUT, CLEAN

FULL = Path("/dev/full")

COMMANDS = {
    "backup -": 1,
    "export -": 1,
    "export --format zip -": 1,
    "export {folder}/club.zip": 1,
    "backup {folder}/backup.zip": 1,
    "config": 1,
    "check": 1,
    "rebuild": 1,
    "keeper-link": 1,
    "score {folder}/game.json": 2,
    "score --lines {folder}/game.json": 2,
}
"""Commands with their exit status if the output cannot be written."""

ARCHIVE = "export --format zip -"
"""It leaves temporary files open, which the end of its process closes."""

GAME = '{"variant": "gin", "players": ["Ann", "Bob"], "rounds": []}\n'


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a club."""
    folder = tmp_path_factory.mktemp("club")
    put(Settings(data_dir=folder))
    return folder


def settings_of(data: Path) -> dict[str, str]:
    """Return the variables with which a command finds the club."""
    return {"SCOREKEEPER_DATA_DIR": str(data), "SCOREKEEPER_SECRET_KEY": "a key for the tests"}


def environment(data: Path, **more: str) -> dict[str, str]:
    return CLEAN | settings_of(data) | more


@pytest.fixture
def here(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the club for commands of this process."""
    for name, value in settings_of(data).items():
        monkeypatch.setenv(name, value)


on_linux = pytest.mark.skipif(not FULL.exists(), reason="Only Linux has a device that is full")


@on_linux
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", sorted({*COMMANDS} - {ARCHIVE}))
def test_where_nothing_more_can_be_written_standard_output_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    (tmp_path / "game.json").write_text(GAME)
    # PYTHONUNBUFFERED opens it like this.
    with FULL.open("wb", buffering=0) as full, TextIOWrapper(full, write_through=True) as stdout:
        monkeypatch.setattr("sys.stdout", stdout)
        status = main.main([word.format(folder=tmp_path) for word in command.split()])
    assert_named(command, status, capsys.readouterr().err)


@on_linux
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        ("config", ""),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("backup -", ""), ("check", ""), (ARCHIVE, "1"))
        ),
    ],
)
def test_what_is_still_to_be_sent_when_its_process_ends_is_named_too(
    data: Path, command: str, unbuffered: str
) -> None:
    with FULL.open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "scorekeeper", *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=CHECKOUT,
            env=environment(data, PYTHONUNBUFFERED=unbuffered),
        )
    assert_named(command, ended.returncode, ended.stderr)


def assert_named(command: str, status: int, told: str) -> None:
    """Check the status of a command, and that it named the failing output once, in a sentence."""
    assert status == COMMANDS[command]
    assert told.endswith("standard output: No space left on device\n")
    assert told.count("No space left") == 1
    assert "Traceback" not in told


HALF = """
import os, signal, sys
import scorekeeper.web.app
from scorekeeper.cli import main
from scorekeeper.storage import backups
from scorekeeper.transfer import exports

command, *folders = sys.argv[1:]
for folder in folders:
    ending = signal.Signals[os.path.basename(folder)]
    process = os.fork()
    if not process:
        backups._write_through = exports._about = lambda *_: os.kill(os.getpid(), ending)
        sys.exit(main.main([command, folder + "/club.zip"]))
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) in (-ending, 128 + ending), (ending, status)
"""
"""Runs a command for each folder, killed by the signal of that name halfway through writing.

The imports of the command run once, before the processes fork.
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", ["backup", pytest.param("export", marks=pytest.mark.slow)])
def test_a_command_that_is_ended_leaves_nothing_and_a_killed_one_until_the_next(
    data: Path, tmp_path: Path, command: str
) -> None:
    folders = [tmp_path / name for name in ("SIGTERM", "SIGHUP", "SIGKILL")]
    for folder in folders:
        folder.mkdir()
    script = [sys.executable, "-c", HALF, command, *folders]
    subprocess.run(script, cwd=CHECKOUT, env=environment(data), check=True)
    left = [[each.name for each in folder.iterdir()] for folder in folders]
    assert left[:2] == [[], []]
    assert [name.startswith(STAGING_PREFIX) for name in left[2]] == [True]
    assert main.main([command, str(folders[2] / "other.zip")]) == 0
    assert [each.name for each in folders[2].iterdir()] == ["other.zip"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot tell who is at work")
def test_a_folder_in_which_somebody_works_or_that_is_not_ours_stays(tmp_path: Path) -> None:
    (tmp_path / f"{STAGING_PREFIX}link").symlink_to(tmp_path)
    (tmp_path / ".scorekeeper").mkdir()
    with staging_folder(tmp_path) as one, staging_folder(tmp_path) as other:
        assert one.exists()
        assert other.exists()
    assert sorted(os.listdir(tmp_path)) == [".scorekeeper", f"{STAGING_PREFIX}link"]  # noqa: PTH208 - of names
