"""The parts of the pages: all are on their page, and cards and charts are drawn correctly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from flask import Flask, get_template_attribute

from scorekeeper.rummy.cards import JOKER, Card, read_cards
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from tests.support.elements import Element, parse
from tests.support.pages import Visitor, words
from tests.support.walks import walk


@walk(
    ("part", "number"),
    [
        (".face--large", 2),
        (".playing-card--tiny.playing-card--wild", 1),
        (".playing-card--back", 3),
        (".meld--loose", 2),
        (".ruling-sum", 2),
        (".ruling-row", 4),
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
    assert len(client.visit("/parts").select_one("main").select(part)) == number


def test_no_server_in_use_shows_it(own_app: Flask) -> None:
    client = own_app.test_client()
    own_app.testing = False
    assert client.get("/parts").status_code == 404
    own_app.debug = True
    assert client.get("/parts").status_code == 200


def shown(app: Flask, macro: str, *values: object, file: str = "_playing_card") -> Element:
    """Return the output of a macro of the parts."""
    with app.test_request_context("/"):
        draw = get_template_attribute(f"parts/{file}.html", macro)
        return parse(draw(*values))


def only(page: Element, selector: str) -> Element:
    (found,) = page.select(selector)
    return found


@walk(
    ("card", "read_out", "kind"),
    [
        (Card("K", "H"), "K of hearts", "suit-H"),
        (Card("T", "S"), "10 of spades", "suit-S"),
        (Card("9"), "9", "playing-card--plain"),
        (JOKER, "joker", "playing-card--joker"),
    ],
)
def test_a_card_is_read_out_whole(app: Flask, card: Card, read_out: str, kind: str) -> None:
    page = shown(app, "playing_card", card)
    assert words(page) == read_out
    assert kind in only(page, ".playing-card").classes


def test_a_mark_has_words_for_whoever_does_not_see_it(app: Flask) -> None:
    page = shown(app, "playing_card", Card("T", "S"), "small", "added", "laid off by Bob")
    assert words(page) == "10 of spades + laid off by Bob"
    assert only(page, ".playing-card__mark")["aria-hidden"] == "true"


def test_the_wild_cards_of_a_row_are_marked(app: Flask) -> None:
    page = shown(app, "playing_cards", read_cards("3S 3 KD JK"), "tiny", "3")
    assert words(page) == "3 of spades ★ wild, 3 ★ wild, K of diamonds, joker"
    assert len(page.select(".playing-card--wild")) == 2


def test_a_card_that_lies_face_down_says_nothing(app: Flask) -> None:
    page = shown(app, "card_back")
    assert words(page) == ""
    assert only(page, ".playing-card")["aria-hidden"] == "true"


@walk("card", [Card("", "S"), Card("", "X"), Card(""), JOKER])
def test_a_script_copies_the_same_card(app: Flask, card: Card) -> None:
    template = shown(app, "card_faces", "SHDCX", file="_card_templates")
    faces = parse(str(template).replace("template", "div"))
    face = only(faces, f'[data-face="{card.suit or card.rank or "plain"}"]')
    drawn = only(shown(app, "playing_card", card), ".playing-card")
    mark = face["data-face"]
    as_copied = str(face).replace(f' data-face="{mark}"', "")
    assert as_copied.split() == str(drawn).split()


def drawn(
    values: Mapping[str, Sequence[float | None]], target: float | None = None, **more: bool
) -> Chart:
    curves = [Curve(name, colour, line) for colour, (name, line) in enumerate(values.items())]
    labels = [str(number) for number in range(len(next(iter(values.values()))))]
    return draw_chart(curves, labels, axis="Round", target=target, **more)


def test_a_line_goes_from_the_left_to_the_right_and_is_higher_for_more() -> None:
    chart = drawn({"Maud": [0, 50, 200], "Rob": [0, 100, 150]})
    assert chart.lines[0].path == "M0 100L50 75L100 0"
    assert chart.lines[1].path == "M0 100L50 50L100 25"
    assert [line.y for line in chart.lines] == [0.8, 3.3]


def test_a_line_has_gaps_where_there_is_no_value_and_ends_with_the_last() -> None:
    chart = drawn({"Maud": [0, 50, 100, 80, 60], "Rob": [None, 40, None, 20, None]})
    assert chart.lines[1].path == "M25 60M75 80"
    assert [line.ends_at for line in chart.lines] == [100, 75]
    assert chart.lines[1].y == 8.8
    assert [values for _label, values in chart.rows][:2] == [["0", ""], ["50", "40"]]


def test_the_levels_are_round_numbers_with_zero_among_them() -> None:
    chart = drawn({"Maud": [0, -35, 60]})
    assert [tick.text for tick in chart.ticks] == ["0", "50"]
    assert [tick.text for tick in drawn({"Maud": [0, 1, 2]}).ticks] == ["0", "1", "2"]
    assert [tick.text for tick in drawn({"Maud": [0, 1000]}).ticks] == ["0", "500", "1,000"]


def test_the_target_is_inside_and_hides_a_level_that_it_would_lie_on() -> None:
    chart = drawn({"Maud": [0, 20, 90]}, target=100)
    assert chart.target is not None
    assert (chart.target.y, chart.target.text) == (0.8, "100")
    assert [tick.text for tick in chart.ticks] == ["0", "50"]


def test_names_at_the_lines_stand_apart_in_the_order_of_the_lines() -> None:
    players = {
        "Maud": [0.0, 100],
        "Rob": [0.0, 99],
        "Ann": [0.0, 98],
        "Tom": [0.0, 0],
        "Eve": [0.0, 1],
    }
    places = {line.curve.name: line.name_y for line in drawn(players).lines}
    order = sorted(places, key=places.__getitem__)
    assert order == ["Maud", "Rob", "Ann", "Eve", "Tom"]
    heights = sorted(places.values())
    assert all(low - high >= 1.19 for high, low in pairwise(heights))
    assert heights[0] >= 0.2
    assert heights[-1] <= 11.4


def test_a_line_that_never_moves_and_one_of_a_single_place_can_be_drawn() -> None:
    assert drawn({"Maud": [0, 0, 0]}).lines[0].path == "M0 100L50 100L100 100"
    assert drawn({"Maud": [7]}).lines[0].y == 0.8


def test_the_ground_between_line_and_zero_can_have_the_colour_of_the_line() -> None:
    chart = drawn({"Maud": [0, -5, 5]}, filled=True)
    assert chart.lines[0].area == "M0 50L50 100L100 0L100 50L0 50Z"


def test_a_long_chart_draws_every_so_many_places_with_the_first_and_the_last() -> None:
    chart = drawn({"Maud": [float(number) for number in range(5000)]})
    assert len(chart.rows) == 120
    assert chart.rows[0] == ("0", ["0"])
    assert chart.rows[-1] == ("4999", ["4,999"])


def test_the_numbers_stand_in_a_table_and_nothing_is_styled_in_place(app: Flask) -> None:
    chart = drawn({"Maud": [0, -12], "Rob & Co": [0, 30]})
    with app.test_request_context():
        text = str(get_template_attribute("parts/_chart.html", "line_chart")(chart, "Totals"))
    page = parse(text)
    assert page.select_one("svg[role=img]")["aria-label"] == "Totals"
    rows = [[cell.text for cell in row.select("th, td")] for row in page.select("tr")]
    assert rows == [["Round", "Maud", "Rob & Co"], ["0", "0", "0"], ["1", "−12", "30"]]
    assert not re.search(r"\sstyle=", text)
