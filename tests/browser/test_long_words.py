"""Words longer than the English ones, on an ordinary and on the smallest phone: all fit."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.cli.options import translator
from scorekeeper.languages import DEFAULT, LANGUAGES
from tests.support.accessible import assert_fits
from tests.support.table import Table
from tests.support.table_cards import Evening

every_translation = pytest.mark.parametrize(
    "language",
    [
        pytest.param(code, marks=pytest.mark.browser_context_args(locale=code))
        for code in LANGUAGES
        if code != DEFAULT
    ],
)

WIDTHS = (320, 390)

RUNS_OVER = """[...document.querySelectorAll(".sheet-menu__tile, [data-pad] button")]
  .filter((control) => control.scrollWidth > control.clientWidth)
  .map((control) => control.innerText)"""
"""JavaScript that returns the texts of keys and tiles that are wider than these."""

BROKEN = """[...document.querySelectorAll(".sheet-table-round__how, .hall-side")].flatMap((how) => {
  const text = document.createTreeWalker(how, NodeFilter.SHOW_TEXT), found = [];
  while (text.nextNode())
    for (const {0: word, index} of text.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text.currentNode, index);
      range.setEnd(text.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found.push(word);
    }
  return found;
})"""
"""JavaScript that returns the words of rounds and of a hall’s table that break over two lines."""


@every_translation
def test_how_a_round_ended(app: Flask, page: Page, language: str) -> None:
    table = Table(app, "knock", ("Camille", "Nora", "Léa", "Max"))
    hands = {"Camille": "9", "Nora": "K 9 2", "Léa": "9", "Max": "Q Q 7 A"}
    table.record("knock", "Camille", hands=hands)
    page.goto(table.address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width in (320, 360, 390, 412):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(BROKEN) == [], width


@every_translation
def test_who_confirms_at_a_table(app: Flask, page: Page, language: str) -> None:
    evening = Evening(app)
    evening.show()
    evening.play(1, (500, 200), (400, 300), (445, 80))
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(evening.addresses[1])
    asked = page.locator(".hall-side__asked")
    expect(asked).to_have_text(translator(language)("yours to confirm"))
    assert page.evaluate(BROKEN) == []


@every_translation
def test_the_menu_of_a_sheet(page: Page, table: Table, language: str) -> None:
    page.goto(table.address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_label(translator(language)("Menu"), exact=True).tap()
    assert_fits(page, *WIDTHS)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(RUNS_OVER) == []
    heights = page.locator(".sheet-menu__tile").evaluate_all(
        "all => all.map((t) => t.offsetHeight)"
    )
    assert len(set(heights)) == 1
    assert len(heights) <= 4


@every_translation
def test_the_keys_of_a_whole_hand(app: Flask, page: Page, language: str) -> None:
    page.goto(Table(app).address + "/rounds/new?ending=knock:0")
    page.get_by_role("button", name=translator(language)("Whole hand")).first.tap()
    assert_fits(page, *WIDTHS)


@every_translation
def test_the_keys_of_a_table(page: Page, language: str) -> None:
    for variant in ("tiles", "rummy-500"):
        page.goto(f"/judge/table?variant={variant}")
        assert_fits(page, *WIDTHS, place=f"{variant} in {language}")
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate(RUNS_OVER) == []
        page.evaluate("scrollTo(0, 0)")
        keys, tabs = (page.locator(part).bounding_box() for part in ("[data-pad]", ".top__nav"))
        assert keys
        assert tabs
        assert keys["y"] + keys["height"] <= tabs["y"]
