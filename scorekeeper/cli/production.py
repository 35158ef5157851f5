"""`scorekeeper serve --production`: granian with several processes, for many tables."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_address
from tempfile import mkdtemp
from threading import Thread
from typing import TYPE_CHECKING, Any

from scorekeeper.cli.serving import (
    LONGEST_SILENCE,
    freeze_objects,
    most_connections,
    take_short_turns,
)
from scorekeeper.config import METRICS_FOLDER
from scorekeeper.setting_readers import SettingError

if TYPE_CHECKING:
    from multiprocessing.synchronize import Semaphore

    from flask import Flask

    from scorekeeper.config import Settings

BACKLOG = 2048
"""The number of connections that can wait for each process."""

LONGEST_END = 30
"""A process that should end but still has a request is killed after this many seconds."""


class ProductionServer:
    """Granian at the address of the settings.

    Raises `SettingError` if granian cannot or should not run, `OSError` if the address is in use.
    """

    def __init__(self, settings: Settings, *, without_proxy: bool = False) -> None:
        _check_that_it_can_run()
        if settings.sign_in and "-" in settings.sign_in.header:
            raise SettingError(_TWO_SPELLINGS)
        host, port = _free_place(settings)
        if not (without_proxy or settings.proxies or ip_address(host).is_loopback):
            raise SettingError(_NO_PROXY)
        if settings.metrics_token:
            _make_metrics_folder()
        _try_to_start(settings)
        self.effective_host, self.effective_port = host, port
        self._settings = replace(settings, host=host, port=port)
        self._begun = multiprocessing.Semaphore(0)

    @property
    def warning(self) -> str:
        """A warning about running without a proxy. Empty behind a proxy."""
        if self._settings.proxies:
            return ""
        threads = self._settings.workers * self._settings.threads
        return (
            f"There is no proxy, as SCOREKEEPER_PROXIES is not set. {threads} incomplete requests "
            "would block the server: put a proxy in front."
        )

    def once_it_listens(self, work: Callable[[], None]) -> None:
        """Run `work` once every process can be reached, about a second after `run`."""
        Thread(target=self._wait_and, args=[work], daemon=True).start()

    def _wait_and(self, work: Callable[[], None]) -> None:
        for _ in range(self._settings.workers):
            self._begun.acquire()
        while not _is_listening((self.effective_host, self.effective_port)):
            time.sleep(0.01)  # Granian does not report when its socket is open, so we poll.
        work()

    def run(self) -> None:
        """Serve until a signal ends the server. Exits with status 1 if processes keep dying."""
        from granian import Granian

        # Granian warns of more threads than cores. Most threads wait for a slot, not for a core.
        logging.getLogger("_granian").addFilter(lambda line: "Python threads" not in line.msg)
        begins = partial(begin, self._settings, self._begun)
        Granian("scorekeeper", **options(self._settings)).serve(
            target_loader=begins, wrap_loader=False
        )


_NO_PROXY = (
    "--production needs a proxy in front, because an incomplete request blocks a thread: set "
    "SCOREKEEPER_PROXIES, or SCOREKEEPER_HOST=127.0.0.1. Without a proxy, omit --production, or "
    "add --without-proxy in a network of people you know"
)


_TWO_SPELLINGS = (
    "with --production, SCOREKEEPER_SIGN_IN must name a header without a hyphen, such as "
    "RemoteUser: granian reads Remote_User as Remote-User, and some proxies pass on a Remote_User "
    "from any visitor"
)


def _check_that_it_can_run() -> None:
    if sys.platform != "linux":
        raise SettingError("--production runs on Linux only; scorekeeper serve runs everywhere")
    if not find_spec("granian"):
        raise SettingError("--production needs one more package: pip install granian")


def _free_place(settings: Settings) -> tuple[str, int]:
    """The address and port of the settings. Port 0 becomes any free port.

    Raises `OSError` if another server listens there. The processes would not notice it, because
    they share their port.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.create_server((settings.host, settings.port), family=family) as alone:
        host, port = alone.getsockname()[:2]
        return host, port


def _make_metrics_folder() -> None:
    # From Python 3.13 on, processes drop inherited finalizers, and the first one to do so would
    # delete a `TemporaryDirectory`.
    folder = mkdtemp(prefix="scorekeeper-metrics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[METRICS_FOLDER] = folder


def _try_to_start(settings: Settings) -> None:
    """Create an app once, so that a failing start is reported here and not by every process."""
    from scorekeeper import create_app
    from scorekeeper.storage.database import db

    with create_app(settings).app_context():
        db.engine.dispose()  # Processes must not share connections.


def _is_listening(place: tuple[str, int]) -> bool:
    try:
        socket.create_connection(place).close()
    except ConnectionRefusedError:
        return False
    return True


def options(settings: Settings) -> dict[str, Any]:
    """The options of granian. See docs/servers.md for the measurements behind them."""
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    from scorekeeper.cli.serving import log_config

    return {
        "interface": Interfaces.WSGI,
        "address": settings.host,
        "port": settings.port,
        "http": HTTPModes.http1,
        "websockets": False,
        "workers": settings.workers,
        "blocking_threads": settings.threads,
        "backlog": BACKLOG,
        # Each phone keeps a connection open. Above this number, a new connection waits until an
        # open one closes.
        "backpressure": most_connections(),
        # This timeout also limits the silence between two requests.
        "http1_settings": HTTP1Settings(header_read_timeout=LONGEST_SILENCE * 1_000),
        "respawn_failed_workers": True,
        "workers_kill_timeout": LONGEST_END,
        "log_level": LogLevels(settings.log_level),
        "log_dictconfig": log_config(settings) | {"loggers": {}},
    }


def begin(settings: Settings, begun: Semaphore) -> Flask:
    """Create the app of a process, and report that it will listen now."""
    from scorekeeper import create_app

    # Until granian sets its own handler, the inherited handler would ignore SIGTERM.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Ctrl+C reaches all processes, but the first process ends the others with SIGTERM. A second
    # signal can block granian.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    Thread(target=_end_with_the_first, daemon=True).start()
    app = create_app(settings)
    take_short_turns()
    freeze_objects()
    begun.release()
    return app


def _end_with_the_first() -> None:
    if first := multiprocessing.parent_process():
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)
