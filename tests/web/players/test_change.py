"""Players are renamed, get another face, are archived and restored."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk
from tests.web.players.test_players import address_of

NAME, FACE = "form[action$=name]", "form[action$=face]"


pytestmark = pytest.mark.usefixtures("table")


def editing(client: Visitor, name: str) -> str:
    """Return the address of the page that changes a player."""
    return f"{address_of(client, name)}/edit"


def test_a_new_name_is_on_every_page_at_once(client: Visitor, table: Table) -> None:
    assert "Bob" in words(client.visit(table.address))
    answer = client.submit(editing(client, "Bob"), {"name": "Robert"}, form=NAME)
    assert answer.status_code == 303
    assert "The name is now Robert" in client.visit(answer.location).text
    for address in (table.address, f"{table.address}/rounds/1", "/", "/players"):
        page = words(client.visit(address))
        assert "Robert" in page
        assert "Bob" not in page


def test_a_side_is_called_after_its_players_as_they_are_called(app: Flask, client: Visitor) -> None:
    sides = {"Ann & Cem": ["Ann", "Cem"], "We": ["Bob", "Dee"]}
    table = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides)
    for name in ("We", "Robert"):
        client.submit(editing(client, "Cem" if name == "We" else "We"), {"name": name}, form=NAME)
        told = client.get(f"{table.address}/document").get_json()
        after = ["Ann & We", "Bob & Dee"] if name == "We" else ["Ann & Robert", "We"]
        assert [*told["sides"]] == [*score(told).totals] == after
        assert after[1] in words(client.visit(table.address))


def test_capitals_of_a_name_can_be_corrected(client: Visitor, table: Table) -> None:
    client.submit(editing(client, "Bob"), {"name": "BoB"}, form=NAME)
    assert "BoB" in words(client.visit(table.address))


@walk(
    ("typed", "told"),
    [
        ("x" * 41, "A name has 1 to 40 characters."),
        ("Ann", "Somebody in the club is already called Ann."),
        ("ANN", "Somebody in the club is already called Ann."),
        ("Аnn", "Somebody in the club is already called Ann."),
        ("\u3164", "A name is one line without invisible characters."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(
    client: Visitor, table: Table, typed: str, told: str
) -> None:
    answer = client.submit(editing(client, "Bob"), {"name": typed}, form=NAME)
    page = read(answer)
    assert answer.status_code == 422
    assert words(page, "#name-error") == told
    assert page.select_one("[name=name]")["value"] == typed
    assert "Bob" in words(client.visit(table.address))


def test_two_who_rename_at_once_are_told_of_each_other(client: Visitor, table: Table) -> None:
    forms = client.visit(editing(client, "Bob"))
    client.submit(forms, {"name": "Robert"}, form=NAME)
    answer = client.submit(forms, {"name": "Bobby"}, form=NAME)
    assert "just changed this name to Robert" in words(read(answer, 422), "#name-error")
    again = client.submit(read(answer), form=NAME)
    assert again.status_code == 303
    assert "Bobby" in words(client.visit(table.address))


def test_a_name_sent_twice_is_changed_once(client: Visitor) -> None:
    forms = client.visit(editing(client, "Bob"))
    answers = [client.submit(forms, {"name": "Robert"}, form=NAME) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]


def test_a_face_has_another_colour_and_a_sign(client: Visitor) -> None:
    client.submit(editing(client, "Bob"), {"colour": "7", "sign": "🦊"}, form=FACE)
    face = client.visit(address_of(client, "Bob")).select_one(".face")
    assert (face.classes[1], face.text) == ("colour-7", "🦊")


@walk("sign", ["", "J", "Jo", "👨‍👩‍👧‍👦", "🇫🇷", "👍🏽", "❤️", "👨🏻‍❤️‍👨🏻👨🏻‍❤️‍👨🏻"])
def test_a_sign_is_an_emoji_or_two_letters(client: Visitor, sign: str) -> None:
    assert client.submit(editing(client, "Bob"), {"sign": sign}, form=FACE).status_code == 303


@walk(
    ("field", "typed"),
    [
        ("sign", "Bob"),
        ("sign", "a\u202eb"),
        ("sign", "🦊🦊🦊"),
        ("sign", "👨🏽‍👩🏽‍👧🏽‍👦🏽👩🏽‍🤝‍👩"),
        ("colour", "12"),
    ],
)
def test_what_does_not_fit_on_a_face_is_refused(client: Visitor, field: str, typed: str) -> None:
    answer = client.submit(editing(client, "Bob"), {field: typed}, form=FACE)
    assert read(answer, 422).select_one(f"#{field}-error")


def test_whoever_is_archived_is_folded_away_and_not_suggested(
    client: Visitor, table: Table
) -> None:
    archive = client.submit(editing(client, "Bob"), form="form[action$=archive]")
    assert "Bob is archived" in words(client.visit(archive.location), "#messages")
    page = client.visit("/players")
    assert [link.text for link in page.select("details .row-link")] == ["Bob"]
    assert "Bob" not in words(client.visit("/games/new?variant=gin"))
    assert "Bob" in words(client.visit(table.address))
    client.submit(editing(client, "Bob"), form="form[action$=restore]")
    assert not client.visit("/players").select("details .row-link")
    assert "Bob" in words(client.visit("/games/new?variant=gin"))


def test_players_change_their_own_name_and_face_and_nobody_elses(
    app: Flask, client: Visitor
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    own, other = (address_of(client, name) for name in ("Bob", "Ann"))
    assert bob.visit(own).select(f'[href="{own}/edit"]')
    assert not bob.visit(other).select(f'[href="{other}/edit"]')
    assert not bob.visit(f"{own}/edit").select("form[action$=archive]")
    assert bob.post(f"{own}/archive", data={"csrf_token": ""}).status_code in (400, 403)
    answer = bob.submit(f"{own}/edit", {"name": "Robert"}, form=NAME)
    assert answer.status_code == 303
    assert bob.get(f"{own}/edit").status_code == 200
    assert bob.get(f"{other}/edit").status_code == 403
