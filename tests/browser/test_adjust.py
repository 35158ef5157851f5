"""The way back from a penalty or bonus that was given."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table


def test_whoever_goes_back_after_a_penalty_finds_an_empty_form(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    page.goto(f"{site}{table.address}/rounds/adjust")
    page.get_by_role("radio", name="Bob").check()
    page.get_by_role("textbox", name="Why").fill("Late")
    page.get_by_role("button", name="−10").click()
    expect(page.locator("#messages")).to_contain_text("Bob −10, written into round 1.")
    page.go_back()
    expect(page.get_by_role("radio", name="Bob")).not_to_be_checked()
    expect(page.get_by_role("textbox", name="Why")).to_have_value("")
    page.get_by_role("button", name="−10").click()
    expect(page.get_by_text("Choose a player.")).to_be_visible()
    assert table.totals == (8, -10)
