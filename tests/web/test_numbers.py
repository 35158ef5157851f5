"""Numbers are read as the pages and people write them. Ambiguous ones are rejected."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask_babel import force_locale
from PIL import ImageFont

from scorekeeper.config import CHECKOUT
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.translation import total
from tests.support.new_game import errors, started
from tests.support.organisers import Organiser
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
ENGLISH, FRENCH, GERMAN = "en", "fr", "de"
EVERYWHERE = {
    "1725": 1725,
    "1 725": 1725,
    "1\u00a0725": 1725,
    "1\u2009725": 1725,
    "1\u202f725": 1725,
    "1’725": 1725,
    "-20": -20,
    "−20": -20,
    "−1 725": -1725,
    "+20": 20,
    " 85 ": 85,
}


@walk("language", [ENGLISH, FRENCH, GERMAN])
def test_every_number_that_a_page_writes_is_read(app: Flask, language: str) -> None:
    with app.test_request_context(), force_locale(language):
        for number in (-1_234_567, -20, 0, 999, 1000, 1725, 999_999_999):
            assert read_number(total(number)) == number
        for text, number in EVERYWHERE.items():
            assert read_number(text) == number


@walk(
    ("text", "number"),
    [
        ("1,725", 1725),
        ("1.725", 1725),
        ("−1.725", -1725),
        ("1.234.567", 1_234_567),
        ("1,234,567", 1_234_567),
        ("0,500", None),
        ("0.500", None),
        ("1,725.00", None),
    ],
)
def test_a_point_or_comma_before_three_digits_groups_them_in_every_language(
    app: Flask, text: str, number: int | None
) -> None:
    for language in (ENGLISH, FRENCH, GERMAN):
        with app.test_request_context(), force_locale(language):
            assert read_number(text) == number


@walk(
    "text",
    ["", "-", "12,5", "1,72", "1 72", "17 25", "1,725 50", "1.234,567", "٣", "1e3", "9" * 10],
)
def test_nothing_else_is_a_number(app: Flask, text: str) -> None:
    with app.test_request_context():
        assert read_number(text) is None


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "canasta", PLAYERS, sides=SIDES)


@walk("melded", ["1,125", "=1,125", "1.125"])
def test_a_count_in_groups_is_melded(client: Visitor, table: Table, melded: str) -> None:
    page = client.visit(table.address + "/rounds/new?ending=out:0")
    typed = {"hand-0": f"{melded} / 25", "hand-natural-0": "2", "hand-1": "/ 25"}
    client.submit(page, {"ending": "out:0", **typed}, form="#round")
    hands = client.get(table.address + "/document").json["rounds"][0]["hands"]
    assert hands["Ann & Cem"] == {"melded": 1125, "left": 25, "natural": 2}


def test_what_has_decimals_is_refused_at_its_field(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/new?ending=out:0")
    typed = {"hand-0": "420,5 / 25", "hand-natural-0": "1", "hand-1": "110 / 25"}
    answer = client.submit(page, {"ending": "out:0", **typed}, form="#round")
    assert "“420,5” is not a whole number of points." in words(read(answer, 422), "#hand-0-error")
    assert table.rounds == 0


@walk(
    ("typed", "row"),
    [
        ({"hand-0": "112 / 25", "hand-natural-0": "1"}, "+"),
        ({"hand-0": "420 / 27", "hand-natural-0": "1"}, "/"),
        ({"hand-0": "420 / 25", "hand-natural-0": "1", "hand-red_threes-0": "5"}, "red_threes"),
    ],
)
def test_what_is_wrong_stands_under_its_row(
    client: Visitor, table: Table, typed: dict[str, str], row: str
) -> None:
    page = client.visit(table.address + "/rounds/new?ending=out:0")
    sent = {"ending": "out:0", "hand-1": "110 / 25", **typed}
    answer = client.submit(page, sent, form="#round")
    assert answer.status_code == 422
    before = answer.text.split('class="field__errors"')[0]
    rows = re.findall(r'data-of="([+/])"|name="hand-([a-z_]+)-0"', before)
    assert "".join(rows[-1]) == row


@walk(
    ("typed", "nearest"),
    [("420 / 27", [("25", "/"), ("30", "/")]), ("1,123 / 25", [("1120", "+"), ("1125", "+")])],
)
def test_a_count_that_no_cards_make_has_its_neighbours_as_buttons(
    client: Visitor, table: Table, typed: str, nearest: list[tuple[str, str]]
) -> None:
    page = client.visit(table.address + "/rounds/new?ending=out:0")
    sent = {"ending": "out:0", "hand-0": typed, "hand-natural-0": "1", "hand-1": "110 / 25"}
    refused = read(client.submit(page, sent, form="#round"), 422)
    buttons = refused.select("[data-nearest]")
    assert [(button["data-nearest"], button["data-part"]) for button in buttons] == nearest


def test_a_count_that_is_too_much_is_refused_at_its_row(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/new?ending=out:0")
    sent = {"ending": "out:0", "hand-0": "420 / 9999", "hand-natural-0": "1", "hand-1": "110 / 25"}
    refused = read(client.submit(page, sent, form="#round"), 422)
    assert refused.select("[data-of='/'] + .field__errors")


def test_a_penalty_is_read_as_it_is_written(client: Visitor, table: Table) -> None:
    address = table.address + "/rounds/adjust"
    client.submit(address, {"player": "0", "points": "−1,500"})
    assert table.totals[0] == -1500
    client.submit(address, {"player": "0", "points": "1.500"})
    assert table.totals[0] == 0
    again = read(client.submit(address, {"player": "0", "points": "1,5"}), 422)
    assert words(again, ".field--wrong")


def test_a_house_rule_is_read_as_it_is_written(app: Flask, client: Visitor) -> None:
    typed = {"name": ["Ann", "Bob"], "dealer": "0", "rules-target": "2,500"}
    page = client.visit("/games/new?variant=rummy-500")
    assert dict(started(app, client.submit(page, typed)).changes) == {"target": 2500}
    again = read(client.submit(page, typed | {"rules-target": "2,5"}), 422)
    assert errors(again, "[name=rules-target]")


def test_the_desk_reads_totals_in_groups(client: Visitor) -> None:
    for typed, is_read in (("1,725", True), ("1.725", True), ("1,7", False)):
        query = {"variant": "canasta", "total": typed, "melds": "K K K"}
        answer = client.get("/judge/melds", query_string=query, follow_redirects=True)
        assert ("must be a whole number" not in answer.text) is is_read


@walk("number", [str(2**31), "9" * 30, "-" + "9" * 30])
def test_a_number_that_no_row_can_have_is_no_fault_of_ours(
    app: Flask, client: Visitor, number: str
) -> None:
    table, organiser = Table(app), Organiser(app)
    for address in (f"{table.address}/trail", organiser.address("history")):
        assert client.get(f"{address}?older={number}").status_code == 404
    assert client.send(f"/club/transfer/names/{number}/forget").status_code == 404


def test_the_space_in_a_french_figure_can_be_seen() -> None:
    """The typeface has a glyph for the space, so browsers substitute no narrower one."""
    font = ImageFont.truetype(CHECKOUT / "static" / "fraunces.woff2", 100)
    assert font.getlength("4\N{NARROW NO-BREAK SPACE}915") - font.getlength("4915") > 15
