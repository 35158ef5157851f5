"""What stands above the hands says how they are typed, for those without the key pad."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor, words
from tests.support.table import Table

EXAMPLES = [
    pytest.param("gin", "knock:0", "8", "KS 9D", "* 7S 7H 7D 8C 9C 10C KS", id="gin"),
    pytest.param("rami", "out:0", "", "! K 9", "* 7S 7H 7D 8C 9C 10C KS", id="rami"),
    pytest.param("rummy-500", "out:0", "54 /", "7 8 9 + K K K / Q 2", "", id="rummy 500"),
    pytest.param("tiles", "out:0", "", "12 9 JK", "", id="tile rummy"),
]


@pytest.mark.parametrize(("variant", "ending", "first", "second", "whole"), EXAMPLES)
def test_the_help_has_an_example_for_every_sign_of_the_game_and_no_other(
    app: Flask, client: Visitor, variant: str, ending: str, first: str, second: str, whole: str
) -> None:
    table = Table(app, variant)
    page = client.visit(table.address + "/rounds/new")
    told = " ".join(words(each) for each in page.select("#round .field__help.plain-only"))
    assert all(example in told for example in (first, second, whole))
    assert ("*" in told) == bool(whole)
    typed = {"ending": ending, "hand-0": first, "hand-1": second}
    fields = {name: text for name, text in typed.items() if text}
    assert client.submit(page, fields, form="#round").status_code == 303


def test_a_space_parts_the_sentences_of_the_help(app: Flask, client: Visitor) -> None:
    told = words(client.visit(Table(app, "rami").address + "/rounds/new"), "#hands-help")
    assert "Nothing left is 0. For a player who never opened" in told
