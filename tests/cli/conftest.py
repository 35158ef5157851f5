"""Commands find the score book of a test in their environment, and can run in this process."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.config import PREFIX, Settings


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings that a command reads too."""
    for name in ("data_dir", "secret_key", "time_zone"):
        monkeypatch.setenv(f"SCOREKEEPER_{name.upper()}", str(getattr(settings, name)))
    return settings


@pytest.fixture(autouse=True)
def log_and_signals() -> Iterator[None]:
    """Undo what a `serve` in this process does to the process.

    Its log would write to the captured stream of a test that is over.
    """
    stops = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    log = logging.getLogger()
    handlers, level = log.handlers[:], log.level
    yield
    for number, handler in stops.items():
        signal.signal(number, handler)
    log.handlers[:] = handlers
    log.setLevel(level)


@pytest.fixture
def serve_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Returns a function that runs a failing `serve` in this process. A new one takes a second."""

    def serve(*options: str, **variables: str) -> int:
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            monkeypatch.delenv(name)
        # The thread for backups would be the first thread of a server.
        own = {"SCOREKEEPER_DATA_DIR": str(tmp_path), "SCOREKEEPER_BACKUPS": "0"}
        for name, text in (own | variables).items():
            monkeypatch.setenv(name, text)
        return main.main(["serve", *options])

    return serve
