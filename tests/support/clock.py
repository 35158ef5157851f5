"""A clock that is set wrong, like a Raspberry Pi's after a power cut."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta, tzinfo

import pytest


class Clock:
    """The time the server believes it is; `set` changes it for everything the server does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off = timedelta()
        real, clock = time.time, self

        class Wrong(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Wrong:
                return cls.fromtimestamp(time.time(), tz)

        monkeypatch.setattr(time, "time", lambda: real() + clock.off.total_seconds())
        for name, module in list(sys.modules.items()):
            if name.startswith("scorekeeper") and getattr(module, "datetime", None) is datetime:
                monkeypatch.setattr(module, "datetime", Wrong)

    def set(self, off: timedelta) -> None:
        """Set the clock ahead of the true time, or back, by this much."""
        self.off = off

    def strike(self, hour: int, time_zone: tzinfo) -> None:
        """Set the clock ahead to the next time that it is this hour of the day."""
        self.set(timedelta())
        now = self.now().astimezone(time_zone)
        then = now.replace(hour=hour, minute=0, second=0)
        self.set(then + timedelta(days=then <= now) - now)

    def now(self) -> datetime:
        """The time that the clock shows."""
        return datetime.fromtimestamp(time.time(), UTC)
