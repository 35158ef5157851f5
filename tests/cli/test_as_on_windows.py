"""The commands on a system without file locks, time zones and typographic characters, like Windows.

The checks run on Windows too. These tests find the same faults elsewhere.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.config import CHECKOUT, Settings
from tests.support.databases import environment, opened
from tests.support.processes import CLEAN
from tests.support.scorebook import record, start, win

AS_ON_WINDOWS = """
import fcntl, json, os, stat, sys, warnings

flags_of, sync = fcntl.fcntl, os.fsync
sys.modules["fcntl"] = sys.modules["resource"] = None

def sync_what_may_be_written(descriptor):
    read_only = flags_of(descriptor, 3) & os.O_ACCMODE == os.O_RDONLY
    if read_only and not stat.S_ISDIR(os.fstat(descriptor).st_mode):
        raise OSError(9, "Bad file descriptor")
    sync(descriptor)

os.fsync = sync_what_may_be_written
warnings.filterwarnings("error", category=EncodingWarning, module=r"scorekeeper\\b")

from scorekeeper.cli.main import main

for command in json.loads(sys.argv[1]):
    try:
        status = main(command)
    except SystemExit as end:
        status = end.code
    if status:
        sys.exit(f"{command} ended with {status}")
"""
"""Runs commands where a flush needs a writable file, and files are not read as UTF-8."""

CONSOLE = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp437", "PYTHONTZPATH": ""}
"""An old console without ’, and a system without time zones."""


@pytest.mark.slow
def test_every_command_on_a_book_does_its_work_without_locks_zones_and_signs(
    settings: Settings, tmp_path: Path
) -> None:
    with opened(settings):
        record(start(overrides={"target": 10}), win(20))
    backup, archive = str(tmp_path / "backup.zip"), str(tmp_path / "club.zip")
    commands = [
        ["config"],
        ["check"],
        ["backup", backup],
        ["restore", backup],
        ["export", "--format", "zip", archive],
        ["import", archive],
        ["keeper-link"],
        ["rebuild"],
        ["export", "--help"],
    ]
    zone = {"SCOREKEEPER_TIME_ZONE": "Europe/Paris"}
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", AS_ON_WINDOWS, json.dumps(commands)],
        cwd=CHECKOUT,
        env=CLEAN | environment(settings) | CONSOLE | zone,
        capture_output=True,
        check=False,
    )
    told = done.stdout.decode("cp437")
    assert done.returncode == 0, told + done.stderr.decode("cp437")
    assert "file?s" in told
    assert "Games: 1, rounds: 1" in told
