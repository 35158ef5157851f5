"""Makes a backup in the background on each day with a request, and keeps the latest backups.

A day without requests changes nothing, so it needs no backup.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime
from logging import Logger
from pathlib import Path

from scorekeeper import clock
from scorekeeper.config import Settings
from scorekeeper.evenings import zone
from scorekeeper.storage import writer_queue
from scorekeeper.storage.backups import BackupError, back_up
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError

FOLDER = "backups"
"""The name of the backup folder inside the data folder."""

FIRST_AFTER = 60.0
"""Seconds between the start of a server and its first backup. Waiting phones come first."""

CHECK_EVERY = 600.0
"""Seconds between two checks for today's backup."""


class DailyBackups:
    """The daily backups of one score book.

    `fault` is the error of the last backup, or `None` if it succeeded.
    """

    def __init__(self, settings: Settings, version: str, logger: Logger) -> None:
        self.fault: Exception | None = None
        self._settings, self._version, self._logger = settings, version, logger
        self._folder = settings.data_dir / FOLDER
        self._check_at = time.monotonic() + FIRST_AFTER
        self._checking = threading.Lock()

    @property
    def latest(self) -> date | None:
        """The day of the latest backup, without future dates. `None` without a backup."""
        today = self._day(clock.now())
        return max((day for day, _file in self._files() if day <= today), default=None)

    def make_if_due(self) -> threading.Thread | None:
        """Start a thread for today's backup, if a check is due and no other check is running."""
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
        except Exception as error:
            self.fault = error
            self._logger.exception("The backup of today could not be made.")
        finally:
            self._checking.release()

    def _make(self) -> None:
        now = clock.now()
        today = self._day(now)
        target = self._folder / f"scorekeeper-{today}.zip"
        self._date_again(now)
        if self._is_of(today, target):
            return
        self._folder.mkdir(mode=0o700, exist_ok=True)
        try:
            with writer_queue.lock_of(str(self._folder), deadline=time.monotonic()):
                if not self._is_of(today, target):
                    back_up(self._settings, target, self._version, may_replace=True)
                    _set_time(target, now)
                    self._delete_old(today)
        except DatabaseFaultError as error:
            # The lock is busy while another server makes the backup.
            if error.fault is not DatabaseFault.BUSY:
                raise

    def _date_again(self, now: datetime) -> None:
        """Set the time of files from the future to the current time.

        A wrong clock can make such files. A file with a future time would later count as the backup
        of that day.
        """
        for _day, file in self._files():
            if file.stat().st_mtime > now.timestamp():
                _set_time(file, now)

    def _is_of(self, today: date, file: Path) -> bool:
        """Check whether a backup is from today by its file time. Its name can have a wrong date."""
        return file.exists() and self._day(_time_of(file)) == today

    def _delete_old(self, today: date) -> None:
        """Keep the latest backups. Backups with a future date count as the oldest."""
        files = sorted(self._files(), key=lambda dated: (dated[0] <= today, dated[0]))
        for _day, old in files[: -self._settings.backups]:
            old.unlink()

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(zone(self._settings.time_zone)).date()

    def _files(self) -> Sequence[tuple[date, Path]]:
        files = [(_day_of(file), file) for file in self._folder.glob("scorekeeper-*.zip")]
        return [(day, file) for day, file in files if day]


def _day_of(file: Path) -> date | None:
    try:
        return date.fromisoformat(file.stem.removeprefix("scorekeeper-"))
    except ValueError:
        return None


def _time_of(file: Path) -> datetime:
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)


def _set_time(file: Path, moment: datetime) -> None:
    os.utime(file, (moment.timestamp(), moment.timestamp()))
