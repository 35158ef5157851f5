"""What a command takes: seconds of processor time, and memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

WATCH = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=sys.stdout).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
"""Runs a command from a small process, whose own memory would else count as the command's."""


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds of processor time, and the most memory in kB."""

    seconds: float
    memory: int


def cost(command: list[str], out: Path, env: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end, its output in a file, and say what it took."""
    with out.open("wb") as stdout:
        watched = subprocess.run(
            [sys.executable, "-c", WATCH, *command],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
            env=env,
        )
    seconds, memory = watched.stderr.split()[-2:]
    return Cost(float(seconds), int(memory))
