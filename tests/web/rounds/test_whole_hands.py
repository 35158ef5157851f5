"""Whole hands on the pages: entered, laid out, drawn, corrected, refused, and counted better."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table

ANN = "7S 8S 9S KS KH KD 2D 2S 2H AH"
"""Three melds and an ace: a knock with 1; cards can be laid off on the run."""

BOB = "4D 5D 6D TS JS QS QH QC 9D 8H"
"""A run and three queens; the ten and the jack of spades fit Ann's run, 9 + 8 are left."""

BADLY = "4D 5D 6D / TS JS QS QH QC 9D 8H"
"""Bob's hand without its set: three spades are laid off, 37 are left."""


def look(
    client: Visitor, table: Table, fields: dict[str, str], page: str = "/rounds/new"
) -> BeautifulSoup:
    """The preview that htmx gets for a round typed so far."""
    form = client.visit(table.address + page)
    answer = client.submit(form, fields, form="#round", button="[data-preview]", headers=HTMX)
    assert answer.status_code == 200, answer.text
    return read(answer)


def record(client: Visitor, table: Table, fields: dict[str, str]) -> BeautifulSoup:
    """Record a round with its form; returns its ruling."""
    form = client.visit(table.address + "/rounds/new")
    answer = client.submit(form, fields, form="#round")
    assert answer.status_code == 303, words(read(answer))
    return client.visit(f"{table.address}/rounds/{table.rounds}")


def knock(ann: str = "* " + ANN, bob: str = "* " + BOB) -> dict[str, str]:
    """The form of a knock by Ann with these hands."""
    return {"ending": "knock:0", "hand-0": ann, "hand-1": bob}


def drawn(page: BeautifulSoup) -> dict[str, list[str]]:
    """The hands drawn on a page: every meld and unmatched cards, by player."""
    return {
        str(hand["aria-label"]).removesuffix("'s cards"): [
            words(group) for group in hand.select(".meld")
        ]
        for hand in page.select(".laid")
    }


def test_the_best_arrangement_is_drawn_with_its_count_and_its_lay_offs(
    app: Flask, client: Visitor
) -> None:
    page = look(client, Table(app), knock())
    assert words(page, "#standing") == "Ann wins +16"
    ann, bob = drawn(page)["Ann"], drawn(page)["Bob"]
    by_bob = "10 spades + laid off by Bob J spades + laid off by Bob"
    assert f"7 spades 8 spades 9 spades {by_bob} a run" in ann
    assert ann[-1] == "A hearts unmatched"
    assert "4 diamonds 5 diamonds 6 diamonds a run" in bob
    assert bob[-1] == "8 hearts 9 diamonds unmatched"
    assert words(page, ".laid__off").startswith("10 spades laid off on 7 spades 8 spades 9 spades")
    assert (words(page, "#count-0"), words(page, "#count-1")) == ("1 point", "17 points")


def test_a_laid_off_card_has_a_sign_and_words_for_screen_readers(
    app: Flask, client: Visitor
) -> None:
    page = look(
        client, Table(app), {"ending": "knock:1", "hand-0": "* " + BOB, "hand-1": "* " + ANN}
    )
    by_ann = "10 spades + laid off by Ann J spades + laid off by Ann"
    assert f"7 spades 8 spades 9 spades {by_ann} a run" in drawn(page)["Bob"]
    signs = page.select(".playing-card [aria-hidden]:not(svg)")
    assert [sign.text.strip() for sign in signs] == ["+", "+"]
    assert all(sign.find_parent(class_="playing-card--added") for sign in signs)


def test_a_hand_is_drawn_as_soon_as_it_is_whole(app: Flask, client: Visitor) -> None:
    page = look(client, Table(app), {"hand-0": "* " + ANN})
    assert words(page, "#count-0") == "1 point"
    assert len(drawn(page)["Ann"]) == 4
    assert "Bob's cards" in words(page, "ul")


def test_cards_still_to_come_are_counted_calmly(app: Flask, client: Visitor) -> None:
    page = look(client, Table(app), knock("* 7S 8S 9S KS", "4D 5D 6D + TS"))
    assert (words(page, "#count-0"), words(page, "#count-1")) == ("4 of 10 cards", "4 of 10 cards")
    assert not page.select(".warning")
    assert drawn(page) == {"Bob": ["4 diamonds 5 diamonds 6 diamonds a run", "10 spades unmatched"]}


def test_big_gin_takes_eleven_cards(app: Flask, client: Visitor) -> None:
    table = Table(app, preset="modern")
    typed = {"ending": "big-gin:0", "hand-0": "* AS 2S 3S 4S 5S 6S 7S 8S KH KD KC", "hand-1": "K"}
    assert "Ann went big gin" in words(record(client, table, typed), ".ruling")


def test_any_number_of_cards_is_a_whole_hand_where_hands_have_no_size(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "manipulation")
    typed = {"ending": "out:0", "hand-1": "* 7S 8S JK KH"}
    assert drawn(record(client, table, typed)) == {
        "Bob": ["7 spades 8 spades joker K hearts unmatched"]
    }


@pytest.mark.parametrize("sign", ["", "* "], ids=["what is left", "a whole hand"])
def test_a_hand_of_a_whole_pack_is_refused_at_its_field(
    app: Flask, client: Visitor, sign: str
) -> None:
    pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    table = Table(app, "manipulation")
    typed = {"ending": "out:0", "hand-1": sign + " ".join(pack[:41])}
    answer = client.submit(client.visit(table.address + "/rounds/new"), typed, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    expected = "Bob's hand has 41 cards: from 41 up, give what it counts."
    assert expected in page.select_one("#hand-1-error").text
    assert page.select_one("#hand-1")["value"] == typed["hand-1"]
    typed["hand-1"] = sign + " ".join(pack[:40])
    assert client.submit(page, typed, form="#round").status_code == 303


def test_melds_in_a_hand_are_drawn_where_they_are_spared(app: Flask, client: Visitor) -> None:
    table = Table(app, "manipulation", melds_in_hand="spared")
    typed = {"ending": "out:0", "hand-1": "* 7S 8S JK KH"}
    assert drawn(record(client, table, typed)) == {
        "Bob": ["7 spades 8 spades joker a run", "K hearts unmatched"]
    }


def test_who_goes_out_may_show_the_hand_that_was_melded(app: Flask, client: Visitor) -> None:
    table = Table(app, "basic")
    typed = {"ending": "rummy:0", "hand-0": "* 7S 8S 9S 2H 2D 2C", "hand-1": "K"}
    page = record(client, table, typed)
    assert sorted(drawn(page)["Ann"]) == [
        "2 hearts 2 diamonds 2 clubs a set",
        "7 spades 8 spades 9 spades a run",
    ]


def test_the_ruling_page_draws_the_hands_and_lists_what_is_left(
    app: Flask, client: Visitor
) -> None:
    page = record(client, Table(app), knock())
    assert "J spades laid off on 7 spades 8 spades 9 spades" in words(page, ".laid__off")
    assert len(drawn(page)["Ann"]) == 4
    assert "Bob 8 hearts 9 diamonds 17" in words(page, ".table--tight")


def test_a_player_may_lay_out_the_melds_and_say_what_was_laid_off(
    app: Flask, client: Visitor
) -> None:
    page = record(client, Table(app), knock(bob="4D 5D 6D + QS QH QC / 9D 8H > JS TS"))
    assert "Ann wins +16" in words(page, ".ruling")
    assert drawn(page)["Bob"][1] == "Q spades Q hearts Q clubs a set"


@pytest.mark.parametrize(
    "bob",
    [
        pytest.param("4D 5D 6D | QS QH QC / JS TS 9D 8H", id="upright strokes"),
        pytest.param("4D 5D 6D\r\nQS QH QC\r\n/ TS JS 9D 8H", id="a line each"),
        pytest.param("/ TS JS 9D 8H + 4D 5D 6D + QS QH QC", id="what is unmatched first"),
    ],
)
def test_melds_may_be_separated_by_several_signs(app: Flask, client: Visitor, bob: str) -> None:
    assert "Ann wins +16" in words(record(client, Table(app), knock(bob=bob)), ".ruling")


def test_each_meld_is_told_whether_it_is_one_and_why_not(app: Flask, client: Visitor) -> None:
    page = look(client, Table(app), knock(bob="4D 5D 6D + TS JS 9D + 3S 4S 6S / 8H"))
    assert drawn(page)["Bob"] == [
        "4 diamonds 5 diamonds 6 diamonds a run",
        "10 spades J spades 9 diamonds no meld",
        "3 spades 4 spades 6 spades no meld",
        "8 hearts unmatched",
    ]
    said = words(page)
    assert "10 spades J spades 9 diamonds are neither of one rank nor of one suit." in said
    assert "3 spades 4 spades 6 spades are not in a row." in said
    assert words(page, "#count-1") == "?"


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        pytest.param(
            {"hand-1": "* " + BOB + " 3C 3H"},
            "hand-1",
            "Bob's whole hand is 12 cards, but it must be 10.",
            id="twelve cards",
        ),
        pytest.param(
            {"hand-1": "* AS AS 4D 5D 6D TH JH QH QC 9D"},
            "hand-1",
            "Bob has A spades twice, and the deck has only one.",
            id="two aces of spades in one hand",
        ),
        pytest.param(
            {"hand-1": "* 7S 4D 5D 6D TH JH QH QC 9D 8H"},
            "hand-1",
            "7 spades is in both hands, and the deck has only one.",
            id="a card that the other holds",
        ),
        pytest.param(
            {"hand-1": "4D 5D 6D + TS JS QH / QS QC 9D 8H"},
            "hand-1",
            "10 spades J spades Q hearts are neither of one rank nor of one suit.",
            id="a meld that is none",
        ),
        pytest.param(
            {"hand-1": "4D 5D 6D + QS QH QC / TS JS 9D > 8H"},
            "hand-1",
            "8 hearts cannot be laid off: it fits none of Ann's melds.",
            id="a lay-off that does not fit",
        ),
        pytest.param(
            {"hand-0": "3", "hand-1": "4D 5D 6D + QS QH QC / JS 9D 8H > TS"},
            "hand-1",
            "Give Ann's melds too: what was laid off lies on them.",
            id="a lay-off on melds that nobody told",
        ),
        pytest.param(
            {"hand-0": "7S 8S 9S + KS KH KD + 2D 2S 2H > AH"},
            "hand-0",
            "Ann cannot lay off A hearts here.",
            id="the knocker lays nothing off",
        ),
        pytest.param(
            {"ending": "gin:0", "hand-0": "", "hand-1": "4D 5D 6D + QS QH QC / JS 9D 8H > TS"},
            "hand-1",
            "Bob cannot lay off 10 spades here.",
            id="nobody lays off against gin",
        ),
        pytest.param(
            {"hand-1": "* 4 5D 6D TS JS QS QH QC 9D 8H"},
            "hand-1",
            "A whole hand needs the suits: Bob has a card without.",
            id="no suits",
        ),
        pytest.param(
            {"hand-1": "* 4D 5D"},
            "hand-1",
            "Bob's whole hand is 2 cards, but it must be 10.",
            id="too few cards",
        ),
        pytest.param(
            {"hand-1": "* 4D XX"}, "hand-1", "“XX” in Bob's hand is not a card.", id="no card"
        ),
        pytest.param(
            {"ending": "gin:1", "hand-0": "3"},
            "hand-1",
            "would be left over.",
            id="a gin that was none",
        ),
    ],
)
def test_a_bad_hand_gets_a_sentence_at_its_field_and_comes_back_as_typed(
    app: Flask, client: Visitor, typed: dict[str, str], field: str, sentence: str
) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    answer = client.submit(form, knock() | typed, form="#round")
    assert answer.status_code == 422
    page = read(answer)
    assert sentence in words(page, f"#{field}-error")
    for name in ("hand-0", "hand-1"):
        assert page.select_one(f"#{name}")["value"] == (knock() | typed)[name]  # type: ignore[index]
    assert table.rounds == 0


def test_a_joker_where_none_is_played_is_told_before_the_hand_is_whole(
    app: Flask, client: Visitor
) -> None:
    page = look(client, Table(app), {"hand-0": "* 4D JK"})
    assert "Ann cannot have a joker: none is played." in words(page, ".warning")


@pytest.mark.parametrize(
    ("ann", "bob", "again"),
    [
        pytest.param({"hand": ANN}, {"hand": BOB}, ("* " + ANN, "* " + BOB), id="given whole"),
        pytest.param(
            {"melds": ["7S 8S 9S", "KS KH KD", "2D 2S 2H"], "unmatched": "AH"},
            {"melds": ["4D 5D 6D", "QS QH QC"], "unmatched": "TS JS 9D 8H"},
            (
                "7S 8S 9S + KS KH KD + 2D 2S 2H / AH",
                "4D 5D 6D + QS QH QC / TS JS 9D 8H",
            ),
            id="laid out",
        ),
    ],
)
def test_a_recorded_hand_comes_back_as_it_was_given(
    app: Flask, client: Visitor, ann: Any, bob: Any, again: tuple[str, str]
) -> None:
    table = Table(app)
    table.record("knock", "Ann", hands={"Ann": ann, "Bob": bob})
    form = client.visit(table.address + "/rounds/1/edit")
    fields = [form.select_one(f"#hand-{seat}")["value"] for seat in (0, 1)]  # type: ignore[index]
    assert tuple(fields) == again
    assert client.submit(form, form="#round").status_code == 303
    assert table.totals == (16, 0)


def test_the_history_shows_a_hand_as_it_was_given(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.record(
        "knock",
        "Ann",
        hands={
            "Ann": {"melds": ["7S 8S 9S", "KS KH KD", "2D 2S 2H"], "unmatched": "AH"},
            "Bob": {"hand": BOB},
        },
    )
    told = words(client.visit(table.address + "/trail"), ".facts")
    assert "7 spades 8 spades 9 spades + K spades" in told
    assert "/ A hearts" in told
    assert "whole hand: 4 diamonds 5 diamonds" in told


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
    told = "Bob's unmatched cards were “7S KS 7H 7D 2D”. Now they are “KS 2D”."
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
    assert taken.select_one("#hand-1")["value"] == "0"  # type: ignore[index]


def test_a_hand_laid_out_badly_is_counted_at_its_best_with_one_tap(
    app: Flask, client: Visitor
) -> None:
    page = counted(client, Table(app), knock(bob=BADLY))
    assert "Bob's hand can be laid out better: 17, not 37." in words(page, ".warning")
    taken = better(client, page)
    assert taken.select_one("#hand-1")["value"] == "* " + BOB  # type: ignore[index]
    assert words(taken, "#count-1") == "17 points"
    assert f"Bob's hand was “{BADLY}”. Now it is given whole." in words(taken, "[data-focus]")


def test_htmx_gets_the_form_with_the_better_count(app: Flask, client: Visitor) -> None:
    page = counted(client, Table(app), knock("3", "7S KS 7H 7D 2D"))
    taken = better(client, page, headers=HTMX)
    assert not taken.select("html")
    form = taken.select_one("#typing #round")
    assert form is not None
    assert form.has_attr("data-typed")
    assert form.select_one("#hand-1")["value"] == "KS 2D"  # type: ignore[index]


def test_a_knock_refused_for_a_bad_layout_offers_the_better_one(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    page = counted(client, table, knock("7S 8S 9S / KS KH KD 2D 2S 2H AH", "K"))
    assert "above the limit of 10" in words(page, "#hand-0-error")
    taken = better(client, page)
    assert words(taken, "#standing") == "Ann wins +9"


def test_a_better_count_that_does_not_exist_changes_nothing(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    for seat in ("1", "7", "x"):
        typed = knock("3", "KS 2D") | {"better": seat}
        answer = client.submit(form, typed, form="#round", button="[data-preview]")
        page = read(answer)
        assert page.select_one("#hand-1")["value"] == "KS 2D"  # type: ignore[index]
        assert not page.select("[data-focus]")


def test_a_warning_on_a_recorded_round_leads_to_its_correction(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob="7S KS 7H 7D 2D")
    link = client.visit(table.address + "/rounds/1").select_one("a.ruling-better")
    assert link is not None
    form = client.visit(str(link["href"]))
    assert "Now they are “KS 2D”." in words(form, "[data-focus]")
    assert client.submit(form, form="#round").status_code == 303
    assert table.totals == (9, 0)
