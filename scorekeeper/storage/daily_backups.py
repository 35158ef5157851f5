"""Makes a backup in the background on each day that the program is used, and keeps the latest.

A request triggers it: on a day without requests, nothing changes anyway.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import date
from logging import Logger
from pathlib import Path

from scorekeeper import clock
from scorekeeper.config import Settings
from scorekeeper.evenings import zone
from scorekeeper.storage import writer_queue
from scorekeeper.storage.backups import BackupError, back_up
from scorekeeper.storage.faults import DatabaseFaultError, Fault

FOLDER = "backups"
"""The folder of the backups, in the data folder."""

FIRST_AFTER = 60.0
"""How many seconds a new server waits before its first backup: phones that waited come first."""

CHECK_EVERY = 600.0
"""How many seconds pass before the server checks again for a backup of today."""


class DailyBackups:
    """The backups of one score book.

    `fault` says why the last one could not be made; it is `None` where all is well.
    """

    def __init__(self, settings: Settings, version: str, logger: Logger) -> None:
        self.fault: BackupError | OSError | DatabaseFaultError | None = None
        self._settings, self._version, self._logger = settings, version, logger
        self._folder = settings.data_dir / FOLDER
        self._check_at = time.monotonic() + FIRST_AFTER
        self._checking = threading.Lock()

    @property
    def latest(self) -> date | None:
        """The day of the latest backup; `None` if there is none."""
        files = self._files()
        return _day_of(files[-1]) if files else None

    def make_if_due(self) -> threading.Thread | None:
        """Make the backup of today in a thread, if it is time to check and there is none yet."""
        if time.monotonic() < self._check_at or not self._checking.acquire(blocking=False):
            return None
        self._check_at = time.monotonic() + CHECK_EVERY
        thread = threading.Thread(target=self._check, name="daily backup", daemon=True)
        thread.start()
        return thread

    def _check(self) -> None:
        try:
            self._make()
            self.fault = None
        except (BackupError, OSError, DatabaseFaultError) as error:
            self.fault = error
            self._logger.error("The backup of today could not be made: %s", error)
        finally:
            self._checking.release()

    def _make(self) -> None:
        today = clock.now().astimezone(zone(self._settings.time_zone)).date()
        if self.latest == today:
            return
        self._folder.mkdir(mode=0o700, exist_ok=True)
        try:
            with writer_queue.lock_of(str(self._folder), deadline=time.monotonic()):
                target = self._folder / f"scorekeeper-{today}.zip"
                if not target.exists():
                    back_up(self._settings, target, self._version)
                    for old in self._files()[: -self._settings.backups]:
                        old.unlink()
        except DatabaseFaultError as error:
            if error.fault is not Fault.BUSY:  # Otherwise another server is making it.
                raise

    def _files(self) -> Sequence[Path]:
        """The backups, the latest last."""
        return sorted(file for file in self._folder.glob("scorekeeper-*.zip") if _day_of(file))


def _day_of(file: Path) -> date | None:
    try:
        return date.fromisoformat(file.stem.removeprefix("scorekeeper-"))
    except ValueError:
        return None
