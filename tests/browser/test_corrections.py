"""A round that is wrong: refused and mended, or corrected in the one hand that was wrong."""

from __future__ import annotations

import pytest
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


@pytest.fixture
def form(app: Flask, page: Page, site: str) -> Page:
    """The form of a round that Ann ended by knocking, with the keys of both hands."""
    page.goto(f"{site}{Table(app).address}/rounds/new?ending=knock:0")
    expect(page.locator("[data-ranks]")).to_have_count(2)
    return page


def test_recording_nothing_names_the_hands_and_leaves_the_keys_there(form: Page) -> None:
    form.get_by_role("button", name="Record").tap()
    told = form.locator("[data-errors] li")
    expect(told).to_have_text(["Ann’s hand is missing.", "Bob’s hand is missing."])
    expect(form.locator("[data-ranks]:visible")).to_have_count(2)
    keys(form).locator("[data-key='9']").tap()
    expect(told).to_have_text(["Bob’s hand is missing."])
    expect(hand(form, "Ann").locator(".playing-card")).to_have_text("9")


def test_a_fault_goes_once_it_is_mended_though_another_follows_in_its_hand(form: Page) -> None:
    field = hand(form, "Ann").get_by_role("textbox")
    field.fill("9 Z")
    form.get_by_role("button", name="Record").tap()
    told = form.locator("[data-errors]")
    expect(told).to_contain_text("“Z” in Ann’s hand is not a card.")
    field.fill("")
    expect(told).not_to_contain_text("“Z”")
    expect(form.locator("#hand-0-error")).to_have_count(0)
    expect(told).to_have_text("This round is not recorded yet. Bob’s hand is missing.")
