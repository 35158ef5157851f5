"""A penalty or bonus between two rounds, in two taps: the player, and the points."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    """A game. Ann won its first round by 8."""
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    return table


def test_a_tap_on_a_face_and_one_on_an_amount_write_the_points_on_the_sheet(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/rounds/adjust")
    answer = client.press(page, {"player": "1", "note": "Late"}, button="[value='-10']")
    assert "Bob −10 is on the sheet." in news_of(answer)
    assert table.totals == (8, -10)
    assert "Bob −10 Late" in words(client.visit(table.address), ".sheet-band__way")


@walk(
    ("game", "amounts"),
    [
        ("tonk", "−20 −10 −5 +5 +10 +20"),
        ("three-thirteen", "−20 −10 −5 +5 +10 +20"),
        ("rummy-500", "−50 −20 −10 +10 +20 +50"),
        ("canasta", "−500 −100 −50 +50 +100 +500"),
        ("hand-and-foot", "−500 −100 −50 +50 +100 +500"),
    ],
)
def test_the_amounts_are_of_the_size_of_the_game(
    app: Flask, client: Visitor, game: str, amounts: str
) -> None:
    page = client.visit(Table(app, game).address + "/rounds/adjust")
    assert words(page, ".adjust__amounts") == amounts


def test_any_other_number_can_be_typed(client: Visitor, table: Table) -> None:
    client.submit(table.address + "/rounds/adjust", {"player": "0", "points": "+7"})
    client.submit(table.address + "/rounds/adjust", {"player": "0", "points": "−3"})
    assert table.totals == (12, 0)


@walk(
    ("typed", "button", "told"),
    [
        ({}, "[value='5']", "Choose a player."),
        ({"player": "7"}, "[value='5']", "There is no seat “7” at this table."),
        ({"player": "0", "points": "many"}, None, "whole number of points"),
        ({"player": "0", "points": ""}, None, "whole number of points"),
        ({"player": "0", "note": "x" * 501}, "[value='5']", "500"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_comes_back(
    client: Visitor, table: Table, typed: dict[str, str], button: str | None, told: str
) -> None:
    page = client.visit(table.address + "/rounds/adjust")
    again = read(client.submit(page, {"note": "Late"} | typed, button=button), 422)
    assert told in words(again, ".field--wrong")
    assert again.select("[name=note]")[0]["value"] == typed.get("note", "Late")
    assert table.totals == (8, 0)


def test_the_same_form_sent_twice_counts_once_and_says_so(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/adjust")
    told = []
    for _tap in range(2):
        answer = client.press(page, {"player": "0"}, button="[value='5']")
        told.append(news_of(answer))
    assert told == [
        "Ann +5 is on the sheet.",
        "Ann +5 was written already, so nothing was added.",
    ]
    assert table.totals == (13, 0)
    page = client.visit(table.address + "/rounds/adjust")
    client.submit(page, {"player": "0"}, button="[value='5']")
    assert table.totals == (18, 0), "a new form gives them once more"


def test_a_round_that_was_recorded_meanwhile_is_not_changed_unseen(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/rounds/adjust")
    table.knock("Bob", Ann=30, Bob=5)
    before = table.totals
    answer = client.submit(page, {"player": "0"}, button="[value='5']")
    assert "Somebody else has just changed this game" in words(read(answer, 409), "main")
    assert table.totals == before
    client.submit(read(answer), {"player": "0"}, button="[value='5']")
    assert table.totals[0] == before[0] + 5


def test_points_may_be_given_before_the_first_round(app: Flask, client: Visitor) -> None:
    new = Table(app, players=("Cem", "Dee"))
    client.submit(new.address + "/rounds/adjust", {"player": "1", "points": "15"})
    assert new.totals == (0, 15)


def test_a_net_number_for_each_side_counts_as_its_points_of_a_round(
    app: Flask, client: Visitor
) -> None:
    sides = {"Us": ["Ann", "Cem"], "Them": ["Bob", "Dee"]}
    new = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides)
    for seat, points in (("0", "1435"), ("1", "-120"), ("0", "2000"), ("1", "1725")):
        client.submit(new.address + "/rounds/adjust", {"player": seat, "points": points})
    assert new.totals == (3435, 1605)
    client.submit(new.address + "/rounds/adjust", {"player": "0", "points": "1600"})
    assert new.totals == (5035, 1605)
    assert new.is_over
