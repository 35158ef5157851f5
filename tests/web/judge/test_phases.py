"""The judge’s desk of a game with phases knows each player’s phase."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.rummy.hand import PHASE
from tests.support.disputes import words
from tests.support.pages import Visitor, link_named, read
from tests.support.table import Table
from tests.support.walks import walk

THREE = ("Nina", "Max", "Lou")
"""The players. After two rounds Nina has laid down two phases, Max one, and Lou none."""


def laid(phase: bool | int, left: int) -> dict[str, Any]:
    """Return a hand with this phase and this many points left."""
    return {PHASE: phase, "left": left}


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of three players, each on another phase."""
    table = Table(app, "phase-10", THREE)
    table.record("out", "Nina", hands={"Max": laid(True, 40), "Lou": laid(False, 75)})
    table.record("out", "Nina", hands={"Max": laid(False, 60), "Lou": laid(False, 80)})
    return table


def test_the_desk_takes_everybody_for_the_phase_they_are_on(client: Visitor, table: Table) -> None:
    page = client.visit(f"/judge?game={table.id}")
    typed = [page.select_one(f"#phases-{seat}")["value"] for seat in range(3)]
    assert typed == ["2", "1", ""]
    asked = [chip.text for chip in page.select(".chip__face") if chip.text.startswith("Phase ")]
    assert asked == ["Phase 3", "Phase 2", "Phase 1"]


@walk(
    ("phases", "then"),
    {
        "the last phase is laid down": ("9", "Nina wins the game"),
        "an earlier one": ("8", "After this round"),
    },
)
def test_who_lays_down_the_last_phase_wins(client: Visitor, phases: str, then: str) -> None:
    hands = {"hand-1": "40 phase:yes", "ending": "out:0", "name-0": "Nina"}
    query = {"variant": "phase-10", "total-1": "60", "phases-0": phases} | hands
    page = read(client.get("/judge", query_string=query, follow_redirects=True))
    assert words(page, "#then") == then


@walk(
    ("phases", "seat", "text"),
    {
        "too many": ("11", 0, "This must be 0 to 10 phases."),
        "no number": ("x", 1, "This must be 0 to 10 phases."),
        "two numbers": ("1 2", 2, "This must be 0 to 10 phases."),
        "all of them": (
            "10",
            0,
            "With these phases the game was already over before this round.",
        ),
    },
)
def test_phases_that_cannot_be_are_refused_at_their_field(
    client: Visitor, phases: str, seat: int, text: str
) -> None:
    query = {"variant": "phase-10", "players": "3", f"phases-{seat}": phases}
    page = read(client.get("/judge", query_string=query), 422)
    assert words(page, f"#phases-{seat}-error") == text


def test_players_who_are_level_with_every_phase_play_the_last_one_again(client: Visitor) -> None:
    query = {"variant": "phase-10", "phases-0": "10", "phases-1": "10"}
    query |= {"total-0": "50", "total-1": "50", "ending": "out:1", "hand-0": "5"}
    page = read(client.get("/judge", query_string=query, follow_redirects=True))
    assert words(page, "#then") == "Bob wins the game"


def test_where_players_choose_their_phases_they_are_listed(app: Flask, client: Visitor) -> None:
    table = Table(app, "phase-10", THREE, order="any")
    hands = {"Nina": {PHASE: 4}, "Max": laid(7, 40), "Lou": laid(False, 75)}
    table.record("out", "Nina", hands=hands)
    hands = {"Nina": {PHASE: 1}, "Max": laid(2, 40), "Lou": laid(False, 75)}
    table.record("out", "Nina", hands=hands)
    page = client.visit(f"/judge?game={table.id}")
    typed = [page.select_one(f"#phases-{seat}")["value"] for seat in range(3)]
    assert typed == ["1 4", "2 7", ""]
    query = {"variant": "phase-10", "rules-order": "any", "phases-0": "1 11"}
    page = read(client.get("/judge", query_string=query), 422)
    assert words(page, "#phases-0-error") == "These are numbers from 1 to 10, such as 1 4 7."


def test_is_this_my_phase_names_who_is_on_which(client: Visitor, table: Table) -> None:
    link = link_named(client.visit(table.address), "Is this my phase?")
    page = client.visit(str(link["href"]))
    options = [" ".join(option.text.split()) for option in page.select("#phase option")]
    assert [option for option in options if "(" in option] == [
        "1: 2 sets of 3 (Lou)",
        "2: set of 3, run of 4 (Max)",
        "3: set of 4, run of 4 (Nina)",
    ]
    table.record("out", "Lou", hands={"Nina": laid(False, 60), "Max": laid(False, 60)})
    page = client.visit(str(link["href"]))
    assert page.select_one("#phase option[selected]")["value"] == "2"
