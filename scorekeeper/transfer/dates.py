"""The dates and times of a file to import: only those that a calendar and every page can show."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

_YEARS = range(1900, 3000)
_NO_DAY = message("There was no such day.")


def day_of(text: str, *where: str | int) -> date:
    """The day that a text states; raises `RuleError` at `where`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise RuleError(_NO_DAY, *where) from None
    if day.year not in _YEARS:
        raise RuleError(_NO_DAY, *where)
    return day


def moment_of(text: str, *where: str | int) -> datetime:
    """The time that a text states with its time zone, in UTC; raises `RuleError` at `where`."""
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RuleError(_NO_DAY, *where) from None
    if moment.year not in _YEARS:
        raise RuleError(_NO_DAY, *where)
    return moment
