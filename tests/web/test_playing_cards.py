"""One picture of a card for the whole program, in the pages and in what scripts draw."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from flask import Flask, get_template_attribute

from scorekeeper.rummy.cards import JOKER, Card, read_cards
from tests.support.pages import words
from tests.support.walks import walk


def shown(app: Flask, macro: str, *values: object, file: str = "_playing_card") -> BeautifulSoup:
    """What a macro of the parts writes."""
    with app.test_request_context("/"):
        draw = get_template_attribute(f"parts/{file}.html", macro)
        return BeautifulSoup(draw(*values), "html.parser")


def only(page: BeautifulSoup, selector: str) -> Tag:
    (found,) = page.select(selector)
    return found


@walk(
    ("card", "read_out", "kind"),
    [
        (Card("K", "H"), "K hearts", "suit-H"),
        (Card("T", "S"), "10 spades", "suit-S"),
        (Card("9"), "9", "playing-card--plain"),
        (JOKER, "joker", "playing-card--joker"),
    ],
)
def test_a_card_is_read_out_whole(app: Flask, card: Card, read_out: str, kind: str) -> None:
    page = shown(app, "playing_card", card)
    assert words(page) == read_out
    assert kind in only(page, ".playing-card")["class"]


@walk("size", ["small", "tiny"])
def test_a_card_has_three_sizes(app: Flask, size: str) -> None:
    page = shown(app, "playing_card", Card("2"), size)
    assert f"playing-card--{size}" in only(page, ".playing-card")["class"]


def test_a_mark_has_words_for_whoever_does_not_see_it(app: Flask) -> None:
    page = shown(app, "playing_card", Card("T", "S"), "small", "added", "laid off by Bob")
    assert words(page) == "10 spades + laid off by Bob"
    assert only(page, ".playing-card__mark")["aria-hidden"] == "true"


def test_the_wild_cards_of_a_row_are_marked(app: Flask) -> None:
    page = shown(app, "playing_cards", read_cards("3S 3 KD JK"), "tiny", "3")
    assert words(page) == "3 spades ★ wild 3 ★ wild K diamonds joker"
    assert len(page.select(".playing-card--wild")) == 2


def test_a_card_that_lies_face_down_says_nothing(app: Flask) -> None:
    page = shown(app, "card_back")
    assert words(page) == ""
    assert only(page, ".playing-card")["aria-hidden"] == "true"


@walk("card", [Card("", "S"), Card("", "D"), Card(""), JOKER])
def test_a_script_copies_the_same_card(app: Flask, card: Card) -> None:
    template = only(shown(app, "card_faces", file="_card_templates"), "template")
    faces = BeautifulSoup(template.decode_contents(), "html.parser")
    face = only(faces, f'[data-face="{card.suit or card.rank or "plain"}"]')
    del face["data-face"]
    drawn = only(shown(app, "playing_card", card), ".playing-card")
    assert str(face).split() == str(drawn).split()
