"""What is asked when a round is over fits every phone, however long the names are."""

from __future__ import annotations

import math

from flask import Flask
from playwright.sync_api import Page

from tests.support.table import Table
from tests.support.walks import walk

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
