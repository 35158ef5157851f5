"""A whole hand that is wrong gets a sentence at its field and comes back as typed."""

from __future__ import annotations

from flask import Flask

from tests.support.gin_hands import BOB, drawn, knock, look
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


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
        assert page.select_one(f"#{name}")["value"] == fields[name]  # type: ignore[index]
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
