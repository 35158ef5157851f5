"""Every page in a real browser: within the security policy and the width of the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.table import Table
from tests.support.walks import walk

PAGES = ("/", "/games/new", "/no/such/page")


@pytest.mark.parametrize("address", PAGES)
def test_a_page_loads_nothing_from_other_hosts_and_breaks_no_policy(
    page: Page, site: str, address: str
) -> None:
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(address, wait_until="networkidle")
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert [text for text in said if "404" not in text or address in PAGES[:2]] == []


def test_an_exception_in_a_script_of_any_page_is_noted(
    page: Page, new_phone: Callable[..., Page], script_errors: list[str]
) -> None:
    for shown in (page, new_phone()):
        shown.goto("/")
        with shown.context.expect_event("weberror"):
            shown.evaluate("() => { setTimeout(() => missing()) }")
    assert ["missing is not defined" in error for error in script_errors] == [True, True]
    script_errors.clear()


@walk("address", PAGES)
def test_a_page_is_accessible_and_fits_the_screen(page: Page, address: str) -> None:
    page.goto(address)
    assert_accessible(page)
    assert_fits(page, 320, 390, 1280)


@walk("address", PAGES)
def test_the_keyboard_goes_straight_to_the_content(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_no_line_begins_or_ends_with_the_dot_between_two_facts(app: Flask, page: Page) -> None:
    table = Table(app, "rami", ("Ann", "Bob"))
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(table.address)
    line, facts = page.locator(".sheet-deal"), page.locator(".sheet-deal > span")
    places = facts.evaluate_all("facts => facts.map(fact => fact.getBoundingClientRect().toJSON())")
    begins = line.evaluate("line => line.getBoundingClientRect().left")
    first = {place["top"]: place["left"] for place in reversed(places)}
    assert len(first) > 1, "the facts fill more than a line"
    assert set(first.values()) == {begins}, "the dot before a line's first fact is outside of it"
    assert line.evaluate("line => getComputedStyle(line).overflowX") == "clip"


def below(page: Page, selector: str) -> float:
    """Return the position of an element’s lower edge."""
    box = page.locator(selector).bounding_box()
    return box["y"] + box["height"]


def test_the_ruling_of_the_last_round_is_whole_above_the_dock(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Émile", "Nora", "Bartholomew", "Li"), target=150)
    hands = {"Émile": "A 3", "Nora": "T 4 Q", "Bartholomew": "2 9 9", "Li": "7"}
    table.record("knock", "Émile", hands=hands)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(table.address)
    dock = page.locator("#sheet-actions").bounding_box()
    assert below(page, "#sheet-last .ruling-sums") <= dock["y"]
    page.set_viewport_size({"width": 320, "height": 568})
    dock = page.locator("#sheet-actions").bounding_box()
    assert below(page, "#last") <= dock["y"]
    assert below(page, ".board") < below(page, "#last")


def test_the_links_are_tabs_at_the_bottom_but_not_while_one_plays(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Ann", "Bob"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    tabs = page.get_by_role("navigation", name="Main")
    assert tabs.get_by_role("link").all_inner_texts() == [
        "Table",
        "Games",
        "Judge",
        "Rules",
        "Club",
    ]
    assert below(page, ".top__nav") == 844
    page.goto(table.address)
    expect(tabs).to_be_hidden()
    page.get_by_role("link", name="Back to the club").tap()
    expect(tabs).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert below(page, ".top__nav") < 100


IN_SIGHT = """() => {
  const focused = document.querySelector("main :focus:not(.actions *)");
  const [one, bar] = [focused, document.querySelector(".actions")].map((each) =>
    each?.getBoundingClientRect());
  return !focused || one.bottom <= bar.top + 1 || one.right <= bar.left;
}"""
"""True unless the focused element is under the bar.

An opening pad moves the page a moment later.
"""


@pytest.mark.slow
@walk("size", [(390, 844), (320, 568), (844, 390)])
@walk("path", ["", "/rounds/new", "/rounds/new?ending=knock:1", "/rounds/1/edit", "/rounds/adjust"])
def test_the_focus_is_never_below_a_bar(
    app: Flask, page: Page, path: str, size: tuple[int, int]
) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cem", "Dora"))
    for name in table.players:
        table.knock(name, **{each: 2 if each == name else 15 for each in table.players})
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table.address + path)
    for key in (*["Tab"] * 30, *["Shift+Tab"] * 30):
        page.keyboard.press(key)
        page.wait_for_function(IN_SIGHT)


def test_the_links_stay_where_they_are_at_the_judge(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    tabs = page.get_by_role("navigation", name="Main")
    for address in (
        "/judge",
        "/judge?variant=gin",
        "/judge?variant=gin&hand-0=5&hand-1=K&ending=knock:0",
        "/judge/hand?variant=contract&round=1&hand=7S+7H+7D+4D+4S+4C",
        "/judge/table?variant=rami&table=7S+8S+9S",
    ):
        page.goto(address)
        assert len(tabs.get_by_role("link").all_inner_texts()) == 5
        assert below(page, ".top__nav") == 844
    pad = page.locator("[data-pad]")
    assert below(page, "[data-pad]") <= tabs.bounding_box()["y"]
    page.goto("/judge?variant=gin")
    page.get_by_role("radio", name="Ann knocked", exact=True).tap()
    expect(pad).to_be_visible()
    expect(tabs).to_be_hidden()
    page.get_by_role("button", name="Hide the keypad").tap()
    expect(tabs).to_be_visible()
