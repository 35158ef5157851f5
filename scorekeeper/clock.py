"""The clock of the program. Tests replace `now`."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the one place that reads it
