"""A game deleted on one phone disappears from the others, and a keeper brings it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible
from tests.support.clubs import cookie
from tests.support.table import Table

LONG = ("Wolfeschlegelsteinhausenbergerdorffer", "Maximilian-Alexander der Zweite")


@pytest.fixture
def bob(
    app: Flask, site: str, browser: Browser, browser_context_args: dict[str, object]
) -> Iterator[Page]:
    """The phone of a player."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    context.add_cookies([cookie(app, site, Role.PLAYER, "Bob")])
    yield context.new_page()
    context.close()


def test_a_game_is_deleted_on_every_phone_and_brought_back(
    app: Flask, page: Page, bob: Page, site: str
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    bob.goto(site + table.address)
    expect(bob.get_by_text("Delete the game")).to_have_count(0)
    page.goto(site + table.address)
    page.locator("[data-menu] > summary").tap()
    page.get_by_role("link", name="Delete the game").tap()
    page.get_by_role("button", name="Delete the game").tap()
    expect(page.get_by_text("The game is deleted.")).to_be_in_viewport()
    expect(bob.get_by_role("heading", name="Not found")).to_be_visible()
    expect(bob.get_by_text("or the game was deleted")).to_be_visible()

    page.get_by_role("link", name="Club").tap()
    page.get_by_role("link", name="Deleted games").tap()
    page.get_by_role("button", name="Bring it back").tap()
    expect(page.locator(".sheet-last__result")).to_have_text("Ann wins +20")
    bob.reload()
    expect(bob.locator(".sheet-last__result")).to_have_text("Ann wins +20")


def test_a_draft_comes_back_with_its_deleted_game(
    app: Flask, page: Page, bob: Page, site: str
) -> None:
    table = Table(app, "knock", ("Ann", "Cem", "Dora"))
    page.goto(site + table.address + "/rounds/new")
    page.locator(".round-more > summary").tap()
    page.get_by_label("Note").fill("This was the evening of the storm")
    bob.goto(site + table.address + "/delete")
    bob.get_by_role("button", name="Delete the game").tap()
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    page.goto(site + "/club/deleted")
    page.get_by_role("button", name="Bring it back").tap()
    page.get_by_role("link", name="Round over").tap()
    expect(page.get_by_label("Note")).to_have_value("This was the evening of the storm")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_the_deleted_games_page_is_accessible_and_fits_small_phones(
    app: Flask,
    site: str,
    browser: Browser,
    browser_context_args: dict[str, object],
    scripts: bool,
) -> None:
    table, other = Table(app, players=LONG), Table(app)
    table.record("gin", LONG[0], hands={LONG[1]: 30})
    table.delete(entered_by=LONG[0])
    other.delete()
    options = browser_context_args | {
        "viewport": {"width": 320, "height": 640},
        "java_script_enabled": scripts,
    }
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.add_cookies([cookie(app, site, Role.KEEPER)])
    phone = context.new_page()
    for _game in range(2):
        phone.goto(site + "/club/deleted")
        check(phone, scripts)
        phone.get_by_role("link", name="Delete for good").first.tap()
        expect(phone.get_by_role("heading", name="Delete this game for good?")).to_be_visible()
        check(phone, scripts)
        phone.get_by_role("button", name="Delete for good").tap()
        expect(phone.get_by_text("The game is deleted for good.")).to_be_visible()
    expect(phone.get_by_text("No deleted games.")).to_be_visible()
    check(phone, scripts)
    context.close()


def check(phone: Page, scripts: bool) -> None:
    """The page fits the phone, its buttons fit a thumb, and axe finds nothing."""
    # A heading may be seen before the style sheet has arrived.
    phone.wait_for_load_state()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    for button in phone.locator("main :is(.button, button)").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    if scripts:
        assert_accessible(phone)
