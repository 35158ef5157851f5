"""Results from elsewhere on a phone: the pages are accessible and fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.clubs import the_club
from tests.support.scorebook import start

LONG = "Magdalenaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

FIRST = f"""Date,Game,{LONG},Bobby,Carol,Davey
2026-01-03,Canasta,5120,4310,5120,4310
2026-01-03,{"rummy" * 20} rummy,61,12,0,34
2026-01-10,Rummy 500,515,340,,285
2026-01-24,Gin Rummy,,104,,
"""


@pytest.fixture
def file(app: Flask, tmp_path: Path) -> Path:
    """Results of a club with the players Bob and Carol."""
    with app.app_context():
        start(("Bob", "Carol"), club=the_club())
    file = tmp_path / "nights.csv"
    file.write_text(FIRST, "utf-8")
    return file


def send(page: Page, site: str, file: Path) -> None:
    page.goto(f"{site}/club/transfer")
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Import", exact=True).click()


def check(page: Page, place: str) -> None:
    assert_fits(page, 320, 390, 1280, place=place)
    assert_accessible(page, place)


def test_a_file_is_answered_and_the_next_one_asks_nothing(
    page: Page, site: str, file: Path
) -> None:
    send(page, site, file)
    expect(page.locator(".past-loss")).to_be_visible()
    check(page, "what stays out")
    page.get_by_role("button", name="Basic Rummy").click()
    expect(page.get_by_text("Who wins? The file does not say.")).to_be_visible()
    page.get_by_role("radio", name="Other").first.check()
    expect(page.locator("#other-1")).to_be_visible()
    check(page, "what is asked")
    page.get_by_role("radio", name="Yes").first.check()
    page.locator(".past-change summary").click()
    choice = page.locator(".past-change").get_by_label("Rummy 500")
    choice.focus()
    choice.select_option("-")
    expect(page.get_by_role("button", name="Import 2 of 3")).to_be_visible()
    expect(choice).to_be_focused()
    choice.select_option(label="Rummy 500")
    expect(page.get_by_role("button", name="Import 3 of 4")).to_be_visible()
    page.get_by_role("button", name="See the games").click()
    expect(page.get_by_text("As they will be recorded")).to_be_visible()
    check(page, "the games")
    between = page.evaluate(
        """() => {
          const end = (part, side) => document.querySelector(part).getBoundingClientRect()[side];
          return end(".top__nav", "top") - end(".actions", "bottom");
        }"""
    )
    assert abs(between) <= 1, "the bar is at the bottom of a short page"
    page.get_by_role("button", name="Import 3 of 4").click()
    expect(page.get_by_text("3 games were imported.")).to_be_visible()
    file.write_text(FIRST.replace("24,Gin Rummy,,104,,", "24,Gin Rummy,,104,72,"), "utf-8")
    send(page, site, file)
    expect(page.get_by_role("heading", name="One more game")).to_be_visible()
    check(page, "the next file")
    page.goto(f"{site}/club/transfer/names")
    check(page, "what is kept")
