"""Whole hands on the pages: counted, drawn, laid out, and given back for a correction."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.gin_hands import ANN, BOB, drawn, knock, look
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


def record(client: Visitor, table: Table, fields: dict[str, str]) -> BeautifulSoup:
    """Record a round with its form; returns its ruling."""
    form = client.visit(table.address + "/rounds/new")
    answer = client.submit(form, fields, form="#round")
    assert answer.status_code == 303, words(read(answer))
    return client.visit(f"{table.address}/rounds/{table.rounds}")


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
    assert "Bob’s cards" in words(page, "ul")


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
        "Ann": [],
        "Bob": ["7 spades 8 spades joker K hearts left"],
    }


def test_melds_in_a_hand_are_drawn_where_they_are_spared(app: Flask, client: Visitor) -> None:
    table = Table(app, "manipulation", melds_in_hand="spared")
    typed = {"ending": "out:0", "hand-1": "* 7S 8S JK KH"}
    assert drawn(record(client, table, typed)) == {
        "Ann": [],
        "Bob": ["7 spades 8 spades joker a run", "K hearts unmatched"],
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
    assert drawn(page)["Bob"][-1] == "8 hearts 9 diamonds unmatched"
    assert "Bob 17 points" in words(page, ".ruling-hands")


def test_a_ruling_tells_every_hand_that_of_who_ended_the_round_first(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    typed = {"ending": "out:1", "hand-0": "K 3S", "hand-2": "21"}
    page = record(client, table, typed)
    assert [words(hand) for hand in page.select(".laid")] == [
        "B Bob nothing left",
        "A Ann 13 points K 3 spades ★ wild unmatched",
        "C Cem count only 21 points",
    ]


@walk(
    ("preset", "said"),
    [
        ("plain", "Under Pagat rules: Bob wins +67 Was this round right?"),
        ("pagat", "Under Standard rules: Bob wins +72 Was this round right?"),
    ],
)
def test_a_ruling_says_what_another_rule_book_would_have_given(
    app: Flask, client: Visitor, preset: str, said: str
) -> None:
    table = Table(app, preset=preset)
    page = record(client, table, {"ending": "gin:1", "hand-0": "47"})
    assert words(page, ".ruling-doubt") == said


def test_a_player_may_lay_out_the_melds_and_say_what_was_laid_off(
    app: Flask, client: Visitor
) -> None:
    page = record(client, Table(app), knock(bob="4D 5D 6D + QS QH QC / 9D 8H > JS TS"))
    assert "Ann wins +16" in words(page, ".ruling")
    assert drawn(page)["Bob"][1] == "Q spades Q hearts Q clubs a set"


@walk(
    "bob",
    [
        "4D 5D 6D | QS QH QC / JS TS 9D 8H",
        "4D 5D 6D\r\nQS QH QC\r\n/ TS JS 9D 8H",
        "/ TS JS 9D 8H + 4D 5D 6D + QS QH QC",
    ],
)
def test_melds_may_be_separated_by_several_signs(app: Flask, client: Visitor, bob: str) -> None:
    assert "Ann wins +16" in words(record(client, Table(app), knock(bob=bob)), ".ruling")


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
