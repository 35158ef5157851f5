"""Doubled text size on a phone: nothing runs off the screen, and every key can be tapped."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page

from tests.support.phone import enlarge_text
from tests.support.table import Table
from tests.support.walks import walk

LONG = ("Maximilian-Alexander der Erste", "Maximilian-Alexander der Zweite", "Bo", "Hippolyte")
BOOK = (
    "/",
    "/games/new",
    "/games/new?variant=three-thirteen",
    "/judge",
    "/judge?variant=gin",
    "/rules",
    "/rules/gin",
    "/club",
    "/no/such/page",
)
GAME = (
    "",
    "/rounds/new",
    "/rounds/1",
    "/rounds/1/edit",
    "/rounds/1/remove",
    "/trail",
    "/call",
    "/delete",
    "/watch",
)


@pytest.fixture
def large(page: Page) -> Page:
    """A phone with doubled text size."""
    enlarge_text(page)
    return page


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with four long names, after an undercut."""
    table = Table(app, "knock", LONG)
    hands: dict[str, object] = dict(zip(LONG, ("K 9 2", "9", "Q Q 7 A", "8"), strict=True))
    table.record("knock", LONG[1], hands=hands)
    return table


def assert_no_sideways(page: Page, address: str) -> None:
    """The page is not wider than the screen, and nothing is clipped."""
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert (width, screen) == (390, 390), address


def test_no_page_of_the_book_scrolls_sideways(large: Page, site: str) -> None:
    for address in BOOK:
        large.goto(site + address)
        assert_no_sideways(large, address)


def test_no_page_of_a_game_scrolls_sideways(large: Page, site: str, table: Table) -> None:
    for path in GAME:
        large.goto(site + table.address + path)
        assert_no_sideways(large, path)


def test_nothing_scrolls_sideways_once_a_game_is_over(large: Page, site: str, table: Table) -> None:
    table.change("call")
    players = ("/players/1", "/players/1/against/2", "/players/1/edit")
    for address in (table.address, "/players?game=knock", "/records", *players):
        large.goto(site + address)
        assert_no_sideways(large, address)
        for paper in large.locator(".paper").all():
            within = "box => box.scrollWidth <= box.clientWidth"
            assert paper.evaluate(within), address


def is_on_screen(button: Locator) -> bool:
    """Whether a tap on any corner of the button hits it."""
    return bool(
        button.evaluate(
            """(key) => {
              const box = key.getBoundingClientRect();
              return [[box.left, box.top], [box.right, box.bottom]].every(([x, y], corner) => {
                const inward = corner ? -8 : 8;
                return key.contains(document.elementFromPoint(x + inward, y + inward));
              });
            }"""
        )
    )


@walk("height", [640, 844])
def test_every_key_of_the_pad_is_on_the_screen(
    large: Page, site: str, table: Table, height: int
) -> None:
    large.set_viewport_size({"width": 390, "height": height})
    large.goto(f"{site}{table.address}/rounds/new")
    large.locator("#hand-0").focus()
    large.locator("[data-mode=suits]").click()
    buttons = large.locator(".pad button:visible").all()
    assert len(buttons) > 20
    assert [each.inner_text() for each in buttons if not is_on_screen(each)] == []
