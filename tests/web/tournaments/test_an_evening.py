"""An evening of four pairs through the organiser's pages, played on paper."""

from __future__ import annotations

from tests.support.elements import Element
from tests.support.halls import PAIRS, Hall
from tests.support.pages import words


def lines(page: Element) -> list[str]:
    """The lines of the standing: place, names, points and the tie-break."""
    return [words(line) for line in page.select(".tournament-lines summary")]


def test_an_evening_from_the_names_to_the_standing(hall: Hall) -> None:
    desk = hall.enter(PAIRS)
    assert words(desk, ".tournament-answer") == "4 have entered."
    hall.press("Draw round 1")
    assert hall.answer == "Round 1 of 2 Only organisers see this draw."
    hall.press("Show it to all")
    assert hall.answer == "Round 1 of 2 2 of 2 tables are not done: 1, 2."
    hall.type_totals(1, 1, 1800, 1445)
    assert hall.answer == "Round 1 of 2 1 of 2 tables is not done: 2."
    hall.type_totals(1, 2, 1600, 1500)
    assert hall.answer == "Round 1 of 2 All tables are done."
    hall.press("Close the round")
    page = hall.page("")
    assert "After round 1 of 2" in words(page, ".tournament-answer")
    assert [line.split()[-2:] for line in lines(page)] == [
        ["14", "+355"],
        ["11", "+100"],
        ["9", "−100"],
        ["6", "−355"],
    ]
    hall.press("Draw round 2")
    hall.press("Show it to all")
    hall.type_totals(2, 1, 1200, 1400)
    hall.type_totals(2, 2, 1700, 1195)
    hall.press("Close the round")
    hall.press("End the tournament")
    assert "with" in words(hall.page(""), ".tournament-answer")
