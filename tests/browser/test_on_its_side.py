"""What lies on the screen of a phone held upright or on its side, and on a wide one."""

from __future__ import annotations

import math

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table
from tests.support.walks import walk


@walk("size", [(844, 390), (667, 375), (568, 320)])
@walk("variant", ["knock", "rami", "contract", "rummy-500"])
def test_the_words_on_the_keys_are_whole(
    app: Flask, page: Page, site: str, variant: str, size: tuple[int, int]
) -> None:
    table = Table(app, variant, ("Ann", "Bob", "Cem"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_extra_http_headers({"Accept-Language": "fr"})
    ending = "knock" if variant == "knock" else "out"
    page.goto(f"{site}{table.address}/rounds/new?ending={ending}:0")
    keys = page.locator("[data-pad] button:visible")
    expect(keys.first).to_be_visible()
    cut = keys.evaluate_all(
        """keys => keys.filter(key => {
          const box = key.getBoundingClientRect();
          const off = box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
          return off || key.scrollWidth > key.clientWidth;
        }).map(key => key.textContent.trim() || key.ariaLabel)"""
    )
    assert cut == []


NAMES = ("Cleopatra", "Pierre-Alexandre", "Marie-Antoinette", "Maximilian")
MORE = ("Guillemette", "Hans-Friedrich", "Bo", "Anneliese")


@walk("width", [320, 390])
@walk("players", [2, 3, 4, 5, 8])
def test_faces_stand_side_by_side_whatever_the_names(
    app: Flask, page: Page, site: str, players: int, width: int
) -> None:
    table = Table(app, "rummy-500" if players > 4 else "knock", (*NAMES, *MORE)[:players])
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(site + table.address)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    columns, tops, lines = page.locator(".dock__faces").evaluate(
        """faces => [
          [...faces.children].map(each => each.getBoundingClientRect()).filter(box => box.width),
          [...faces.querySelectorAll(".face")].map(each => each.getBoundingClientRect().top),
          [...faces.querySelectorAll(".name")].map(
            each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)),
        ]"""
    )
    widths = [column["width"] for column in columns]
    assert max(widths) - min(widths) < 1, "all are as wide"
    side_by_side = len({column["x"] for column in columns})
    assert len(set(tops)) == math.ceil(len(columns) / side_by_side), "faces stand in rows"
    assert max(lines) < 2.1, "no name takes more than two lines"


def test_of_four_players_a_name_of_eight_letters_is_whole_and_two_names_are_two_lines(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app, "knock", ("Clémence", "Marie Jeanne", "Cem", "Bo"))
    page.goto(site + table.address)
    is_cut = "name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight"
    for name in ("Clémence", "Marie Jeanne", "Cem", "Bo"):
        assert not page.locator(".dock__faces .name", has_text=name).evaluate(is_cut), name


def test_the_rounds_stand_beside_the_board_where_there_is_room(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cleo"))
    table.knock("Ann", Ann=3, Bob=11, Cleo=20)
    page.goto(site + table.address)
    for width, beside in ((1280, True), (820, False)):
        page.set_viewport_size({"width": width, "height": 800})
        board, rounds, asked = [
            page.locator(part).evaluate("each => each.getBoundingClientRect().toJSON()")
            for part in (".board", ".sheet-table", "#sheet-actions")
        ]
        assert (rounds["left"] >= board["right"]) == beside
        assert asked["bottom"] <= 801
        assert page.evaluate("document.documentElement.scrollWidth") <= width
