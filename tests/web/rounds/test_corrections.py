"""Correcting and removing rounds: the effect is shown first, and later rounds are refolded."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor, form_fields, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin in which Ann won three rounds of 8 points."""
    table = Table(app)
    for _round in range(3):
        table.knock("Ann", Ann=3, Bob=11)
    return table


def test_the_form_of_a_recorded_round_is_filled_in(app: Flask, client: Visitor) -> None:
    table = Table(app, "oklahoma")
    table.record(
        "knock",
        "Bob",
        upcard="TD",
        hands={"Ann": "KS 9 2C", "Bob": 8},
        dealer="Bob",
        adjustments=[{"player": "Ann", "points": -5, "note": "late"}],
        note="In the rain",
    )
    form = client.visit(table.address + "/rounds/1/edit").select_one("#round")
    values = {field["name"]: field.get("value") for field in form.select("input[name]")}
    assert form.select_one("[name=ending][checked]")["value"] == "knock:1"
    assert form.select_one("#dealer [selected]")["value"] == "1"
    assert form.select_one("#note").text.strip() == "In the rain"
    assert (values["hand-0"], values["hand-1"], values["upcard"]) == ("KS 9 2C", "=8", "TD")
    assert values["adjustment-0-points"] == "-5"


def test_sending_that_form_unchanged_changes_no_point(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cem"))
    table.knock("Bob", Ann="K Q", Bob=8, Cem="7")
    before = table.totals
    assert client.submit(table.address + "/rounds/1/edit", form="#round").status_code == 303
    assert table.totals == before


def test_a_correction_changes_the_round_and_all_totals_after_it(
    client: Visitor, table: Table
) -> None:
    page = client.press(table.address + "/rounds/2/edit", {"hand-1": "1"}, form="#round")
    assert news_of(page) == "Round 2 is corrected."
    assert table.totals == (16, 12)
    assert "Ann knocked, undercut" in words(page, ".sheet-table")


def test_a_correction_keeps_the_x_keys_of_the_round_and_of_what_was_left_as_it_was(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    whole = {"hand": "7S 7H 7D 8D 9D TD KC 2C AC 4C", "x-scan": "a.png"}
    laid_out = {"melds": ["3S 4S 5S 6S"], "unmatched": "KS QD JD 9C 9S 2D", "x-scan": "b.png"}
    fee = {"player": "Ann", "points": -5}
    adjustments = [
        fee | {"x-by": "Cem"},
        fee | {"x-by": "Dee"},
        {**fee, "points": 1, "x-by": "Eva"},
    ]
    allow = {"allow": ["illegal-knock"]}
    hands = {"Ann": whole, "Bob": laid_out}
    table.record("knock", "Ann", hands=hands, adjustments=adjustments, **allow, **{"x-id": 7})
    address = table.address + "/document"
    recorded = client.get(address).json["rounds"][0]
    form = client.visit(table.address + "/rounds/1/edit")
    assert client.submit(form, form="#round").status_code == 303
    assert client.get(address).json["rounds"][0] == recorded
    typed = {"hand-1": "90", "adjustment-2-points": "2"}
    form = client.visit(table.address + "/rounds/1/edit")
    assert client.submit(form, typed, form="#round").status_code == 303
    corrected = client.get(address).json["rounds"][0]
    assert corrected["hands"] == {"Ann": recorded["hands"]["Ann"], "Bob": 90}
    assert [each.get("x-by") for each in corrected["adjustments"]] == ["Cem", "Dee", None]
    assert corrected["x-id"] == 7


def test_a_refused_correction_changes_nothing_and_keeps_what_was_typed(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/2/edit")
    page = read(client.submit(form, {"hand-1": "JK", "note": "Look"}, form="#round"), 422)
    assert words(page, "#hand-1-error") == "Bob cannot have a joker: you play without."
    assert page.select_one("#hand-1")["aria-invalid"] == "true"
    assert words(page, "#note") == "Look"
    assert table.totals == (24, 0)


def test_a_correction_that_ends_the_game_asks_before_later_rounds_go_and_undo_restores_them(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/1/edit")
    typed = {"ending": "gin:1", "hand-0": "90", "hand-1": ""}
    page = read(client.submit(form, typed, form="#round"), 422)
    assert "rounds 2 and 3 would come off the sheet" in words(page)
    assert "Bob then wins the game." in words(page)
    assert table.totals == (24, 0)
    back = client.submit(page, button="[formaction]")
    assert read(back).select_one("#hand-0")["value"] == "90"
    done = client.submit(page, button="[name=drop_later]")
    assert done.status_code == 303
    assert (table.rounds, table.totals) == (1, (0, 115))
    assert words(client.visit(table.address), "h1") == "Bob wins"
    assert "Round 3" in words(client.visit(table.address + "/trail"), ".trail > li")
    client.submit(table.address, form=".undo")
    assert (table.rounds, table.totals) == (3, (24, 0))


def test_the_history_of_a_correction_numbers_the_rounds_after_a_bonus_as_the_sheet_does(
    client: Visitor, table: Table
) -> None:
    table.adjust("Ann", 5)
    table.knock("Ann", Ann=3, Bob=11)
    form = client.visit(table.address + "/rounds/1/edit")
    typed = {"ending": "gin:1", "hand-0": "90", "hand-1": ""}
    page = read(client.submit(form, typed, form="#round"), 422)
    client.submit(page, button="[name=drop_later]")
    text = words(client.visit(table.address + "/trail"), ".trail > li")
    assert text.index("Round 3") < text.index("Ann +5") < text.index("Round 4")
    assert "Round 5" not in text


def test_an_address_without_a_round_takes_no_other_entry_off_the_sheet(
    client: Visitor, table: Table
) -> None:
    table.adjust("Bob", 5)
    before = table.totals
    question = client.visit(table.address + "/rounds/1/remove")
    fields = form_fields(question.select_one(".actions form"))
    for path in ("/rounds/4/remove", "/between/3/remove"):
        assert client.post(table.address + path, data=fields).status_code == 404
    assert table.totals == before


def test_a_removal_sent_twice_after_an_adjustment_counts_once(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    table.adjust("Bob", 5)
    table.knock("Ann", Ann=3, Bob=11)
    question = client.visit(table.address + "/rounds/2/remove")
    for _time in range(2):
        assert client.submit(question, form=".actions form").status_code == 303
    assert (table.rounds, table.totals) == (1, (8, 5))


def test_a_round_is_removed_after_a_question_with_the_totals_as_they_would_be(
    client: Visitor, table: Table
) -> None:
    question = client.visit(table.address + "/rounds/2/remove")
    assert "Ann 24 16" in words(question, ".ruling-effect")
    assert table.rounds == 3
    response = client.submit(question, form=".actions form")
    assert response.status_code == 303
    assert (table.rounds, table.totals) == (2, (16, 0))


def test_the_correction_of_a_round_that_was_removed_meanwhile_comes_back_as_typed(
    client: Visitor, table: Table
) -> None:
    form = client.visit(table.address + "/rounds/3/edit")
    table.change("undo")
    page = read(client.submit(form, {"hand-1": "19"}, form="#round"), 409)
    assert page.select_one("#hand-1")["value"] == "19"
    assert page.select_one("#round")["action"] == table.address + "/rounds"
    assert table.rounds == 2


def test_a_correction_follows_its_round_to_another_number(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/rounds/2/edit")
    table.change("remove", place=1)
    for typed in ("19", "Z"):
        page = read(client.submit(form, {"hand-1": typed}, form="#round"), 409)
        assert page.select_one("#round")["action"] == table.address + "/rounds/1"
        assert page.select_one("#hand-1")["value"] == typed


def test_removing_a_loss_may_end_the_game_earlier(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.record("void", adjustments=[{"player": "Ann", "points": -20}])
    table.record("gin", "Ann", hands={"Bob": 90})
    table.knock("Ann", Ann=1, Bob=9)
    question = client.visit(table.address + "/rounds/1/remove")
    assert "round 3 would come off the sheet" in words(question, ".ruling-effect")
    assert client.submit(question, form=".actions form").status_code == 303
    assert (table.rounds, table.totals) == (1, (115, 0))


def test_a_removal_that_makes_later_rounds_illegal_is_refused(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen")
    for cards in ("K 9 2", "K 9 2 4", "K 9 2 4 6"):
        table.record("out", "Ann", hands={"Bob": cards})
    response = client.get(table.address + "/rounds/1/remove")
    assert response.status_code == 422
    assert "Round 2: Bob’s hand has 4 cards, but 3 is the most." in response.text
    assert "Rounds 2–3 become rounds 1–2, with 3–4 cards" in response.text
    assert "Correct or undo those first." in response.text
    assert "move up by one" not in response.text
    assert not read(response).select(".actions form")


@walk(
    ("number", "told"),
    [
        (1, "Rounds 2–5 become rounds 1–4, with 3–5 cards and other wild ranks."),
        (3, "Rounds 4–5 become rounds 3–4, with 5 cards and other wild ranks."),
        (4, ""),
        (5, ""),
    ],
)
def test_the_removal_says_which_rounds_then_get_another_deal(
    app: Flask, client: Visitor, number: int, told: str
) -> None:
    table = Table(app, "three-thirteen")
    for ending in ("out", "out", "out", "void", "out"):
        by, hands = ("Ann", {"hands": {"Bob": "K"}}) if ending == "out" else ("", {})
        table.record(ending, by, **hands)
    page = client.visit(f"{table.address}/rounds/{number}/remove")
    assert told in words(page)
    assert ("wild rank" in words(page)) == bool(told)
    assert ("move up by one" in words(page)) == (number == 4)


def test_removing_a_round_or_making_it_void_says_which_rounds_get_another_deal(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "three-thirteen")
    for _round in range(2):
        table.record("out", "Ann", hands={"Bob": "K"})
    page = client.visit(table.address + "/rounds/1/remove")
    assert "Round 2 becomes round 1, with 3 cards and another wild rank." in words(page)
    table.record("out", "Ann", hands={"Bob": "K"})
    for number, told in (
        (1, "Rounds 2–3 are then dealt with 3–4 cards and other wild ranks."),
        (2, "Round 3 is then dealt with 4 cards and another wild rank."),
        (3, ""),
    ):
        form = client.visit(f"{table.address}/rounds/{number}/edit")
        typed = {"ending": "void", "hand-1": ""}
        page = read(client.submit(form, typed, form="#round", button="[data-preview]"))
        assert told in words(page, ".ruling-effect")
        assert ("wild rank" in words(page, ".ruling-effect")) == bool(told)


def test_a_round_of_a_finished_game_can_be_corrected_so_that_it_goes_on(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    table.record("gin", "Ann", hands={"Bob": 90})
    form = client.visit(table.address + "/rounds/1/edit")
    typed = {"hand-1": "9"}
    shown = client.submit(form, typed, form="#round", button="[data-preview]")
    assert "The game then goes on." in words(read(shown), ".ruling-effect")
    client.submit(form, typed, form="#round")
    assert "Round over" in words(client.visit(table.address), ".actions")
