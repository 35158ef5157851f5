"""Entrants: names pasted at once, errors at their lines, late and gone entrants, given points."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.elements import Element
from tests.support.organisers import Organiser
from tests.support.pages import Visitor, read, words
from tests.support.tournament_evening import PAIRS
from tests.support.walks import walk


def typed(page: Element) -> list[str]:
    """Return the lines of the field of names."""
    found = page.select_one("#names")
    assert found is not None
    return found.text.strip().splitlines()


def test_teams_and_seeds_are_typed_with_the_names(organiser: Organiser) -> None:
    lines = ["Reds:", "Ann & Cem #2", "Bob & Dee", "Blues:", "Eva & Fay #1", ":", "Gus & Hal"]
    organiser.enter(tuple(lines))
    assert typed(organiser.page("entrants")) == lines
    page = organiser.press("Draw round 1", movement="knock-out")
    seated = [words(seat, ".name") for seat in page.select(".tournament-seat")]
    assert seated[0] == "Eva & Fay"
    assert "Ann & Cem" in seated[2:]
    organiser.press("Show it to all")
    for table in (1, 2):
        organiser.type_totals(1, table, 1345, 580)
    organiser.press("Close the round")
    page = organiser.page("")
    points = {words(line, ".name"): int(line.select(".figure")[1].words) for line in lines_of(page)}
    told = [words(line) for line in page.select("section[aria-labelledby=teams] li")]
    reds = points["Ann & Cem"] + points["Bob & Dee"]
    assert sorted(told, key=lambda line: line.split()[1]) == [
        f"{1 if points['Eva & Fay'] >= reds else 2} Blues {points['Eva & Fay']}",
        f"{1 if points['Eva & Fay'] <= reds else 2} Reds {reds}",
    ]


def test_places_in_a_mitchell_are_typed_with_the_names(organiser: Organiser) -> None:
    lines = ["Ann & Cem EW 1", "Bob & Dee NS 2 #1", "Eva & Fay EW 2", "Gus & Hal NS 1"]
    organiser.enter(tuple(lines))
    page = organiser.page("entrants")
    assert typed(page) == lines
    assert "NS 2 or EW 2 after the names" in words(page)
    page = organiser.press("Draw round 1", movement="mitchell")
    assert [words(seat, ".name") for seat in page.select(".tournament-seat")] == [
        *("Gus & Hal", "Ann & Cem"),
        *("Bob & Dee", "Eva & Fay"),
    ]


def test_a_place_in_a_mitchell_is_given_once(organiser: Organiser) -> None:
    names = "Ann & Cem NS 1\n\nBob & Dee OW 1\nEva & Fay NS 1"
    form = "main form"
    answer = organiser.browser.submit(organiser.address("entrants"), {"names": names}, form=form)
    page = read(answer, 422)
    assert words(page, "#names-error") == "Line 4: Number 1 has this start too."
    assert typed(page) == names.splitlines()
    organiser.enter(("Ann & Cem NS 1", "Bob & Dee"))
    page = read(organiser.send("Draw round 1", movement="mitchell"), 422)
    assert "Number 2 has no place in the Mitchell movement." in words(page, ".message--error")


def lines_of(page: Element) -> list[Element]:
    """Return the lines of the standing."""
    return page.select(".tournament-lines li[id]")


def test_a_table_that_is_kept_leaves_team_and_seed(organiser: Organiser) -> None:
    lines = ["Reds:", "Ann & Cem #2", "Blues:", "Bob & Dee"]
    organiser.enter(tuple(lines))
    keep = "form[action$=keep]"
    organiser.browser.submit(organiser.page("entrants"), {"keeper": "1", "table": "3"}, form=keep)
    page = organiser.page("entrants")
    assert typed(page) == lines
    organiser.enter((*lines, "Eva & Fay"))
    assert "Ann & Cem: table 3" in words(organiser.page("entrants"))


@walk(
    ("names", "faults"),
    {
        "somebody twice": (
            ["Ann & Cem", "", "Bob & Ann"],
            ["Line 3: Ann is in pair 1 too."],
        ),
        "one alone": (["Ann & Cem", "Bob"], ["Line 2: A pair has two players."]),
        "every line is looked at": (
            ["Ann, Cem, Dee", "Bob & ", "Eva & Eva"],
            [
                "Line 1: A pair has two players.",
                "Line 2: Enter a player’s name.",
                "Line 3: Eva is in pair 3 too.",
            ],
        ),
        "only one": (["Ann & Cem"], ["A tournament needs at least 2 entrants."]),
        "nobody": ([""], ["Line 1: Write the names, one line for each."]),
        "too long": (
            ["Ann & Cem", f"{'x' * 41} & Dee"],
            ["Line 2: A name has 1 to 40 characters."],
        ),
        "a team without an end": (
            [f"{'x' * 81}:", "Ann & Cem", "Bob & Dee"],
            ["Line 2: A name has 1 to 80 characters."],
        ),
        "alike": (["Ann & Cem", "Bob & ann"], ["Line 2: ann is in pair 1 too."]),
    },
)
def test_what_is_wrong_is_said_at_its_line_and_nothing_is_lost(
    organiser: Organiser, names: list[str], faults: list[str]
) -> None:
    text = "\n".join(names)
    page = read(organiser.browser.submit(organiser.address("entrants"), {"names": text}), 422)
    said = words(page, ".message--error")
    assert all(fault in said for fault in faults), said
    assert said.count("Line ") == sum(fault.startswith("Line ") for fault in faults)
    assert typed(page) == "\n".join(names).strip().splitlines()
    assert organiser.answer == "Nobody has entered yet."


def test_singles_stand_in_lines_of_their_own(app: Flask) -> None:
    gin = Organiser(app, "gin")
    gin.enter(("Ann", "Bob", "Cem & Co", "Dee"))
    assert typed(gin.page("entrants")) == ["Ann", "Bob", "Cem & Co", "Dee"]


@walk("line", ["Ann - Cem", "Ann – Cem", "Ann and Cem", "Ann e Cem", "Ann et Cem", "Ann und Cem"])
def test_partners_are_separated_as_people_write(organiser: Organiser, line: str) -> None:
    organiser.enter((line, "Jean-Luc & Tom und Jerry"))
    assert typed(organiser.page("entrants")) == ["Ann & Cem", "Jean-Luc & Tom und Jerry"]


def test_who_comes_late_plays_from_the_next_round(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1000, 900), (1000, 900))
    page = organiser.page("entrants")
    refused = read(organiser.send("Add them", page, late="Ann & Ida"), 422)
    assert words(refused, "#late-error") == "Ann is in pair 1 too."
    page = organiser.press("Add them", page, late="Ida & Jo")
    assert "Ida & Jo" in words(page)
    organiser.press("Draw round 2")
    organiser.press("Show it to all")
    assert len(organiser.seats()) == 4
    assert "Sits out:" in words(organiser.page("draw"))


def test_who_comes_late_may_sit_down_against_who_sits_out(organiser: Organiser) -> None:
    organiser.enter((*PAIRS, "Ida & Jo"))
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    late = organiser.page("entrants")
    desk = organiser.press("Add them", late, late="Kim & Lea", now="yes")
    [table] = [row for row in desk.select("main .item") if "Kim & Lea" in words(row)]
    assert words(table, "h2").startswith("Table 3 ")
    assert organiser.seats()["Kim & Lea"] == "3"
    assert "Sits out:" not in words(organiser.page("draw"))


def test_who_is_gone_is_not_drawn_and_may_come_back(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1000, 900), (1000, 900))
    page = organiser.press("They left Eva & Fay", organiser.page("entrants"))
    organiser.press("They are back Eva & Fay", page)
    organiser.press("They left Eva & Fay", organiser.page("entrants"))
    organiser.press("Draw round 2")
    organiser.press("Show it to all")
    assert "Eva & Fay" not in words(organiser.page("draw"))
    assert "Eva & Fay" in words(organiser.page(""))


@walk(
    ("changed", "field", "sentence"),
    {
        "nothing": ({"points": ""}, "points", "Write how many points, such as 2 or -2."),
        "no number": ({"points": "two"}, "points", "Write how many points, such as 2 or -2."),
        "a difference": ({"score": "x"}, "score", "Write a whole number, such as 355 or -355."),
        "a long note": ({"note": "x" * 121}, "note", "A note can have up to 120 characters."),
    },
)
def test_points_are_refused_at_their_field(
    organiser: Organiser, changed: dict[str, str], field: str, sentence: str
) -> None:
    if "4 have" not in organiser.answer and "closed" not in organiser.answer:
        organiser.enter(PAIRS)
        organiser.play_round(1, (1800, 1445), (1000, 1000))
    sent = {"points": "-2", "note": "late"} | changed
    page = read(organiser.send("Save", organiser.page("entrants"), **sent), 422)
    assert words(page, f"#{field}-error") == sentence


def test_a_penalty_counts_at_once(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1800, 1445), (1000, 1000))
    winner = words(organiser.page(""), ".tournament-lines .name")
    number = str(1 + PAIRS.index(winner))
    organiser.press(
        "Save", organiser.page("entrants"), entrant=number, points="-5", note="for the noise"
    )
    first = words(organiser.page(""), ".tournament-lines .tournament-line")
    assert winner not in first
    assert f"{winner}: −5 for the noise" in words(organiser.page("history"))
    assert f"{winner}: −5 points · for the noise" in words(organiser.page("entrants"))
    [_played, given] = organiser.page(f"?of={number}").select("[data-open] li")
    assert words(given) == "1 for the noise −5 points"


def test_somebody_keeps_a_table(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    page = organiser.page("entrants")
    organiser.press("Save", page, keeper="3", table="2")
    assert "Eva & Fay: table 2" in words(organiser.page("entrants"))
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    assert organiser.seats()["Eva & Fay"] == "2"


@pytest.mark.parametrize("field", ["keeper", "table"])
def test_a_table_that_is_none_is_refused(organiser: Organiser, field: str) -> None:
    organiser.enter(PAIRS)
    sent = {"keeper": "1", "table": "2"} | {field: "9999"}
    page = read(organiser.send("Save", organiser.page("entrants"), **sent), 422)
    assert words(page, f"#{field}-error")


def test_names_typed_meanwhile_are_kept_in_a_conflict(organiser: Organiser) -> None:
    page = organiser.page("entrants")
    organiser.enter(PAIRS)
    answer = organiser.browser.submit(page, {"names": "Kim & Lea\nMia & Nora"})
    assert typed(read(answer, 409)) == ["Kim & Lea", "Mia & Nora"]
    assert organiser.answer == "4 pairs have entered."


def test_players_are_counted_where_each_enters_alone(client: Visitor) -> None:
    page = client.visit("/tournaments/new?variant=burraco")
    form = client.submit(page, {"who": "drawn"}, form="#new-tournament")
    client.submit(client.visit(str(form.location)), {"names": "Ann\nCem\nDee\nEve"})
    assert words(client.visit("/"), ".tournament-card .lead") == "4 players have entered."
