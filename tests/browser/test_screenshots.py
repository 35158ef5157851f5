"""Takes the README’s pictures of the demo club. `pytest -m screenshots` updates them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.cli.demo import open_demo
from scorekeeper.config import CHECKOUT, Settings
from tests.support.phone import tap_hand, tap_rows

pytestmark = pytest.mark.screenshots

PICTURES = CHECKOUT / "static" / "screenshots"


@pytest.fixture
def phone(
    app: Flask,
    settings: Settings,
    site: str,
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> Iterator[Page]:
    """A phone that joined the demo club, without the demo’s notice on every page."""
    open_demo(app, settings, "en")
    with browser.new_context(**browser_context_args, base_url=site) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#home")).to_be_visible()
        app.config["DEMO_INVITATION"] = ""
        page.goto("/")
        yield page


def take(page: Page, name: str) -> None:
    """Take a picture of the screen, without the message about the last change."""
    page.reload()
    _take(page, name)


def _take(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def test_the_pictures_of_the_readme_are_taken(phone: Page) -> None:
    PICTURES.mkdir(exist_ok=True)
    take(phone, "home")
    phone.get_by_role("link", name="Play on").click()
    expect(phone.locator("[data-sheet]")).to_be_visible()
    sheet = phone.url
    take(phone, "sheet")

    phone.goto(f"{sheet}/rounds/4")
    take(phone, "ruling")

    phone.goto(f"{sheet}/rounds/new?ending=knock:2")
    for name, cards in (("Max", "2S AH"), ("Camille", "9D 9H"), ("Nora", "KH 9C 4S")):
        tap_hand(phone, name, cards)
    expect(phone.locator(".pad-dock__line")).to_contain_text("lowest count so far")
    _take(phone, "round-over")

    phone.goto("/judge?variant=gin&ending=knock:0&hand-0=K&hand-1=9+A")
    expect(phone.get_by_text("Under other rules")).to_be_visible()
    _take(phone, "judge")

    phone.goto("/history?status=over")
    phone.locator("main a[href^='/games/']").first.click()
    phone.wait_for_url("**/games/*")
    take(phone, "game-over")
    phone.goto("/players")
    phone.get_by_role("link", name="Camille").first.click()
    phone.wait_for_url("**/players/*")
    take(phone, "player")
    phone.goto("/players")
    take(phone, "leaderboard")

    phone.goto("/")
    phone.locator("a", has_text="Canasta").first.click()
    expect(phone.locator("[data-sheet]")).to_be_visible()
    take(phone, "partners")
    phone.goto(f"{phone.url}/rounds/new?ending=out:1")
    for side, hand in enumerate(("=180 / =40 red_threes:1", "=510 / =15 natural:1 mixed:1")):
        tap_rows(phone, phone.locator(f"[data-tally][data-seat='{side}']"), hand)
    expect(phone.locator("#count-1")).to_have_text("+1,395")
    phone.evaluate("scrollTo(0, 0)")
    _take(phone, "canasta")
