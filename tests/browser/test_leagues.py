"""A season on the organiser’s phone: a league, the evenings that count, and its public table."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.leagues import evening, league

LONG = "Maximilian-Alexander of the mountains"


def check(page: Page, place: str) -> None:
    """Check that the page is accessible and fits phones of any size."""
    assert_accessible(page, place)
    assert_fits(page, 390, 320, place=place)


def count(page: Page, name: str, factor: int) -> None:
    option = page.get_by_role("option", name=name, exact=False)
    page.get_by_label("Tournament").select_option(option.get_attribute("value"))
    page.get_by_label("Factor").last.fill(str(factor))
    page.get_by_role("button", name="Count it").tap()


def test_a_season_of_three_evenings(app: Flask, page: Page) -> None:
    with app.app_context():
        for day in (2, 9, 16):
            evening(day, {"Ann": 48 + day, LONG: 2_000 * day}, name=f"Winter {day}")
    page.goto("/tournaments")
    page.get_by_role("link", name="New league").tap()
    expect(page.get_by_role("heading", name="New league")).to_be_visible()
    check(page, "new league")
    page.get_by_label("Name").fill("Winter")
    page.get_by_label("How many evenings count?").fill("2")
    page.get_by_role("button", name="Create the league").tap()
    for day in (2, 9, 16):
        count(page, f"October, Winter {day}", 1 + (day == 9))
        expect(page.get_by_role("heading", name=f"Winter {day} ")).to_be_visible()
    check(page, "evenings of a league")
    count_of_second = page.get_by_label("Factor").nth(1)
    count_of_second.fill("half")
    page.get_by_role("button", name="Save Winter 9").tap()
    expect(count_of_second).to_be_focused()
    check(page, "a wrong factor")
    page.get_by_role("link", name="Standings").tap()
    expect(page.get_by_text("Two of three count.")).to_be_visible()
    expect(page.locator("s")).to_have_text(["4,000", "50"])
    check(page, "league")
    page.goto("/tournaments")
    check(page, "tournaments with a league")
    page.get_by_role("link", name="Winter", exact=True).tap()
    page.get_by_role("link", name="Winter 2").tap()
    page.get_by_role("link", name="Desk").tap()
    page.get_by_role("link", name="Leagues").tap()
    expect(page.get_by_role("heading", name="Leagues")).to_be_visible()
    check(page, "leagues of a tournament")
    page.get_by_role("button", name="Take out Winter").tap()
    expect(page.get_by_role("heading", name="Winter 2 ")).not_to_be_visible()


BOX = "e => e.getBoundingClientRect().toJSON()"


@pytest.fixture
def long_league(app: Flask) -> str:
    """The address of a league with a long name, long names of players and two evenings."""
    with app.app_context():
        points = {"Ann": 12, LONG: 30, "Giandomenico Sant’Angelo": 50}
        evenings = [evening(day, points, name=f"Winter {day}") for day in (2, 9)]
        return f"/leagues/{league(evenings, league='Winter league of the rummy friends 2026')}"


@pytest.mark.browser_context_args(locale="de")
def test_a_small_phone_has_a_line_for_each_thing_in_german(page: Page, long_league: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(long_league)
    for row in page.locator(".league-below").all():
        came, results = [part.evaluate(BOX) for part in row.locator("> *").all()]
        assert came["top"] == results["top"]
    page.goto(f"{long_league}/setup")
    form = page.locator(".league-evening form").first
    factor, save = form.locator(".input").evaluate(BOX), form.locator("button").first.evaluate(BOX)
    assert abs(factor["top"] - save["top"]) < 5
    assert form.locator("button").last.evaluate(BOX)["right"] == form.evaluate(BOX)["right"]


def test_a_long_name_of_a_league_keeps_clear_of_the_heading(page: Page, long_league: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{long_league}/history")
    lines = """e => { const text = document.createRange(); text.selectNodeContents(e);
      return [...text.getClientRects()].map((box) => box.bottom); }"""
    bottoms = page.locator(".crumb a").evaluate(lines)
    assert len(bottoms) > 1
    assert page.locator("h1").evaluate(BOX)["top"] >= bottoms[-1] + 4


def test_the_standings_of_an_evening_show_whole_names(page: Page, long_league: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(long_league)
    page.get_by_role("link", name="Winter 2").tap()
    expect(page.get_by_role("heading", name="Winter 2")).to_be_visible()
    names = page.locator(".tournament-line .name")
    expect(names).to_have_count(3)
    assert not names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth)")
    assert_fits(page, 390, 320)
