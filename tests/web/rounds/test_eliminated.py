"""An eliminated player watches from the next round on: Rami till one is left, Indian in a pool."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_rounds import find_open
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dee")
NOT_IN = "Bob is not in the game now."
WATCHES = "You are out of this game, so this phone only watches."
LEFT = {"hand-2": "=10", "hand-3": "=12"}


@pytest.fixture
def table(app: Flask) -> Table:
    """Rami to 101: Ann went out, Bob has 80, Cem 10, Dee 12."""
    table = Table(app, "rami", FOUR, "scala-40")
    table.record("out", "Ann", hands={"Bob": 80, "Cem": 10, "Dee": 12})
    return table


@pytest.fixture
def phones(app: Flask, table: Table) -> dict[str, Visitor]:
    """A phone for every player, at the sheet."""
    phones = {name: visitor(app, Role.PLAYER, player=name) for name in FOUR}
    for phone in phones.values():
        phone.visit(table.address)
    return phones


def seats_asked(page: Element) -> list[str]:
    return [str(box["data-seat"]) for box in page.select("[data-hand][data-seat]")]


def announce(phone: Visitor, table: Table, ending: str) -> None:
    answer = phone.submit(table.address, {"ending": ending}, form="form[action$=announce]")
    assert answer.location == table.address + "/round", answer.text


def give(phone: Visitor, table: Table, seat: int, hand: str) -> None:
    answer = phone.submit(table.address + "/round", {f"hand-{seat}": hand}, form="#round")
    assert answer.status_code == 303, answer.text


def test_a_round_puts_its_player_out_on_every_phone(
    phones: dict[str, Visitor], table: Table
) -> None:
    announce(phones["Ann"], table, "out:0")
    for seat, name in enumerate(FOUR[1:], 1):
        give(phones[name], table, seat, "=30")
    # Bob still sees the ruling that eliminates him.
    assert phones["Bob"].visit(table.address + "/round").select(".together__record")
    phones["Bob"].submit(table.address + "/round", form=".together__record")
    assert table.totals == (0, 110, 40, 42)
    assert WATCHES in words(phones["Bob"].visit(table.address), "#sheet-actions")

    announce(phones["Cem"], table, "out:2")
    assert "Waiting for Ann and Dee" in words(phones["Bob"].visit(table.address + "/round"))
    token = phones["Bob"].visit("/settings").select("[name=csrf_token]")[0]["value"]
    for headers in ({}, HTMX):
        data = {"csrf_token": token, "seat": "1", "hand-1": "=7"}
        answer = phones["Bob"].post(f"{table.address}/round/hand", data=data, headers=headers)
        assert answer.status_code == 422
    for seat, name in ((0, "Ann"), (3, "Dee")):
        give(phones[name], table, seat, "=5")
    phones["Dee"].submit(table.address + "/round", form=".together__record")
    assert table.totals == (5, 110, 40, 47)


def test_two_who_type_the_round_that_puts_somebody_out_record_it_once(
    client: Visitor, table: Table
) -> None:
    forms = [client.visit(table.address + "/rounds/new") for _phone in range(2)]
    fields = {"ending": "out:0", "hand-1": "=80", **LEFT}
    assert client.submit(forms[0], fields, form="#round").status_code == 303
    late = client.submit(forms[1], fields, form="#round")
    assert late.status_code == 409
    assert "Somebody got there first" in words(read(late))
    assert seats_asked(read(late)) == ["0", "2", "3"]
    assert table.rounds == 2


def test_a_correction_keeps_nobody_in_who_has_missed_a_round(client: Visitor, table: Table) -> None:
    table.record("out", "Ann", hands={"Bob": 80, "Cem": 10, "Dee": 12})
    table.record("out", "Ann", hands={"Cem": 10, "Dee": 12})
    page = client.visit(table.address + "/rounds/1/edit")
    answer = client.submit(page, {"hand-1": "=5"}, form="#round")
    assert answer.status_code == 422
    assert "Round 3: Bob’s hand is missing." in words(read(answer), "[data-errors]")
    assert table.totals == (0, 160, 30, 36)


def test_whoever_is_out_of_a_pool_turns_up_nothing_and_drops_no_more(app: Flask) -> None:
    table = Table(app, "indian", FOUR)
    hands = {"Bob": 80, "Cem": 10, "Dee": 12}
    for _round in range(2):
        table.record("declare", "Ann", wild="5", hands=hands)
    bob, cem = (visitor(app, Role.PLAYER, player=name) for name in ("Bob", "Cem"))
    for phone in (bob, cem):
        phone.visit(table.address)
    answer = bob.send(
        table.address + "/round/upcard", rank="7", was="", version=str(table.version), key="k"
    )
    assert answer.status_code == 422
    assert WATCHES in words(read(answer))
    with app.app_context():
        assert find_open(table.id) is None
    page = visitor(app, Role.PLAYER).visit(table.address + "/rounds/new")
    assert not page.select("[name^=hand-][name$='-1']")


def test_the_sheet_tells_a_screen_reader_who_is_eliminated(client: Visitor, table: Table) -> None:
    table.record("out", "Ann", hands={"Bob": 80, "Cem": 10, "Dee": 12})
    [cell] = client.visit(table.address).select(".sheet-table__out")
    assert words(cell, ".visually-hidden") == "eliminated"


def test_a_correction_tells_who_is_then_in(client: Visitor, table: Table) -> None:
    table.record("out", "Ann", hands={"Bob": 80, "Cem": 10, "Dee": 12})
    fields = {"number": "2", "ending": "out:0", "hand-1": "=5", **LEFT}
    told = client.preview(table.address, fields, page="/rounds/2/edit")
    assert "Bob is then in the game." in words(told)
