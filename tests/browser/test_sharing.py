"""A game shown to somebody outside the club, until the link is revoked."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.support.table import Table


def test_a_stranger_follows_a_game_until_its_link_is_revoked(
    app: Flask, page: Page, site: str, browser: Browser, browser_context_args: dict[str, object]
) -> None:
    table = Table(app, players=("Ann", "Maximilian-Alexander der Zweite"))
    table.knock("Ann", **{"Ann": 5, table.players[1]: 25})  # type: ignore[arg-type]
    page.goto(site + table.address)
    page.locator("[data-menu] > summary").tap()
    page.get_by_role("link", name="Show somebody this game").tap()
    page.get_by_role("button", name="Make a link").tap()
    link = page.get_by_label("The link, to send").input_value()

    options = browser_context_args | {
        "viewport": {"width": 320, "height": 640},
        "color_scheme": "dark",
    }
    context = browser.new_context(**options)  # type: ignore[arg-type]
    stranger = context.new_page()
    stranger.goto(site + link[link.index("/shared/") :])
    expect(stranger.locator("#sheet-title")).to_contain_text("Round 2")
    table.record("gin", "Ann", hands={table.players[1]: 75})
    stranger.evaluate("window.dispatchEvent(new Event('online'))")
    expect(stranger.get_by_role("heading", name="Ann wins")).to_be_visible()
    stranger.reload()
    assert stranger.evaluate("document.documentElement.scrollWidth") <= 320
    found = Axe().run(stranger)
    assert found.violations_count == 0, found.generate_report()

    page.get_by_role("button", name="Cancel").tap()
    expect(page.get_by_text("The link no longer works")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading", name="No longer shared")).to_be_visible()
    context.close()
