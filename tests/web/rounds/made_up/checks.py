"""Checks of the pages of Herons, for a copy of the program that has the module."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from tests.support.disputes import ask
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, form_fields, news_of, read, words
from tests.support.party import Party
from tests.support.table import Table

ANN, BOB = "Ann", "Bob"
TYPED = {
    "ending": "out:0",
    "hand-1": "K 9",
    "hand-feathers-1": "3",
    "moon": "full",
    "heron": "1",
}
"""Ann is out. Bob has 19 and three feathers at full moon, and saw the heron."""

RECORDED: dict[str, Any] = {
    "ending": "out",
    "by": ANN,
    "hands": {BOB: {"left": "K 9", "feathers": 3}},
    "moon": "full",
    "heron": BOB,
}

WRONG_NUMBER = "For Bob, feathers must be a whole number from 0 to 9."


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "herons", (ANN, BOB))


@pytest.fixture
def recorded(table: Table) -> Table:
    facts = {name: value for name, value in RECORDED.items() if name not in ("ending", "by")}
    table.record("out", ANN, **facts)
    return table


def sent(page: Element) -> dict[str, list[str]]:
    """Return the fields that the form of the round sends."""
    return form_fields(page.select_one("#round"))


def typed(page: Element) -> dict[str, str]:
    """Return the texts in the fields of `TYPED`."""
    return {name: "".join(texts) for name, texts in sent(page).items() if name in TYPED}


def test_the_form_asks_for_both(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/new")
    assert words(page, "#moon") == "How was the moon? Not said New Full"
    assert words(page, "#heron") == "Who saw the heron? Nobody Ann Bob"
    assert [field["aria-label"] for field in page.select("[name^=hand-feathers]")] == [
        "Ann: feathers",
        "Bob: feathers",
    ]
    assert [field["value"] for field in page.select("[name=hand-flew-1]")] == ["", "early", "late"]
    assert page.select_one("[name=hand-slept-1]")["aria-label"] == "Bob: slept"


def test_the_preview_counts_both(client: Visitor, table: Table) -> None:
    preview = words(client.preview(table.address, TYPED))
    assert "Bob has 3 feathers left" in preview
    assert "Bob saw the heron" in preview


def test_a_choice_and_a_flag_stand_in_for_the_cards(client: Visitor, table: Table) -> None:
    away = TYPED | {"hand-1": "", "hand-feathers-1": "", "hand-flew-1": "late"}
    away["hand-slept-1"] = "yes"
    client.press(table.address + "/rounds/new", away, form="#round")
    assert table.totals == (40 + 3, 7)
    document = client.get(table.address + "/document").json
    assert document["rounds"][0]["hands"] == {BOB: {"flew": "late", "slept": True}}
    assert "flew off late" in words(client.visit(table.address + "/rounds/1"))
    again = sent(client.visit(table.address + "/rounds/1/edit"))
    assert (again["hand-flew-1"], again["hand-slept-1"]) == (["late"], ["yes"])


def test_a_fact_changes_what_cards_count(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", TYPED | {"moon": "new"}, form="#round")
    assert table.totals == (9 + 15, 7)


def test_a_round_is_recorded_with_both(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", TYPED, form="#round")
    assert table.totals == (19 + 30, 7)
    assert "feathers: 3" in words(client.visit(table.address + "/rounds/1"))


@pytest.mark.parametrize(
    ("field", "text", "at", "refused"),
    [
        (
            "hand-feathers-1",
            "10",
            "hand-1",
            "For Bob, feathers must be a whole number from 0 to 9.",
        ),
        (
            "hand-feathers-1",
            "3/4",
            "hand-1",
            "For Bob, feathers must be a whole number from 0 to 9.",
        ),
        ("moon", "blue", "moon", "This must be one of these: new, full."),
        ("heron", "2", "heron", "There is no seat “2” at this table."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_typed(
    client: Visitor, table: Table, field: str, text: str, at: str, refused: str
) -> None:
    typed = TYPED | {field: text}
    page = read(client.submit(table.address + "/rounds/new", typed, form="#round"), 422)
    assert words(page, f"#{at}-error") == refused
    assert table.rounds == 0
    if not field.startswith(("moon", "heron")):
        assert sent(page)[field] == [text]


def test_a_number_typed_twice_is_refused_and_neither_is_lost(client: Visitor, table: Table) -> None:
    typed = TYPED | {"hand-1": "K 9 feathers:2"}
    page = read(client.submit(table.address + "/rounds/new", typed, form="#round"), 422)
    assert words(page, "#hand-1-error") == "“feathers:2” in Bob’s hand is not a card."
    assert sent(page)["hand-1"] == ["K 9 feathers:2 feathers:3"]


def test_the_document_has_both(client: Visitor, recorded: Table) -> None:
    document = client.get(recorded.address + "/document").json
    [round] = document["rounds"]
    assert {name: round[name] for name in RECORDED} == RECORDED
    schema = client.get("/schema/game-1.json").text
    assert not list(Draft202012Validator(json.loads(schema)).iter_errors(document))


def test_a_correction_begins_with_both_and_changes_them(client: Visitor, recorded: Table) -> None:
    page = client.visit(recorded.address + "/rounds/1/edit")
    assert typed(page) == TYPED
    changed = {"hand-feathers-1": "1", "moon": "new", "heron": "0"}
    assert news_of(client.press(page, changed, form="#round")) == "Round 1 is corrected."
    assert recorded.totals == (9 + 5 + 7, 0)


def test_the_history_tells_both(client: Visitor, recorded: Table) -> None:
    history = words(client.visit(recorded.address + "/trail"))
    assert "feathers: 3" in history
    assert "How was the moon? Full" in history
    assert "Who saw the heron? Bob" in history


def test_an_undone_round_is_entered_again_with_both(client: Visitor, recorded: Table) -> None:
    recorded.change("undo")
    page = client.visit(recorded.address + "/rounds/new")
    assert typed(page) == TYPED


def test_a_round_on_every_phone_has_both_and_tells_who_changes_them(app: Flask) -> None:
    party = Party(app, "herons")
    jean, *others = ("Jean", *(name for name in FOUR if name != "Jean"))
    party.announce(jean, f"out:{FOUR.index(jean)}")
    facts = party.phones[jean].visit(party.address + "/round/facts")
    party.phones[jean].submit(facts, {"moon": "full"}, form="#facts")
    for name in others:
        party.give(name, "K", **{f"hand-feathers-{FOUR.index(name)}": "2"})
    ruling = words(party.round("Paul"))
    assert "feathers: 2" in ruling
    assert "Paul has 2 feathers left" in ruling
    facts = party.phones["Paul"].visit(party.address + "/round/facts")
    party.phones["Paul"].submit(facts, {"moon": "new"}, form="#facts")
    assert "Paul changed the moon, after the ruling was shown." in words(party.round(jean))


def test_the_judge_asks_for_both_and_keeps_them_in_its_address(client: Visitor) -> None:
    status, asked = ask(client, variant="herons", **TYPED)
    assert status == 200
    assert "Bob has 3 feathers left" in words(asked)
    assert form_fields(asked.select_one("#dispute"))["hand-feathers-1"] == ["3"]
    in_its_address = {"hand-1": "K 9 feathers:3", "ending": "out:0", "moon": "full", "heron": "1"}
    _status, again = ask(client, variant="herons", **in_its_address)
    assert words(again, "#answer") == words(asked, "#answer")
