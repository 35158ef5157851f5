"""Bad input gets a sentence and a 4xx, and changes nothing."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor, form_fields, read, words
from tests.support.table import Table
from tests.support.walks import walk

GOOD = {"ending": "knock:0", "hand-0": "3", "hand-1": "K"}


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


def sent(client: Visitor, table: Table) -> dict[str, list[str]]:
    """What the form of the next round sends as it stands."""
    form = client.visit(table.address + "/rounds/new").select_one("#round")
    return form_fields(form)


@walk(
    ("typed", "field", "sentence"),
    [
        ({"hand-1": "ZZ"}, "hand-1", "“ZZ” in Bob’s hand is not a card."),
        (
            {"hand-0": "3S", "hand-1": "3S K"},
            "hand-1",
            "3 spades is in both hands, but the deck has only one.",
        ),
        ({"hand-0": "K Q"}, "hand-0", "over the limit of 10"),
        ({"hand-1": "=999999999"}, "hand-1", "from 0 to 100"),
        ({"hand-1": ""}, "hand-1", "Bob’s hand is missing."),
        ({"hand-1": "\x00"}, "hand-1", "is not a card"),
        ({"ending": ""}, "ending", "Say how the round ended."),
        ({"ending": "fold"}, "ending", "Say how the round ended."),
        ({"ending": "knock"}, "ending", "Say who ended the round."),
        ({"ending": "knock:7"}, "ending", "There is no seat “7” at this table."),
        ({"dealer": "x"}, "dealer", "There is no seat “x” at this table."),
        ({"note": "x" * 501}, "note", "A note can have up to 500 characters."),
        ({"note": "a\0b"}, "note", "There is an invisible control character in this text."),
        ({"entered_by": "x" * 41}, "entered_by", "A name has 1 to 40 characters."),
        (
            {"adjustment-0-player": "0", "adjustment-0-points": "many"},
            "adjustment-0-points",
            "An adjustment is a whole number of points",
        ),
        ({"adjustment-0-points": "5"}, "adjustment-0-player", "Choose a player."),
    ],
)
def test_the_sentence_is_at_the_field_and_what_was_typed_comes_back(
    client: Visitor, table: Table, typed: dict[str, str], field: str, sentence: str
) -> None:
    form = client.visit(table.address + "/rounds/new")
    page = read(client.submit(form, GOOD | typed, form="#round"), 422)
    assert sentence in words(page, f"#{field}-error")
    assert sentence in words(page, "main [role=alert]")
    for name, text in (GOOD | typed).items():
        if name.startswith("hand") and text.isprintable():
            assert page.select_one(f"#{name}")["value"] == text
    assert table.rounds == 0


def test_the_upcard_must_be_a_card_with_a_suit(app: Flask, client: Visitor) -> None:
    table = Table(app, "oklahoma")
    form = client.visit(table.address + "/rounds/new")
    for upcard in ("", "Z", "7", "JK"):
        answer = client.submit(form, GOOD | {"upcard": upcard}, form="#round")
        assert words(read(answer, 422), "#upcard-error")


def test_a_form_without_fields_is_refused_in_words(client: Visitor, table: Table) -> None:
    token = sent(client, table)["csrf_token"]
    for path in ("/rounds", "/undo", "/call", "/play-on"):
        answer = client.post(table.address + path, data={"csrf_token": token})
        assert answer.status_code == 400
        assert "Nothing was changed." in answer.text


def test_a_form_with_no_round_in_it_says_what_is_missing(client: Visitor, table: Table) -> None:
    form_token = {name: sent(client, table)[name] for name in ("csrf_token", "version", "key")}
    answer = client.post(table.address + "/rounds", data=form_token)
    assert answer.status_code == 422
    assert "Say how the round ended." in answer.text


@walk("form_token", [{"version": "x"}, {"version": "-1"}, {"key": ""}, {"key": "é/"}])
def test_a_broken_form_token_is_refused(
    client: Visitor, table: Table, form_token: dict[str, str]
) -> None:
    form = client.visit(table.address + "/rounds/new")
    assert client.submit(form, GOOD | form_token, form="#round").status_code == 400
    assert table.rounds == 0


@walk(
    "path",
    [
        "/games/nothere",
        "/games/nothere/rounds/new",
        "/games/nothere/trail",
        "/games/nothere/document",
        "/games/%00/call",
        "/games/" + "x" * 3000,
        "{game}/rounds/2",
        "{game}/rounds/0",
        "{game}/rounds/99999999999999999999",
        "{game}/rounds/-1",
        "{game}/rounds/one",
        "{game}/rounds/2/edit",
        "{game}/rounds/2/remove",
    ],
)
def test_what_is_not_there_is_not_found(app: Flask, client: Visitor, path: str) -> None:
    table = Table(app)
    table.record("void")
    answer = client.get(path.format(game=table.address))
    missing = "There is nothing at this address." if "{game}" in path else "That game is not here."
    assert answer.status_code == 404
    assert missing in answer.text


def test_posts_to_what_is_not_there_are_not_found(client: Visitor, table: Table) -> None:
    fields = sent(client, table) | {"number": ["7"]}
    for path in ("/rounds/7", "/rounds/7/remove", "/rounds/preview"):
        assert client.post(table.address + path, data=fields).status_code == 404
    for path in ("/rounds", "/undo", "/call", "/play-on"):
        assert client.post("/games/nothere" + path, data=fields).status_code == 404
