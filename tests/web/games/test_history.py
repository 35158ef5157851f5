"""The history of a game: its changes, undo and redo. An undone round fills in the next form."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, form_fields, news_of, read, words
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


def titles(page: Element) -> list[str]:
    """Return the headings of the history, newest first."""
    return [words(title) for title in page.select(".trail h2")]


def undo(client: Visitor, table: Table) -> Element:
    """Press Undo on the sheet, and return the page that follows."""
    response = client.submit(table.address, form=".undo")
    assert response.status_code == 303
    return client.visit(response.headers["Location"])


@pytest.mark.parametrize("older", ["-1", "2147483648", "9" * 30])
def test_there_are_no_changes_older_than_an_impossible_one(
    client: Visitor, table: Table, older: str
) -> None:
    assert client.get(f"{table.address}/trail?older={older}").status_code == 404


def test_every_change_is_in_the_history(client: Visitor, table: Table) -> None:
    table.knock("Ann", entered_by="Bob", Ann=3, Bob=11)
    table.change("call")
    table.change("play_on")
    table.change("remove", place=1)
    page = client.visit(table.address + "/trail")
    assert titles(page) == [
        "Round 1 removed",
        "Game resumed",
        "Game ended early",
        "Round 1 recorded",
        "Game started",
    ]
    recorded = page.select(".trail > li")[3].words
    assert "by Bob" in recorded
    assert "11 points" in recorded


def test_a_correction_shows_only_the_round_that_changed_before_and_after(
    client: Visitor, table: Table
) -> None:
    for _round in range(3):
        table.knock("Ann", Ann="3", Bob="K A")
    form = client.visit(table.address + "/rounds/2/edit")
    client.submit(form, {"hand-1": "Q 9", "entered_by": "Ann"}, form="#round")
    entry = client.visit(table.address + "/trail").select_one(".trail > li")
    text = words(entry)
    assert "Round 2 corrected" in text
    assert "by Ann" in text
    assert text.index("Before") < text.index("K, A") < text.index("After") < text.index("Q, 9")
    assert "Round 3" not in text
    assert [words(marked) for marked in entry.select("mark")] == ["K, A", "Q, 9"]


def test_changes_are_taken_back_one_after_the_other(client: Visitor, table: Table) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.knock("Ann", Ann=3, Bob=11)
    table.change("remove", place=1)
    table.change("call")
    client.submit(table.address, form="#sheet-actions form")
    assert "Ending early undone" in news_of(client.visit(table.address))
    undo(client, table)
    assert table.rounds == 2
    undo(client, table)
    page = undo(client, table)
    assert table.rounds == 0
    assert not page.select(".undo")
    trail = client.visit(table.address + "/trail")
    assert titles(trail)[0] == "Round 1 undone"
    assert titles(trail)[-2] == "Round 1 recorded since undone"


def test_undone_changes_are_redone_one_after_the_other(client: Visitor, table: Table) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.knock("Ann", Ann=3, Bob=11)
    page = client.visit(table.address)
    assert not page.select(".redo")
    for _tap in range(2):
        assert client.submit(page, form=".undo").status_code == 303
    assert table.rounds == 1, "the same change is undone once"
    page = undo(client, table)
    assert not page.select(".undo")
    assert words(page, ".redo") == "Restore round 1"
    page = client.press(page, form=".redo")
    assert "Round 1 restored" in news_of(page)
    assert [words(page, step) for step in (".undo", ".redo")] == [
        "Undo round 1",
        "Restore round 2",
    ]
    client.submit(table.address + "/trail", form=".redo")
    assert table.rounds == 2
    trail = client.visit(table.address + "/trail")
    assert not trail.select(".redo")
    assert titles(trail) == [
        "Round 2 restored",
        "Round 1 restored",
        "Round 1 undone since redone",
        "Round 2 undone since redone",
        "Round 2 recorded",
        "Round 1 recorded",
        "Game started",
    ]


def test_the_message_of_an_undo_has_the_button_that_takes_it_back(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    said = news_of(undo(client, table))
    assert said == "Round 1 undone. Restore round 1"
    [button] = client.visit(table.address).select(".redo")
    assert not button.closest("#messages"), "the message is shown once"
    page = client.visit(table.address)
    undo_again = client.press(page, form=".redo")
    assert news_of(undo_again) == "Round 1 restored."
    page = undo(client, table)
    table.record("void")
    stale = client.submit(page, form=".redo")
    assert stale.status_code == 409
    assert "Somebody else has just changed this game" in stale.text
    assert table.rounds == 1


def test_removing_one_of_two_equal_rounds_names_the_right_one(
    client: Visitor, table: Table
) -> None:
    for _round in range(3):
        table.knock("Ann", Ann=3, Bob=11)
    table.change("remove", place=1)
    entry = words(client.visit(table.address + "/trail"), ".trail > li")
    assert "Removed from the sheet Round 1" in entry


def test_every_change_and_its_undo_have_good_french(client: Visitor, table: Table) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    french = {"Accept-Language": "fr"}
    changed = [
        ("undo", {}),
        ("record", {"ending": "void"}),
        ("remove", {"place": 1}),
        ("undo", {}),
        ("call", {}),
        ("play_on", {}),
        ("undo", {}),
        ("undo", {}),
        ("redo", {}),
        ("redo", {}),
        ("undo", {}),
    ]
    buttons = []
    for name, more in changed:
        page = client.visit(table.address + "/trail", headers=french)
        buttons += [words(page, f".{name}")] if name in ("undo", "redo") else []
        table.record(**more) if name == "record" else table.change(name, **more)
    assert buttons == [
        "Annuler la manche 1",
        "Remettre la manche 1",
        "Annuler la reprise",
        "Annuler l’arrêt de la partie",
        "Arrêter la partie à nouveau",
        "Reprendre la partie à nouveau",
        "Annuler la reprise",
    ]
    trail = client.visit(table.address + "/trail", headers=french)
    assert titles(trail) == [
        "Reprise de la partie annulée",
        "Partie reprise à nouveau (puis annulation)",
        "Partie arrêtée à nouveau",
        "Arrêt de la partie annulé (puis rétablissement)",
        "Reprise de la partie annulée",
        "Partie reprise (puis annulation)",
        "Partie arrêtée",
        "Manche 1 remise",
        "Manche 1 retirée (puis annulation)",
        "Manche 1 notée",
        "Manche 1 annulée",
        "Manche 1 notée (puis annulation)",
        "Partie commencée",
    ]


def test_a_long_history_is_shown_by_pages(app: Flask, client: Visitor) -> None:
    table = Table(app, target=0)
    for _again in range(26):
        table.knock("Ann", Ann=3, Bob=11)
        table.change("undo")
    table.change("redo")
    page, seen = client.visit(table.address + "/trail"), []
    assert not page.select(".pages a:not([rel])")
    while older := page.select_one("[rel=next]"):
        seen += titles(page)
        page = client.visit(older["href"])
    assert page.select_one(".pages a")["href"] == table.address + "/trail"
    seen += titles(page)
    assert len(seen) == 1 + 26 * 2 + 1
    assert seen[:3] == [
        "Round 1 restored",
        "Round 1 undone since redone",
        "Round 1 recorded",
    ]
    assert seen[3:-1] == ["Round 1 undone", "Round 1 recorded since undone"] * 25
    assert seen[-1] == "Game started"


HANDS = {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "Q Q 7 A", "Paul": 8}
TAKEN_BACK = "This is the round that was undone, as it was entered."


def next_round(client: Visitor, table: Table, **query: str) -> Element:
    return client.visit(table.address + "/rounds/new", query_string=query)


def typed(page: Element) -> dict[str, str]:
    """Return the visible fields of the form."""
    form = page.select_one("#round")
    fields = {name: values[0] for name, values in form_fields(form).items() if values}
    unseen = {"csrf_token", "version", "key", "was", "at", "afresh"}
    return {name: value for name, value in fields.items() if value and name not in unseen}


@pytest.fixture
def two(app: Flask) -> Table:
    """A game of Knock Rummy with two rounds, the second with every fact that a round can have."""
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


def test_the_form_is_filled_with_the_undone_round(client: Visitor, two: Table) -> None:
    totals = two.totals
    two.change("undo")
    page = next_round(client, two)
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
    assert two.rounds == 1
    assert client.submit(page, form="#round").status_code == 303
    assert two.totals == totals
    page = next_round(client, two)
    assert TAKEN_BACK not in page.text
    assert typed(page) == {}


def test_the_form_can_be_emptied(client: Visitor, two: Table) -> None:
    two.change("undo")
    [link] = next_round(client, two).select("#typing a[href*=afresh]")
    page = client.visit(str(link["href"]))
    assert TAKEN_BACK not in page.text
    assert typed(page) == {}
    refused = client.submit(page, {"ending": "knock:1", "hand-0": "Z"}, form="#round")
    assert typed(read(refused, 422)) == {"ending": "knock:1", "hand-0": "Z"}


def test_a_browser_keeps_separate_drafts_of_a_new_round_and_of_the_undone_one(
    client: Visitor, two: Table
) -> None:
    two.change("undo")
    again, afresh = next_round(client, two), next_round(client, two, afresh="1")
    refused = [
        read(client.submit(page, {"hand-0": "Z"}, form="#round")) for page in (again, afresh)
    ]
    drafts = [page.select("[data-game]")[0]["data-game"] for page in (again, afresh, *refused)]
    assert drafts == [f"{two.id}.again", two.id] * 2
    two.change("undo")
    assert typed(next_round(client, two))["hand-3"] == "1", "each undo brings back its own round"


def test_only_the_last_change_fills_the_form_when_it_undid_a_recording(
    client: Visitor, two: Table
) -> None:
    two.change("call")
    two.change("undo")
    assert typed(next_round(client, two)) == {}
    two.change("remove", place=2)
    assert typed(next_round(client, two)) == {}
    two.change("undo")
    assert typed(next_round(client, two)) == {}
    two.change("undo")
    two.change("call")
    two.change("play_on")
    assert typed(next_round(client, two)) == {}
