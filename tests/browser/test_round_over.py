"""The bar that asks who ended the round: by touch, keyboard or screen reader, without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.documents import FOUR
from tests.support.phone import round_over
from tests.support.table import Table


@pytest.fixture
def sheet(page: Page, table: Table) -> Page:
    """The sheet of a game for four with several endings."""
    page.goto(table.address)
    return page


def face(page: Page, name: str) -> Locator:
    """Return the face in the bar that opens this player’s endings."""
    return page.get_by_label(f"{name} ended the round", exact=True)


def offered(page: Page) -> list[str]:
    """Return the endings that can be tapped."""
    endings = page.locator(".dock button:visible")
    return [str(each.get_attribute("aria-label")) for each in endings.all()]


def test_one_thing_is_open_at_a_time_and_a_tap_beside_it_closes_it(sheet: Page) -> None:
    assert offered(sheet) == []
    round_over(sheet).tap()
    assert len(offered(sheet)) == 2 * len(FOUR) + 1
    face(sheet, "Jean").tap()
    assert offered(sheet) == ["Jean knocked", "Jean went rum: nothing left"]
    face(sheet, "Paul").tap()
    assert offered(sheet) == ["Paul knocked", "Paul went rum: nothing left"]
    sheet.locator(".board").tap(position={"x": 5, "y": 5})
    assert offered(sheet) == []


def test_without_scripts_it_opens_closes_and_leads_to_the_form(
    new_phone: Callable[..., Page], table: Table
) -> None:
    phone = new_phone(Role.KEEPER, java_script_enabled=False)
    phone.goto(table.address)
    round_over(phone).tap()
    expect(phone.get_by_role("button", name="Void: deal again")).to_be_visible()
    face(phone, "Jean").tap()
    expect(phone.get_by_role("button", name="Void: deal again")).to_be_hidden()
    phone.get_by_role("button", name="Jean knocked").tap()
    expect(phone.get_by_role("radio", name="Jean knocked", exact=True)).to_be_checked()


def test_escape_closes_it_and_the_focus_returns_to_what_opened_it(sheet: Page) -> None:
    face(sheet, "Jean").focus()
    sheet.keyboard.press("Enter")
    sheet.keyboard.press("Tab")
    expect(sheet.get_by_role("button", name="Jean knocked")).to_be_focused()
    sheet.keyboard.press("Escape")
    expect(face(sheet, "Jean")).to_be_focused()
    assert offered(sheet) == []


@pytest.mark.parametrize("name", ["Round over?", "Jean ended the round"])
def test_news_of_the_table_leave_it_open_with_the_focus_in_it(
    sheet: Page, table: Table, name: str
) -> None:
    opener = round_over(sheet) if name == "Round over?" else face(sheet, "Jean")
    opener.tap()
    sheet.get_by_role("button", name="Jean knocked").focus()
    table.adjust("Paul", -20)
    expect(sheet.locator(".board")).to_contain_text("−20")
    expect(opener.locator("xpath=..")).to_have_attribute("open", "")
    expect(sheet.locator(".dock [open]")).to_have_count(1)
    expect(sheet.get_by_role("button", name="Jean knocked")).to_be_focused()
    sheet.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_it_is_accessible_closed_and_open_and_fits_small_phones(sheet: Page) -> None:
    for opener in (None, round_over(sheet), face(sheet, "Jean")):
        if opener:
            opener.click()
        assert_accessible(sheet, f"{opener}")
        assert_fits(sheet, 320, 390, 1280)


def test_listeners_are_told_what_opens_and_whether_it_is_open(sheet: Page) -> None:
    browser = sheet.context.new_cdp_session(sheet)

    def told() -> dict[str, bool]:
        """Return each control that expands, and whether it is open, from the accessibility tree."""
        nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
        return {
            node["name"]["value"]: kind["value"]["value"]
            for node in nodes
            for kind in node.get("properties", [])
            if kind["name"] == "expanded"
        }

    names = ["Round over?", *(f"{name} ended the round" for name in FOUR)]
    assert {name: told()[name] for name in names} == dict.fromkeys(names, False)
    face(sheet, "Jean").tap()
    assert [name for name in names if told()[name]] == ["Jean ended the round"]


def test_the_page_can_be_scrolled_to_its_end_above_the_bar(app: Flask, page: Page) -> None:
    table = Table(app, "knock", FOUR)
    for name in (*FOUR, *FOUR):
        table.knock(name, **{each: 1 if each == name else 5 for each in FOUR})
    page.goto(table.address)
    for size in ((390, 844), (844, 390), (320, 568)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        last, bar = page.locator(".sheet-right summary").last, page.locator("#sheet-actions")
        page.evaluate(
            """() => {
              for (const each of [document.documentElement, document.querySelector(".sheet-right")])
                each.scrollTo(0, each.scrollHeight);
            }"""
        )
        box = last.bounding_box()
        assert box["y"] > 0
        assert box["y"] + box["height"] <= bar.bounding_box()["y"] + 1, size


@pytest.mark.parametrize("height", [800, 520])
def test_at_a_desk_the_bar_is_beside_the_board_and_opens_what_the_window_shows(
    new_phone: Callable[..., Page], table: Table, height: int
) -> None:
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    size = {"width": 1280, "height": height}
    desk = new_phone(Role.KEEPER, viewport=size, is_mobile=False, has_touch=False)
    desk.goto(table.address)

    def box(part: str) -> dict[str, float]:
        found = desk.locator(part).bounding_box()
        assert found is not None
        return dict(found)

    bar, last, board, rounds = map(box, (".dock-bar", ".sheet-last", ".board", ".sheet-rounds"))
    assert bar["y"] < board["y"]
    assert bar["y"] + bar["height"] <= last["y"]
    assert board["y"] + board["height"] <= rounds["y"]
    assert board["x"] + board["width"] < last["x"]
    round_over(desk).click()
    panel = box(".dock-words .dock-panel")
    assert bar["y"] + bar["height"] <= panel["y"]
    assert panel["y"] + panel["height"] <= height
