"""Which evening a moment belongs to, in the time zone of the score book."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

_UNTIL = timedelta(hours=5)
"""An evening lasts until five in the morning."""


def zone(name: str) -> tzinfo:
    """The time zone of this name; the machine's own if the name is empty."""
    from babel.dates import LOCALTZ, get_timezone

    return get_timezone(name) if name else LOCALTZ


def evening_of(moment: datetime, time_zone: tzinfo) -> date:
    """The date of the evening that a moment belongs to.

    >>> from datetime import UTC
    >>> evening_of(datetime(2026, 11, 21, 2, 30, tzinfo=UTC), UTC)
    datetime.date(2026, 11, 20)
    """
    return (moment.astimezone(time_zone) - _UNTIL).date()
