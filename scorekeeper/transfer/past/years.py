"""Adds the year to dates such as `14-Mar`: the one that brings them nearest to the date before.

Spreadsheets show dates of the current year without it, and save them as text in that form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.past.dates import DateOrder, lacks_year, read_date, with_year


def example_without_year(texts: Sequence[str]) -> str:
    """The first date without a year, if no other date of the file has one. Empty otherwise.

    >>> example_without_year(["14-Mar", "2-Apr"]), example_without_year(["14-Mar", "2-Apr-24"])
    ('14-Mar', '')
    """
    first = next(filter(lacks_year, texts), "")
    order, day = DateOrder.DAY_FIRST, date.max
    return first if first and not any(_day_of(text, order, day) for text in texts) else ""


def with_years(texts: Sequence[str], order: DateOrder, today: date, year: int | None) -> list[str]:
    """Return the dates, with a year where one was found.

    `year` is the year of the first date, if no date in the file has one.

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
    # Downwards first. Then upwards, for the dates above the first one with a year.
    for indexes in (range(len(dated)), reversed(range(len(dated)))):
        _fill(dated, indexes, order, today)
    return dated


def _fill(dated: list[str], indexes: Iterator[int] | range, order: DateOrder, today: date) -> None:
    """Add a year to each date without one, from the date before it in this order."""
    neighbour: date | None = None
    for index in indexes:
        text = dated[index]
        if neighbour is not None and lacks_year(text):
            text = dated[index] = _nearest(text, neighbour, order, today)
        neighbour = _day_of(text, order, today) or neighbour


def _nearest(text: str, neighbour: date, order: DateOrder, today: date) -> str:
    """Return the date with the year that brings it nearest to its neighbour, not in the future."""
    years = (neighbour.year, neighbour.year - 1, neighbour.year + 1)
    found = {
        with_year(text, year): day
        for year in years
        if (day := _day_of(with_year(text, year), order, today)) and day <= max(today, neighbour)
    }
    return min(found, key=lambda each: abs(found[each] - neighbour), default=text)


def _day_of(text: str, order: DateOrder, today: date) -> date | None:
    try:
        return read_date(text, order, today)
    except RuleError:
        return None
