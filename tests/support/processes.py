"""Processes of tests: programs of this machine, the `scorekeeper` command, and what they cost."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.config import CHECKOUT

PATIENCE = 30.0
"""The seconds after which a program that is not ready fails its test."""

CLEAN = {name: text for name, text in os.environ.items() if not name.startswith("SCOREKEEPER_")}
"""The environment without any settings of Scorekeeper."""

OF_ANY_USER = (
    ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
    if hasattr(os, "getuid") and os.getuid() == 0
    else ()
)
"""A prefix that limits a command to an ordinary user’s rights. Root can write everywhere."""


def comes_true(is_so: Callable[[], object], patience: float = PATIENCE) -> bool:
    """Wait until a condition is true, and return `False` if it is not within `patience` seconds."""
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            return False
        # Servers and browser drivers do not notify of changes, so poll.
        time.sleep(0.05)
    return True


def installed(*programs: str) -> str:
    """Return the path of the first of these programs that is installed.

    If there is none, skip the test, so that all others can run without the program. `.ci/run`
    installs each program and allows no skipped test.
    """
    # Debian has servers in a folder that is only on root’s path.
    path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
    found = next(filter(None, (shutil.which(program, path=path) for program in programs)), None)
    return found or pytest.skip(f"there is no {programs[0]} on this machine")


def free_port() -> int:
    """Return a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    """Check whether a port of this machine accepts connections."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(
    command: Sequence[str | Path], log: Path, is_ready: Callable[[], bool], **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends, with its child processes. Yield once it is ready.

    If it does not become ready, fail with its log.
    """
    with (
        log.open("wb") as written,
        subprocess.Popen(
            command, stdout=written, stderr=written, start_new_session=True, **options
        ) as process,
    ):
        try:
            comes_true(lambda: is_ready() or process.poll() is not None)
            assert is_ready(), log.read_text(encoding="utf-8")
            yield process
        finally:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    process.terminate()
                else:
                    os.killpg(process.pid, signal.SIGTERM)


def run(
    *arguments: str, prefix: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the `scorekeeper` command to its end."""
    return subprocess.run(
        [*prefix, sys.executable, "-m", "scorekeeper", *arguments],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env=CLEAN | variables,
        timeout=60,
        check=False,
    )


@contextmanager
def serving(
    *options: str, cwd: Path = CHECKOUT, **variables: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server at a free port, and yield it with its output before it was ready."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0", *options]
    env = CLEAN | variables
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd, env=env) as process:
        assert process.stdout
        lines: list[str] = []
        try:
            for line in process.stdout:
                lines.append(line)
                if line.startswith("Stop it"):
                    break
            yield process, "".join(lines)
        finally:
            process.terminate()


def addresses(printed: str) -> list[str]:
    return re.findall(r"http://\S+", printed)


RUN = """
import json, multiprocessing, sys

calls, forked = json.loads(sys.argv[1]), multiprocessing.get_context("fork")
together = forked.Barrier(len(calls), timeout=30)

def begin(arguments):
    together.wait()
    go(*arguments)

processes = [forked.Process(target=begin, args=(each,), daemon=True) for each in calls]
for process in processes:
    process.start()
for process in processes:
    process.join(60)
sys.exit(any(process.exitcode != 0 for process in processes))
"""


def run_at_once(script: str, calls: Iterable[Sequence[str]], **variables: str) -> None:
    """Run the function `go` of a script in one process for each of these calls, all at once.

    The imports of the script run once, before the processes fork.
    """
    done = subprocess.run(
        [sys.executable, "-c", script + RUN, json.dumps(list(calls))],
        cwd=CHECKOUT,
        env=CLEAN | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


WATCH = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=sys.stdout).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
"""Runs a command from a small process, so that the memory measured is the command’s only."""


@dataclass(frozen=True)
class Cost:
    """The cost of a process: seconds of processor time, and the most memory in kB."""

    seconds: float
    memory: int


def cost(command: list[str], out: Path, env: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end with its output in a file, and return its cost."""
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
