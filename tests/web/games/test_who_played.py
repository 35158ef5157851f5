"""The page that corrects a game’s players: saved, or rejected at the field."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def address(table: Table) -> str:
    """The address of the page."""
    return f"{table.address}/players"


def test_the_menu_of_a_game_leads_to_it_and_the_sheet_shows_who_played(
    bob: Visitor, table: Table, address: str
) -> None:
    assert words(bob.visit(table.address), f"#sheet-more [href='{address}']") == "Correct a player"
    answer = bob.submit(address, {"seat": "0", "name": " Anna "})
    assert (answer.status_code, answer.location) == (303, table.address)
    page = bob.visit(table.address)
    assert "Player corrected: Anna played." in page.text
    assert table.totals == (20, 0)
    latest = bob.visit(f"{table.address}/trail").select(".trail > li")[0]
    assert words(latest, "h2") == "Player corrected"
    assert words(latest, "dl") == "Player Ann Anna"
    assert "by Bob" in latest.text
    assert "Anna" in bob.visit("/history").text


@walk(
    ("typed", "field", "sentence"),
    [
        ({"seat": "0", "name": "Bob"}, "name", "Two players cannot both be “Bob”."),
        ({"seat": "0", "name": "Ann"}, "name", "“Ann” already sits in this game."),
        ({"seat": "0", "name": ""}, "name", "A name has 1 to 40 characters."),
        ({"name": "Anna"}, "seat", "Choose a player."),
        ({"seat": "7", "name": "Anna"}, "seat", "Choose a player."),
        ({"seat": "x", "name": "Anna"}, "seat", "Choose a player."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    client: Visitor,
    table: Table,
    address: str,
    typed: dict[str, str],
    field: str,
    sentence: str,
) -> None:
    page = read(client.submit(address, typed), 422)
    assert sentence in words(page, f"#{field}-error")
    assert page.select_one("[name=name]")["value"] == typed["name"]
    assert "Anna" not in client.visit(table.address).text


def test_a_change_made_meanwhile_is_told_and_nothing_is_lost(
    client: Visitor, table: Table, address: str
) -> None:
    form = client.visit(address)
    table.knock("Bob", Ann=30, Bob=5)
    page = read(client.submit(form, {"seat": "1", "name": "Bobby"}), 409)
    assert "Save again if this is right." in words(page)
    assert client.submit(page).status_code == 303
    assert "Bobby" in client.visit(table.address).text


def test_a_phone_that_only_watches_is_not_led_there(app: Flask, table: Table, address: str) -> None:
    assert not visitor(app, Role.WATCHER).visit(table.address).select(f"[href='{address}']")


def test_a_form_sent_again_after_its_seat_is_gone_is_still_answered(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "basic", ("Ann", "Bob"), "penalty")
    table.record("out", "Ann", hands={"Bob": 9})
    join = client.visit(f"{table.address}/between/join")
    client.submit(join, {"name": "Dan", "typed": "0"}, form="#joining")
    page = client.visit(f"{table.address}/players")
    typed = {"seat": "2", "name": "Daniel"}
    assert client.submit(page, typed).status_code == 303
    client.submit(table.address, form=".undo")
    assert client.submit(page, typed).location == table.address
    assert "Player corrected: Daniel played." in client.visit(table.address).text
    assert table.totals == (0, 9)
