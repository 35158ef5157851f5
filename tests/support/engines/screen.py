"""A screen that is not there, on which browsers paint."""

from __future__ import annotations

import os
import subprocess


class Screen:
    """An X server without a screen; `environment` is for the programs that show something on it."""

    def __init__(self, program: str) -> None:
        read, write = os.pipe()
        size = ("-screen", "0", "800x1100x24")
        self._process = subprocess.Popen(
            [program, "-displayfd", str(write), *size, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            # Neither speaks to a desktop that is not there.
            names = {"DISPLAY": ":" + pipe.readline().strip(), "NO_AT_BRIDGE": "1"}
        self.environment = {**os.environ, **names}
        self.environment.pop("DBUS_SESSION_BUS_ADDRESS", None)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()
