"""The clock of the program: set wrong, like a Raspberry Pi's after a power cut, or far away."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo

import pytest

from scorekeeper import clock


def set_clock_for_good(moment: datetime) -> None:
    """Set the clock to a moment, in UTC if it has no offset, for the rest of this process."""
    real = clock.now
    off = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - real()
    clock.now = lambda: real() + off


class Clock:
    """The time that the server believes it is; `set` changes it for everything the server does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off = timedelta()
        now = clock.now
        monkeypatch.setattr(clock, "now", lambda: now() + self.off)
        # The libraries that sign and set cookies read this one.
        monkeypatch.setattr(time, "time", lambda: clock.now().timestamp())

    def set(self, off: timedelta) -> None:
        """Set the clock ahead of the true time, or back, by this much."""
        self.off = off

    def show(self, moment: datetime) -> None:
        """Set the clock to this moment."""
        self.set(self.off + (moment - self.now()))

    def strike(self, hour: int, time_zone: tzinfo) -> None:
        """Set the clock ahead to the next time that it is this hour of the day."""
        self.set(timedelta())
        now = self.now().astimezone(time_zone)
        then = now.replace(hour=hour, minute=0, second=0)
        self.set(then + timedelta(days=then <= now) - now)

    def now(self) -> datetime:
        """The time that the clock shows."""
        return clock.now()
