"""Processes that do something at the same moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence

from scorekeeper.config import CHECKOUT
from tests.support.server import CLEAN

PATIENCE = 60.0
"""After how many seconds a process that does not end fails its test."""


def run_at_once(script: str, calls: Iterable[Sequence[str]], **variables: str) -> None:
    """Run a script once for each of these calls, all from the same moment on, to their ends.

    The script prints `ready` and waits for a line before it does what it is for.
    """
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, *arguments],
            cwd=CHECKOUT,
            env=CLEAN | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for arguments in calls
    ]
    try:
        for process in processes:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            _, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, errors
    finally:
        for process in processes:
            process.kill()
            process.communicate()
