"""Hands on the pages: counted, drawn, laid out, rejected at their field, and counted better."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk
from tests.support.whole_hands import ANN, BOB


def knock(ann: str = "* " + ANN, bob: str = "* " + BOB) -> dict[str, str]:
    """Return the form of a knock by Ann with these hands."""
    return {"ending": "knock:0", "hand-0": ann, "hand-1": bob}


def drawn(page: Element) -> dict[str, list[str]]:
    """Return the hands drawn on a page: every meld and the unmatched cards, by player."""
    return {
        str(hand["aria-label"]): [words(group) for group in hand.select(".meld")]
        for hand in page.select(".laid")
    }


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


def record(client: Visitor, table: Table, fields: dict[str, str]) -> Element:
    """Record a round with its form, and return its ruling."""
    answer = client.submit(table.address + "/rounds/new", fields, form="#round")
    assert answer.status_code == 303, words(read(answer))
    return client.visit(f"{table.address}/rounds/{table.rounds}")


def test_the_best_arrangement_is_drawn_with_its_count_and_its_lay_offs(
    client: Visitor, table: Table
) -> None:
    page = client.preview(table.address, knock())
    assert words(page, "#standing") == "Ann scores 16"
    ann, bob = drawn(page)["Ann"], drawn(page)["Bob"]
    by_bob = "10 of spades + laid off by Bob, J of spades + laid off by Bob"
    assert f"7 of spades, 8 of spades, 9 of spades, {by_bob} a run" in ann
    assert ann[-1] == "A of hearts unmatched"
    assert "4 of diamonds, 5 of diamonds, 6 of diamonds a run" in bob
    assert bob[-1] == "8 of hearts, 9 of diamonds unmatched"
    assert words(page, ".laid__off").startswith(
        "10 of spades laid off on 7 of spades, 8 of spades, 9 of spades"
    )
    assert (words(page, "#count-0"), words(page, "#count-1")) == ("1 point", "17 points")


def test_a_laid_off_card_has_a_sign_and_words_for_screen_readers(
    app: Flask, client: Visitor
) -> None:
    page = client.preview(
        Table(app).address, {"ending": "knock:1", "hand-0": "* " + BOB, "hand-1": "* " + ANN}
    )
    by_ann = "10 of spades + laid off by Ann, J of spades + laid off by Ann"
    assert f"7 of spades, 8 of spades, 9 of spades, {by_ann} a run" in drawn(page)["Bob"]
    signs = page.select(".playing-card [aria-hidden]:not(svg)")
    assert [sign.text.strip() for sign in signs] == ["+", "+"]
    assert all(sign.closest(".playing-card--added") for sign in signs)


def test_a_hand_is_drawn_as_soon_as_it_is_whole(app: Flask, client: Visitor) -> None:
    page = client.preview(Table(app).address, {"hand-0": "* " + ANN})
    assert words(page, "#count-0") == "1 point"
    assert len(drawn(page)["Ann"]) == 4
    assert "Bob’s cards" in words(page, "ul")


def test_cards_still_to_come_are_counted_calmly(client: Visitor, table: Table) -> None:
    page = client.preview(table.address, knock("* 7S 8S 9S KS", "4D 5D 6D + TS"))
    assert (words(page, "#count-0"), words(page, "#count-1")) == ("4 of 10 cards", "4 of 10 cards")
    assert not page.select(".warning")
    assert drawn(page) == {
        "Bob": ["4 of diamonds, 5 of diamonds, 6 of diamonds a run", "10 of spades unmatched"]
    }


BIG_GIN = "* AS 2S 3S 4S 5S 6S 7S 8S KH KD KC"
JOKER = "* 7S 8S JK KH"


@walk(
    ("variant", "rules", "typed", "laid"),
    [
        (
            "gin",
            {"preset": "modern"},
            {"ending": "big-gin:0", "hand-0": BIG_GIN, "hand-1": "K"},
            {"Ann": ["a run", "a set"], "Bob": ["unmatched"]},
        ),
        ("manipulation", {}, {"ending": "out:0", "hand-1": JOKER}, {"Ann": [], "Bob": ["left"]}),
        (
            "manipulation",
            {"melds_in_hand": "spared"},
            {"ending": "out:0", "hand-1": JOKER},
            {"Ann": [], "Bob": ["a run", "unmatched"]},
        ),
        (
            "basic",
            {},
            {"ending": "rummy:0", "hand-0": "* 7S 8S 9S 2H 2D 2C", "hand-1": "K"},
            {"Ann": ["a run", "a set"], "Bob": ["left"]},
        ),
    ],
)
def test_melds_are_drawn_where_they_count(
    app: Flask,
    client: Visitor,
    variant: str,
    rules: dict[str, str],
    typed: dict[str, str],
    laid: dict[str, list[str]],
) -> None:
    shown = drawn(record(client, Table(app, variant, **rules), typed))
    kind = re.compile(r"a set|a run|unmatched|left")
    told = {name: sorted(kind.findall(" ".join(melds))) for name, melds in shown.items()}
    assert told == laid


def test_the_ruling_page_draws_the_hands_and_lists_what_is_left(
    client: Visitor, table: Table
) -> None:
    page = record(client, table, knock())
    assert "J of spades laid off on 7 of spades, 8 of spades, 9 of spades" in words(
        page, ".laid__off"
    )
    assert len(drawn(page)["Ann"]) == 4
    assert drawn(page)["Bob"][-1] == "8 of hearts, 9 of diamonds unmatched"
    assert "Bob 17 points" in words(page, ".ruling-hands")


def test_a_ruling_tells_every_hand_that_of_who_ended_the_round_first(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    typed = {"ending": "out:1", "hand-0": "K 3S", "hand-2": "21"}
    page = record(client, table, typed)
    assert [words(hand) for hand in page.select(".ruling-row")] == [
        "Bob, 0 left, 0 points B Bob 0",
        "Ann, 13 left, 13 points A Ann K 3 of spades ★ wild 13",
        "Cem, 21 left, 21 points C Cem 21",
    ]


@walk(
    ("preset", "said"),
    [
        ("plain", "Under Pagat rules: Bob scores 67 Is this correct?"),
        ("pagat", "Under Standard rules: Bob scores 72 Is this correct?"),
    ],
)
def test_a_ruling_says_what_another_rule_book_would_have_given(
    app: Flask, client: Visitor, preset: str, said: str
) -> None:
    table = Table(app, preset=preset)
    page = record(client, table, {"ending": "gin:1", "hand-0": "47"})
    assert words(page, ".ruling-doubt") == said


def test_a_player_may_lay_out_the_melds_and_say_what_was_laid_off(
    client: Visitor, table: Table
) -> None:
    page = record(client, table, knock(bob="4D 5D 6D + QS QH QC / 9D 8H > JS TS"))
    assert "Ann scores 16" in words(page, ".ruling")
    assert drawn(page)["Bob"][1] == "Q of spades, Q of hearts, Q of clubs a set"


@walk(
    "bob",
    [
        "4D 5D 6D | QS QH QC / JS TS 9D 8H",
        "4D 5D 6D\r\nQS QH QC\r\n/ TS JS 9D 8H",
        "/ TS JS 9D 8H + 4D 5D 6D + QS QH QC",
    ],
)
def test_melds_may_be_separated_by_several_signs(client: Visitor, bob: str, table: Table) -> None:
    assert "Ann scores 16" in words(record(client, table, knock(bob=bob)), ".ruling")


@walk(
    ("ann", "bob", "again"),
    [
        ({"hand": ANN}, {"hand": BOB}, ("* " + ANN, "* " + BOB)),
        (
            {"melds": ["7S 8S 9S", "KS KH KD", "2D 2S 2H"], "unmatched": "AH"},
            {"melds": ["4D 5D 6D", "QS QH QC"], "unmatched": "TS JS 9D 8H"},
            (
                "7S 8S 9S + KS KH KD + 2D 2S 2H / AH",
                "4D 5D 6D + QS QH QC / TS JS 9D 8H",
            ),
        ),
    ],
)
def test_a_recorded_hand_comes_back_as_it_was_given(
    app: Flask, client: Visitor, ann: Any, bob: Any, again: tuple[str, str]
) -> None:
    table = Table(app)
    table.record("knock", "Ann", hands={"Ann": ann, "Bob": bob})
    form = client.visit(table.address + "/rounds/1/edit")
    fields = [form.select_one(f"#hand-{seat}")["value"] for seat in (0, 1)]
    assert tuple(fields) == again
    assert client.submit(form, form="#round").status_code == 303
    assert table.totals == (16, 0)


def test_the_history_shows_a_hand_as_it_was_given(client: Visitor, table: Table) -> None:
    table.record(
        "knock",
        "Ann",
        hands={
            "Ann": {"melds": ["7S 8S 9S", "KS KH KD", "2D 2S 2H"], "unmatched": "AH"},
            "Bob": {"hand": BOB},
        },
    )
    told = words(client.visit(table.address + "/trail"), ".facts")
    assert "7 of spades, 8 of spades, 9 of spades + K of spades" in told
    assert "/ A of hearts" in told
    assert "whole hand: 4 of diamonds, 5 of diamonds" in told


BADLY = "4D 5D 6D / TS JS QS QH QC 9D 8H"
"""Bob’s hand without its set: three spades are laid off, 37 are left."""


def better(client: Visitor, page: Element, **kwargs: Any) -> Element:
    """Return the form after pressing the button for the better count."""
    return read(client.submit(page, form="#round", button="[name=better]", **kwargs), 200)


def counted(client: Visitor, table: Table, fields: dict[str, str]) -> Element:
    """Return the page after pressing `Count`, without JavaScript."""
    form = client.visit(table.address + "/rounds/new")
    return read(client.submit(form, fields, form="#round", button="[data-preview]"))


def test_unmatched_cards_that_hold_a_meld_are_counted_better_with_one_tap(
    client: Visitor, table: Table
) -> None:
    page = counted(client, table, knock("3", "7S KS 7H 7D 2D"))
    assert words(page, "[name=better]") == "Count only K of spades, 2 of diamonds for Bob"
    taken = better(client, page)
    told = "Bob’s unmatched cards were “7S KS 7H 7D 2D”. Now they are “KS 2D”."
    assert words(taken, "[data-focus]") == told
    assert words(taken, "#standing") == "Ann scores 9"
    assert not taken.select("[name=better]")
    assert client.submit(taken, form="#round").status_code == 303
    assert table.totals == (9, 0)


def test_a_hand_of_melds_alone_then_counts_nothing(client: Visitor, table: Table) -> None:
    page = counted(client, table, knock("3", "7S 7H 7D"))
    assert words(page, "[name=better]") == "Count nothing for Bob"
    taken = better(client, page)
    assert "Now nothing is left of it." in words(taken, "[data-focus]")
    assert taken.select_one("#hand-1")["value"] == "0"


def test_a_hand_laid_out_badly_is_counted_at_its_best_with_one_tap(
    client: Visitor, table: Table
) -> None:
    page = counted(client, table, knock(bob=BADLY))
    assert "Bob’s hand can be laid out better: 17, not 37." in words(page, ".warning")
    taken = better(client, page)
    assert taken.select_one("#hand-1")["value"] == "* " + BOB
    assert words(taken, "#count-1") == "17 points"
    assert f"Bob’s hand was “{BADLY}”. Now it is entered whole." in words(taken, "[data-focus]")


def test_htmx_gets_the_form_with_the_better_count(client: Visitor, table: Table) -> None:
    page = counted(client, table, knock("3", "7S KS 7H 7D 2D"))
    taken = better(client, page, headers=HTMX)
    assert not taken.select("html")
    form = taken.select_one("#typing #round")
    assert "data-typed" in form.attributes
    assert form.select_one("#hand-1")["value"] == "KS 2D"


def test_a_knock_refused_for_a_bad_layout_offers_the_better_one(
    client: Visitor, table: Table
) -> None:
    page = counted(client, table, knock("7S 8S 9S / KS KH KD 2D 2S 2H AH", "K"))
    assert "over the limit of 10" in words(page, "#hand-0-error")
    taken = better(client, page)
    assert words(taken, "#standing") == "Ann scores 9"


def test_a_better_count_that_does_not_exist_changes_nothing(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/rounds/new")
    for seat in ("1", "7", "x"):
        typed = knock("3", "KS 2D") | {"better": seat}
        answer = client.submit(form, typed, form="#round", button="[data-preview]")
        page = read(answer)
        assert page.select_one("#hand-1")["value"] == "KS 2D"
        assert not page.select("[data-focus]")


def test_a_warning_on_a_recorded_round_leads_to_its_correction(
    client: Visitor, table: Table
) -> None:
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
    page = read(client.submit(table.address + "/rounds/new", typed, form="#round"), 422)
    expected = "Bob’s hand has 41 cards: from 41 up, enter what it counts."
    assert expected in page.select_one("#hand-1-error").text
    assert page.select_one("#hand-1")["value"] == typed["hand-1"]
    typed["hand-1"] = sign + " ".join(pack[:40])
    assert client.submit(page, typed, form="#round").status_code == 303


def test_each_meld_is_told_whether_it_is_one_and_why_not(client: Visitor, table: Table) -> None:
    page = client.preview(table.address, knock(bob="4D 5D 6D + TS JS 9D + 3S 4S 6S / 8H"))
    assert drawn(page)["Bob"] == [
        "4 of diamonds, 5 of diamonds, 6 of diamonds a run",
        "10 of spades, J of spades, 9 of diamonds no meld",
        "3 of spades, 4 of spades, 6 of spades no meld",
        "8 of hearts unmatched",
    ]
    said = words(page)
    assert (
        "10 of spades, J of spades, 9 of diamonds have neither the same rank nor the same suit."
        in said
    )
    assert "3 of spades, 4 of spades, 6 of spades are not in a row." in said
    assert words(page, "#count-1") == "?"


@walk(
    ("typed", "sentence"),
    [
        (f"* {BOB} 3C 3H", "Bob’s whole hand has 12 cards; it should have 10."),
        (
            "* AS AS 4D 5D 6D TH JH QH QC 9D",
            "Bob’s hand has A of spades twice, but the deck has only one.",
        ),
        ("* 7S 4D 5D 6D TH JH QH QC 9D 8H", "7 of spades is in both hands"),
        ("4D 5D 6D + TS JS QH / QS QC 9D 8H", "have neither the same rank nor the same suit."),
        ("4D 5D 6D + QS QH QC / TS JS 9D > 8H", "8 of hearts cannot be laid off"),
        ("* 4 5D 6D TS JS QS QH QC 9D 8H", "A whole hand needs suits"),
        ("* 4D XX", "“XX” in Bob’s hand is not a card."),
    ],
)
def test_a_bad_hand_gets_a_sentence_at_its_field_and_comes_back_as_typed(
    client: Visitor, table: Table, typed: str, sentence: str
) -> None:
    table, fields = table, knock(bob=typed)
    page = read(client.submit(table.address + "/rounds/new", fields, form="#round"), 422)
    assert sentence in words(page, "#hand-1-error")
    for name in ("hand-0", "hand-1"):
        assert page.select_one(f"#{name}")["value"] == fields[name]
    assert table.rounds == 0


def test_a_joker_where_none_is_played_is_told_before_the_hand_is_whole(
    app: Flask, client: Visitor
) -> None:
    page = client.preview(Table(app).address, {"hand-0": "* 4D JK"})
    assert "Ann cannot have a joker: you play without." in words(page, ".warning")


def test_whoever_went_out_is_asked_what_they_put_down_where_it_counts(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "rummy-500")
    typed = {"ending": "out:0", "hand-1": "87 / K 9"}
    page = read(client.submit(table.address + "/rounds/new", typed, form="#round"), 422)
    assert "Enter what Ann put down." in page.select_one("#hand-0-error").text
    assert page.select_one("#hand-1")["value"] == typed["hand-1"]
    typed["hand-0"] = "AS 2S 3S + K K K /"
    assert client.submit(page, typed, form="#round").status_code == 303
