"""The one clock of the program: tests set it by replacing `now`."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the one place that reads it
