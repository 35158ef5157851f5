"""The pages of a game with tiles speak of tiles, racks and a pool, never of cards."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.rummy.variants.tiles import TILE_RUMMY
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

OF_CARDS = {
    "en": r"\b(?:cards?|deal\w*|hands?|stock|unmatched|deadwood)\b",
    "it": r"\b(?:cart[ae]|mazzier\w+|mazzo|mazzi|tallone|spaiat\w+)\b",
    "fr": r"\b(?:cartes?|donneur|redonne|donne ensuite|main|mains|non combinées?)\b",
}
ELSEWHERE = ".sheet-menu, .choice:not(.choice--chosen), [data-parts]"
"""Links to other pages and games, and keys only for cards with suits."""


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of three with a round of every kind."""
    table = Table(app, TILE_RUMMY.key, ("Ann", "Bob", "Cem"))
    table.record("out", "Ann", hands={"Bob": 12, "Cem": 30})
    table.record("stock", hands={"Ann": 5, "Bob": 5, "Cem": 20})
    table.record("void")
    return table


@walk("language", list(OF_CARDS))
@walk(
    "page",
    [
        "/games/new?variant=tiles",
        "{}",
        "{}/rounds/new",
        "{}/rounds/1",
        "{}/rounds/2",
        "{}/rounds/3",
        "{}/rounds/2/edit",
        "/judge?variant=tiles",
        "/rules/tiles",
    ],
)
def test_no_page_speaks_of_cards(client: Visitor, table: Table, page: str, language: str) -> None:
    address = page.format(table.address)
    answer = client.get(address, headers={"Accept-Language": language})
    main = read(answer, 200).select_one("main").without(ELSEWHERE)
    labels = [element["aria-label"] for element in main.select("[aria-label]")]
    said = " ".join([words(main), *labels])
    assert "Ann" in said or TILE_RUMMY.key in address
    assert re.findall(".{0,40}" + OF_CARDS[language], said, re.IGNORECASE) == []


def test_a_second_empty_rack_is_refused_with_its_article(client: Visitor) -> None:
    typed = "ending=out:0&hand-0=0&hand-1=0&hand-2=12&players=3"
    page = read(client.get(f"/judge?variant=tiles&{typed}"))
    assert "must have something left" in words(page)
    assert page.select("main a[href='/rules/tiles#last-turn']")
