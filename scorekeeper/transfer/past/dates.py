"""Dates and times in the forms that people and spreadsheets write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone
from enum import StrEnum
from functools import cache

from babel.dates import get_month_names

from scorekeeper.languages import LANGUAGES
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.past.values import check_result, plain


class DateOrder(StrEnum):
    """The order of day and month: 3/4/2026 is in April or in March."""

    DAY_FIRST = "day"
    MONTH_FIRST = "month"


_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMBER = re.compile(r"([2-5]\d{4}|60000)(?:[.,](\d+))?")
_TOGETHER = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_DOTS = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)")
_EITHER = re.compile(r"(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d\d)")
_DAY_IN_WORDS = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|[.º°])?[\s-]+([^\W\d]+)\.?,?[\s-]+(\d{4}|\d\d)"
)
_MONTH_IN_WORDS = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_TIME = re.compile(
    r"(?:T|,?\s+)\[?(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d+)?)?"
    r"\s*(?P<half>[AaPp]\.?[Mm]\.?)?\s*(?P<zone>Z|(?:GMT|UTC)?(?:[+-]\d\d?(?::\d\d)?)?)\]?$"
)
_WEEKDAY = re.compile(r"[^\W\d]+\.?,?\s+(?=\d|[^\W\d]+\.?\s+\d)")

_DAY_AND_MONTH = re.compile(
    r"\d{1,2}(?:st|nd|rd|th|er|[.º°])?[\s-]+[^\W\d]+\.?|\d{1,2}\.\s?\d{1,2}\."
)
_MONTH_AND_DAY = re.compile(r"[^\W\d]+\.?\s+\d{1,2}(?:st|nd|rd|th)?")

_YEARLESS = (_DAY_AND_MONTH, _MONTH_AND_DAY)
_FORMS = (_YEAR_FIRST, _TOGETHER, _NUMBER, _DOTS, _EITHER, _DAY_IN_WORDS, _MONTH_IN_WORDS)

DAY_NOUGHT, DAY_NOUGHT_1904 = date(1899, 12, 30), date(1904, 1, 1)
"""The days that spreadsheets count from. The second day is for files from older Macs."""

_SECONDS_A_DAY = 24 * 60 * 60

_ANY_DAY = date(2000, 1, 1)
"""A day in a leap year, so that 29 February without a year is valid."""

_NO_DATE = message("This is no date. Write it like 2026-11-21.")
_NO_DAY = message("That date does not exist.")


def _no_date(text: str) -> RuleError:
    check_result(text)
    if not text:
        return RuleError(_NO_DATE)
    sentence = message("“{text}” is no date. Write it like 2026-11-21.", text=shortened(text))
    return RuleError(sentence)


def since_1900(text: str) -> str:
    """A day number counted from 1904, converted to the usual count. Other texts stay unchanged.

    >>> since_1900("43903.5"), since_1900("2024-03-14")
    ('45365.5', '2024-03-14')
    """
    days = _NUMBER.fullmatch(text)
    if days is None:
        return text
    return f"{int(days[1]) + (DAY_NOUGHT_1904 - DAY_NOUGHT).days}{text[len(days[1]) :]}"


def differing_date(texts: Iterable[str]) -> str:
    """The first date that depends on the order of day and month. Empty without such a date."""
    found = ((text, _EITHER.fullmatch(_bare(text))) for text in texts)
    differ = (
        text for text, either in found if either and 12 >= int(either[1]) != int(either[2]) <= 12
    )
    return next(differ, "")


def order_of(texts: Iterable[str]) -> DateOrder | None:
    """The order of these dates, if a number above 12 shows it. `None` if unknown or mixed.

    >>> order_of(["3/4/2026", "25/4/2026"]), order_of(["3/4/2026", "4/25/2026"])
    (<DateOrder.DAY_FIRST: 'day'>, <DateOrder.MONTH_FIRST: 'month'>)
    """
    found = [either for text in texts if (either := _EITHER.fullmatch(_bare(text)))]
    told = {
        DateOrder.DAY_FIRST: any(int(either[1]) > 12 for either in found),
        DateOrder.MONTH_FIRST: any(int(either[2]) > 12 for either in found),
    }
    sure = [order for order, is_told in told.items() if is_told]
    return sure[0] if len(sure) == 1 else None


def read_date(text: str, order: DateOrder, today: date) -> date:
    """The day in a text. Raises `RuleError`. A year of two digits is not in the future.

    >>> read_date("3/4/26", DateOrder.DAY_FIRST, date(2026, 11, 26))
    datetime.date(2026, 4, 3)
    >>> read_date("21 nov. 2025", DateOrder.DAY_FIRST, date(2026, 11, 26))
    datetime.date(2025, 11, 21)
    >>> read_date("42330", DateOrder.DAY_FIRST, date(2026, 11, 26))
    datetime.date(2015, 11, 22)
    """
    bare = _bare(text)
    if number := _NUMBER.fullmatch(bare):
        return DAY_NOUGHT + timedelta(days=int(number[1]))
    if found := _YEAR_FIRST.fullmatch(bare) or _TOGETHER.fullmatch(bare):
        year, month, day = found.groups()
    elif found := _DOTS.fullmatch(bare):
        day, month, year = found.groups()
    elif found := _EITHER.fullmatch(bare):
        first, second, year = found.groups()
        day, month = (first, second) if order is DateOrder.DAY_FIRST else (second, first)
    else:
        day, month, year = _in_words(bare)
    named = _year(year, today), int(month), int(day)
    try:
        return date(*named)
    except ValueError:
        could_be = named[0] and named[1] in range(1, 13) and named[2] in range(1, 32)
        raise RuleError(_NO_DAY) if could_be else _no_date(text) from None


def read_time(text: str) -> time | None:
    """The time after a date. `None` for a date without a time. Raises `RuleError`.

    A time in the first minute of a day counts as no time, because programs write such a time for a
    plain date. Some programs also write seconds, which come from the oldest offset of a time zone.

    >>> read_time("22.11.2015 00:30"), read_time("11/22/2015 8:15 PM"), read_time("42330,5")
    (datetime.time(0, 30), datetime.time(20, 15), datetime.time(12, 0))
    >>> read_time("2015-11-22 00:00:21"), read_time("22.11.2015")
    (None, None)
    """
    try:
        clock = _time(text.strip())
    except ValueError:
        raise _no_date(text) from None
    return None if (clock.hour, clock.minute) == (0, 0) else clock


def shows_time(text: str) -> bool:
    """Check whether the program that wrote a date also shows its time.

    >>> shows_time("2015-11-22 20:15"), shows_time("2015-11-22 [20:15:00]"), shows_time("42330.5")
    (True, False, False)
    """
    return not (text.endswith("]") or _NUMBER.fullmatch(text.strip()))


def _time(text: str) -> time:
    if number := _NUMBER.fullmatch(text):
        seconds = round(float(f"0.{number[2] or 0}") * _SECONDS_A_DAY)
        return (datetime.min + timedelta(seconds=min(seconds, _SECONDS_A_DAY - 1))).time()
    found = _TIME.search(text)
    if found is None:
        return time.min
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].casefold().startswith("p") else 0)
    seconds = int(found["second"] or 0)
    clock = time.fromisoformat(f"{hour:02}:{found['minute']}:{seconds:02}")
    return clock.replace(tzinfo=_zone(found["zone"])) if found["zone"] else clock


def _zone(text: str) -> timezone:
    apart = re.search(r"([+-])(\d+)(?::(\d+))?", text)
    if apart is None:
        return UTC
    off = timedelta(hours=int(apart[2]), minutes=int(apart[3] or 0))
    return timezone(-off if apart[1] == "-" else off)


def is_date(text: str) -> bool:
    """Check whether a text is a day in some order of day and month."""
    return lacks_year(text) or any(_day_of(text, order, _ANY_DAY) for order in DateOrder)


def _bare(text: str) -> str:
    """A date without a time after it and without a weekday before it."""
    day = _TIME.sub("", text.strip())
    is_bare = any(form.fullmatch(day) for form in (*_FORMS, *_YEARLESS))
    return day if is_bare else _WEEKDAY.sub("", day, count=1)


def _year(text: str, today: date) -> int:
    if len(text) == 4:
        return int(text)
    century = today.year // 100 * 100
    return century + int(text) - (100 if century + int(text) > today.year else 0)


def _in_words(text: str) -> tuple[str, str, str]:
    if found := _DAY_IN_WORDS.fullmatch(text):
        day, month, year = found.groups()
    elif found := _MONTH_IN_WORDS.fullmatch(text):
        month, day, year = found.groups()
    else:
        raise _no_date(text)
    number = _months().get(plain(month))
    if number is None:
        raise _no_date(text)
    return day, str(number), year


@cache
def _months() -> dict[str, int]:
    return {
        plain(name): number
        for language in LANGUAGES
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in get_month_names(width, context, language).items()
    } | {"mrz": 3}  # Excel's abbreviation of März


# Dates without a year: spreadsheets show dates of the current year in this form and save them as
# text.


def lacks_year(text: str) -> bool:
    """Check whether a text is a day without a year.

    >>> [lacks_year(text) for text in ("14-Mar", "Mar 14", "Do, 14. März", "14.3.", "7")]
    [True, True, True, True, False]
    """
    return any(form.fullmatch(_bare(text)) for form in _YEARLESS) and bool(
        _day_of(with_year(text, _ANY_DAY.year), DateOrder.DAY_FIRST, _ANY_DAY)
    )


def with_year(text: str, year: int) -> str:
    """The day with this year added.

    >>> with_year("14-Mar", 2024), with_year("Do, 14.3. 20:15", 2024), with_year("Mar 14", 2024)
    ('14-Mar 2024', '14.3. 2024 20:15', 'Mar 14 2024')
    """
    clock = _TIME.search(text.strip())
    return f"{_bare(text)} {year}{clock[0] if clock else ''}"


def example_without_year(texts: Sequence[str]) -> str:
    """The first date without a year. Empty if another date of the file has a year.

    >>> example_without_year(["14-Mar", "2-Apr"]), example_without_year(["14-Mar", "2-Apr-24"])
    ('14-Mar', '')
    """
    first = next(filter(lacks_year, texts), "")
    order, day = DateOrder.DAY_FIRST, date.max
    return first if first and not any(_day_of(text, order, day) for text in texts) else ""


def with_years(texts: Sequence[str], order: DateOrder, today: date, year: int | None) -> list[str]:
    """The dates with missing years added, as far as they follow from other dates.

    If no date in the file has a year, `year` is the year of the first date.

    >>> texts = ["28-Dec", "2-Jan", "2024-02-01", "5-Feb", "soon"]
    >>> with_years(texts, DateOrder.DAY_FIRST, date(2026, 11, 26), None)
    ['28-Dec 2023', '2-Jan 2024', '2024-02-01', '5-Feb 2024', 'soon']
    """
    dated = list(texts)
    if year is not None and example_without_year(texts):
        for index in filter(lambda n: lacks_year(texts[n]), range(len(texts))):
            dated[index] = with_year(texts[index], year)
            if _day_of(dated[index], order, today):
                break
    # Go down first. Then go up, for the dates above the first date with a year.
    for indexes in (range(len(dated)), reversed(range(len(dated)))):
        _fill(dated, indexes, order, today)
    return dated


def _fill(dated: list[str], indexes: Iterator[int] | range, order: DateOrder, today: date) -> None:
    neighbour: date | None = None
    for index in indexes:
        text = dated[index]
        if neighbour is not None and lacks_year(text):
            text = dated[index] = _nearest(text, neighbour, order, today)
        neighbour = _day_of(text, order, today) or neighbour


def _nearest(text: str, neighbour: date, order: DateOrder, today: date) -> str:
    """The date with the year that is nearest to its neighbour, but not in the future."""
    years = (neighbour.year, neighbour.year - 1, neighbour.year + 1)
    found = {
        with_year(text, year): day
        for year in years
        if (day := _day_of(with_year(text, year), order, today)) and day <= max(today, neighbour)
    }
    return min(found, key=lambda dated: abs(found[dated] - neighbour), default=text)


def _day_of(text: str, order: DateOrder, today: date) -> date | None:
    try:
        return read_date(text, order, today)
    except RuleError:
        return None
