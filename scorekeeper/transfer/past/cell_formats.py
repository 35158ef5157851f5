"""The number formats of a workbook's cells: plain numbers, dates, with or without a time."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple

from scorekeeper.transfer.past.dates import DAY_NOUGHT, DAY_NOUGHT_1904

_DIGITS = 15
"""The number of digits that spreadsheets show: 300.00000000000006 appears as 300."""

_LAST_DAY = 2_958_465
"""The number of the last day of the year 9999."""

_THREE_DECIMALS = re.compile(r"-?\d{1,3}\.\d{3}")

_A_MINUTE, _HALF_A_DAY = timedelta(minutes=1), timedelta(hours=12)
_SECONDS_A_DAY = 24 * 60 * 60

_DATES = frozenset([*range(14, 18), 22, *range(27, 32), 36, *range(50, 55), 57, 58])
_TIMES = frozenset([*range(18, 23), *range(32, 36), *range(45, 48), 55, 56])
"""The numbers of the built-in formats with a date or a time."""

_WORDS = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)
"""The parts of a format for literal text, colours and language."""


class CellFormat(NamedTuple):
    """The parts that a cell shows: a date, a time, both or neither."""

    has_date: bool = False
    has_time: bool = False


def usual_format(number: int) -> CellFormat:
    return CellFormat(number in _DATES, number in _TIMES)


def read_format(code: str) -> CellFormat:
    """Parse a format code.

    >>> read_format("d/m/yy h:mm"), read_format('[Red]0" days"')
    (CellFormat(has_date=True, has_time=True), CellFormat(has_date=False, has_time=False))
    """
    shown = _WORDS.sub("", code.partition(";")[0]).lower()
    has_time = "h" in shown or "s" in shown
    return CellFormat("d" in shown or "y" in shown or ("m" in shown and not has_time), has_time)


def number_text(number: float, written_as: CellFormat, from_1904: bool) -> str:
    """A number as its cell shows it, a date like `2026-11-21`."""
    if any(written_as) and 0 <= number <= _LAST_DAY:
        return _date_text(number, written_as, from_1904)
    shown = f"{number:.{_DIGITS}g}"
    if float(shown).is_integer():
        return str(int(float(shown)))
    # Three decimals would read as thousands, as in 12.345.
    return f"{shown}0" if _THREE_DECIMALS.fullmatch(shown) else shown


def _date_text(number: float, written_as: CellFormat, from_1904: bool) -> str:
    since = timedelta(seconds=round(number * _SECONDS_A_DAY))
    moment = datetime.combine(DAY_NOUGHT_1904 if from_1904 else DAY_NOUGHT, time()) + since
    if number < 1 and not written_as.has_date:
        return moment.time().isoformat()
    return moment_text(moment, shows_time=written_as.has_time)


def moment_text(moment: datetime, *, shows_time: bool) -> str:
    """A moment as text. A hidden time is in brackets.

    A time less than a minute from midnight counts as midnight. Some programs write such a time for
    a plain date, because they use the oldest offset of a time zone, with odd minutes and seconds.
    """
    midnight = datetime.combine((moment + _HALF_A_DAY).date(), time())
    if abs(moment - midnight) < _A_MINUTE:
        return midnight.date().isoformat()
    clock = moment.time().isoformat("seconds")
    return f"{moment.date()} {clock}" if shows_time else f"{moment.date()} [{clock}]"
