"""A hand that is wrong gets a sentence at its field, and one that could count less a button."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.gin_hands import BOB, drawn, knock, look
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

BADLY = "4D 5D 6D / TS JS QS QH QC 9D 8H"
"""Bob's hand without its set: three spades are laid off, 37 are left."""


def better(client: Visitor, page: BeautifulSoup, **kwargs: Any) -> BeautifulSoup:
    """The form after pressing the button for the better count."""
    answer = client.submit(page, form="#round", button="[name=better]", **kwargs)
    assert answer.status_code == 200
    return read(answer)


def counted(client: Visitor, table: Table, fields: dict[str, str]) -> BeautifulSoup:
    """The page after pressing `Count`, without JavaScript."""
    form = client.visit(table.address + "/rounds/new")
    return read(client.submit(form, fields, form="#round", button="[data-preview]"))


def test_unmatched_cards_that_hold_a_meld_are_counted_better_with_one_tap(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    page = counted(client, table, knock("3", "7S KS 7H 7D 2D"))
    assert words(page, "[name=better]") == "Count only K spades 2 diamonds for Bob"
    taken = better(client, page)
    told = "Bob’s unmatched cards were “7S KS 7H 7D 2D”. Now they are “KS 2D”."
    assert words(taken, "[data-focus]") == told
    assert words(taken, "#standing") == "Ann wins +9"
    assert not taken.select("[name=better]")
    assert client.submit(taken, form="#round").status_code == 303
    assert table.totals == (9, 0)


def test_a_hand_of_melds_alone_then_counts_nothing(app: Flask, client: Visitor) -> None:
    page = counted(client, Table(app), knock("3", "7S 7H 7D"))
    assert words(page, "[name=better]") == "Count nothing for Bob"
    taken = better(client, page)
    assert "Now nothing is left of it." in words(taken, "[data-focus]")
    assert taken.select_one("#hand-1")["value"] == "0"


def test_a_hand_laid_out_badly_is_counted_at_its_best_with_one_tap(
    app: Flask, client: Visitor
) -> None:
    page = counted(client, Table(app), knock(bob=BADLY))
    assert "Bob’s hand can be laid out better: 17, not 37." in words(page, ".warning")
    taken = better(client, page)
    assert taken.select_one("#hand-1")["value"] == "* " + BOB
    assert words(taken, "#count-1") == "17 points"
    assert f"Bob’s hand was “{BADLY}”. Now it is given whole." in words(taken, "[data-focus]")


def test_htmx_gets_the_form_with_the_better_count(app: Flask, client: Visitor) -> None:
    page = counted(client, Table(app), knock("3", "7S KS 7H 7D 2D"))
    taken = better(client, page, headers=HTMX)
    assert not taken.select("html")
    form = taken.select_one("#typing #round")
    assert form.has_attr("data-typed")
    assert form.select_one("#hand-1")["value"] == "KS 2D"


def test_a_knock_refused_for_a_bad_layout_offers_the_better_one(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    page = counted(client, table, knock("7S 8S 9S / KS KH KD 2D 2S 2H AH", "K"))
    assert "over the limit of 10" in words(page, "#hand-0-error")
    taken = better(client, page)
    assert words(taken, "#standing") == "Ann wins +9"


def test_a_better_count_that_does_not_exist_changes_nothing(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    for seat in ("1", "7", "x"):
        typed = knock("3", "KS 2D") | {"better": seat}
        answer = client.submit(form, typed, form="#round", button="[data-preview]")
        page = read(answer)
        assert page.select_one("#hand-1")["value"] == "KS 2D"
        assert not page.select("[data-focus]")


def test_a_warning_on_a_recorded_round_leads_to_its_correction(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob="7S KS 7H 7D 2D")
    link = client.visit(table.address + "/rounds/1").select_one("a.ruling-better")
    form = client.visit(str(link["href"]))
    assert "Now they are “KS 2D”." in words(form, "[data-focus]")
    assert client.submit(form, form="#round").status_code == 303
    assert table.totals == (9, 0)


@walk("sign", ["", "* "])
def test_a_hand_of_a_whole_pack_is_refused_at_its_field(
    app: Flask, client: Visitor, sign: str
) -> None:
    pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    table = Table(app, "manipulation")
    typed = {"ending": "out:0", "hand-1": sign + " ".join(pack[:41])}
    answer = client.submit(client.visit(table.address + "/rounds/new"), typed, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    expected = "Bob’s hand has 41 cards: from 41 up, give what it counts."
    assert expected in page.select_one("#hand-1-error").text
    assert page.select_one("#hand-1")["value"] == typed["hand-1"]
    typed["hand-1"] = sign + " ".join(pack[:40])
    assert client.submit(page, typed, form="#round").status_code == 303


def test_each_meld_is_told_whether_it_is_one_and_why_not(app: Flask, client: Visitor) -> None:
    page = look(client, Table(app), knock(bob="4D 5D 6D + TS JS 9D + 3S 4S 6S / 8H"))
    assert drawn(page)["Bob"] == [
        "4 diamonds 5 diamonds 6 diamonds a run",
        "10 spades J spades 9 diamonds no meld",
        "3 spades 4 spades 6 spades no meld",
        "8 hearts unmatched",
    ]
    said = words(page)
    assert "10 spades J spades 9 diamonds have neither the same rank nor the same suit." in said
    assert "3 spades 4 spades 6 spades are not in a row." in said
    assert words(page, "#count-1") == "?"


@walk(
    ("typed", "sentence"),
    [
        (f"* {BOB} 3C 3H", "Bob’s whole hand has 12 cards; it should have 10."),
        ("* AS AS 4D 5D 6D TH JH QH QC 9D", "Bob has A spades twice, but the deck has only one."),
        ("* 7S 4D 5D 6D TH JH QH QC 9D 8H", "7 spades is in both hands"),
        ("4D 5D 6D + TS JS QH / QS QC 9D 8H", "have neither the same rank nor the same suit."),
        ("4D 5D 6D + QS QH QC / TS JS 9D > 8H", "8 hearts cannot be laid off"),
        ("* 4 5D 6D TS JS QS QH QC 9D 8H", "A whole hand needs suits"),
        ("* 4D XX", "“XX” in Bob’s hand is not a card."),
    ],
)
def test_a_bad_hand_gets_a_sentence_at_its_field_and_comes_back_as_typed(
    app: Flask, client: Visitor, typed: str, sentence: str
) -> None:
    table, fields = Table(app), knock(bob=typed)
    form = client.visit(table.address + "/rounds/new")
    answer = client.submit(form, fields, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    assert sentence in words(page, "#hand-1-error")
    for name in ("hand-0", "hand-1"):
        assert page.select_one(f"#{name}")["value"] == fields[name]
    assert table.rounds == 0


def test_a_joker_where_none_is_played_is_told_before_the_hand_is_whole(
    app: Flask, client: Visitor
) -> None:
    page = look(client, Table(app), {"hand-0": "* 4D JK"})
    assert "Ann cannot have a joker: you play without." in words(page, ".warning")


def test_whoever_went_out_is_asked_what_they_put_down_where_it_counts(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "rummy-500")
    typed = {"ending": "out:0", "hand-1": "87 / K 9"}
    answer = client.submit(client.visit(table.address + "/rounds/new"), typed, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    assert "Say what Ann put down." in page.select_one("#hand-0-error").text
    assert page.select_one("#hand-1")["value"] == typed["hand-1"]
    typed["hand-0"] = "AS 2S 3S + K K K /"
    assert client.submit(page, typed, form="#round").status_code == 303
