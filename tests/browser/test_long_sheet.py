"""A long sheet on a phone: earlier rounds are one tap away, and always printed."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.long_sheet import long_sheet


def test_earlier_rounds_come_with_a_tap_and_are_always_printed(
    app: Flask, page: Page, site: str
) -> None:
    with app.app_context():
        address = f"{site}/games/{long_sheet(60).id}"
    page.goto(address)
    first, last = page.locator("#sheet-earlier td").first, page.locator("#sheet-rounds td").last
    expect(last).to_be_visible()
    expect(first).to_be_hidden()
    page.emulate_media(media="print")
    expect(first).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_label("Show rounds 1 to 40").tap()
    expect(first).to_be_visible()


def test_with_forced_colours_nothing_shows_through_the_bar(
    app: Flask, page: Page, site: str
) -> None:
    with app.app_context():
        address = f"{site}/games/{long_sheet(2).id}"
    page.emulate_media(forced_colors="active")
    page.goto(address)
    bar = page.locator(".sheet-asks")
    expect(bar).to_have_css("background-image", "none")
    expect(bar).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
