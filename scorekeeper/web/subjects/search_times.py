"""Times among the words of a search, such as `january 2026` or `last winter`, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import TypeAlias

from babel import Locale

from scorekeeper.languages import LANGUAGES
from scorekeeper.statistics.book import DateRange
from scorekeeper.storage.search_text import words_of

SHORTEST_BEGINNING = 3
"""Next to a year, this many letters are enough for a month or a season: `jan 2026`."""

_DAY = timedelta(days=1)

Latest: TypeAlias = Callable[[date], DateRange]
"""Finds the latest period of a kind, such as weeks, that began on a day or before."""


@dataclass(frozen=True, slots=True)
class Months:
    """Consecutive months of every year: a month, a season, the whole year."""

    first: int
    count: int = 1

    def of(self, year: int) -> DateRange:
        """The period that begins in this year. A winter ends in the next year."""
        return DateRange(_month(year, self.first), _month(year, self.first + self.count) - _DAY)

    def latest(self, day: date) -> DateRange:
        """The latest period that began on this day or before."""
        this_year = self.of(day.year)
        return this_year if this_year.first <= day else self.of(day.year - 1)


def _month(year: int, number: int) -> date:
    """The first day of a month. The thirteenth is January of the next year."""
    years, months = divmod(number - 1, 12)
    return date(year + years, months + 1, 1)


def _week(day: date) -> DateRange:
    monday = day - day.weekday() * _DAY
    return DateRange(monday, monday + 6 * _DAY)


SEASONS = {
    "spring": Months(3, 3),
    "summer": Months(6, 3),
    "autumn": Months(9, 3),
    "winter": Months(12, 3),
}
"""The seasons of the northern hemisphere, in whole months."""

_LATEST: Mapping[str, Latest] = {
    "day": lambda day: DateRange(day, day),
    "week": _week,
    "month": lambda day: Months(day.month).latest(day),
    "year": Months(1, 12).latest,
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words for times, in all languages."""

    meanings: Mapping[str, str]
    """For each word of any language, the key of its meaning, such as `day` or `winter`."""
    recurring: Mapping[str, Months]
    """For each word that names a month or a season, its months."""

    def latest(self, word: str) -> Latest | None:
        """Find the kind of period that a word means next to “last” or “this”, such as weeks."""
        months = self.recurring.get(word)
        return months.latest if months else _LATEST.get(self.meanings.get(word, ""))

    def starting_with(self, beginning: str) -> list[Months]:
        return [months for name, months in self.recurring.items() if name.startswith(beginning)]


@cache
def vocabulary() -> Vocabulary:
    meanings: dict[str, str] = {}
    recurring: dict[str, Months] = {}
    for code, language in LANGUAGES.items():
        for number, name in Locale(code).months["format"]["wide"].items():
            recurring |= {word: Months(number) for word in words_of(name)}
        for meaning, said in language.times.items():
            meanings |= dict.fromkeys(words_of(said), meaning)
    seasons = ((word, SEASONS.get(meaning)) for word, meaning in meanings.items())
    return Vocabulary(meanings, recurring | {word: months for word, months in seasons if months})


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The terms of a search: `words` to find, and `spans` that must contain the game's day.

    A word in `times` can be part of a name or a time: a note with “summer”, or any summer.
    """

    words: tuple[str, ...]
    spans: tuple[DateRange, ...]
    times: Mapping[str, tuple[DateRange, ...]]


def read_words(words: Sequence[str], today: date, years: range) -> SearchTerms:
    """Tell times from names among distinct words. `years` are the years with games."""
    known = vocabulary()
    said = [word for word in words if word.isdecimal() and int(word) in years][:1]
    year = int(said[0]) if said else None
    used, spans, times = set(said), [], {}
    for place, word in enumerate(words):
        meaning, after = known.meanings.get(word), words[place + 1 : place + 2]
        beside = (*words[place - 1 : place], *after)
        which = next((near for near in beside if known.meanings.get(near) in ("this", "last")), "")
        if meaning in ("today", "yesterday"):
            day = today if meaning == "today" else today - _DAY
            spans.append(DateRange(day, day))
            used |= {word, *(near for near in after if known.meanings.get(near) == "day")}
        elif which and (latest := known.latest(word)):
            spans.append(_latest(latest, today, is_over=known.meanings[which] == "last"))
            used |= {word, which}
        elif found := _recurring_spans(known, word, year, years):
            times[word] = found
    if year is not None:
        spans.append(_whole(year, times.values()))
    for word, after_it in zip(words[-2::-1], words[:0:-1], strict=True):
        if known.meanings.get(word) == "in" and after_it in used | set(times):
            used.add(word)
    return SearchTerms(tuple(word for word in words if word not in used), tuple(spans), times)


def _whole(year: int, times: Iterable[Iterable[DateRange]]) -> DateRange:
    """The year. If its winter is searched for, it extends to the end of the winter."""
    whole = Months(1, 12).of(year)
    return DateRange(
        whole.first, max([whole.last, *(span.last for found in times for span in found)])
    )


def _latest(latest: Latest, today: date, *, is_over: bool) -> DateRange:
    """The latest period that has begun, or the latest that is over."""
    span = latest(today)
    return latest(span.first - _DAY) if is_over and span.last >= today else span


def _recurring_spans(
    known: Vocabulary, word: str, year: int | None, years: range
) -> tuple[DateRange, ...]:
    """The months or seasons that a word can name, in the year or in all years with games."""
    if year is not None and len(word) >= SHORTEST_BEGINNING:
        return tuple(dict.fromkeys(months.of(year) for months in known.starting_with(word)))
    months = known.recurring.get(word)
    if months is None or not years:
        return ()
    # The first games can be from a winter that began the year before.
    return tuple(months.of(begun) for begun in range(years.start - 1, years.stop))
