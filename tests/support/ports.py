"""Ports of this machine at which processes of a test listen."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

from tests.support.waiting import comes_true

PATIENCE = 30.0
"""After how many seconds a process that does not listen fails its test."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a process listens at a port; its log says why it does not."""
    comes_true(lambda: is_listening(port) or process.poll() is not None, PATIENCE)
    assert is_listening(port), log.read_text(encoding="utf-8")


def is_listening(port: int) -> bool:
    """Whether one can connect to a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
