"""Partners in a real browser: their pages are accessible and fit, in light and dark."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import Played, enter_round
from tests.support.table import Table

PLAYERS = ("Alexandra", "Bo", "Christophe", "Dominique")
SIDES = {"Alexandra & Christophe": ["Alexandra", "Christophe"], "They": ["Bo", "Dominique"]}
PAGES = ("", "/rounds/new?ending=out:1", "/rounds/1", "/rounds/1/edit", "/rounds/adjust", "/watch")


def test_pages_of_partners_fit(app: Flask, page: Page) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    hands = {
        "Alexandra & Christophe": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"},
        "They": {"shown": 20, "left": 30},
    }
    table.record("out", "Christophe", hands=hands)
    table.adjust("They", -10)
    _check(page, table, PAGES)
    table.change("call")
    _check(page, table, ("",))


def _check(page: Page, table: Table, paths: tuple[str, ...]) -> None:
    for path in paths:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(table.address + path)
            assert_accessible(page)
        assert_fits(page, 390, 320, place=path)


def test_a_round_is_entered_by_side_whoever_ended_it(app: Flask, page: Page) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    page.goto(table.address)
    hands = {"Alexandra & Christophe": "7 8 9 + 4 4 4 / Q 2", "They": "K K K / 9"}
    enter_round(page, Played("Dominique went out", hands))
    expect(page.locator("#last")).to_have_text("They go out, +21")


def test_the_form_of_a_new_game_asks_for_partners(page: Page) -> None:
    page.goto("/games/new?variant=rummy-500")
    for place, name in enumerate(PLAYERS):
        page.locator("[name=name]").nth(place).fill(name)
    page.get_by_text("Partners", exact=True).click()
    page.get_by_label("Two against two").check()
    assert_accessible(page)
    assert_fits(page, 390, 320)
    page.get_by_role("button", name="Remove Dominique").click()
    expect(page.get_by_label("Two against two")).not_to_be_checked()
    page.get_by_role("button", name="Add a player").click()
    page.locator("[name=name]").nth(3).fill("Dominique")
    page.get_by_label("Two against two").check()
    page.locator("[name=side]").nth(1).fill("They")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".board-row__name")).to_have_text(["Alexandra & Christophe", "They"])
