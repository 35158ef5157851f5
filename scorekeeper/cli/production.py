"""`scorekeeper serve --production`: gunicorn, with several processes, for many tables."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from scorekeeper.config import METRICS_FOLDER
from scorekeeper.setting_readers import SettingError

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings

THREADS = 4
"""For each process; measured best with two of them on two cores."""

_BACKLOG = 2048


def make_server(settings: Settings) -> Server:
    """A server that is already listening; raises `SettingError` where it cannot run at all."""
    if sys.platform == "win32":
        raise SettingError("--production cannot be used on Windows, where gunicorn does not run")
    if not find_spec("gunicorn"):
        raise SettingError("--production needs one more package: pip install gunicorn")
    return Server(settings)


class Server:
    """Gunicorn, listening at the address of the settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        if settings.metrics_token:
            _make_metrics_folder()
        # What makes a start fail is said once, here, and not by every process.
        _close(_make_app(settings))
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        place = (settings.host, settings.port)
        self._socket = socket.create_server(place, family=family, backlog=_BACKLOG)
        self.effective_host, self.effective_port = self._socket.getsockname()[:2]

    def run(self) -> None:
        """Serve until a signal ends it."""
        _application(self.settings, self._socket.fileno()).run()


def _make_metrics_folder() -> None:
    """A folder for the figures of all processes; whoever made it deletes it at the end."""
    folder, owner = mkdtemp(prefix="scorekeeper-metrics-"), os.getpid()
    os.environ[METRICS_FOLDER] = folder

    def delete() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(delete)


def _application(settings: Settings, listener: int) -> Any:
    """Gunicorn's own object, which forks processes that each make an app."""
    from gunicorn.app.base import BaseApplication

    class Application(BaseApplication):  # type: ignore[misc]  # gunicorn comes without types
        def load_config(self) -> None:
            for name, value in options(settings, listener).items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return _make_app(settings)

    return Application()


def options(settings: Settings, listener: int) -> dict[str, Any]:
    """The options of gunicorn; docs/hosting.md says what was measured."""
    from scorekeeper.cli.log import log_config

    memory = Path("/dev/shm")  # noqa: S108 - gunicorn makes a file with a random name there
    return {
        "bind": f"fd://{listener}",
        "workers": settings.workers,
        "threads": settings.threads or THREADS,
        # Phones poll every two seconds or more seldom; one that was silent for longer reconnects.
        "keepalive": 15,
        # Each keeps a connection; beyond that number the next phone would wait for one to hang up.
        "worker_connections": 4_000,
        # Its beat is a file: on a disk, a slow disk would look like a dead process.
        "worker_tmp_dir": str(memory) if os.access(memory, os.W_OK) else None,
        "control_socket_disable": True,
        # What proxies say is for the app to count, and for nobody else to believe.
        "forwarded_allow_ips": "",
        "loglevel": settings.log_level,
        "logconfig_dict": log_config(settings)
        | {"loggers": {"gunicorn.error": {"propagate": True}, "gunicorn.access": {}}},
        "child_exit": _forget if settings.metrics_token else lambda _server, _worker: None,
    }


def _forget(_server: Any, worker: Any) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # comes without types there


def _make_app(settings: Settings) -> Flask:
    from scorekeeper import create_app

    return create_app(settings)


def _close(app: Flask) -> None:
    """Close its connections: processes must not share them."""
    from scorekeeper.storage.database import db

    with app.app_context():
        db.engine.dispose()
