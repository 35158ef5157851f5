"""A round that was recorded wrong is corrected in the one hand that was wrong."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.phone import hand, keys
from tests.support.table import Table
from tests.support.walks import walk


@walk("wrong", ["Ann", "Bob", "Dee"])
def test_a_tap_opens_the_hand_that_was_wrong_alone(
    app: Flask, page: Page, site: str, wrong: str
) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cem", "Dee"))
    table.knock("Cem", Ann=21, Bob=9, Cem=5, Dee=8)
    page.goto(f"{site}{table.address}/rounds/1/edit")
    expect(page.get_by_text("Tap the hand that was wrong.")).to_be_visible()

    hand(page, wrong).locator("label").tap()
    expect(page.locator(".round-hand--open label")).to_have_text(wrong)
    expect(page.locator("[data-ranks]:visible")).to_have_count(1)
    keys(page).locator("[data-key='K']").tap()
    keys(page).locator("[data-key='Q']").tap()

    given = {"Ann": "21", "Bob": "=9", "Cem": "=5", "Dee": "=8"} | {wrong: "K Q"}
    for name, text in given.items():
        expect(hand(page, name).get_by_role("textbox")).to_have_value(text)
    page.get_by_role("button", name="Record the correction").tap()
    expect(page.locator("[data-sheet]")).to_be_visible()
