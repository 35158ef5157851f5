"""The `scorekeeper` command as a real process, and servers at real addresses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.config import CHECKOUT

CLEAN = {name: text for name, text in os.environ.items() if not name.startswith("SCOREKEEPER_")}
"""The environment without any settings of Scorekeeper."""


OF_ANY_USER = (
    ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
    if hasattr(os, "getuid") and os.getuid() == 0
    else ()
)
"""What a command begins with to have the rights of any user: root may write everywhere."""


def run(
    *arguments: str, prefix: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
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
def serving(*options: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and what it printed before it was ready."""
    command = [sys.executable, "-m", "scorekeeper", "serve", *options]
    with listening(command, cwd=CHECKOUT, env=CLEAN | variables) as started:
        yield started


@contextmanager
def listening(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str]
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The same, started by another command or in another folder."""
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
