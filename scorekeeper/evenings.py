"""The evening that a moment belongs to, in the time zone of the score book."""

from __future__ import annotations

import os
from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

_UNTIL = timedelta(hours=5)
"""An evening ends at five in the morning."""


@cache
def zone(name: str) -> tzinfo:
    """The time zone with this name. An empty name means the machine's time zone."""
    return ZoneInfo(name) if name else _zone_of_machine()


def _zone_of_machine() -> tzinfo:
    from babel.dates import LOCALTZ

    # Babel can return a pytz zone, which `datetime` does not accept.
    name = getattr(LOCALTZ, "zone", None) or getattr(LOCALTZ, "key", None)
    if name is None:
        return LOCALTZ
    try:
        return ZoneInfo(name)
    except LookupError:  # The zone is a file without a name.
        with Path(os.environ.get("TZ", "").removeprefix(":") or "/etc/localtime").open(
            "rb"
        ) as file:
            return ZoneInfo.from_file(file)


def evening_of(moment: datetime, time_zone: tzinfo) -> date:
    """The date of the evening that a moment belongs to.

    >>> from datetime import UTC
    >>> evening_of(datetime(2026, 11, 21, 2, 30, tzinfo=UTC), UTC)
    datetime.date(2026, 11, 20)
    """
    return (moment.astimezone(time_zone) - _UNTIL).date()
