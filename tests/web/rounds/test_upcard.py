"""The upcard of Oklahoma, noted at the deal: every phone shows the knock limit."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element, parse
from tests.support.pages import Visitor, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "oklahoma")


def turn_up(client: Visitor, page: Element, rank: str, suit: str | None) -> TestResponse:
    """Tap a suit and a rank."""
    fields = {} if suit is None else {"suit": suit}
    return client.submit(page, fields, form=".sheet-upcard form", button=f"[value='{rank}']")


def deal_of(page: Element) -> str:
    """Return the sheet’s text about the current round."""
    return words(page, ".sheet-deal")


def test_the_sheet_asks_for_the_upcard_and_shows_the_limit(client: Visitor, table: Table) -> None:
    page = client.visit(table.address)
    assert "knock at" not in deal_of(page)
    sheet = client.visit(turn_up(client, page, "6", "S").location)
    assert deal_of(sheet) == "Round 1 to 150 10 cards each knock at 6 counts double"
    assert words(sheet, ".sheet-upcard__card") == "Upcard 6 of spades"
    assert sheet.select(".dock"), "the round is not over"


def test_a_discarded_round_leaves_no_limit_without_an_upcard(app: Flask, table: Table) -> None:
    ann, bob = (visitor(app, Role.PLAYER, player=name) for name in ("Ann", "Bob"))
    ann.visit(table.address)
    bob.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE)
    bob.submit(f"{table.address}/round/discard", form=".actions form")
    assert "knock at" not in deal_of(bob.visit(table.address))


def test_every_other_phone_and_the_television_show_it(
    app: Flask, client: Visitor, table: Table
) -> None:
    wes = visitor(app, Role.WATCHER)
    before = wes.visit(table.address)
    turn_up(client, client.visit(table.address), "4", "H")
    news = read(wes.poll(before))
    assert "knock at 4" in deal_of(news)
    assert not news.select(".sheet-upcard form")
    assert "knock at 4" in deal_of(wes.visit(table.address + "/watch"))


def test_the_form_has_the_upcard_and_the_next_round_is_asked_anew(
    client: Visitor, table: Table
) -> None:
    turn_up(client, client.visit(table.address), "6", "S")
    form = client.visit(table.address + "/rounds/new?ending=knock:0")
    assert form.select("[name=upcard]")[0]["value"] == "6S"
    assert form.select("[name=ending][checked]")[0]["value"] == "knock:0"
    assert "Open on every phone" not in words(form, "main")
    looked = client.submit(form, {"hand-0": "3S"}, form="#round", button="[data-preview]")
    typed = {"hand-0": "3S", "hand-1": "KD"}
    assert client.submit(read(looked), typed, form="#round").status_code == 303
    assert table.totals == (14, 0)
    assert client.visit(table.address).select(".sheet-upcard details[open]")


def test_an_undone_round_has_its_own_upcard_again(client: Visitor, table: Table) -> None:
    table.record("knock", "Ann", upcard="6S", hands={"Ann": 3, "Bob": "KD"})
    sheet = client.visit(turn_up(client, client.visit(table.address), "9", "H").location)
    undone = client.press(sheet, form="form[action$='/undo']")
    assert undone.select("form[action$='/redo']")
    form = client.visit(table.address + "/rounds/new")
    assert form.select("[name=upcard]")[0]["value"] == "6S"


def test_a_round_that_is_brought_back_leaves_no_upcard_for_the_next(
    client: Visitor, table: Table
) -> None:
    table.record("knock", "Ann", upcard="6S", hands={"Ann": 3, "Bob": "KD"})
    table.change("undo")
    sheet = client.visit(turn_up(client, client.visit(table.address), "9", "H").location)
    client.submit(sheet, form="form[action$='/redo']")
    assert "knock at" not in deal_of(client.visit(table.address))
    assert table.rounds == 1


def test_taking_back_something_else_keeps_the_upcard_in_play(client: Visitor, table: Table) -> None:
    for _round in range(2):
        table.record("knock", "Ann", upcard="6S", hands={"Ann": 3, "Bob": "KD"})
    table.change("remove", place=1)
    turn_up(client, client.visit(table.address), "9", "H")
    table.change("undo")
    assert "knock at 9" in deal_of(client.visit(table.address))


def test_an_announced_round_keeps_the_upcard_that_was_dealt(
    app: Flask, client: Visitor, table: Table
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    ann = visitor(app, Role.PLAYER, player="Ann")
    turn_up(client, client.visit(table.address), "6", "S")
    bob.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE)
    for phone, cards in ((ann, {"hand-0": "3"}), (bob, {"hand-1": "KD"})):
        phone.submit(table.address + "/round", cards, form="#round")
    assert "counts double" in words(ann.visit(table.address + "/round")).lower()
    sheet = ann.visit(table.address)
    assert "Ann knocked" in words(sheet, "#sheet-now")
    assert not sheet.select(".dock")


def test_it_can_be_changed_and_is_not_changed_unseen(
    app: Flask, client: Visitor, table: Table
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    page, late = client.visit(table.address), bob.visit(table.address)
    sheet = client.visit(turn_up(client, page, "6", "S").location)
    assert "knock at 6" in deal_of(read(turn_up(bob, late, "9", "H"), 409))
    changed = client.visit(turn_up(client, sheet, "9", "H").location)
    assert "knock at 9" in deal_of(changed)


def test_the_suit_is_asked_only_where_a_spade_counts_double(
    app: Flask, client: Visitor, table: Table
) -> None:
    refused = turn_up(client, client.visit(table.address), "6", None)
    assert "Enter the upcard’s suit" in words(read(refused, 422), ".message--error")
    plain = Table(app, "oklahoma", ("Cem", "Dee"), spades_double=False)
    page = client.visit(plain.address)
    assert not page.select("[name=suit]")
    assert "knock at 6" in deal_of(client.visit(turn_up(client, page, "6", None).location))


def test_a_game_without_an_upcard_takes_none(app: Flask, client: Visitor, table: Table) -> None:
    gin = Table(app, "gin", ("Cem", "Dee"))
    page = parse(str(client.visit(table.address)).replace(table.id, gin.id))
    assert turn_up(client, page, "6", None).status_code == 400
    assert turn_up(client, page, "6", "S").status_code == 400


def test_an_upcard_alone_makes_no_phone_ask_more_often(client: Visitor, table: Table) -> None:
    turn_up(client, client.visit(table.address), "6", "S")
    for page in ("", "/watch", "/rounds/new"):
        [poller] = client.visit(table.address + page).select("[hx-trigger^=every]")
        assert poller["hx-trigger"] == "every 2s, wake"


def test_once_the_round_is_announced_the_upcard_is_changed_like_its_other_facts(
    app: Flask, client: Visitor, table: Table
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    visitor(app, Role.PLAYER, player="Ann")
    sheet = client.visit(turn_up(client, client.visit(table.address), "9", "H").location)
    bob.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE)
    answer = read(turn_up(client, sheet, "6", "S"), 409)
    assert "Somebody else has just changed this game" in words(answer, ".message--error")
    facts = bob.visit(table.address + "/round/facts")
    assert facts.select("#upcard")[0]["value"] == "9H"
