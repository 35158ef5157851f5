"""A round of modern American Canasta by taps: open melds, threes, a special hand."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_tally import PLAYERS, SIDES, points, rows
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import assert_large_text_fits, tap_rows
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "canasta", PLAYERS, preset="american", sides=SIDES)


@pytest.fixture
def form(page: Page, table: Table) -> Page:
    """The form of a round that Alexandra ended."""
    page.goto(table.address + "/rounds/new?ending=out:0")
    expect(page.locator("[data-pad]")).to_be_visible()
    return page


def chip(page: Page, value: str) -> Locator:
    """Return a chip of the side that ended the round."""
    return rows(page, 0).locator(f".chip:has([value='{value}'])")


def test_threes_and_open_melds_count_at_once_without_a_network(form: Page) -> None:
    form.context.set_offline(True)
    tap_rows(form, rows(form, 0), "=420 / =25 natural:1 sevens:1 red_threes:2 black_threes:3")
    expect(points(form, 0, "red-threes")).to_have_text("300")
    expect(points(form, 0, "black-threes")).to_have_text("500")
    chip(form, "aces").tap()
    chip(form, "wild").tap()
    expect(points(form, 0, "open-melds")).to_have_text("−4,500")
    chip(form, "aces").tap()
    expect(points(form, 0, "open-melds")).to_have_text("−2,000")


def test_what_is_found_among_melds_is_not_asked(form: Page) -> None:
    tap_rows(form, rows(form, 0), "KKKKKKK 777 AAA / =25")
    expect(points(form, 0, "open-melds")).to_have_text("−5,000")
    expect(rows(form, 0).locator("[name='hand-open-0-aces']")).to_be_disabled()
    expect(rows(form, 0).locator("[name='hand-held-0']")).to_be_enabled()


def test_a_special_hand_is_all_that_its_side_gives(form: Page, table: Table) -> None:
    special = rows(form, 0).locator("[data-special]")
    which = rows(form, 0).get_by_role("radiogroup")
    expect(which).to_be_hidden()
    special.tap()
    expect(which).to_be_visible()
    assert_accessible(form)
    form.set_viewport_size({"width": 320, "height": 640})
    assert_fits(form)
    form.set_viewport_size({"width": 390, "height": 844})
    assert_large_text_fits(form)
    chip(form, "garbage").tap()
    expect(rows(form, 1)).to_have_attribute("data-front", "")
    expect(points(form, 0, "special-hand")).to_have_text("3,000")
    expect(form.locator("#count-0")).to_have_text("+3,000")
    tap_rows(form, rows(form, 1), "=190 / =60 mixed:1")
    form.get_by_role("button", name="Record").last.tap()
    form.wait_for_url(table.address)
    assert table.totals == (3000, 430)


def test_a_special_hand_that_was_none_is_forgotten(form: Page) -> None:
    special = rows(form, 0).locator("[data-special]")
    special.tap()
    chip(form, "garbage").tap()
    rows(form, 0).locator(".tally__side").tap()
    special.tap()
    expect(rows(form, 0).get_by_role("radiogroup")).to_be_hidden()
    assert not rows(form, 0).locator("[name='hand-special-0'][value='garbage']").is_checked()
