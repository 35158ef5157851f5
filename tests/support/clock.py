"""Set the program’s clock: wrong, like a Raspberry Pi’s after a power cut, or far away."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo

import pytest

from scorekeeper import clock


def set_clock_for_good(moment: datetime) -> None:
    """Set the clock to a moment for the rest of this process. A moment without an offset is UTC."""
    real = clock.now
    off = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - real()
    clock.now = lambda: real() + off


class Clock:
    """The server’s clock. `set` changes it for all that the server does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off = timedelta()
        now = clock.now
        monkeypatch.setattr(clock, "now", lambda: now() + self.off)
        # The libraries that sign and set cookies use `time.time`.
        monkeypatch.setattr(time, "time", lambda: clock.now().timestamp())

    def set(self, off: timedelta) -> None:
        """Set the clock ahead of the true time by this much, or back if negative."""
        self.off = off

    def show(self, moment: datetime) -> None:
        self.set(self.off + (moment - self.now()))

    def strike(self, hour: int, time_zone: tzinfo) -> None:
        """Set the clock ahead to the next time that it shows this hour."""
        self.set(timedelta())
        now = self.now().astimezone(time_zone)
        then = now.replace(hour=hour, minute=0, second=0)
        self.set(then + timedelta(days=then <= now) - now)

    def now(self) -> datetime:
        return clock.now()
