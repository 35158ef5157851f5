"""The judge’s desk answers the moves that a table of melds allows, without JavaScript."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask

from scorekeeper.rummy.melds.layout_task import Effort
from scorekeeper.web.judge import table as judge_table
from tests.support.disputes import words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read
from tests.support.table import Table
from tests.support.walks import walk


def ask(client: Visitor, variant: str = "tiles", **facts: str) -> tuple[int, Element]:
    """Return status and page of a question about a table."""
    query = {"variant": variant} | facts
    response = client.get("/judge/table", query_string=query, follow_redirects=True)
    return response.status_code, read(response)


@walk(
    ("facts", "verdict"),
    [
        ({"table": "R3 R4 R5"}, "The table is legal."),
        (
            {"table": "R3 R4 R5 R7,B7 K7 R6"},
            "The table is not legal, but another arrangement of these tiles is.",
        ),
        ({"table": "B5 B6 JK", "hand": "B7 R2 R3"}, "Everything can be put down: you are out."),
        (
            {"table": "R3 R4 R5", "hand": "R6 Y13"},
            "Put down red 6. You keep 13.",
        ),
        ({"table": "R3 R4 R5", "hand": "R6", "ask": "add"}, "Yes: it goes on meld 1."),
        (
            {"hand": "R9 B9 K9", "ask": "first-meld"},
            "No: a first meld must be worth 30, and this is worth 27: 3 short.",
        ),
        (
            {"table": "R12 R13 JK", "ask": "first-meld"},
            "Yes: this first meld is worth 36.",
        ),
        (
            {"variant": "manipulation", "table": "QS KS AS", "hand": "2S 3S JS"},
            "Everything can be put down: you are out.",
        ),
        (
            {"variant": "okey-101", "table": "R11 R12 JK,B11 B12 B13,K9 K10 K11"},
            "Yes: this first meld is worth 102.",
        ),
        ({"variant": "okey-101", "table": "R1 R1,B4 JK"}, "No. Pairs: 2 of 5."),
        ({"variant": "okey-101", "hand": "R1 R1 B4 B4 K7 K7 Y9 Y9 R13 JK"}, "Yes: 5 pairs."),
        ({"variant": "basic", "table": "7S 8S 9S", "hand": "TS"}, "Yes: it goes on meld 1."),
        (
            {"variant": "rami", "table": "7S 8S 9S", "hand": "TS", "opened": "no"},
            "No: you have to open first.",
        ),
        ({"variant": "contract", "table": "7S 8S 9S"}, "Not all of these are melds."),
    ],
)
def test_the_verdict_stands_above(client: Visitor, facts: dict[str, str], verdict: str) -> None:
    status, page = ask(client, **facts)
    assert (status, words(page, "#verdict")) == (200, verdict)


def test_where_one_question_is_asked_it_is_the_heading(client: Visitor) -> None:
    _, page = ask(client, "okey-101", hand="R1 R1")
    assert words(page, "h1") == "Is this 101?"
    assert not page.select("input[name=ask]")
    labels = [label.text.strip() for label in page.select("[data-typed] .field__label")]
    assert labels == ["The melds, one a line", "On the rack"]


def test_a_fault_stands_beside_its_meld_and_moved_tiles_say_from_where(client: Visitor) -> None:
    _, page = ask(client, table="R3 R4 R5 R7,B7 K7 R6,Y10 Y11 Y12")
    faults = [words(each, "p") for each in page.select(".table-fault")]
    assert faults == [
        "These are not in a row.",
        "These are neither all of one number nor all of one colour.",
    ]
    moved = [" ".join(each.text.split()) for each in page.select(".table-piece--moved")]
    assert moved == ["6R red from 2", "7R red from 1"]
    assert "10 Y yellow 11 Y yellow 12 Y yellow" in words(page, ".table-meld--kept")


def test_of_two_equal_tiles_one_is_new(client: Visitor) -> None:
    _, page = ask(client, table="R4 R5 R6 R7 R8", hand="R6")
    new = [words(each, ".table-tile") for each in page.select(".table-piece--new")]
    assert new == ["6 R red"]
    assert not page.select(".table-piece--moved")


def test_a_meld_that_stays_is_kept_in_whatever_order_it_was_written(client: Visitor) -> None:
    _, page = ask(client, table="R5 R3 R4,Y9 Y10 Y11", hand="Y12")
    assert words(page, ".table-meld--kept") == "3 R red 4 R red 5 R red"


def test_what_is_put_down_is_new_and_a_joker_says_what_it_is(client: Visitor) -> None:
    _, page = ask(client, table="B5 B6 JK", hand="B7 R2 R3")
    new = [" ".join(each.text.split()) for each in page.select(".table-piece--new")]
    assert sorted(new) == ["2R red new", "3R red new", "7B blue new"]
    assert "joker 4 R" in words(page, ".table-melds")


def test_laid_like_this_is_the_table_of_the_next_question(client: Visitor) -> None:
    _, page = ask(client, table="B5 B6 JK", hand="B7 R2 R3 Y13")
    [on] = page.select(".table-answer a.button")
    page = client.visit(on["href"])
    assert page.select_one("#table").text.split("\n")[-2:] == [
        "R2 R3 JK=R4",
        "B5 B6 B7",
    ]
    assert page.select_one("#hand")["value"] == "Y13"
    assert words(page, "#verdict") == "The table is legal."


def test_the_form_is_sent_and_shown_at_a_short_address(client: Visitor) -> None:
    page = client.visit("/judge/table?variant=tiles")
    sent = client.submit(page, {"table": "r3 r4 r5\r\n9b 9k 9r", "ask": "table"}, form="#dispute")
    assert sent.status_code == 302
    assert sent.location == "/judge/table?variant=tiles&table=R3+R4+R5,9B+9K+9R"


@walk(
    ("facts", "field", "sentence"),
    [
        ({"table": "R3 R99"}, "table", "“R99” is not a card."),
        ({"table": "R3 R4 \u212a7"}, "table", "“\u212a7” is not a card."),  # the sign for kelvin
        ({"hand": "R3 R3 R3"}, "hand", "There are too many red 3: this game has only 2."),
        ({"hand": "JK=R3"}, "hand", "A joker that is not on the table yet stands for nothing"),
        ({"table": "R3 R4 R5", "ask": "play"}, "hand", "Enter what is in the hand as well."),
        ({"hand": "R3 R4", "ask": "add"}, "hand", "Enter one card or joker."),
        ({"table": "R3 R4 R5", "ask": "add"}, "hand", "Enter the one card or joker"),
        ({"table": "R3 R4 R5", "hand": "R6", "ask": "fly"}, None, "you are out"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    client: Visitor, facts: dict[str, str], field: str | None, sentence: str
) -> None:
    status, page = ask(client, **facts)
    assert sentence in words(page)
    assert status == (422 if field else 200)
    if field:
        # While one taps, the fields are hidden and this line is above the keys.
        assert sentence in words(page, "#standing")
        assert page.select_one(f"#{field}-error")
        assert facts.get(field, "").split(" ")[0] in str(page.select_one(f"#{field}"))


def test_a_table_that_would_take_too_long_is_told_at_its_field(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_table, "effort_for_visitor", lambda: Effort(10))
    status, page = ask(client, table="R3 R4 R5", hand="R6")
    assert status == 422
    assert "too many ways to compare" in words(page, "#table-error")


def test_house_rules_decide(client: Visitor) -> None:
    facts = {"table": "B5 B6 B7 JK", "hand": "R2 R3"}
    assert words(ask(client, **facts)[1], "#verdict") == "Nothing in this hand can be put down."
    free = {"rules-table_jokers": "free"}
    assert "you are out" in words(ask(client, **facts, **free)[1], "#verdict")


def test_how_many_play_decides_how_many_packs_there_are(client: Visitor) -> None:
    twice = {"variant": "manipulation", "table": "7S 7H 7D,7S 7H 7C"}
    assert ask(client, **twice)[0] == 422
    status, page = ask(client, **twice, players="3")
    assert (status, words(page, "#verdict")) == (200, "The table is legal.")


@walk("variant", ["gin", "chess"])
def test_other_games_have_no_such_question(client: Visitor, variant: str) -> None:
    assert client.get("/judge/table", query_string={"variant": variant}).status_code == 404


def test_french_pages_have_french_letters(client: Visitor) -> None:
    facts = {"variant": "tiles", "table": "K3 K4 JK=K5"}
    answer = client.get("/judge/table", query_string=facts, headers={"Accept-Language": "fr"})
    page = read(answer)
    assert words(page, "#verdict") == "La table est en règle."
    facts = {"variant": "tiles", "table": "K3 K4", "hand": "N5 J6"}
    page = read(
        client.get(
            "/judge/table",
            query_string=facts,
            headers={"Accept-Language": "fr"},
            follow_redirects=True,
        )
    )
    assert "3 N noir" in words(page, ".table-fault")


@walk(("language", "typed"), [("en", "K3 K4 Y5"), ("fr", "n3 N4 J5"), ("de", "S3 s4 G5")])
def test_tiles_are_typed_with_the_letters_that_are_drawn(
    client: Visitor, language: str, typed: str
) -> None:
    facts = {"variant": "tiles", "table": typed}
    headers = {"Accept-Language": language}
    answer = client.get("/judge/table", query_string=facts, headers=headers, follow_redirects=True)
    assert read(answer).select_one("#table").text.split() == ["K3", "K4", "Y5"]


def test_a_card_that_is_laid_off_is_new_beside_melds_that_stay(client: Visitor) -> None:
    _, page = ask(client, "basic", table="7S 8S JK,5S 5H 5D", hand="TS")
    [new] = page.select(".table-piece--new")
    assert "10" in new.text
    assert not page.select(".table-piece--moved")
    [on] = page.select(".table-answer a.button")
    page = client.visit(on["href"])
    assert page.select_one("#table").text.split() == [
        "7S",
        "8S",
        "JK=9S",
        "TS",
        "5S",
        "5H",
        "5D",
    ]
    assert page.select_one("#hand")["value"] == ""


def test_the_joker_that_stands_for_the_card_is_told_with_the_answer(client: Visitor) -> None:
    _, page = ask(client, "basic", table="7S 8S JK", hand="9S")
    assert "The joker of meld 1 stands for it" in words(page, ".table-answer")


@walk(
    ("variant", "asked"),
    [
        ("basic", ["table", "add", "joker"]),
        ("rummy-500", ["table", "add"]),
        ("manipulation", ["table", "play", "add", "joker"]),
        ("tiles", ["table", "play", "add", "joker", "first-meld"]),
    ],
)
def test_each_game_is_asked_its_own_questions(
    client: Visitor, variant: str, asked: list[str]
) -> None:
    _, page = ask(client, variant)
    assert [each["value"] for each in page.select("input[name=ask]")] == asked


@walk(
    ("variant", "question"),
    [
        ("rami", "Have you opened?"),
        ("contract", "Is your contract on the table?"),
        ("basic", None),
        ("tiles", None),
    ],
)
def test_who_has_opened_is_asked_where_it_matters(
    client: Visitor, variant: str, question: str | None
) -> None:
    legend = ask(client, variant, opened="no")[1].select_one("#opened legend")
    assert (legend and legend.text) == question


def test_the_answer_has_an_address_that_keeps_who_has_not_opened(client: Visitor) -> None:
    query = {"variant": "rami", "table": "7S 8S 9S", "hand": "TS", "opened": "no"}
    answer = client.get("/judge/table", query_string=query, headers=HTMX)
    assert answer.headers["HX-Replace-Url"].endswith("&opened=no")


@walk(
    "variant",
    ["tiles", "manipulation", "basic", "contract", "rami", "rummy-500"],
)
def test_the_question_is_asked_from_the_judge_and_the_rules(client: Visitor, variant: str) -> None:
    for address in ("/judge", f"/judge?variant={variant}", f"/rules/{variant}"):
        page = client.visit(address)
        assert page.select(f'a[href^="/judge/table?variant={variant}"]')


def test_a_sheet_asks_by_its_own_rules(app: Flask, client: Visitor) -> None:
    table = Table(app, "tiles", table_jokers="free")
    link = link_named(client.visit(table.address), "May this be put down?")
    page = client.visit(link["href"])
    assert page.select_one("#rules-table_jokers-1[checked], input[value=free][checked]")
    assert page.select_one(f'a[href="{table.address}"]')


def test_a_game_of_rami_asks_by_its_own_number_of_players_and_rules(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "rami", jokers_per_deck=1)
    asked = "May this card be laid off, or swapped for a joker?"
    link = link_named(client.visit(table.address), asked)
    status, page = ask(client, **dict(parse_qsl(urlsplit(link["href"]).query)), table="7S 8S 9S")
    assert (status, words(page, "#verdict")) == (200, "The table is legal.")
    assert page.select_one(f'a[href="{table.address}"]')


SWAP = "May I swap this joker off the table?"


@walk(
    ("facts", "verdict", "more"),
    {
        "basic": (
            {"variant": "basic", "table": "7S 8S JK", "hand": "9S"},
            "Yes: put 9 of spades in its place and take the joker.",
            "9 of spades new In the hand joker",
        ),
        "basic, another card": (
            {"variant": "basic", "table": "7S 8S JK", "hand": "TS"},
            "No: no joker on the table stands for 10 of spades .",
            "There a joker stands for: 9 of spades .",
        ),
        "rami, not open yet": (
            {"variant": "rami", "table": "7S 8S JK", "hand": "9S", "opened": "no"},
            "No: you have to open first.",
            "",
        ),
        "contract": (
            {"variant": "contract", "table": "7S 8S JK TS", "hand": "9S"},
            "No: it stands for 9 of spades, and stays where it is.",
            "",
        ),
        "tiles": (
            {"variant": "tiles", "table": "R9 B9 JK", "hand": "K9"},
            "Yes: put black 9 in its place.",
            "The joker is back in a meld before your turn ends, and never on your rack.",
        ),
    },
)
def test_a_joker_is_swapped_as_the_game_has_it(
    client: Visitor, facts: dict[str, str], verdict: str, more: str
) -> None:
    status, page = ask(client, **facts, ask="joker")
    assert (status, words(page, "#verdict")) == (200, verdict)
    assert more in words(page, "#answer")
    assert page.select("input[name=ask][value=joker][checked]")


@walk("variant", ["basic", "rami", "contract", "manipulation", "tiles"])
def test_a_joker_is_asked_about_from_the_judge_and_its_article(
    client: Visitor, variant: str
) -> None:
    address = f"/judge/table?variant={variant}&ask=joker"
    for page in ("/judge", f"/judge?variant={variant}", f"/rules/{variant}"):
        links = client.visit(page).select(f'a[href="{address}"]')
        assert [link.text for link in links] == [SWAP], page


def test_a_sheet_without_jokers_asks_about_none(app: Flask, client: Visitor) -> None:
    with_jokers, without = Table(app, "basic"), Table(app, "basic", preset="pagat")
    assert link_named(client.visit(with_jokers.address), SWAP)
    assert SWAP not in client.visit(without.address).text
