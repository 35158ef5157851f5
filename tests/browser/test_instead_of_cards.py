"""A round of Indian rummy by touch: the turned-up card, and one tap for a drop."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.support.phone import keys
from tests.support.table import Table

FIVE = ("Camille", "Max", "Hugo", "Léa", "Nora")


@pytest.fixture
def table(app: Flask, page: Page) -> Table:
    """A game with a form that asks for the turned-up card, after Camille declared."""
    table = Table(app, "indian", FIVE)
    page.goto(table.address + "/rounds/new?ending=declare:0")
    return table


def row(page: Page, seat: int) -> Locator:
    """Return the row of a player."""
    return page.locator(f"[data-hand][data-seat='{seat}']")


def button(page: Page, seat: int, points: str) -> Locator:
    """Return the button with these points beside a player’s name."""
    return row(page, seat).locator("[data-instead] .chip:visible", has_text=points)


def count(page: Page, seat: int) -> Locator:
    """Return the count of a player’s hand."""
    return page.locator(f"#count-{seat}")


def turn_up(page: Page, card: str) -> None:
    """Choose the turned-up card."""
    page.locator(f".round-deal .chip:has(> :text-is('{card}'))").tap()


def test_a_round_takes_a_tap_for_each_who_dropped(page: Page, table: Table) -> None:
    expect(page.locator("[data-pad]")).to_be_hidden()
    turn_up(page, "7")
    expect(page.locator(".round-deal summary")).to_have_text("Turned up: 7")
    expect(page.locator(".pad__key--wild")).to_have_text("7")
    button(page, 1, "20").tap()
    button(page, 2, "80").tap()
    expect(row(page, 3)).to_have_attribute("data-state", "open")
    for rank in ("K", "8", "5", "7"):
        keys(page).locator(f"[data-key='{rank}']").tap()
    expect(count(page, 3)).to_contain_text("23")
    button(page, 4, "40").tap()
    for seat, points in ((1, "20"), (2, "80"), (4, "40")):
        expect(count(page, seat)).to_have_text(points)
        expect(row(page, seat)).to_have_attribute("data-state", "given")
    page.get_by_role("button", name="Record", exact=True).tap()
    expect(page.locator("[data-sheet]")).to_be_visible()
    assert table.totals == (0, 20, 80, 23, 40)


def test_a_second_tap_takes_it_back_and_so_does_a_card(page: Page, table: Table) -> None:
    turn_up(page, "7")
    button(page, 2, "20").tap()
    expect(row(page, 2)).to_have_attribute("data-state", "given")
    button(page, 2, "20").tap()
    expect(row(page, 2)).to_have_attribute("data-state", "waiting")
    expect(count(page, 2)).to_have_text("")
    button(page, 2, "40").tap()
    row(page, 2).locator(".round-hand__name").tap()
    keys(page).locator("[data-key='9']").tap()
    expect(count(page, 2)).to_contain_text("9")
    expect(row(page, 2).locator("[data-instead] input:checked")).to_have_value("")
    button(page, 2, "80").tap()
    assert row(page, 2).get_by_role("textbox").input_value() == ""
    assert table.rounds == 0


def test_another_card_turned_up_changes_what_is_counted(page: Page, table: Table) -> None:
    turn_up(page, "7")
    for rank in ("K", "7"):
        keys(page).locator(f"[data-key='{rank}']").tap()
    expect(count(page, 1)).to_contain_text("10")
    page.locator(".round-deal summary").tap()
    turn_up(page, "K")
    expect(count(page, 1)).to_contain_text("7")
    assert table.rounds == 0


def test_it_fits_the_narrowest_phone(page: Page, table: Table) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    turn_up(page, "7")
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [320, 320]
    for each in row(page, 2).locator(".round-hand-instead .chip__face:visible").all():
        box = each.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    assert table.rounds == 0


def test_what_is_ticked_of_a_hand_has_a_line_of_its_own(page: Page, table: Table) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    turn_up(page, "7")
    chip = row(page, 1).locator(".round-hand-instead__flag")
    expect(chip).to_be_visible()
    box = chip.bounding_box()
    assert box is not None
    assert box["width"] > 2 * box["height"]
    assert table.rounds == 0


@pytest.mark.usefixtures("table")
def test_no_pure_run_is_no_column_on_a_narrow_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    turn_up(page, "7")
    row(page, 1).locator("label").first.click()
    box = row(page, 1).locator(".round-hand-instead__flag").bounding_box()
    assert box
    assert box["width"] > 2 * box["height"]
