"""The history on a phone: games are found, and an evening is shared."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.games.details import Details, change_details
from scorekeeper.languages import LANGUAGES
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.crowded import long_evening
from tests.support.large_book import fill
from tests.support.scorebook import form, record, start

LONG = "Maximilian-Alexander der Zweite"
KNOCK = {"ending": "knock", "by": "Ann", "hands": {"Ann": 5, LONG: 65}}


@pytest.fixture
def evening(app: Flask) -> str:
    """Return the address of an evening with a finished game, after many other games."""
    with app.app_context():
        fill(40, players=3)
        row = record(start(("Ann", LONG), overrides={"target": 50}), KNOCK)
        details = Details(date(2026, 11, 14), "Ann's kitchen", "The evening of the storm")
        change_details(row.id, details, **form(row))
    return "/evenings/2026-11-14"


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_filter_is_seen_whole_or_plainly_goes_on(
    new_phone: Callable[..., Page], language: str
) -> None:
    phone = new_phone(Role.KEEPER, locale=language)
    phone.goto("/history")
    filters = phone.locator("#chips .span")
    expect(filters.locator("select")).to_have_count(4)
    hidden = filters.evaluate("row => row.scrollWidth - row.clientWidth")
    assert hidden == 0 or hidden > 24, "a few pixels look like a mistake"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tabs_are_on_one_line(new_phone: Callable[..., Page], language: str) -> None:
    phone = new_phone(Role.KEEPER, locale=language)
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto("/players")
    tops = "tabs => new Set(tabs.map(tab => tab.offsetTop)).size"
    assert phone.locator(".history-tabs a").evaluate_all(tops) == 1


@pytest.mark.usefixtures("evening")
def test_games_are_searched_filtered_and_read_on(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/")
    page.get_by_role("link", name="Games", exact=True).first.tap()
    games = page.locator(".history-evening .item")
    expect(games).to_have_count(30)
    page.get_by_role("link", name="Older games").tap()
    expect(games).to_have_count(41)
    expect(page.locator("h2 a:focus")).to_have_count(1)
    expect(page.get_by_role("link", name="Older games")).to_have_count(0)

    search = page.get_by_role("searchbox", name="Search")
    search.press_sequentially("STORM")
    expect(games).to_have_count(1)
    expect(search).to_be_focused()
    expect(page).to_have_url(f"{site}/history?q=STORM")
    expect(games.get_by_role("link", name="Gin Rummy")).to_be_visible()
    assert_fits(page, 320)
    assert_accessible(page)

    page.get_by_label("Game", exact=True).select_option("Knock Rummy")
    expect(page.get_by_text("No games match.")).to_be_visible()
    expect(page).to_have_url(f"{site}/history?q=STORM&game=knock")
    page.reload()
    expect(page.get_by_label("Game", exact=True)).to_have_value("knock")
    page.get_by_role("link", name="Without Game").tap()
    expect(games).to_have_count(1)
    page.get_by_label("Player", exact=True).select_option(LONG)
    page.get_by_label("Won", exact=True).check()
    expect(page.get_by_text("No games match.")).to_be_visible()
    page.get_by_role("link", name="Show all games").tap()
    expect(games).to_have_count(30)


def test_an_evening_is_shared_in_words_and_as_a_picture(
    page: Page, context: BrowserContext, evening: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme="dark")
    # A desktop browser has no share sheet.
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    page.goto(evening)
    assert_fits(page, 320)
    assert_accessible(page)
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert f"Gin Rummy: Ann wins (Ann 60, {LONG} 0)" in copied
    with page.expect_download() as download:
        page.get_by_role("link", name="Dark picture").tap()
    assert download.value.suggested_filename == "evening-2026-11-14.png"


def test_an_evening_of_sixty_games_is_not_endless(app: Flask, page: Page) -> None:
    long_evening(app, "2026-11-14", "Jean-Christophe")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/")
    page.get_by_role("button", name="Français").tap()
    expect(page.get_by_role("button", name="English")).to_be_visible()
    page.goto("/evenings/2026-11-14")
    assert page.evaluate("document.documentElement.scrollHeight") <= 6_000
    assert_fits(page, 320)
