"""`scorekeeper serve --production`: granian, with several processes, for many tables."""

from __future__ import annotations

import atexit
import os
import socket
import sys
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from scorekeeper.config import METRICS_FOLDER
from scorekeeper.setting_readers import SettingError

if TYPE_CHECKING:
    from scorekeeper.config import Settings

BACKLOG = 2048
"""How many connections may wait for each process, as while it starts."""


def make_server(settings: Settings) -> Server:
    """A server that is already listening; raises `SettingError` where it cannot run at all."""
    if sys.platform != "linux":
        raise SettingError("--production runs on Linux only; scorekeeper serve runs everywhere")
    if not find_spec("granian"):
        raise SettingError("--production needs one more package: pip install granian")
    return Server(settings)


class Server:
    """Granian, listening at the address of the settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        if settings.metrics_token:
            _make_metrics_folder()
        _try_to_start(settings)
        self._sockets = _listen(settings)
        self.effective_host, self.effective_port = self._sockets[0].getsockname()[:2]

    def run(self) -> None:
        """Serve until a signal ends it."""
        from scorekeeper.cli.processes import Processes

        Processes(self.settings, self._sockets).run()


def _listen(settings: Settings) -> list[socket.socket]:
    """A socket for each process, all at the address of the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # This one shares its port with nobody, so that another server there is noticed.
    with socket.create_server((settings.host, settings.port), family=family) as alone:
        place = alone.getsockname()
    return [
        socket.create_server(place, family=family, backlog=BACKLOG, reuse_port=True)
        for _ in range(settings.workers)
    ]


def _make_metrics_folder() -> None:
    """A folder for the figures of all processes, deleted at the end."""
    folder = TemporaryDirectory(prefix="scorekeeper-metrics-")
    atexit.register(folder.cleanup)
    os.environ[METRICS_FOLDER] = folder.name


def _try_to_start(settings: Settings) -> None:
    """Make an app once: what makes a start fail is said here, and not by every process."""
    from scorekeeper import create_app
    from scorekeeper.storage.database import db

    with create_app(settings).app_context():
        db.engine.dispose()  # Processes must not share its connections.
