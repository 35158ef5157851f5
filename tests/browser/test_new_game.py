"""Setting up a game in a browser: steps swap the form in place, and nothing typed is lost."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from clubs import cookie
from scorekeeper.roles import Role


@pytest.fixture
def table(page: Page, site: str) -> Page:
    """The form for Knock Rummy."""
    page.goto(site + "/games/new?variant=knock")
    return page


def place(page: Page, number: int) -> str:
    """The name in a place, as it stands on the screen."""
    return page.get_by_label(f"Name of player {number}").input_value()


def test_the_keyboard_alone_seats_everybody(table: Page) -> None:
    table.get_by_label("Name of player 1").focus()
    for number, name in enumerate(["Ann", "Bob", "Cem", "Dan"], start=1):
        table.keyboard.type(name)
        table.keyboard.press("Enter")
        expect(table.get_by_label(f"Name of player {number + 1}")).to_be_focused()
    assert [place(table, number) for number in range(1, 6)] == ["Ann", "Bob", "Cem", "Dan", ""]


def test_a_player_is_moved_and_the_focus_goes_along(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_label("Name of player 3").fill("Cem")
    table.get_by_role("button", name="Move player 3 up").press("Enter")
    expect(table.get_by_label("Name of player 2")).to_have_value("Cem")
    expect(table.get_by_role("button", name="Move Cem up")).to_be_focused()
    assert place(table, 1) == "Ann"


def test_a_changed_house_rule_is_marked_while_one_types_on(table: Page) -> None:
    table.get_by_text("House rules").click()
    table.get_by_label("Penalty", exact=True).fill("20")
    table.get_by_label("Play to").fill("200")
    mark = table.get_by_text("“Plain” has: 10")
    expect(mark).to_be_visible()
    expect(table.get_by_label("Play to")).to_have_value("200")
    expect(table.get_by_label("Play to")).to_be_focused()
    table.get_by_label("Penalty", exact=True).fill("10")
    table.get_by_label("Play to").focus()
    expect(mark).to_have_count(0)


def test_another_game_keeps_the_names(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_text("Another game").click()
    table.get_by_role("button", name="Gin Rummy").click()
    expect(table.get_by_role("button", name="Tournament")).to_be_visible()
    assert place(table, 1) == "Ann"
    expect(table.locator(".place")).to_have_count(2)


def test_another_language_keeps_the_names(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_label("Name of player 2").fill("Bob")
    table.get_by_role("button", name="Français").click()
    expect(table.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    expect(table.get_by_label("Nom du joueur 1")).to_have_value("Ann")
    expect(table.get_by_label("Nom du joueur 2")).to_have_value("Bob")


def test_another_language_keeps_a_refused_form_without_javascript(
    app: Flask, context: BrowserContext, site: str
) -> None:
    assert context.browser
    plain = context.browser.new_context(java_script_enabled=False, locale="en-GB")
    plain.add_cookies([cookie(app, site, Role.KEEPER)])
    page = plain.new_page()
    page.goto(site + "/games/new?variant=gin")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    assert page.url == site + "/games"
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_label("Nom du joueur 1")).to_have_value("Ann")
    expect(page.get_by_role("link", name="Nommez ce joueur")).to_be_visible()
    plain.close()


def test_a_refusal_shows_the_field_that_is_wrong(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_role("button", name="Start the game").click()
    table.get_by_role("link", name="Name this player.").click()
    expect(table.get_by_label("Name of player 2")).to_be_focused()
