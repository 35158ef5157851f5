"""The processes of `serve --production`, which granian starts, watches and ends.

Imported only where they are started, because granian is an extra.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from collections.abc import Sequence
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer, WorkerProcess

from scorekeeper.cli.connections import LONGEST_SILENCE, most_connections
from scorekeeper.cli.garbage import spare_what_stays
from scorekeeper.cli.log import log_config
from scorekeeper.cli.production import BACKLOG

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings

THREADS = 4
"""For each process; measured best with two of them on two cores."""

LONGEST_END = 30
"""After how many seconds a process that is to end and still has a request is killed."""


class Processes(MPServer):
    """Granian's, each at a socket that is listening already.

    The system spreads connections evenly over the sockets. They wait there while a process starts,
    and for the one that replaces it if it dies. Granian by itself opens a socket once an app is
    made: the process that is ready first would get all phones, and keep them.
    """

    def __init__(self, settings: Settings, sockets: Sequence[socket.socket]) -> None:
        super().__init__("scorekeeper", **options(settings))
        self._settings = settings
        self._sockets = sockets

    def _init_shared_socket(self) -> None:
        """Instead, each process is given its own."""
        self._ssp = None

    def _spawn_worker(self, idx: int, target: Any, callback_loader: Any) -> WorkerProcess:  # type: ignore[override]  # as in MPServer
        holder: Any = SocketHolder  # comes without the types of its arguments
        self._sso = self._sockets[idx]
        self._shd = holder(self._sso.fileno(), False, BACKLOG)
        others = [each for each in self._sockets if each is not self._sso]
        return super()._spawn_worker(idx, target, partial(callback_loader, others))

    def _drop_shared_socket(self) -> None:
        for each in self._sockets:
            each.close()

    def run(self) -> None:
        """Serve until a signal ends it; exits with status 1 if a process dies again and again."""
        self.serve(target_loader=partial(begin, self._settings), wrap_loader=False)


def options(settings: Settings) -> dict[str, Any]:
    """The options of granian; docs/hosting.md says what was measured."""
    return {
        "interface": Interfaces.WSGI,
        "http": HTTPModes.http1,
        "websockets": False,
        "workers": settings.workers,
        "blocking_threads": settings.threads or THREADS,
        # Each phone keeps a connection; beyond that number the next waits for one to hang up.
        "backpressure": most_connections(),
        # It also limits the silence between two requests.
        "http1_settings": HTTP1Settings(header_read_timeout=LONGEST_SILENCE * 1_000),
        "respawn_failed_workers": True,
        "workers_kill_timeout": LONGEST_END,
        "log_level": LogLevels(settings.log_level),
        "log_dictconfig": log_config(settings) | {"loggers": {}},
        # Only for the log.
        "address": settings.host,
        "port": settings.port,
    }


def begin(settings: Settings, others: Sequence[socket.socket]) -> Flask:
    """What each process does first: make its app, and leave the sockets of the others alone."""
    from scorekeeper import create_app

    # Until granian sets its own, this one has inherited a handler that would do nothing.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Ctrl+C goes to all processes. The first one ends the others, and two signals at once may
    # block granian.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    Thread(target=_end_with_the_first, daemon=True).start()
    for each in others:
        each.close()
    app = create_app(settings)
    spare_what_stays()
    return app


def _end_with_the_first() -> None:
    """Without the process that watches over it, even if that is killed, this one ends too."""
    if first := multiprocessing.parent_process():
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)
