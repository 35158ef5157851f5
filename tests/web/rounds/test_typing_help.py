"""What stands above the hands says how they are typed, for those without the key pad."""

from __future__ import annotations

import re

from bs4 import Tag
from flask import Flask

from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.walks import walk

EXAMPLES = [
    ("gin", "knock:0", "8", "KS 9D", "* 7S 7H 7D 8C 9C 10C KS"),
    ("rami", "out:0", "", "! K 9", ""),
    ("three-thirteen", "out:0", "", "K 9 2", "* 7S 7H 7D 8C 9C 10C KS"),
    ("rummy-500", "out:0", "54 /", "7 8 9 + K K K / Q 2", ""),
    ("tiles", "out:0", "", "12 9 JK", ""),
]


def told_on(page: Tag) -> str:
    """What stands above the hands."""
    return " ".join(words(each) for each in page.select("#round .field__help.plain-only"))


@walk(("variant", "ending", "first", "second", "whole"), EXAMPLES)
def test_the_help_has_an_example_for_every_sign_of_the_game_and_no_other(
    app: Flask, client: Visitor, variant: str, ending: str, first: str, second: str, whole: str
) -> None:
    table = Table(app, variant)
    page = client.visit(table.address + "/rounds/new")
    told = told_on(page)
    assert all(example in told for example in (first, second, whole))
    assert ("*" in told) == bool(whole)
    typed = {"ending": ending, "hand-0": first, "hand-1": second}
    fields = {name: text for name, text in typed.items() if text}
    assert client.submit(page, fields, form="#round").status_code == 303


def test_a_space_parts_the_sentences_of_the_help(app: Flask, client: Visitor) -> None:
    told = words(client.visit(Table(app, "rami").address + "/rounds/new"), "#hands-help")
    assert "Nothing left is 0. For a player who never opened" in told


@walk("variant", ["rami", "contract", "tiles", "gin"])
def test_the_joker_is_named_where_there_is_one(app: Flask, client: Visitor, variant: str) -> None:
    players = ("Ann", "Bob", "Cem") if variant == "contract" else ("Ann", "Bob")
    page = client.visit(Table(app, variant, players).address + "/rounds/new")
    for place in ("#hands-help", "[data-help]"):
        assert ("JK" in words(page, place)) == (variant != "gin")


@walk(("variant", "lays_off"), [("gin", True), ("knock", False)])
def test_only_where_cards_are_laid_off_the_help_says_how(
    app: Flask, client: Visitor, variant: str, lays_off: bool
) -> None:
    told = told_on(client.visit(Table(app, variant).address + "/rounds/new"))
    assert "7S 7H 7D + 8C 9C 10C / KS" in told
    assert (">" in told) == lays_off


@walk("variant", ["rami", "contract", "tonk"])
def test_no_whole_hand_is_offered_where_all_cards_left_count(
    app: Flask, client: Visitor, variant: str
) -> None:
    page = client.visit(Table(app, variant, ("Ann", "Bob", "Cem")).address + "/rounds/new")
    assert "*" not in told_on(page)
    assert not page.select("[data-whole]")
    assert "Whole hand" not in words(page, "[data-help]")


def test_the_help_in_french_writes_the_king_in_one_way(app: Flask, client: Visitor) -> None:
    address = Table(app, "gin").address + "/rounds/new"
    page = client.visit(address, headers={"Accept-Language": "fr"})
    told = f"{told_on(page)} {words(page, '[data-help]')}"
    assert "RS 9H" in told
    assert not re.search(r"\bK[SHDC]?\b", told)


@walk(
    ("indices", "examples"),
    [
        ("language", ["R 9 2", "RS 9H", "/ RS"]),
        ("english", ["K 9 2", "KS 9H", "/ KS"]),
    ],
)
def test_french_examples_have_the_letters_that_are_on_the_cards(
    app: Flask, client: Visitor, indices: str, examples: list[str]
) -> None:
    phone = client.visit("/settings")
    client.submit(phone, {"indices": indices}, form="#phone")
    page = client.visit(Table(app).address + "/rounds/new", headers={"Accept-Language": "fr"})
    assert all(example in told_on(page) for example in examples)
    assert "D carreau" in told_on(page)
    assert examples[0] in words(page, "[data-help]")
