"""The page of the parts: every part is on it, and no server in use shows it."""

from __future__ import annotations

from flask import Flask

from scorekeeper.rummy.variants import VARIANTS
from tests.support.pages import Visitor
from tests.support.walks import walk


@walk(
    ("part", "number"),
    [
        (".face--large", 2),
        (".playing-card--tiny.playing-card--wild", 1),
        (".playing-card--back", 3),
        (".meld--loose", 2),
        (".ruling-sum", 2),
        (".button--primary", 1),
        (".emblem", len(VARIANTS)),
        (".chart__line", 2),
        (".board-row", 6),
        (".moment", 2),
        (".moment__lot", 4),
        (".podium__place", 3),
        (".podium-other", 1),
        (".message", 3),
        (".field--wrong .field__errors", 1),
        ("[data-pad] [data-key]", 14),
    ],
)
def test_every_part_is_on_the_page(client: Visitor, part: str, number: int) -> None:
    assert len(client.visit("/parts").main.select(part)) == number


def test_no_server_in_use_shows_it(own_app: Flask) -> None:
    client = own_app.test_client()
    own_app.testing = False
    assert client.get("/parts").status_code == 404
    own_app.debug = True
    assert client.get("/parts").status_code == 200
