"""A page that moves under a finger, as when another phone tells something new."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.support.table import Table


class Finger:
    """A finger that comes down and goes up again at its own time."""

    def __init__(self, page: Page) -> None:
        self._browser = page.context.new_cdp_session(page)

    def down(self, target: Locator) -> None:
        """Touch the middle of what one sees."""
        box = target.bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._send("touchStart", [point])

    def up(self) -> None:
        """End the touch, which makes it a tap."""
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def sheet(app: Flask, page: Page, site: str) -> Page:
    """The sheet of a game in play."""
    page.goto(site + Table(app, "knock", ("Ann", "Bob", "Cem")).address)
    return page


def test_a_tap_is_for_what_was_under_the_finger_when_it_came_down(sheet: Page) -> None:
    heading, address = sheet.get_by_role("heading", level=1), sheet.url
    finger = Finger(sheet)
    finger.down(heading)
    heading.evaluate(
        """heading => {
          const link = document.createElement("a");
          link.href = "/rules";
          link.textContent = heading.textContent;
          heading.replaceChildren(link);
        }"""
    )
    finger.up()
    expect(heading.locator("a")).to_be_visible()
    assert sheet.url == address
    heading.locator("a").tap()
    expect(sheet).not_to_have_url(address)


def test_a_link_that_comes_anew_under_the_finger_is_followed(sheet: Page) -> None:
    finger, address = Finger(sheet), sheet.url
    link = sheet.get_by_role("link", name="Round over?")
    finger.down(link)
    link.evaluate(
        """link => {
          const same = link.cloneNode(true);
          same.append("!");
          link.replaceWith(same);
        }"""
    )
    finger.up()
    expect(sheet).not_to_have_url(address)


def test_a_key_is_not_taken_for_the_end_of_a_touch(sheet: Page) -> None:
    address = sheet.url
    sheet.get_by_role("link", name="Round over?").focus()
    Finger(sheet).down(sheet.get_by_role("heading", level=1))
    sheet.keyboard.press("Enter")
    expect(sheet).not_to_have_url(address)
