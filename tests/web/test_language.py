"""The language of the pages: its switch, and its dates and times of day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from flask import Flask

from scorekeeper.evenings import zone
from scorekeeper.languages import LANGUAGES, Language
from scorekeeper.web.shell.translation import clock_text, day_text, greeting, moment_text
from tests.support.pages import Visitor, words
from tests.support.party import Party
from tests.support.walks import walk


@walk(
    ("asked", "spoken"),
    [
        ("fr", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("fr;q=0, nl", "en"),
        ("en-GB", "en"),
        ("ja, nl", "en"),
        ("", "en"),
    ],
)
def test_the_pages_speak_the_browsers_language_or_english(
    client: Visitor, asked: str, spoken: str
) -> None:
    headers = {"Accept-Language": asked}
    assert client.visit("/", headers=headers).select_one("html")["lang"] == spoken
    assert client.get("/no/such/page", headers=headers).text.count("Introuvable") == (
        2 if spoken == "fr" else 0
    )


def test_a_page_is_written_in_the_direction_of_its_language(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, "ar", Language(name="العربية"))
    for language, direction in (("fr", "ltr"), ("ar", "rtl")):
        page = client.visit("/", headers={"Accept-Language": language})
        assert page.select_one("html")["dir"] == direction


def test_the_switch_leads_back_to_the_page_and_is_remembered(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    answer = client.submit(page, form="form.languages", button="[value=fr]")
    assert (answer.status_code, answer.location) == (303, "/judge?variant=gin")
    page = client.visit(answer.location, headers={"Accept-Language": "en"})
    assert page.select_one("html")["lang"] == "fr"
    assert "L’arbitre" in words(page)
    assert [button.text for button in page.select("form.languages [lang=en]")] == ["English"]
    english = client.press(page, form="form.languages", button="[value=en]")
    assert english.select_one("html")["lang"] == "en"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://example.org/",
        "//example.org/",
        "////example.org/",
        "/\\example.org",
        "javascript:alert(1)",
        "//[",
        "http://[",
        "//a\uff0fb",
        "/a\nLocation: x",
        "",
    ],
)
def test_the_switch_never_leads_elsewhere(client: Visitor, elsewhere: str) -> None:
    answer = client.submit("/", {"next": elsewhere}, form="form.languages", button="[value=fr]")
    assert answer.location == "/"


@walk("language", ["xx", "", None])
def test_a_language_that_is_not_spoken_is_refused(client: Visitor, language: str | None) -> None:
    answer = client.submit("/", {"language": language}, form="form.languages")
    assert answer.status_code == 400
    assert client.visit("/").select_one("html")["lang"] == "en"


def test_a_hand_that_is_in_is_said_with_the_space_before_the_colon(app: Flask) -> None:
    party = Party(app)
    party.choose(shows_at_once=True)
    party.announce()
    party.enter("Paul", "QH JH")
    headers = {"Accept-Language": "fr"}
    page = party.phones["Jean"].visit(party.address, headers=headers)
    [state] = page.select(".sheet-progress__in")
    assert state.text == "reçue\u00a0: D de cœur, V de cœur"


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
    ("language", "day", "form", "words"),
    [
        ("fr", 1, "medium", "1er nov. 2026"),
        ("fr", 1, "full", "dimanche 1er novembre 2026"),
        ("fr", 1, "yMMM", "nov. 2026"),
        ("fr", 2, "medium", "2 nov. 2026"),
        ("fr", 11, "MMMMd", "11 novembre"),
        ("it", 1, "medium", "1º nov 2026"),
        ("it", 1, "full", "domenica 1º novembre 2026"),
        ("it", 11, "MMMMd", "11 novembre"),
        ("en", 1, "medium", "1 Nov 2026"),
        ("en", 1, "long", "1 November 2026"),
        ("en", 1, "full", "Sunday, 1 November 2026"),
        ("en", 11, "MMMMd", "11 November"),
        ("en", 11, "MMMEd", "Wed 11 Nov"),
    ],
)
def test_a_day_is_written_as_the_language_does(
    app: Flask, language: str, day: int, form: str, words: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert day_text(date(2026, 11, day), form) == words


def test_a_moment_has_the_day_that_it_is_at_the_table(app: Flask) -> None:
    moment = datetime(2026, 10, 31, 23, 30, tzinfo=UTC)
    page = "{{ day | dateformat('MMMMd') }}, {{ moment | dateformat('MMMMd') }}"
    template = app.jinja_env.from_string(page)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert moment_text(moment, "medium") == "1 Nov 2026, 00:30"
        assert clock_text(moment) == "00:30"
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert moment_text(moment, "MMMEd") == "dim. 1er nov., 0\u00a0h\u00a030"
        assert clock_text(moment) == "0\u00a0h\u00a030"
        assert template.render(day=moment.date(), moment=moment) == "31 octobre, 1er novembre"
