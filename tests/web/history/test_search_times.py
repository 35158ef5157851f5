"""Times among the words of a search: months, seasons and days in all languages."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.evenings import evening_of, zone
from scorekeeper.languages import LANGUAGES, Language
from scorekeeper.storage.search_text import words_of
from scorekeeper.web.subjects.search_times import read_words, vocabulary
from tests.support.clock import Clock
from tests.support.pages import Visitor
from tests.support.scorebook import start
from tests.support.walks import walk
from tests.web.history.test_games import dated, games_of

TODAY = date(2026, 11, 25)  # a Wednesday


def read(asked: str, today: date = TODAY) -> tuple[str, list[str], dict[str, list[str]]]:
    """Return the words left, the evenings, and the evenings of possible names."""
    words = tuple(dict.fromkeys(words_of(asked)))
    found = read_words(words, today, range(2025, 2027))
    times = {
        word: [f"{first} {last}" for first, last in spans] for word, spans in found.times.items()
    }
    return " ".join(found.words), [f"{first} {last}" for first, last in found.spans], times


@walk(
    ("asked", "evenings"),
    [
        ("today", "2026-11-25 2026-11-25"),
        ("aujourd’hui", "2026-11-25 2026-11-25"),
        ("ce soir", "2026-11-25 2026-11-25"),
        ("yesterday", "2026-11-24 2026-11-24"),
        ("last night", "2026-11-24 2026-11-24"),
        ("hier soir", "2026-11-24 2026-11-24"),
        ("this week", "2026-11-23 2026-11-29"),
        ("la semaine dernière", "2026-11-16 2026-11-22"),
        ("this month", "2026-11-01 2026-11-30"),
        ("last month", "2026-10-01 2026-10-31"),
        ("le mois dernier", "2026-10-01 2026-10-31"),
        ("this year", "2026-01-01 2026-12-31"),
        ("cette année", "2026-01-01 2026-12-31"),
        ("last year", "2025-01-01 2025-12-31"),
        ("l’an dernier", "2025-01-01 2025-12-31"),
        ("last winter", "2025-12-01 2026-02-28"),
        ("L'HIVER DERNIER", "2025-12-01 2026-02-28"),
        ("l'hiver passé", "2025-12-01 2026-02-28"),
        ("this winter", "2025-12-01 2026-02-28"),
        ("this summer", "2026-06-01 2026-08-31"),
        ("cet été", "2026-06-01 2026-08-31"),
        ("this autumn", "2026-09-01 2026-11-30"),
        ("last fall", "2025-09-01 2025-11-30"),
        ("last January", "2026-01-01 2026-01-31"),
        ("décembre dernier", "2025-12-01 2025-12-31"),
        ("ieri sera", "2026-11-24 2026-11-24"),
        ("la settimana scorsa", "2026-11-16 2026-11-22"),
        ("quest’anno", "2026-01-01 2026-12-31"),
        ("nell'inverno scorso", "2025-12-01 2026-02-28"),
        ("lo scorso gennaio", "2026-01-01 2026-01-31"),
    ],
)
def test_a_time_counted_from_today_takes_no_word_for_a_name(asked: str, evenings: str) -> None:
    assert read(asked) == ("", [evenings], {})


@walk(
    ("asked", "left", "year", "times"),
    [
        ("january 2026", "january", "2026-12-31", {"january": ["2026-01-01 2026-01-31"]}),
        ("janvier 2026", "janvier", "2026-12-31", {"janvier": ["2026-01-01 2026-01-31"]}),
        ("févr. 2026", "fevr", "2026-12-31", {"fevr": ["2026-02-01 2026-02-28"]}),
        (
            "jui 2026",
            "jui",
            "2026-12-31",
            {"jui": ["2026-06-01 2026-06-30", "2026-07-01 2026-07-31"]},
        ),
        ("winter 2025", "winter", "2026-02-28", {"winter": ["2025-12-01 2026-02-28"]}),
        ("in the summer of 2026", "summer", "2026-12-31", {"summer": ["2026-06-01 2026-08-31"]}),
        ("2026 nora juin", "nora juin", "2026-12-31", {"juin": ["2026-06-01 2026-06-30"]}),
        ("en 2026", "", "2026-12-31", {}),
        ("hui 2026", "hui", "2026-12-31", {}),
    ],
)
def test_a_year_is_never_a_name(
    asked: str, left: str, year: str, times: dict[str, list[str]]
) -> None:
    words, [whole], found = read(asked)
    assert (words, whole.split()[1], found) == (left, year, times)


def test_a_month_or_a_season_without_a_year_is_any_of_those_played() -> None:
    june = ["2024-06-01 2024-06-30", "2025-06-01 2025-06-30", "2026-06-01 2026-06-30"]
    assert read("june") == ("june", [], {"june": june})
    assert read("en juin") == ("juin", [], {"juin": june})
    assert read("winter")[2]["winter"][0] == "2024-12-01 2025-02-28"
    assert read_words(("june",), TODAY, range(0)).times == {}


@walk(
    ("today", "asked", "evenings"),
    [
        (date(2026, 12, 1), "this winter", "2026-12-01 2027-02-28"),
        (date(2027, 1, 15), "this winter", "2026-12-01 2027-02-28"),
        (date(2027, 1, 15), "last winter", "2025-12-01 2026-02-28"),
        (date(2027, 1, 15), "last month", "2026-12-01 2026-12-31"),
        (date(2027, 1, 1), "yesterday", "2026-12-31 2026-12-31"),
        (date(2026, 8, 31), "last summer", "2025-06-01 2025-08-31"),
    ],
)
def test_this_one_has_begun_and_the_last_one_is_over(
    today: date, asked: str, evenings: str
) -> None:
    assert read(asked, today)[1] == [evenings]


@walk("asked", ["hui", "last", "ce", "the week", "nora", "year"])
def test_other_words_are_names(asked: str) -> None:
    assert read(asked) == (asked, [], {})


def test_each_language_names_all_times() -> None:
    every = LANGUAGES["en"].times
    assert {code: language.times.keys() for code, language in LANGUAGES.items()} == dict.fromkeys(
        LANGUAGES, every.keys()
    )


def test_a_language_without_such_words_has_its_months(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "de", Language(name="Deutsch"))
    vocabulary.cache_clear()
    assert read("oktober 2026")[2] == {"oktober": ["2026-10-01 2026-10-31"]}
    vocabulary.cache_clear()


@pytest.fixture
def book(app: Flask) -> dict[str, str]:
    """Games by the special fact of each."""
    with app.app_context():
        return {
            "winter": dated(start(("Nora", "Bob")), date(2026, 1, 17)),
            "before": dated(start(("Nora", "Bob")), date(2025, 1, 18)),
            "spring": dated(start(("June", "Bob")), date(2026, 4, 4)),
            "summer": dated(start(("Nora", "Bob")), date(2026, 6, 6), "Winter garden"),
        }


@walk(
    ("asked", "found"),
    [
        ("january+2026", "winter"),
        ("janvier+2026", "winter"),
        ("january", "winter before"),
        ("nora+january", "winter before"),
        ("nora+gin+janvier+2025", "before"),
        ("june+january", ""),
        ("june", "summer spring"),
        ("winter", "summer winter before"),
        ("winter+2025", "winter"),
        ("winter&year=2025", "before"),
        ("january+2026&from=2026-01-18", ""),
    ],
)
def test_a_search_finds_when_it_was_played(
    client: Visitor, book: dict[str, str], asked: str, found: str
) -> None:
    page = client.visit(f"/history?q={asked}")
    names = {game_id: name for name, game_id in book.items()}
    assert [names[game_id] for game_id in games_of(page)] == found.split()


def test_the_club_s_own_evening_decides_what_yesterday_was(
    client: Visitor,
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, tokyo = Clock(monkeypatch), zone("Asia/Tokyo")
    monkeypatch.setitem(app.config, "TIME_ZONE", "Asia/Tokyo")
    clock.strike(2, tokyo)  # In Tokyo it is still the evening of the day before.
    tonight = evening_of(clock.now(), tokyo)
    with app.app_context():
        now, before = (
            dated(start(), tonight),
            dated(start(), tonight - timedelta(days=1)),
        )
    assert games_of(client.visit("/history?q=tonight")) == [now]
    assert games_of(client.visit("/history?q=hier soir")) == [before]


def test_no_player_is_offered_for_a_word_of_a_time(client: Visitor, book: dict[str, str]) -> None:  # noqa: ARG001
    assert not client.visit("/history?q=this week").select(".history-found .item")
    assert "Winter garden" in client.visit("/history?q=winter").select_one(".history-found").text
