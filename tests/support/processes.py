"""Processes that do something at the same moment."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence

from scorekeeper.config import CHECKOUT
from tests.support.server import CLEAN

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
    """Run the function `go` of a script in a process for each of these calls, all at once.

    What the script imports is imported once, before the processes part.
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
