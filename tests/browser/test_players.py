"""The pages of players on a phone, in light and dark colours."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.past_games import play, some_rounds

LONG = "Wolfeschlegelsteinhausenbergerdorffer"


@pytest.fixture(autouse=True)
def games(app: Flask) -> None:
    """Four months of games. Robert is Bob’s other name."""
    for number in range(8):
        variant = ("gin", "knock")[number % 2]
        names = (("Ann", "Bob"), (LONG, "Ann", "Robert"))[number % 2]
        day = date(2026, 1, 3) + timedelta(days=17 * number)
        play(app, day, variant, names, *some_rounds(variant, names, 6, number))


def check(page: Page) -> None:
    """Check that the page fits small and large phones, and is accessible."""
    assert_fits(page, 320, 390)
    assert_accessible(page)


def test_a_player_is_found_looked_at_and_compared(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Games", exact=True).first.tap()
    page.get_by_role("link", name="Leaderboard").tap()
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    check(page)
    page.get_by_label("Game", exact=True).select_option("Knock Rummy")
    page.wait_for_url("**game=knock**")
    page.get_by_label("Game", exact=True).select_option("All games")
    page.get_by_role("link", name="too few games to compare").first.tap()
    expect(page.get_by_text("nobody can tell skill from luck")).to_be_visible()
    check(page)
    page.go_back()
    page.get_by_role("link", name="Who beats whom").tap()
    page.locator("td a").first.tap()
    expect(page.locator("#duel")).to_be_in_viewport()
    check(page)
    page.get_by_role("link", name="Leaderboard").tap()
    page.get_by_role("link", name="Ann", exact=True).tap()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    check(page)
    page.get_by_role("link", name="By game and year").tap()
    expect(page.get_by_role("heading", name="By game and year")).to_be_visible()
    check(page)
    page.get_by_text("Win rate over time").first.tap()
    page.get_by_text("The numbers of the chart").tap()
    expect(page.get_by_role("table")).to_be_visible()
    check(page)
    page.get_by_label("Game", exact=True).select_option("Gin Rummy")
    page.wait_for_url("**game=gin**")
    page.locator("summary", has_text="Gin Rummy").tap()
    best = page.locator(".facts > div", has_text="best round").get_by_role("link")
    points = best.inner_text()
    best.tap()
    expect(page.get_by_text(f"Ann scores {points.removeprefix('+')}").first).to_be_visible()
    page.go_back()
    page.get_by_text("Who beats whom").tap()
    page.get_by_role("link", name="against Bob").tap()
    expect(page.get_by_text("times ahead, in 4 games")).to_be_visible()
    expect(page.get_by_role("img", name="How many games Ann is ahead")).to_be_visible()
    check(page)


def test_two_names_of_one_person_are_merged_and_parted(page: Page) -> None:
    page.goto("/players")
    page.get_by_role("link", name="Robert").tap()
    page.get_by_role("link", name="Change").tap()
    expect(page.get_by_role("heading", name="Change Robert")).to_be_visible()
    check(page)
    page.get_by_label("The same person as").select_option("Bob")
    page.get_by_role("button", name="See what happens").tap()
    expect(page.get_by_text("4 games of Robert count for Bob from now on.")).to_be_visible()
    check(page)
    page.get_by_role("button", name="They are one person").tap()
    expect(page.get_by_text("Robert and Bob are one person now.")).to_be_in_viewport()
    expect(page.locator(".players-said")).to_contain_text("of 8")
    page.get_by_role("button", name="Undo: Robert is somebody else").tap()
    expect(page.get_by_text("Robert and Bob are two people again.")).to_be_in_viewport()
    expect(page.locator(".players-said")).to_contain_text("of 4")
