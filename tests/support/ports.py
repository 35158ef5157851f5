"""Ports of this machine at which processes of a test listen."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path

PATIENCE = 30.0
"""After how many seconds a process that does not listen fails its test."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a process listens at a port; its log says why it does not."""
    until = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, log.read_text(encoding="utf-8")
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        # Nothing tells when another process listens, so its port is tried until it does.
        time.sleep(0.02)
