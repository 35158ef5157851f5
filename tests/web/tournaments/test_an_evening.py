"""An evening of four pairs through the organiser’s pages, played on paper."""

from __future__ import annotations

from tests.support.elements import Element
from tests.support.organisers import Organiser
from tests.support.pages import words
from tests.support.tournament_evening import PAIRS


def lines(page: Element) -> list[list[str]]:
    """Return the points and the tie-break of each line of the standing."""
    return [words(line).split()[-2:] for line in page.select(".tournament-lines .tournament-line")]


def test_an_evening_from_the_names_to_the_winner(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    assert organiser.answer == "4 pairs have entered."
    organiser.press("Draw round 1")
    assert organiser.answer == "Round 1 of 2 Only organisers see this draw."
    organiser.press("Show it to all")
    assert organiser.answer == "Round 1 of 2 2 of 2 tables are not done: 1, 2."
    organiser.type_totals(1, 1, 1800, 1445)
    assert organiser.answer == "Round 1 of 2 1 of 2 tables is not done: 2."
    organiser.type_totals(1, 2, 1600, 1500)
    assert organiser.answer == "Round 1 of 2 All tables are done."
    organiser.press("Close the round")
    page = organiser.page("")
    assert words(page, ".tournament-answer").startswith("After round 1 of 2: ")
    assert lines(page) == [["14", "+355"], ["11", "+100"], ["9", "−100"], ["6", "−355"]]
    organiser.play_round(2, (1600, 1400), (1700, 1195))
    organiser.press("End the tournament")
    assert words(organiser.page(""), ".tournament-answer").endswith(" win with 26.")
    assert organiser.answer == "Round 2 of 2 The tournament is over."
    forms = {form["action"].rsplit("/", 1)[1] for form in organiser.page("entrants").select("form")}
    assert "adjust" in forms
    assert forms.isdisjoint({"late", "gone"})


def test_a_clock_is_started_before_the_round_is_closed(organiser: Organiser) -> None:
    timed = Organiser(organiser.app, minutes="50")
    timed.enter(PAIRS)
    timed.press("Draw round 1")
    timed.press("Show it to all")
    timed.press("Start the clock")
    assert "2 of 2 tables are not done" in timed.answer
    assert [words(button) for button in timed.page("desk").select(".actions button")] == [
        "Close the round"
    ]
