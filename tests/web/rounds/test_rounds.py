"""Recording a round, from the form to its ruling, without JavaScript. Bad input changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, form_fields, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk

WORKED = {
    "ending": "knock:1",
    "hand-0": "KS 9D 2C",
    "hand-1": "5H",
    "hand-2": "QS QD 7C AH",
    "hand-3": "8",
}


@pytest.fixture
def four(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


def form_of(client: Visitor, table: Table) -> Element:
    """Return the page of the next round."""
    return client.visit(table.address + "/rounds/new")


def record(client: Visitor, table: Table, fields: dict[str, str], **more: Any) -> Element:
    """Record a round with its form, and return the page that follows."""
    response = client.submit(form_of(client, table), fields, form="#round", **more)
    assert response.status_code == 303, words(read(response))
    return client.visit(response.headers["Location"])


def test_the_form_uses_the_players_words(app: Flask, client: Visitor) -> None:
    chips = form_of(client, Table(app)).select(".round-endings .chip")
    assert [chip.text.strip() for chip in chips] == [
        "Ann knocked",
        "Bob knocked",
        "Ann went gin",
        "Bob went gin",
        "The stock ran out",
        "Void: deal again",
    ]


@walk(
    ("asked", "checked"),
    [
        ("knock:1", ["knock:1"]),
        ("gin:0", ["gin:0"]),
        ("void", ["void"]),
        ("big-gin:0", []),
        ("knock", []),
        ("knock:7", []),
        ("nonsense", []),
    ],
)
def test_the_ending_that_was_chosen_on_the_sheet_is_chosen_in_the_form(
    app: Flask, client: Visitor, asked: str, checked: list[str]
) -> None:
    page = client.visit(f"{Table(app).address}/rounds/new?ending={asked}")
    assert [each["value"] for each in page.select("[name=ending][checked]")] == checked
    assert [each["data-chosen"] for each in page.select("[data-chosen]")] == checked


def test_the_ending_chosen_on_the_sheet_replaces_that_of_an_undone_round(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=4, Bob=21)
    table.change("undo")
    page = client.visit(f"{table.address}/rounds/new?ending=knock:1")
    assert [each["value"] for each in page.select("[name=ending][checked]")] == ["knock:1"]
    assert page.select_one("#hand-1")["value"] == "21"


def test_a_recorded_round_is_on_the_sheet_with_its_points(client: Visitor, four: Table) -> None:
    page = record(client, four, WORKED)
    assert "Round 1 is on the sheet." in news_of(page)
    assert "Jean scores 42 Round 1 Jean knocked" in words(page, "#sheet-last")
    assert four.totals == (0, 42, 0, 0)


def test_the_ruling_explains_every_point_and_who_pays_whom(client: Visitor, four: Table) -> None:
    record(client, four, WORKED | {"entered_by": "Paul", "note": "In the garden"})
    page = client.visit(four.address + "/rounds/1")
    ruling = words(page, ".ruling")
    for sentence in (
        "Jean knocked",
        "Jean scores 42",
        "Pierre 21 − Jean 5 +16",
        "Jacques 28 − Jean 5 +23",
        "Paul 8 − Jean 5 +3",
        "Jacques pays Jean 23",
    ):
        assert sentence in ruling
    assert "by Paul" in words(page)
    assert "In the garden" in words(page)
    assert "21 points K of spades, 9 of diamonds, 2 of clubs unmatched" in words(
        page, ".ruling-hands"
    )


def test_what_several_pay_for_one_reason_is_told_once(app: Flask, client: Visitor) -> None:
    table = Table(app, "tonk", players=FOUR)
    table.record("tonk", FOUR[0], hands=dict(zip(FOUR[1:], (9, 20, 5), strict=True)))
    why = words(client.visit(table.address + "/rounds/1"), "#why")
    winner, *payers = FOUR
    one, two, three = payers
    assert f"{winner} +6 Tonk: {one}, {two} and {three} pay 2 each +6 {one} −2" in why
    assert "Who pays whom" not in why


def test_a_tie_that_nobody_wins_is_called_a_tie(app: Flask, client: Visitor) -> None:
    table = Table(app, tie="no-score")
    table.knock("Ann", Ann=7, Bob=7)
    ruling = words(client.visit(table.address + "/rounds/1"), ".ruling__result")
    assert ruling == "A tie: nobody wins, nobody scores"


def test_who_enters_is_remembered_for_the_next_round(client: Visitor, four: Table) -> None:
    record(client, four, WORKED | {"entered_by": "Paul"})
    assert form_of(client, four).select_one("#entered_by")["value"] == "Paul"


def test_a_void_round_needs_no_hands(client: Visitor, table: Table) -> None:
    page = record(client, table, {"ending": "void"})
    told = "Nobody wins, nobody scores Round 1 Void: deal again Undo round 1"
    assert words(page, "#sheet-last") == told
    assert table.rounds == 1


def test_adjustments_are_lines_of_the_ruling(client: Visitor, four: Table) -> None:
    adjusted = WORKED | {
        "adjustment-0-player": "1",
        "adjustment-0-points": "−20",
        "adjustment-0-note": "perfect cut",
    }
    record(client, four, adjusted)
    assert four.totals == (0, 22, 0, 0)
    page = client.visit(four.address + "/rounds/1")
    assert "Adjustment: perfect cut −20" in words(page, ".ruling")


def test_each_adjustment_adds_an_empty_row(client: Visitor, table: Table) -> None:
    page = form_of(client, table)
    typed = {"adjustment-0-player": "0", "adjustment-0-points": "5"}
    more = client.submit(page, typed, form="#round", button="[data-more]")
    rows = read(more).select("[data-adjustment]")
    assert len(rows) == 2
    assert rows[0].select_one("[name=adjustment-0-points]")["value"] == "5"


def test_a_dealer_out_of_turn_is_warned_of(client: Visitor, table: Table) -> None:
    record(client, table, {"ending": "gin:0", "hand-1": "K", "dealer": "1"})
    page = client.visit(table.address + "/rounds/1")
    assert "It was Ann’s deal, but Bob dealt." in words(page, ".warning")


def test_the_same_form_sent_twice_counts_once(client: Visitor, four: Table) -> None:
    page = form_of(client, four)
    first = client.submit(page, WORKED, form="#round")
    second = client.submit(page, WORKED, form="#round")
    assert first.headers["Location"] == second.headers["Location"]
    by_htmx = client.submit(page, WORKED, form="#round", headers=HTMX)
    assert (by_htmx.status_code, by_htmx.headers["HX-Redirect"]) == (204, four.address)
    assert four.rounds == 1


def test_a_refused_round_comes_back_to_htmx_as_the_form_alone(app: Flask, client: Visitor) -> None:
    page = form_of(client, Table(app))
    answer = client.submit(page, {"hand-0": "K"}, form="#round", headers=HTMX)
    assert not read(answer, 422).select("html, main")
    assert read(answer).select_one("#typing [name=hand-0]")["value"] == "K"


def test_a_game_that_is_over_takes_no_further_round(client: Visitor, table: Table) -> None:
    page = form_of(client, table)
    table.record("gin", "Ann", hands={"Bob": 90})
    response = client.get(table.address + "/rounds/new", follow_redirects=True)
    assert "This game is over, so there is no next round." in response.text
    typed = {"ending": "gin:1", "hand-0": "K", "version": "2"}
    late = client.submit(page, typed, form="#round")
    assert late.status_code == 422
    assert "The game was over after round 1." in late.text
    assert table.rounds == 1


def test_a_right_to_left_name_does_not_reorder_its_sentence(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Ann", "محمد"))
    table.record("knock", "Ann", hands={"Ann": 3, "محمد": 20})
    assert "⁨محمد⁩ 20 − Ann 3" in words(client.visit(table.address + "/rounds/1"))


GOOD = {"ending": "knock:0", "hand-0": "3", "hand-1": "K"}


def sent(client: Visitor, table: Table) -> dict[str, list[str]]:
    """Return the fields that the unchanged form of the next round sends."""
    form = client.visit(table.address + "/rounds/new").select_one("#round")
    return form_fields(form)


@walk(
    ("typed", "field", "sentence"),
    [
        ({"hand-1": "ZZ"}, "hand-1", "“ZZ” in Bob’s hand is not a card."),
        (
            {"hand-0": "3S", "hand-1": "3S K"},
            "hand-1",
            "3 of spades is in both hands, but the deck has only one.",
        ),
        ({"hand-0": "K Q"}, "hand-0", "over the limit of 10"),
        ({"hand-1": "=999999999"}, "hand-1", "from 0 to 100"),
        ({"hand-1": ""}, "hand-1", "Bob’s hand is missing."),
        ({"hand-1": "\x00"}, "hand-1", "is not a card"),
        ({"ending": ""}, "ending", "Choose how the round ended."),
        ({"ending": "fold"}, "ending", "Choose how the round ended."),
        ({"ending": "knock"}, "ending", "Choose who ended the round."),
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
    page = read(client.submit(table.address + "/rounds/new", GOOD | typed, form="#round"), 422)
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
    assert "Choose how the round ended." in answer.text


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
