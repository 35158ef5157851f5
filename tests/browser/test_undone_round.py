"""An undone round is entered again with one tap, whatever draft the phone had kept."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.party import FOUR
from tests.support.phone import Played, enter_round, text
from tests.support.table import Table

ROUND = Played("Jean knocked", {"Pierre": "K 9 2", "Jean": "5", "Jacques": "Q Q 7 A", "Paul": 8})
TAKEN_BACK = "This is the round that was undone, as it was entered."


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


@pytest.fixture
def form(page: Page, site: str, table: Table) -> Page:
    """The form of the first round, after it was recorded on this phone and undone."""
    page.goto(site + table.address)
    enter_round(page, ROUND, tapping=False)
    page.get_by_role("button", name="Undo round 1").click()
    expect(page.get_by_text("Round 1 undone")).to_be_visible()
    page.get_by_role("link", name="Round over").click()
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    return page


def test_record_undo_and_record_again_gives_the_same_totals_after_a_change_and_a_reload(
    form: Page, table: Table
) -> None:
    assert [text(form, name) for name in FOUR] == ["K 9 2", "5", "Q Q 7 A", "=8"]
    expect(form.locator("[data-draft]")).to_be_hidden()
    form.locator("#hand-0").fill("K 9 3")
    form.reload()
    assert [text(form, name) for name in FOUR] == ["K 9 3", "5", "Q Q 7 A", "=8"]
    form.locator("#hand-0").fill("K 9 2")
    form.get_by_role("button", name="Record").click()
    expect(form.locator("[data-sheet]")).to_be_visible()
    assert table.totals == (0, 42, 0, 0)


def test_an_emptied_form_stays_empty_after_a_reload(form: Page) -> None:
    form.locator("#hand-0").fill("K 9 3")
    form.get_by_role("link", name="Start afresh").click()
    expect(form.get_by_text(TAKEN_BACK)).to_be_hidden()
    form.wait_for_load_state()  # only a page with its scripts keeps a draft
    assert [text(form, name) for name in FOUR] == [""] * 4
    form.locator("#hand-1").fill("6")
    form.reload()
    assert [text(form, name) for name in FOUR] == ["", "6", "", ""]


def test_an_older_draft_is_not_mixed_into_an_undone_round(
    page: Page, site: str, table: Table
) -> None:
    page.goto(f"{site}{table.address}/rounds/new")
    page.locator("#hand-0").fill("4 4 4")
    table.knock("Jean", Pierre="K 9 2", Jean="5", Jacques="Q Q 7 A", Paul=8)
    table.change("undo")
    page.reload()
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    assert text(page, "Pierre") == "K 9 2"
