"""A round of Indian Rummy on a page: the turned-up card, drops and wrong declarations."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.disputes import ask
from tests.support.elements import Element
from tests.support.pages import Visitor, form_fields, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table

ANN, BOB, CEM = "Ann", "Bob", "Cem"
TYPED = {
    "ending": "declare:0",
    "wild": "7",
    "hand-instead-1": "drop:first",
    "hand-2": "K 8 5 7",
}
"""Ann declared, Bob dropped at once, and Cem is left with 23."""


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "indian", (ANN, BOB, CEM))


def sent(page: Element) -> dict[str, list[str]]:
    """Return the fields that the form of the round sends."""
    return form_fields(page.select_one("#round"))


def hands_of(client: Visitor, table: Table) -> object:
    """Return the hands of the first round, as in its document."""
    return client.get(table.address + "/document").json["rounds"][0]["hands"]


def test_the_form_offers_what_is_played_and_what_it_costs(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/new")
    assert words(page, ".round-hand-instead__heads") == "drop later wrong"
    buttons = page.select("[name=hand-instead-1]")
    assert [(each["value"], each.get("aria-label")) for each in buttons] == [
        ("", None),
        ("drop:first", "Bob: dropped at once"),
        ("drop:middle", "Bob: dropped later"),
        ("wrong:yes", "Bob: declared wrongly"),
    ]
    assert words(page, "[data-seat='1'] [data-instead]") == "Cards 20 40 80"
    assert words(page, "[data-seat='1'] .round-hand-instead__flag") == "no pure run"


def test_what_is_not_played_is_not_offered(app: Flask, client: Visitor) -> None:
    table = Table(app, "indian", (ANN, BOB), first_drop=0)
    page = client.visit(table.address + "/rounds/new")
    assert words(page, "[data-seat='1'] [data-instead]") == "Cards 40 80"


def test_a_round_is_recorded_and_corrected(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", TYPED, form="#round")
    assert table.totals == (0, 20, 23)
    assert hands_of(client, table) == {BOB: {"drop": "first"}, CEM: "K 8 5 7"}
    page = client.visit(table.address + "/rounds/1/edit")
    assert {name: texts for name, texts in sent(page).items() if name in TYPED} == {
        name: [text] for name, text in TYPED.items()
    }
    changed = {"hand-instead-1": "wrong:yes", "wild": "8", "hand-2": "K 8 5 7"}
    client.press(page, changed, form="#round")
    assert table.totals == (0, 80, 22)


def test_a_flag_may_come_beside_cards_or_in_their_place(client: Visitor, table: Table) -> None:
    flagged = TYPED | {"hand-no_pure_run-2": "yes", "hand-2": ""}
    client.press(table.address + "/rounds/new", flagged, form="#round")
    client.press(table.address + "/rounds/new", flagged | {"hand-2": "=62"}, form="#round")
    assert table.totals == (0, 40, 80 + 62)


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        (
            {"hand-1": "K 9"},
            "hand-1",
            "Bob dropped or declared wrongly: nothing else counts.",
        ),
        (
            {"hand-instead-1": "drop:never"},
            "hand-1",
            "For Bob, “drop” must be one of these: first, middle.",
        ),
        ({"wild": ""}, "wild", "Choose the card that was turned up: its rank is wild."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    client: Visitor, table: Table, typed: dict[str, str], field: str, sentence: str
) -> None:
    page = client.visit(table.address + "/rounds/new")
    answer = read(client.submit(page, TYPED | typed, form="#round"), 422)
    assert words(answer, f"#{field}-error") == sentence
    assert table.rounds == 0


def test_two_things_instead_of_cards_stay_typed_and_are_refused(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/rounds/new")
    typed = TYPED | {"hand-1": "wrong:yes"}
    answer = read(client.submit(page, typed, form="#round"), 422)
    assert "nothing else counts" in words(answer, "#hand-1-error")
    kept = [*sent(answer)["hand-1"], *sent(answer)["hand-instead-1"]]
    assert kept == ["drop:first", "wrong:yes"]


def test_the_preview_says_what_is_still_to_come_and_then_counts(
    client: Visitor, table: Table
) -> None:
    waiting = client.preview(table.address, TYPED | {"wild": ""})
    assert "the wild rank" in words(waiting)
    ruling = words(client.preview(table.address, TYPED))
    assert "Bob dropped at once" in ruling


def test_the_browser_knows_what_cards_count_by_the_card_turned_up(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/rounds/new")
    assert page.select("details.round-deal[open]")
    deals = json.loads(str(page.select_one("[data-deals]")["data-deals"]))
    assert deals["7"]["wild"] == "7"
    assert (deals["7"]["worth"]["7"], deals["7"]["worth"]["A"]) == (0, 10)
    assert (deals["JK"]["wild"], deals["JK"]["worth"]["A"]) == ("A", 0)


def test_the_sheet_asks_for_the_card_when_it_is_dealt(client: Visitor, table: Table) -> None:
    page = client.visit(table.address)
    turned_up = client.submit(page, form=".sheet-upcard form", button="[value='7']")
    sheet = client.visit(turned_up.location)
    assert words(sheet, ".sheet-upcard__card") == "Turned up: 7"
    assert sheet.select(".dock"), "the round is not over"
    form = client.visit(table.address + "/rounds/new?ending=declare:0")
    assert form.select("[name=wild][checked]")[0]["value"] == "7"
    assert not form.select("details.round-deal[open]")
    client.press(form, TYPED, form="#round")
    assert client.visit(table.address).select(".sheet-upcard details[open]")


def test_on_every_phone_a_drop_is_a_hand_and_the_card_is_asked_for(
    app: Flask, table: Table
) -> None:
    phones = {name: visitor(app, Role.PLAYER, player=name) for name in (ANN, BOB, CEM)}
    phones[BOB].submit(table.address, {"ending": "declare:0"}, form=ANNOUNCE)
    given = {"hand-instead-1": "drop:middle"}
    phones[BOB].submit(table.address + "/round", given, form="#round")
    phones[CEM].submit(table.address + "/round", {"hand-2": "K 8"}, form="#round")
    page = phones[ANN].visit(table.address + "/round")
    assert words(page, "#together-upcard") == "Which card was turned up?"
    facts = phones[ANN].visit(table.address + "/round/facts")
    phones[ANN].submit(facts, {"wild": "8"}, form="#facts")
    ruling = words(phones[ANN].visit(table.address + "/round"))
    assert "dropped later" in ruling
    assert "Cem was left with K, 8 10" in ruling


def test_the_judge_asks_for_the_card_before_the_hands_and_keeps_all_in_its_address(
    client: Visitor,
) -> None:
    _status, page = ask(client, variant="indian")
    assert page.select("[data-hands] > details.round-deal [name=wild]")
    status, asked = ask(client, variant="indian", players="3", **TYPED)
    assert status == 200
    assert "dropped at once" in words(asked, "#answer")
    in_its_address = TYPED | {"hand-instead-1": "", "hand-1": "drop:first"}
    _status, again = ask(client, variant="indian", players="3", **in_its_address)
    assert words(again, "#answer") == words(asked, "#answer")
    assert form_fields(again.select_one("#dispute"))["hand-instead-1"] == ["drop:first"]
