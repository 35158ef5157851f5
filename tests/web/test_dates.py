"""Days and times of day, as the pages say them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from flask import Flask

from scorekeeper.evenings import zone
from scorekeeper.web.shell.translation import day_text, greeting, moment_text
from tests.support.walks import walk

PARIS = zone("Europe/Paris")


@walk(
    ("clock", "words"),
    [
        ("2026-11-21T08:30", "Saturday morning"),
        ("2026-11-21T12:00", "Saturday afternoon"),
        ("2026-11-21T17:00", "Saturday evening"),
        ("2026-11-22T03:00", "Saturday evening"),
        ("2026-11-22T05:00", "Sunday morning"),
    ],
)
def test_the_time_of_day_is_that_of_the_table(app: Flask, clock: str, words: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert greeting(datetime.fromisoformat(clock).replace(tzinfo=PARIS)) == words


@walk(
    ("language", "day", "pattern", "words"),
    [
        ("fr", 1, "d MMM y", "1er nov. 2026"),
        ("fr", 1, "EEEE d MMMM", "dimanche 1er novembre"),
        ("fr", 1, "MMM y", "nov. 2026"),
        ("fr", 2, "d MMM y", "2 nov. 2026"),
        ("fr", 11, "d MMMM", "11 novembre"),
        ("en", 1, "d MMM y", "1 Nov 2026"),
    ],
)
def test_the_first_of_a_month_is_premier_in_french(
    app: Flask, language: str, day: int, pattern: str, words: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert day_text(date(2026, 11, day), pattern) == words


def test_a_moment_has_the_day_that_it_is_at_the_table(app: Flask) -> None:
    moment = datetime(2026, 10, 31, 23, 30, tzinfo=UTC)
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert moment_text(moment, "d MMM, HH:mm") == "1er nov., 00:30"
        page = "{{ day | dateformat('d MMMM') }}, {{ moment | datetimeformat('d MMMM') }}"
        template = app.jinja_env.from_string(page)
        assert template.render(day=moment.date(), moment=moment) == "31 octobre, 1er novembre"
