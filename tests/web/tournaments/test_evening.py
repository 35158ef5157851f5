"""The setup of an evening changes while it is played: its name, day, place and clock."""

from __future__ import annotations

from tests.support.organisers import Organiser
from tests.support.pages import read, words
from tests.support.tournament_evening import PAIRS
from tests.support.walks import walk

FORM = "form[action$=evening]"


def test_the_name_and_the_clock_change_while_a_round_is_played(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    assert organiser.answer.startswith("Round 1 of 2 ")
    fields = {"name": "Saturday", "planned": "3", "minutes": "50", "at_the_clock": "void"}
    answer = organiser.browser.submit(organiser.page("evening"), fields, form=FORM)
    assert answer.location == organiser.address("desk")
    assert words(organiser.page("desk"), "h1") == "Saturday"
    assert organiser.answer.startswith("Round 1 of 3 ")
    organiser.press("Start the clock")
    assert "50 minutes left When the time is up: Stop." in words(organiser.page("clock"))
    page = organiser.page("evening")
    kept = {field["name"]: field["value"] for field in page.select("main .input[value]")}
    assert kept.pop("played_on")
    assert kept == {"name": "Saturday", "place": "", "planned": "3", "minutes": "50"}
    assert words(page, "#at_the_clock label:has([checked])") == "The hand does not count"


@walk(
    ("field", "typed", "sentence"),
    [
        ("name", "  ", "Give the tournament a name."),
        ("played_on", "2026-02-30", "That date does not exist."),
        ("played_on", "", "Choose the day it is played."),
        ("minutes", "many", "Write a whole number from 0 to"),
        ("planned", "1.5", "Write a whole number from 0 to"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    organiser: Organiser, field: str, typed: str, sentence: str
) -> None:
    answer = organiser.browser.submit(organiser.page("evening"), {field: typed}, form=FORM)
    page = read(answer, 422)
    assert words(page, f"#{field}-error").startswith(sentence)
    assert [one["name"] for one in page.select("[autofocus]")] == [field]
    assert page.select(".message--error") == []
    assert words(organiser.page("desk"), "h1") == "Friday"


def test_two_organisers_change_it_at_once(organiser: Organiser) -> None:
    page = organiser.page("evening")
    organiser.browser.submit(page, {"name": "Saturday"}, form=FORM)
    stale = organiser.browser.submit(page, {"name": "Sunday", "key": "b" * 22}, form=FORM)
    page = read(stale, 409)
    assert words(page, ".message--error").startswith("Somebody changed this tournament")
    assert words(organiser.page("desk"), "h1") == "Saturday"
