"""A wide screen has two columns: the board on the left, the rounds on the right."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page

from tests.support.table import Table


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
