"""Between two rounds: a player leaves, joins or comes back, each on a separate page."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
HANDS = {"Ann": 40, "Bob": 70, "Cem": 20}


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Basic Rummy for four. Dee went out in round 1."""
    table = Table(app, "basic", FOUR, "penalty")
    table.record("out", "Dee", hands=HANDS)
    return table


def leave(client: Visitor, table: Table, seat: int) -> None:
    """Tap a face, then the button."""
    page = client.visit(f"{table.address}/between/leave?seat={seat}")
    client.submit(page, form="[action$='/between/leave']")


def join(client: Visitor, table: Table, name: str, points: str = "") -> None:
    """Add a player with these points, or with the average."""
    page = client.visit(table.address + "/between/join")
    client.submit(page, {"name": name, "typed": points}, form="#joining")


def bands(client: Visitor, table: Table) -> str:
    """Return the sheet’s lines between rounds."""
    found = client.visit(table.address).select(".sheet-band__way")
    return " ".join(words(band) for band in found)


def test_two_taps_let_somebody_leave(client: Visitor, table: Table) -> None:
    asked = client.visit(table.address + "/between/leave?seat=1")
    means = words(asked, ".between-means")
    assert "Bob leaves with 70" in means
    assert "Bob cannot win any more." in means
    assert "3 players go on" in words(asked, "main")
    answer = client.press(asked, button="form[action$='/between/leave'] button")
    assert "Bob leaves." in news_of(answer)
    page = client.visit(table.address)
    assert "Bob left with 70" in words(page, ".sheet-band__way")
    assert "Bob left with 70" in words(page, ".board-row--out")
    assert "3 of 4 still playing" in words(page, ".sheet-deal")


@walk("seat", ["", "x", "-1", "9"])
def test_who_leaves_has_to_be_a_player_of_this_game(
    client: Visitor, table: Table, seat: str
) -> None:
    page = client.visit(f"{table.address}/between/leave?seat=1")
    form = "[action$='/between/leave']"
    again = read(client.submit(page, {"seat": seat}, form=form), 422)
    assert "Choose a player." in words(again, "main")
    assert "left" not in bands(client, table)


def test_a_printed_sheet_says_who_left(client: Visitor, table: Table) -> None:
    leave(client, table, 1)
    printed = client.visit(table.address).select(".print-head__players li")
    assert [words(player).split() for player in printed] == [
        ["D", "Dee", "0"],
        ["C", "Cem", "20"],
        ["A", "Ann", "40"],
        ["B", "Bob", "70", "left", "the", "game"],
    ]


def test_who_left_ends_no_round_and_deals_none(client: Visitor, table: Table) -> None:
    leave(client, table, 1)
    page = client.visit(table.address)
    endings = [choice["value"] for choice in page.select("#sheet-actions [name='ending']")]
    assert not [ending for ending in endings if ending.endswith(":1")]
    assert "Cem, deals" in words(page, ".board")


def test_somebody_new_joins_with_the_average(client: Visitor, table: Table) -> None:
    leave(client, table, 1)
    page = client.visit(table.address + "/between/join")
    offered = words(page, ".between-ways")
    assert "The average of 40, 20 and 0 20" in offered
    assert "Same as last place Ann 40" in offered
    answer = client.press(page, {"name": "Eve"}, button="[form='joining']")
    assert "Eve joins with 20." in news_of(answer)
    assert table.totals == (40, 70, 20, 0, 20)


def test_a_joiner_may_get_any_number_of_points(client: Visitor, table: Table) -> None:
    join(client, table, "Eve", "−7")
    assert table.totals == (40, 70, 20, 0, -7)


@walk(
    ("typed", "told", "place"),
    [
        ({}, "Choose who joins.", "#player-error"),
        ({"name": "Eve", "typed": "many"}, "whole number of points", "#points-error"),
        ({"name": "Eve", "typed": "100"}, "the game goes to 100", ".message--error"),
        ({"name": "Ann"}, "Two players cannot both be", "#player-error"),
        ({"name": "\u200b"}, "name", "#player-error"),
    ],
)
def test_a_wrong_joiner_is_refused_where_it_was_typed_and_what_was_typed_comes_back(
    client: Visitor, table: Table, typed: dict[str, str], told: str, place: str
) -> None:
    page = client.visit(table.address + "/between/join")
    again = read(client.submit(page, typed, form="#joining"), 422)
    assert told in words(again, place)
    for name, text in typed.items():
        assert again.select(f"[name={name}]")[0]["value"] == text
    assert table.totals == (40, 70, 20, 0)


def test_where_too_few_would_be_left_the_game_is_ended_instead(
    client: Visitor, table: Table
) -> None:
    leave(client, table, 0)
    leave(client, table, 1)
    page = client.visit(table.address + "/between/leave?seat=2")
    assert "Only 1 would be left: end the game instead." in words(page, "main")
    assert not page.select("[action$='/between/leave']")
    assert "End the game" in words(page, ".actions")


def test_who_left_comes_back_from_the_board(client: Visitor, table: Table) -> None:
    leave(client, table, 1)
    client.submit(client.visit(table.address), form="[action$='/between/return']", button="button")
    assert "Bob came back with 70" in bands(client, table)
    assert not client.visit(table.address).select(".board-row--out")


def test_an_entry_is_corrected_on_its_own_page(client: Visitor, table: Table) -> None:
    join(client, table, "Eve", "10")
    page = client.visit(table.address + "/between/2")
    client.submit(page, {"points-0": "25", "note": "came at nine"}, form="#correcting")
    assert table.totals == (40, 70, 20, 0, 25)
    assert "Eve joined with 25 came at nine" in bands(client, table)
    again = read(client.submit(page, {"points-0": "x"}, form="#correcting"), 422)
    assert "whole number" in words(again, "main")


def test_a_correction_that_changes_nothing_can_be_undone(client: Visitor, table: Table) -> None:
    table.adjust("Bob", 5)
    client.submit(table.address + "/between/2", form="#correcting")
    assert words(client.visit(table.address), ".undo").startswith("Undo the correction: Bob +5")
    assert "Corrected: ±0" in words(client.visit(table.address + "/trail"))
    client.submit(table.address, form=".undo")
    assert "Correct again: Bob +5" in words(client.visit(table.address + "/trail"))


def test_an_entry_is_taken_off_and_undone(client: Visitor, table: Table) -> None:
    leave(client, table, 1)
    asked = client.visit(table.address + "/between/2/remove")
    client.submit(asked, form="[action$='/between/2/remove']")
    assert bands(client, table) == ""
    page = client.visit(table.address)
    assert "Restore: Bob leaves" in words(page, "#sheet-more")
    client.submit(page, form=".undo")
    assert "Bob left with 70" in bands(client, table)


def test_who_plays_on_is_not_taken_off(client: Visitor, table: Table) -> None:
    join(client, table, "Eve", "10")
    table.record("out", "Dee", hands=HANDS | {"Eve": 5})
    asked = read(client.get(table.address + "/between/2/remove"), 422)
    assert "Eve has later entries." in words(asked, "main")
    assert not asked.select("[action$='/between/2/remove']")


def test_undo_and_redo_of_a_joining_lead_there_and_back(client: Visitor, table: Table) -> None:
    join(client, table, "Eve", "10")
    page = client.visit(table.address)
    assert "Eve joined with 10 Undo" in words(page, "#sheet-last")
    client.submit(page, form=".undo")
    assert table.totals == (40, 70, 20, 0)
    page = client.visit(table.address)
    assert "Eve" not in words(page, ".board")
    client.submit(page, form=".redo")
    assert table.totals == (40, 70, 20, 0, 10)


def test_the_history_tells_who_came_and_went(client: Visitor, table: Table) -> None:
    join(client, table, "Eve", "10")
    leave(client, table, 0)
    table.record("out", "Dee", hands={"Bob": 1, "Cem": 2, "Eve": 5})
    told = words(client.visit(table.address + "/trail"), ".trail")
    for said in ("Eve joins with 10", "Ann leaves", "Round 2 recorded"):
        assert said in told


def test_after_an_undone_joining_the_history_still_names_who_it_was(
    client: Visitor, table: Table
) -> None:
    join(client, table, "Eve", "10")
    client.submit(client.visit(table.address), form=".undo")
    join(client, table, "Fay", "11")
    told = words(client.visit(table.address + "/trail"), ".trail")
    assert "Eve joins with 10" in told
    assert "Fay joins with 11" in told


def test_a_game_of_two_players_always_has_the_same(app: Flask, client: Visitor) -> None:
    gin = Table(app)
    assert "Joins or leaves" not in words(client.visit(gin.address), "#sheet-more")
    page = client.visit(gin.address + "/between/join")
    assert "Gin Rummy always has the same players." in words(page, "main")


def test_a_changed_game_is_not_left_unseen(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/between/leave?seat=1")
    table.record("out", "Dee", hands=HANDS)
    again = client.submit(page, form="[action$='/between/leave']")
    assert "Somebody else has just changed this game" in words(read(again, 409), "main")
    assert bands(client, table) == ""


def test_the_correction_of_an_entry_that_was_removed_meanwhile_leads_to_the_sheet(
    client: Visitor, table: Table
) -> None:
    table.adjust("Dee", 5)
    place = table.rounds + 1
    page = client.visit(f"{table.address}/between/{place}")
    table.change("undo")
    table.record("out", "Dee", hands=HANDS)
    sheet = client.press(page, {"note": "late"}, form="#correcting")
    assert "Somebody else has just changed this game" in words(sheet, "#messages")
