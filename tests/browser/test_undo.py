"""Undo and redo with quick taps: each takes back one change."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table
from tests.support.walks import walk


@walk("path", ["", "/trail"])
def test_the_second_of_two_quick_taps_on_undo_takes_back_nothing(
    app: Flask, page: Page, site: str, path: str
) -> None:
    table = Table(app)
    for _round in range(3):
        table.knock("Ann", Ann=3, Bob=11)
    page.goto(site + table.address + path)
    browser = page.context.new_cdp_session(page)
    browser.send("Animation.enable")
    page.locator(".undo button").click(trial=True)
    # Both taps are quick on a slow machine too.
    browser.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    page.locator(".undo button").click(force=True)
    expect(page.locator("#messages")).to_contain_text("Round 3 undone.")
    # Nobody taps what is not drawn yet.
    expect(page.locator(".undo button")).to_have_css("animation-name", "settle")
    page.locator(".undo button").click(force=True)
    browser.send("Animation.setPlaybackRate", {"playbackRate": 1})
    put_back = page.locator("#messages").get_by_role("button", name="Put round 3 back")
    expect(put_back).to_be_in_viewport()
    put_back.click()
    expect(page.locator("#messages")).to_have_text("Round 3 put back.")
    assert table.rounds == 3
