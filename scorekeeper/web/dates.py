"""Days and times of day as the pages say them: in their language, where the score book is."""

from __future__ import annotations

from datetime import UTC, date, datetime

from flask import Flask, current_app
from flask_babel import format_date, format_datetime, to_user_timezone
from flask_babel import gettext as _

from scorekeeper.evenings import evening_of, zone
from scorekeeper.storage.models import UNKNOWN_DAY
from scorekeeper.web.translation import page_language

NOON, EVENING = 12, 17
"""The hours at which the afternoon and the evening begin."""


def init_dates(app: Flask) -> None:
    """Let templates write dates; these filters take the place of those of Flask-Babel."""
    app.add_template_filter(day_text, "dateformat")
    app.add_template_filter(moment_text, "datetimeformat")
    app.add_template_filter(day_words, "day")


def day_text(day: date, pattern: str) -> str:
    """A day in the page's language, by a pattern of Babel: `1er novembre 2026` for `d MMMM y`."""
    return str(format_date(day, _of_first(pattern, day)))


def moment_text(moment: datetime, pattern: str) -> str:
    """A moment on the clock of the table; see `day_text`."""
    return str(format_datetime(moment, _of_first(pattern, to_user_timezone(moment))))


def _of_first(pattern: str, day: date) -> str:
    """The pattern, with the language's own way to write the first of a month."""
    return pattern.replace("d", page_language().first_of_month, 1) if day.day == 1 else pattern


def day_words(played_on: date) -> str:
    """The day of a game: `14 November`, with the year if it was another one."""
    if played_on == UNKNOWN_DAY:
        return str(_("some time ago"))
    this_year = datetime.now(UTC).year
    return day_text(played_on, "d MMMM" if played_on.year == this_year else "d MMMM y")


def evening_here(moment: datetime) -> date:
    """The evening that a moment belongs to where the score book is."""
    return evening_of(moment, zone(current_app.config["TIME_ZONE"]))


def greeting(now: datetime) -> str:
    """The time of day as a heading: `Saturday evening`, until five in the morning."""
    weekday = day_text(evening_here(now), "EEEE")
    if is_evening(now):
        words = str(_("%(weekday)s evening", weekday=weekday))
    elif to_user_timezone(now).hour >= NOON:
        words = str(_("%(weekday)s afternoon", weekday=weekday))
    else:
        words = str(_("%(weekday)s morning", weekday=weekday))
    return words[:1].upper() + words[1:]


def is_evening(now: datetime) -> bool:
    """Whether one says “tonight” now, and not “today”."""
    local: datetime = to_user_timezone(now)
    return local.hour >= EVENING or local.date() != evening_here(now)


def evening_words(played_on: date) -> str:
    """The evening on which something was played, as a label: `Today`, `Tonight`, `That evening`."""
    now = datetime.now(UTC)
    if played_on != evening_here(now):
        return str(_("That evening"))
    return str(_("Tonight") if is_evening(now) else _("Today"))
