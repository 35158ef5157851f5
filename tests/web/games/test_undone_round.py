"""An undone round need not be typed again: the form of the next round is filled with it."""

from __future__ import annotations

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.pages import Visitor, form_fields, read
from tests.support.party import FOUR
from tests.support.table import Table

HANDS = {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "Q Q 7 A", "Paul": 8}
TAKEN_BACK = "This is the round that was undone, as it was entered."


def next_round(client: Visitor, table: Table, **query: str) -> BeautifulSoup:
    return client.visit(table.address + "/rounds/new", query_string=query)


def typed(page: BeautifulSoup) -> dict[str, str]:
    """The visible fields of the form."""
    form = page.select_one("#round")
    assert form is not None
    fields = {name: values[0] for name, values in form_fields(form).items() if values}
    unseen = {"csrf_token", "version", "key", "was", "at", "afresh"}
    return {name: value for name, value in fields.items() if value and name not in unseen}


def knock_rummy(app: Flask) -> Table:
    """A game of Knock Rummy with two rounds, the second with everything that a round may have."""
    table = Table(app, "knock", FOUR)
    table.knock("Paul", Pierre=9, Jean=9, Jacques=9, Paul=1)
    table.record(
        "knock",
        "Jean",
        hands=HANDS,
        dealer="Paul",
        adjustments=[{"player": "Paul", "points": -20, "note": "looked"}],
        note="In the garden",
    )
    return table


def test_the_form_is_filled_with_the_undone_round(app: Flask, client: Visitor) -> None:
    table = knock_rummy(app)
    totals = table.totals
    table.change("undo")
    page = next_round(client, table)
    assert TAKEN_BACK in page.text
    assert typed(page) == {
        "ending": "knock:1",
        "hand-0": "KS 9D 2C",
        "hand-1": "5H",
        "hand-2": "Q Q 7 A",
        "hand-3": "=8",
        "dealer": "3",
        "adjustment-0-player": "3",
        "adjustment-0-points": "-20",
        "adjustment-0-note": "looked",
        "note": "In the garden",
    }
    assert table.rounds == 1
    assert client.submit(page, form="#round").status_code == 303
    assert table.totals == totals
    page = next_round(client, table)
    assert TAKEN_BACK not in page.text
    assert typed(page) == {}


def test_the_form_can_be_emptied(app: Flask, client: Visitor) -> None:
    table = knock_rummy(app)
    table.change("undo")
    [link] = next_round(client, table).select("#typing a[href*=afresh]")
    page = client.visit(str(link["href"]))
    assert TAKEN_BACK not in page.text
    assert typed(page) == {}
    refused = client.submit(page, {"ending": "knock:1", "hand-0": "Z"}, form="#round")
    assert refused.status_code == 422
    assert typed(read(refused)) == {"ending": "knock:1", "hand-0": "Z"}


def test_a_browser_keeps_separate_drafts_of_a_new_round_and_of_the_undone_one(
    app: Flask, client: Visitor
) -> None:
    table = knock_rummy(app)
    table.change("undo")
    again, afresh = next_round(client, table), next_round(client, table, afresh="1")
    refused = [
        read(client.submit(page, {"hand-0": "Z"}, form="#round")) for page in (again, afresh)
    ]
    drafts = [page.select("[data-game]")[0]["data-game"] for page in (again, afresh, *refused)]
    assert drafts == [f"{table.id}.again", table.id] * 2
    table.change("undo")
    assert typed(next_round(client, table))["hand-3"] == "1", "each undo brings back its own round"


def test_only_the_last_change_fills_the_form_when_it_undid_a_recording(
    app: Flask, client: Visitor
) -> None:
    table = knock_rummy(app)
    table.change("call")
    table.change("undo")
    assert typed(next_round(client, table)) == {}
    table.change("remove", number=2)
    assert typed(next_round(client, table)) == {}
    table.change("undo")
    assert typed(next_round(client, table)) == {}
    table.change("undo")
    table.change("call")
    table.change("play_on")
    assert typed(next_round(client, table)) == {}
