"""A round while it is typed: its counts, missing facts without an error, and help."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def four(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


def test_each_hand_is_counted_as_soon_as_it_is_typed(client: Visitor, four: Table) -> None:
    """Missing facts are listed without an error, but an unknown card is an error."""
    page = client.preview(four.address, {"hand-0": "KS 9D 2C", "hand-3": "A"})
    assert words(page, "#count-0") == "21 points"
    assert words(page, "#count-3") == "1 point"
    assert words(page, "#count-1") == ""
    assert "how the round ended" in words(page)
    assert "Jacques’s cards" in words(page)
    assert not page.select(".warning, .field__errors, .message--error")
    page = client.preview(four.address, {"hand-0": "K ZZ"})
    assert "“ZZ” in Pierre’s hand is not a card." in words(page)
    assert words(page, "#count-0") == "?"


@walk(
    ("variant", "typed", "told"),
    [
        ("knock", {"ending": "knock:1", "hand-1": "5"}, ""),
        (
            "knock",
            {"ending": "knock:1", "hand-0": "K 9 2", "hand-1": "5"},
            "Jean has the lowest count so far Pierre 21 − Jean 5 = 16",
        ),
        (
            "knock",
            {"ending": "knock:1", "hand-0": "5", "hand-1": "A 4", "hand-3": "8"},
            "Pierre and Jean have the lowest count so far Paul 8 − 5 = 3",
        ),
        ("three-thirteen", {"ending": "out:1", "hand-0": "K", "hand-2": "2"}, ""),
    ],
)
def test_who_has_least_is_told_while_hands_are_still_to_come(
    app: Flask, client: Visitor, variant: str, typed: dict[str, str], told: str
) -> None:
    assert words(client.preview(Table(app, variant, FOUR).address, typed), "#standing") == told


def test_the_page_says_what_each_card_counts_in_this_round(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app, "three-thirteen", preset="high").address + "/rounds/new")
    [pad] = page.select("[data-pad]")
    worth = json.loads(str(pad["data-worth"]))
    assert (worth["A"], worth["9"], worth["K"], worth["JK"]) == (15, 9, 13, 20)
    assert (pad["data-wild"], pad["data-size"]) == ("3", "3")


@walk(
    ("variant", "written"),
    {
        "playing cards": ("knock", None),
        "tiles": ("tiles", "1 2 3 4 5 6 7 8 9 10 11 12 13"),
        "numbers in four colours": ("phase-10", "1 2 3 4 5 6 7 8 9 10 11 12 1-9 10-12 W SK"),
    },
)
def test_the_page_says_how_pieces_are_written_that_are_no_playing_cards(
    app: Flask, client: Visitor, variant: str, written: str | None
) -> None:
    page = client.visit(Table(app, variant, FOUR).address + "/rounds/new")
    [pad] = page.select("[data-pad]")
    assert pad.get("data-own") == written


@walk(
    ("variant", "keys"),
    [("three-thirteen", ["none"]), ("rami", ["not open"]), ("contract", []), ("tiles", [])],
)
def test_there_is_a_key_for_nothing_left_where_that_may_be(
    app: Flask, client: Visitor, variant: str, keys: list[str]
) -> None:
    page = client.visit(Table(app, variant, FOUR).address + "/rounds/new")
    assert [words(key) for key in page.select("[data-ranks] [data-nothing]")] == keys


@walk(
    ("ending", "hint"),
    [("", "Knock with at most 10."), ("knock:0", "Knock with at most 10."), ("gin:0", "")],
)
def test_the_limit_is_told_while_somebody_may_have_knocked(
    app: Flask, client: Visitor, ending: str, hint: str
) -> None:
    assert words(client.preview(Table(app).address, {"ending": ending}), "#limit") == hint


def test_eleven_cards_are_a_whole_hand_while_big_gin_is_typed(app: Flask, client: Visitor) -> None:
    typed = {"ending": "big-gin:0", "hand-0": "* AS 2S 3S 4S 5S 6S 7S 8S KH KD KC", "hand-1": "K"}
    page = client.preview(Table(app, preset="modern").address, typed)
    assert words(page, "#count-0") == "0 points"
    assert words(page, "#standing") == "Ann scores 41"
    page = client.preview(Table(app).address, typed | {"ending": "gin:0"})
    assert "Ann’s whole hand has 11 cards; it should have 10." in words(page, ".warning")


def test_nobody_has_opened_where_somebody_went_out_at_once(app: Flask, client: Visitor) -> None:
    page = client.preview(
        Table(app, "rami", ("Ann", "Bob", "Cem")).address, {"ending": "rami-sec:2"}
    )
    assert not page.select(".round-todo")
    assert words(page, ".ruling__result") == "Cem goes rami sec, −50"


def test_a_whole_round_is_judged_before_it_is_recorded(client: Visitor, four: Table) -> None:
    typed = {"ending": "knock:1", "hand-0": "KS 9D 2C", "hand-1": "5H", "hand-2": "28"}
    page = client.preview(four.address, typed | {"hand-3": "7S 7H 7D"})
    assert words(page, "#standing") == "Jean scores 55"
    assert "Jacques 28 − Jean 5 +23" in words(page)
    assert "make a set" in words(page, ".warning")
    assert four.rounds == 0


def test_the_upcard_says_the_limit_it_sets(app: Flask, client: Visitor) -> None:
    table = Table(app, "oklahoma")
    assert words(client.preview(table.address, {}), "#limit") == ""
    assert (
        words(client.preview(table.address, {"upcard": "7H"}), "#limit") == "Knock with at most 7."
    )
    spade = words(client.preview(table.address, {"upcard": "3s"}), "#limit")
    assert spade == "Knock with at most 3. A spade: the round counts double."
    gin_only = Table(app, "oklahoma", preset="bicycle")
    assert words(client.preview(gin_only.address, {"upcard": "AH"}), "#limit") == "Gin only."


def test_a_knock_above_the_limit_offers_that_the_table_accepts_it(
    client: Visitor, table: Table
) -> None:
    typed = {"ending": "knock:0", "hand-0": "K 2", "hand-1": "K 5"}
    assert not client.preview(table.address, {"ending": "knock:0", "hand-0": "K 2"}).select(
        "#allow"
    )
    page = client.preview(table.address, typed)
    assert page.select("#allow:not([checked])")
    assert "over the limit of 10" in words(page, "#standing")
    accepted = client.preview(table.address, typed | {"allow": "yes"})
    assert accepted.select("#allow[checked]")
    assert words(accepted, "#standing") == "Ann scores 3"


def test_without_javascript_the_table_allows_it_with_the_button_beside_record(
    client: Visitor, table: Table
) -> None:
    typed = {"ending": "knock:0", "hand-0": "K 2", "hand-1": "K 5"}
    refused = client.submit(table.address + "/rounds/new", typed, form="#round")
    refused = read(refused, 422)
    sentence = "Ann cannot knock: deadwood 12 is over the limit of 10."
    assert words(refused, "#hand-0-error") == sentence
    assert "over the limit of 10" not in words(refused, "#preview")
    assert words(refused, "#preview") == "If the table allows it: Ann scores 3"
    [button] = refused.select(".actions button[name=allow]")
    assert words(button) == "Allow it anyway"
    page = read(client.submit(refused, form="#round", button="button[name=allow]"), 200)
    assert not page.select("button[name=allow]")
    assert words(page, "#standing") == "Ann scores 3"
    assert client.submit(page, form="#round").status_code == 303
    assert table.totals == (3, 0)
    ruling = client.visit(table.address + "/rounds/1")
    assert "The table let Ann knock with 12" in words(ruling, ".warning")


def test_remaining_errors_are_known_while_typing(client: Visitor, table: Table) -> None:
    typed = {"ending": "knock:0", "hand-0": "9 Z"}
    no_card = "“Z” in Ann’s hand is not a card."
    missing = "Bob’s hand is missing."
    twice = "9 of spades is in both hands, but the deck has only one."
    for hands, wrong in (
        ({}, {"hand-0": no_card, "hand-1": missing}),
        ({"hand-0": "9S"}, {"hand-1": missing}),
        ({"hand-0": "9S", "hand-1": "9S K"}, {"hand-1": twice}),
        ({"hand-0": "9S", "hand-1": "KS"}, {}),
        ({"hand-0": "9S", "ending": ""}, {"hand-1": missing, "ending": ""}),
    ):
        [line] = client.preview(table.address, typed | hands).select("#standing")
        assert json.loads(str(line["data-wrong"])) == wrong
        assert ("data-judged" in line.attributes) == (not wrong)


def test_a_round_without_any_hand_names_each_hand_and_keeps_the_keys_where_they_were(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/new")
    page = read(client.submit(form, {"ending": "knock:0", "at": "1"}, form="#round"), 422)
    told = [words(each) for each in page.select("[data-errors] li")]
    assert told == ["Ann’s hand is missing.", "Bob’s hand is missing."]
    assert "visually-hidden" in page.select_one("#hand-1-error").classes, "said once"
    assert not words(page, "#preview")
    assert page.select_one("[data-at]")["value"] == "1"


def test_an_unreadable_hand_does_not_shift_the_blame_for_a_card_that_two_others_have(
    client: Visitor, four: Table
) -> None:
    """Pierre’s hand is unreadable, so the two with the king are Jean and Jacques."""
    page = client.preview(four.address, {"hand-0": "XX", "hand-1": "KS 2H", "hand-2": "KS 3D"})
    told = words(page)
    assert "“XX” in Pierre’s hand is not a card." in told
    assert "is in Jean’s hand and in Jacques’s, but the deck has only one." in told


def test_without_javascript_count_answers_the_whole_page(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/rounds/new")
    wrong = client.submit(form, {"hand-1": "11D"}, form="#round", button="[data-preview]")
    assert words(read(wrong, 422), "#hand-1-error") == "“11D” in Bob’s hand is not a card."
    typed = {"ending": "knock:0", "hand-0": "3", "hand-1": "K A"}
    page = read(client.submit(form, typed, form="#round", button="[data-preview]"), 200)
    assert "Ann scores 8" in words(page, "#preview")
    assert page.select_one("[name=hand-1]")["value"] == "K A"
    recorded = client.submit(page, form="#round")
    assert recorded.status_code == 303
    assert table.totals == (8, 0)


def test_a_correction_says_what_it_changes(client: Visitor, table: Table) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.knock("Bob", Ann=20, Bob=5)
    page = client.preview(table.address, {"hand-1": "2"}, "/rounds/1/edit")
    effect = words(page, ".ruling-effect")
    assert "Ann 8 0" in effect
    assert "Bob 15 26" in effect
    assert "This round then goes to Bob." in effect


EXAMPLES = [
    ("gin", "knock:0", "8", "KS 9D", "* 7S 7H 7D 8C 9C 10C KS"),
    ("rami", "out:0", "", "! K 9", ""),
    ("three-thirteen", "out:0", "", "K 9 2", "* 7S 7H 7D 8C 9C 10C KS"),
    ("rummy-500", "out:0", "54 /", "7 8 9 + K K K / Q 2", ""),
    ("tiles", "out:0", "", "12 9 JK", ""),
]


def told_on(page: Element) -> str:
    """Return the texts above the hands."""
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


@walk(
    ("variant", "joker", "lays_off", "whole"),
    [
        ("gin", False, True, True),
        ("knock", False, False, True),
        ("tonk", False, False, False),
        ("rami", True, False, False),
        ("contract", True, False, False),
        ("tiles", True, False, False),
    ],
)
def test_jokers_laying_off_and_whole_hands_are_explained_where_the_game_has_them(
    app: Flask, client: Visitor, variant: str, joker: bool, lays_off: bool, whole: bool
) -> None:
    players = ("Ann", "Bob", "Cem")[: 2 if variant == "gin" else 3]
    page = client.visit(Table(app, variant, players).address + "/rounds/new")
    told, on_the_pad = told_on(page), words(page, "[data-help]")
    assert ("JK" in told, "JK" in on_the_pad) == (joker, joker)
    assert (">" in told) == lays_off
    assert ("7S 7H 7D + 8C 9C 10C / KS" in told, "*" in told) == (whole, whole)
    assert ("Whole hand" in on_the_pad, bool(page.select("[data-whole]"))) == (whole, whole)


@walk(
    ("indices", "king", "other"),
    [("language", "R", "K"), ("english", "K", "R")],
)
def test_french_examples_have_the_letters_that_are_on_the_cards(
    app: Flask, client: Visitor, indices: str, king: str, other: str
) -> None:
    client.submit("/settings", {"indices": indices}, form="#phone")
    page = client.visit(Table(app).address + "/rounds/new", headers={"Accept-Language": "fr"})
    told, on_the_pad = told_on(page), words(page, "[data-help]")
    for example in ("{} 9 2", "{}S 9H", "/ {}S"):
        assert example.format(king) in told
    assert f"{king} 9 2" in on_the_pad
    assert "D carreau" in told
    assert not re.search(rf"\b{other}[SHDC]?\b", f"{told} {on_the_pad}")


def test_each_reader_sees_court_cards_in_their_own_letters(app: Flask, client: Visitor) -> None:
    address = Table(app, "rummy-500", ("Ann", "Bob", "Cem")).address + "/rounds/new?ending=out:0"
    for language, kings in (("fr", "D R A"), ("en", "Q K A")):
        page = client.visit(address, headers={"Accept-Language": language})
        assert kings in words(page, "[data-ace-words]")
