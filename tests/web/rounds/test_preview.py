"""The preview of a round being typed: the server counts, and missing fields are no errors."""

from __future__ import annotations

import json

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import FOUR
from tests.support.table import Table
from tests.support.walks import walk


def look(
    client: Visitor, table: Table, fields: dict[str, str], page: str = "/rounds/new"
) -> BeautifulSoup:
    """The preview that htmx gets for a round typed so far."""
    form = client.visit(table.address + page)
    answer = client.submit(form, fields, form="#round", button="[data-preview]", headers=HTMX)
    assert answer.status_code == 200, answer.text
    return read(answer)


def test_each_hand_is_counted_as_soon_as_it_is_typed(app: Flask, client: Visitor) -> None:
    """What is missing is listed, and no error; a card that is none is one."""
    table = Table(app, "knock", FOUR)
    page = look(client, table, {"hand-0": "KS 9D 2C", "hand-3": "A"})
    assert words(page, "#count-0") == "21 points"
    assert words(page, "#count-3") == "1 point"
    assert words(page, "#count-1") == ""
    assert "how the round ended" in words(page)
    assert "Jacques’s cards" in words(page)
    assert not page.select(".warning, .field__errors, .message--error")
    page = look(client, table, {"hand-0": "K ZZ"})
    assert "“ZZ” in Pierre’s hand is not a card." in words(page)
    assert words(page, "#count-0") == "?"


@walk(
    ("variant", "typed", "told"),
    [
        ("knock", {"ending": "knock:1", "hand-1": "5"}, ""),
        (
            "knock",
            {"ending": "knock:1", "hand-0": "K 9 2", "hand-1": "5"},
            "Jean has least so far Pierre 21 − Jean 5 = 16",
        ),
        (
            "knock",
            {"ending": "knock:1", "hand-0": "5", "hand-1": "A 4", "hand-3": "8"},
            "Pierre and Jean have least so far Paul 8 − 5 = 3",
        ),
        ("three-thirteen", {"ending": "out:1", "hand-0": "K", "hand-2": "2"}, ""),
    ],
)
def test_who_has_least_is_told_while_hands_are_still_to_come(
    app: Flask, client: Visitor, variant: str, typed: dict[str, str], told: str
) -> None:
    assert words(look(client, Table(app, variant, FOUR), typed), "#standing") == told


def test_the_page_says_what_each_card_counts_in_this_round(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app, "three-thirteen", preset="high").address + "/rounds/new")
    [pad] = page.select("[data-pad]")
    worth = json.loads(str(pad["data-worth"]))
    assert (worth["A"], worth["9"], worth["K"], worth["JK"]) == (15, 9, 13, 20)
    assert (pad["data-wild"], pad["data-size"]) == ("3", "3")


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
    assert words(look(client, Table(app), {"ending": ending}), "#limit") == hint


def test_nobody_has_opened_where_somebody_went_out_at_once(app: Flask, client: Visitor) -> None:
    page = look(client, Table(app, "rami", ("Ann", "Bob", "Cem")), {"ending": "rami-sec:2"})
    assert not page.select(".round-todo")
    assert "Cem wins" in words(page)


def test_a_whole_round_is_judged_before_it_is_recorded(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    typed = {"ending": "knock:1", "hand-0": "KS 9D 2C", "hand-1": "5H", "hand-2": "28"}
    page = look(client, table, typed | {"hand-3": "7S 7H 7D"})
    assert words(page, "#standing") == "Jean wins +55"
    assert "Jacques 28 − Jean 5 +23" in words(page)
    assert "make a set" in words(page, ".warning")
    assert table.rounds == 0


def test_the_upcard_says_the_limit_it_sets(app: Flask, client: Visitor) -> None:
    table = Table(app, "oklahoma")
    assert words(look(client, table, {}), "#limit") == ""
    assert words(look(client, table, {"upcard": "7H"}), "#limit") == "Knock with at most 7."
    spade = words(look(client, table, {"upcard": "3s"}), "#limit")
    assert spade == "Knock with at most 3. A spade: the round counts double."
    gin_only = Table(app, "oklahoma", preset="bicycle")
    assert words(look(client, gin_only, {"upcard": "AH"}), "#limit") == "Gin only."


def test_a_knock_above_the_limit_offers_that_the_table_accepts_it(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    typed = {"ending": "knock:0", "hand-0": "K 2", "hand-1": "K 5"}
    assert not look(client, table, {"ending": "knock:0", "hand-0": "K 2"}).select("#allow")
    page = look(client, table, typed)
    assert page.select("#allow:not([checked])")
    assert "over the limit of 10" in words(page, "#standing")
    accepted = look(client, table, typed | {"allow": "yes"})
    assert accepted.select("#allow[checked]")
    assert words(accepted, "#standing") == "Ann wins +3"


def test_without_javascript_the_table_allows_it_with_the_button_beside_record(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    typed = {"ending": "knock:0", "hand-0": "K 2", "hand-1": "K 5"}
    form = client.visit(table.address + "/rounds/new")
    refused = read(client.submit(form, typed, form="#round"))
    assert "over the limit of 10" not in words(refused, "#preview")
    assert words(refused, "#preview") == "If the table allows it: Ann wins +3"
    [button] = refused.select(".actions button[name=allow]")
    assert words(button) == "Allow it anyway"
    allowed = client.submit(refused, form="#round", button="button[name=allow]")
    assert allowed.status_code == 200
    page = read(allowed)
    assert not page.select("button[name=allow]")
    assert words(page, "#standing") == "Ann wins +3"
    assert client.submit(page, form="#round").status_code == 303
    assert table.totals == (3, 0)


def test_remaining_errors_are_known_while_typing(app: Flask, client: Visitor) -> None:
    table = Table(app)
    typed = {"ending": "knock:0", "hand-0": "9 Z"}
    no_card = "“Z” in Ann’s hand is not a card."
    missing = "Bob’s hand is missing."
    twice = "9 spades is in both hands, but the deck has only one."
    for hands, wrong in (
        ({}, {"hand-0": no_card, "hand-1": missing}),
        ({"hand-0": "9S"}, {"hand-1": missing}),
        ({"hand-0": "9S", "hand-1": "9S K"}, {"hand-1": twice}),
        ({"hand-0": "9S", "hand-1": "KS"}, {}),
        ({"hand-0": "9S", "ending": ""}, {"hand-1": missing, "ending": ""}),
    ):
        [line] = look(client, table, typed | hands).select("#standing")
        assert json.loads(str(line["data-wrong"])) == wrong
        assert line.has_attr("data-judged") == (not wrong)


def test_a_round_without_any_hand_names_each_hand_and_keeps_the_keys_where_they_were(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    answer = client.submit(form, {"ending": "knock:0", "at": "1"}, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    told = [words(each) for each in page.select("[data-errors] li")]
    assert told == ["Ann’s hand is missing.", "Bob’s hand is missing."]
    assert page.select_one("[data-at]")["value"] == "1"


def test_without_javascript_count_answers_the_whole_page(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    wrong = client.submit(form, {"hand-1": "11D"}, form="#round", button="[data-preview]")
    assert wrong.status_code == 422
    assert words(read(wrong), "#hand-1-error") == "“11D” in Bob’s hand is not a card."
    typed = {"ending": "knock:0", "hand-0": "3", "hand-1": "K A"}
    answer = client.submit(form, typed, form="#round", button="[data-preview]")
    assert answer.status_code == 200
    page = read(answer)
    assert "Ann wins +8" in words(page, "#preview")
    assert page.select_one("[name=hand-1]")["value"] == "K A"
    recorded = client.submit(page, form="#round")
    assert recorded.status_code == 303
    assert table.totals == (8, 0)


def test_a_correction_says_what_it_changes(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    table.knock("Bob", Ann=20, Bob=5)
    page = look(client, table, {"hand-1": "2"}, "/rounds/1/edit")
    effect = words(page, ".ruling-effect")
    assert "Ann 8 0" in effect
    assert "Bob 15 26" in effect
    assert "This round then goes to Bob." in effect


def test_a_correction_that_ends_the_game_earlier_names_the_rounds_it_takes_off(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    for _round in range(3):
        table.knock("Ann", Ann=3, Bob=11)
    page = look(client, table, {"ending": "gin:1", "hand-0": "90", "hand-1": ""}, "/rounds/1/edit")
    assert "rounds 2 and 3 would come off the sheet" in words(page, ".ruling-effect")
    assert "Bob then wins the game." in words(page, ".ruling-effect")
