"""What is asked when a round is over fits every phone, however long the names are."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.support.table import Table

NAMES = ("Cleopatra", "Pierre-Alexandre", "Marie-Antoinette", "Maximilian")
MORE = ("Guillemette", "Hans-Friedrich", "Bo", "Anneliese")


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_faces_stand_side_by_side_whatever_the_names(
    app: Flask, page: Page, site: str, players: int, width: int
) -> None:
    table = Table(app, "rummy-500" if players > 4 else "knock", (*NAMES, *MORE)[:players])
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(site + table.address)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    columns, heights = page.locator(".dock__faces").evaluate(
        """faces => [
          [...faces.children].map(each => each.getBoundingClientRect()).filter(box => box.width),
          [...faces.querySelectorAll(".name")].map(each => each.clientHeight),
        ]"""
    )
    widths = [column["width"] for column in columns]
    assert max(widths) - min(widths) < 1, "all are as wide"
    assert len(set(heights)) == 1, "each name is one line"
