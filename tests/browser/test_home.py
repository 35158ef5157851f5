"""Home on a phone: the tests tap the middle of each link and button."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page

from tests.support.accessible import assert_in_reach
from tests.support.crowded import long_evening, many_games_on_the_table
from tests.support.scorebook import record, start, win


def test_nothing_lies_over_what_is_tapped(app: Flask, page: Page) -> None:
    with app.app_context():
        record(start(overrides={"target": 50}), win(60))
        record(start(variant="knock"), win(5))
    page.goto("/")
    assert page.get_by_role("button", name="Play again").count() == 1
    assert page.get_by_role("link", name="Play on").count() == 1
    assert_in_reach(page)


def test_an_evening_on_which_very_much_is_played_stays_readable(app: Flask, page: Page) -> None:
    many_games_on_the_table(app)
    long_evening(app, "2026-11-14")
    for path, most in (("/", 2 * 844), ("/evenings/2026-11-14", 6_000)):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollHeight") <= most, path
