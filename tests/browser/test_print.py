"""A printed sheet is a score pad: the game, its players, every round, the totals, the rules."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.games.details import Details, change_details, details_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.scorebook import form
from tests.support.table import Table
from tests.support.walks import walk

EIGHT = ("Alexandra", "Bo", "Christophe", "Dominique", "Eve", "Fred", "Gertrude", "Hippolyte")
PAGE_OF_PDF = b"/Type /Page\n"


def gin(app: Flask) -> Table:
    """A game of Gin Rummy in play, long enough for two parts on the screen."""
    table = Table(app, "gin", target=0)
    for number in range(41):
        table.knock("Ann", Ann=3, Bob=5 + number % 20)
    return table


def three_thirteen(app: Flask) -> Table:
    """A finished game of eight players."""
    table = Table(app, "three-thirteen", EIGHT)
    while not table.is_over:
        table.record("out", "Bo", hands={name: 25 for name in EIGHT if name != "Bo"})
    return table


def hollywood(app: Flask) -> Table:
    """A finished game with three columns and bonuses."""
    table = Table(app, "hollywood", ("Ann", "Bob"))
    while not table.is_over:
        table.knock("Ann", Ann=3, Bob=13)
    return table


@walk(
    ("make", "words"),
    [
        (gin, ["Gin Rummy", "40", "41", "Total", "Gin bonus: 25"]),
        (three_thirteen, ["Bo wins", "out", "Hippolyte", "Total", "An ace counts: 1"]),
        (hollywood, ["Ann wins", "Column 3", "Boxes", "All columns"]),
    ],
)
def test_a_sheet_is_printed_as_a_score_pad_on_one_page(
    app: Flask, page: Page, make: Callable[[Flask], Table], words: list[str]
) -> None:
    table = make(app)
    with app.app_context():
        row = db.session.get_one(GameRow, table.id)
        told = Details(details_of(row).played_on, "Café Central", "By candlelight")
        change_details(row.id, told, **form(row))
    page.emulate_media(color_scheme="dark")
    page.goto(table.address)
    assert page.pdf(format="A4").count(PAGE_OF_PDF) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    text = page.locator("body").inner_text()
    for each in (*words, *table.players, "Café Central", "By candlelight"):
        assert each in text
    for button in ("Undo", "Round over", "Games", "Rematch", "Share"):
        assert button not in text
    assert page.evaluate("document.documentElement.scrollWidth") <= 700


@walk("address", ["/history", "/players", "/players/1"])
def test_on_paper_there_is_nothing_to_press(app: Flask, page: Page, address: str) -> None:
    for variant in ("gin", "knock"):
        table = Table(app, variant)
        table.knock("Ann", Ann=3, Bob=11)
        table.change("call")
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 800, "height": 1100})
    page.goto(address)
    assert page.locator(".button:visible, .history-tabs:visible").count()
    page.emulate_media(media="print")
    assert page.locator(".button:visible, .history-tabs:visible, .crumb:visible").count() == 0
    fields = page.locator("select:visible").evaluate_all(
        "fields => fields.map((each) => getComputedStyle(each).borderTopStyle)"
    )
    assert set(fields) <= {"none"}
    assert page.evaluate("document.documentElement.scrollWidth") == 800
