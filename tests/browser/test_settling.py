"""The page that adds up debts, on small and large screens."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.rummy.stake import Stake
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import assert_large_text_fits
from tests.support.scorebook import start
from tests.support.table import Table

EIGHT = ("Alexandra", "Bo", "Christophe", "Dominique", "Eve", "Fred", "Gertrude", "Hippolyte")


def test_a_debt_of_eight_is_reached_by_its_payment_and_fits(app: Flask, page: Page) -> None:
    table = Table(app)
    with app.app_context():
        stake = Stake(point="0.05", currency="€")
        table.id = start(EIGHT, variant="indian", preset="points", stake=stake).id
    table.record("declare", "Bo", hands={n: 30 for n in EIGHT if n != "Bo"}, wild="7")
    table.adjust("Eve", -100)
    table.change("call")
    page.goto(table.address)
    page.locator("a.settlement__payment").first.click()
    expect(page.get_by_role("heading", name="Alexandra owes")).to_be_visible()
    page.get_by_role("link", name="Bo").click()
    expect(page.get_by_role("heading", name="Bo gets")).to_be_visible()
    assert_accessible(page)
    assert_fits(page, 320, 390, 1280)
    assert_large_text_fits(page)
