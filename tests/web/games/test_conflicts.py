"""Two phones at one game: an outdated form gets the current sheet, and typed text is kept."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table

TYPED = {
    "ending": "knock:0",
    "hand-0": "3S",
    "hand-1": "K 9",
    "hand-2": "11",
    "hand-3": "A",
    "note": "Mine",
    "adjustment-0-player": "2",
    "adjustment-0-points": "-5",
}


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


def values(page: Element) -> dict[str, str]:
    """Return the texts typed in the round form."""
    return {
        str(field["name"]): str(field.get("value", "")) for field in page.select("#round input")
    }


def meanwhile(table: Table) -> None:
    """Record a round by Paul on his phone."""
    table.knock("Jean", entered_by="Paul", Pierre="KS 9D 2C", Jean="5H", Jacques=28, Paul=8)


def test_a_stale_round_that_is_also_wrong_does_not_become_the_next_one_unseen(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/new")
    meanwhile(table)
    page = read(client.submit(form, TYPED | {"hand-1": "Z"}, form="#round"), 409)
    assert "Round 1 recorded, by Paul" in words(page, "main [role=alert]")
    assert values(page)["hand-1"] == "Z"
    wrong = read(client.submit(page, form="#round"), 422)
    assert wrong.select(".field--wrong #hand-1, #hand-1[aria-invalid]")


def test_a_stale_round_shows_what_was_recorded_meanwhile_and_all_that_was_typed(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/new")
    meanwhile(table)
    page = read(client.submit(form, TYPED, form="#round"), 409)
    news = words(page, "main [role=alert]")
    assert "Round 1 recorded, by Paul" in news
    assert "+42" in words(page, ".sheet-table")
    assert values(page)["hand-0"] == "3S"
    assert values(page)["adjustment-0-points"] == "-5"
    assert words(page, "#note") == "Mine"
    assert table.rounds == 1
    assert words(page, "[data-submit]") == "Record as round 2"
    assert words(page, ".pad-dock a") == "Discard"
    assert client.submit(page, form="#round").status_code == 303
    assert table.rounds == 2


def test_a_stale_correction_is_not_recorded_over_another(client: Visitor, table: Table) -> None:
    meanwhile(table)
    form = client.visit(table.address + "/rounds/1/edit")
    meanwhile(table)
    page = read(client.submit(form, {"hand-0": "A"}, form="#round"), 409)
    assert "Your correction was not recorded." in words(page, "main [role=alert]")
    assert values(page)["hand-0"] == "A"
    assert client.submit(page, form="#round").status_code == 303
    assert table.totals == (48, 42, 0, 0)


def test_a_stale_correction_of_the_last_round_does_not_become_a_new_one(
    client: Visitor, table: Table
) -> None:
    meanwhile(table)
    form = client.visit(table.address + "/rounds/1/edit")
    table.adjust("Jean", 5)
    page = read(client.submit(form, {"hand-0": "A"}, form="#round"), 409)
    assert page.select_one("#round")["action"] == table.address + "/rounds/1"
    assert client.submit(page, form="#round").status_code == 303
    assert table.rounds == 1


def test_a_correction_of_a_round_that_was_removed_meanwhile_is_not_lost(
    client: Visitor, table: Table
) -> None:
    meanwhile(table)
    meanwhile(table)
    form = client.visit(table.address + "/rounds/1/edit")
    table.change("remove", place=2)
    answer = client.submit(form, {"hand-0": "A"}, form="#round")
    assert "Round 2 removed" in words(read(answer, 409), "main [role=alert]")
    assert values(read(answer))["hand-0"] == "A"


def test_a_round_for_a_game_that_ended_meanwhile_cannot_be_added_but_is_shown(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    table.record("gin", "Bob", hands={"Ann": 90})
    page = read(client.submit(form, {"ending": "gin:0", "hand-1": "K Q"}, form="#round"), 409)
    assert "The game is over now" in words(page, "main [role=alert]")
    assert values(page)["hand-1"] == "K Q"
    assert not page.select("[data-submit]")


def test_htmx_gets_the_fresh_sheet_and_the_form_alone(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/rounds/new")
    meanwhile(table)
    answer = client.submit(form, TYPED, form="#round", headers=HTMX)
    assert not read(answer, 409).select("html")
    assert words(read(answer), "#typing .sheet-table")


def test_a_stale_undo_removal_or_call_does_nothing(client: Visitor, table: Table) -> None:
    meanwhile(table)
    page, asks = client.visit(table.address), ".actions form"
    removal = client.visit(table.address + "/rounds/1/remove")
    calling = client.visit(table.address + "/call")
    meanwhile(table)
    answer = client.submit(page, form=".undo")
    assert "Somebody else has just changed this game" in words(
        read(answer, 409), "main [role=alert]"
    )
    assert client.submit(removal, form=asks).status_code == 409
    assert client.submit(calling, form=asks).status_code == 409
    assert table.rounds == 2


def test_a_form_sent_again_with_other_cards_is_a_conflict(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/rounds/new")
    assert client.submit(form, TYPED, form="#round").status_code == 303
    answer = client.submit(form, TYPED | {"hand-1": "K Q J"}, form="#round")
    assert values(read(answer, 409))["hand-1"] == "K Q J"
    assert client.submit(form, TYPED, form="#round").status_code == 303
    assert table.rounds == 1
