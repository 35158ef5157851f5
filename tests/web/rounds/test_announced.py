"""The end of a round is announced by one tap, and every phone at the table asks for its hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import ANNOUNCE, CARDS, FOUR, Party
from tests.support.table import Table
from tests.support.walks import walk


def test_one_tap_opens_the_round_on_every_phone(party: Party) -> None:
    before = {name: party.phones[name].visit(party.address) for name in ("Pierre", "Paul")}
    party.announce("Jean")
    for name, page in before.items():
        [poller] = page.select("[hx-trigger^=every]")
        news = party.phones[name].get(str(poller["hx-get"]), headers=HTMX)
        assert news.headers["HX-Redirect"] == party.address + "/round"
        assert words(party.round(name), "#together h1") == "Jean knocked Your hand?"
        assert words(party.round(name), "#round .button--primary") == "Send my hand"
    assert party.table.rounds == 0


def test_whoever_goes_back_to_the_sheet_stays_there(party: Party) -> None:
    party.announce()
    sheet = party.phones["Paul"].visit(party.address)
    assert words(sheet, "#sheet-actions") == "Jean knocked Enter your hand"
    party.enter("Jean")
    [poller] = sheet.select("[hx-trigger^=every]")
    news = party.phones["Paul"].get(str(poller["hx-get"]), headers=HTMX)
    assert "HX-Redirect" not in news.headers
    assert "Waiting for Pierre, Jacques and Paul" in words(read(news), "#sheet-now")


def test_watchers_stay_at_the_sheet_and_see_who_is_in(party: Party) -> None:
    before = party.wes.visit(party.address)
    party.begin()
    [poller] = before.select("[hx-trigger^=every]")
    news = party.wes.get(str(poller["hx-get"]), headers=HTMX)
    assert "HX-Redirect" not in news.headers
    assert "Jean knocked" in words(read(news), "#sheet-now")


@pytest.mark.parametrize("page", ["/trail", "/rounds/1", "/rounds/1/edit", "/rounds/adjust"])
def test_pages_that_do_something_else_get_a_banner(party: Party, page: str) -> None:
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    paul = party.phones["Paul"]
    before = paul.visit(party.address + page)
    assert words(before, "#announced") == ""
    party.announce()
    [poller] = before.select("#announced")
    news = read(paul.get(str(poller["hx-get"]), headers=HTMX))
    assert words(news, "#announced") == "Jean knocked Enter your hand"
    assert [str(each["href"]) for each in news.select("#announced a")] == [party.address + "/round"]


def test_the_second_of_two_who_say_how_it_ended_is_told(party: Party) -> None:
    sheet = party.phones["Paul"].visit(party.address)
    party.announce("Jean", "knock:1")
    paul = party.phones["Paul"]
    answer = paul.submit(sheet, {"ending": "knock:3"}, form=ANNOUNCE, follow_redirects=True)
    page = read(answer)
    assert "Another phone was faster" in words(page, "#messages")
    assert "Jean knocked" in words(page, "#together h1")
    again = paul.submit(sheet, {"ending": "knock:1"}, form=ANNOUNCE, follow_redirects=True)
    assert words(read(again), "#messages") == "", "both say the same"


def test_an_announcement_for_a_round_that_is_over_shows_the_sheet(party: Party) -> None:
    sheet = party.phones["Paul"].visit(party.address)
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    answer = party.phones["Paul"].submit(sheet, {"ending": "knock:3"}, form=ANNOUNCE)
    assert answer.status_code == 409
    assert not party.is_open


@walk("ending", ["", "gin:1", "knock", "knock:9", "void:1", "x"])
def test_an_ending_that_the_game_does_not_have_announces_nothing(party: Party, ending: str) -> None:
    sheet = party.phones["Paul"].visit(party.address)
    answer = party.phones["Paul"].submit(sheet, {"ending": ending}, form=ANNOUNCE)
    assert answer.status_code == 422
    assert "Say how the round ended." in words(read(answer))
    assert not party.is_open


@pytest.mark.parametrize(
    "otherwise",
    [
        {"player_id": None},
        {"role": Role.WATCHER.value},
        {"revoked_at": datetime.now(UTC)},
        {"seen_at": datetime.now(UTC) - timedelta(hours=13)},
    ],
)
def test_without_other_players_phones_the_tap_opens_the_form(
    party: Party, otherwise: dict[str, object]
) -> None:
    jean = party.phones["Jean"]
    visitor(party.app, Role.PLAYER, player="Jean")
    visitor(party.app, Role.PLAYER, player="Zoe")
    for name in ("Pierre", "Jacques"):
        party.set_phone(name, **otherwise)
    assert jean.visit(party.address).select(ANNOUNCE), "Paul has a phone"
    assert jean.get(party.address + "/rounds/new").location == party.address
    party.set_phone("Paul", **otherwise)
    assert not jean.visit(party.address).select(ANNOUNCE)
    form = jean.visit(party.address + "/rounds/new?ending=knock:1")
    assert words(form, "#round .button--primary") == "Record"
    jean.submit(form, {"hand-1": "5H"}, form="#round", button="[data-preview]")
    assert not party.is_open


def test_a_form_filled_in_before_the_announcement_comes_back_with_all_its_hands(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "knock", FOUR)
    form = client.visit(table.address + "/rounds/new")
    paul = visitor(app, Role.PLAYER, player="Paul")
    visitor(app, Role.PLAYER, player="Jean")
    paul.submit(paul.visit(table.address), {"ending": "knock:1"}, form=ANNOUNCE)
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    answer = client.submit(form, hands | {"ending": "knock:3"}, form="#round")
    assert answer.status_code == 409
    page = read(answer)
    assert "announced on another phone" in words(page, ".message--error")
    assert str(page.select("#hand-0")[0]["value"]) == CARDS["Pierre"]
    assert table.rounds == 0


def test_the_undone_round_is_announced_again_with_its_hands(party: Party) -> None:
    party.everybody()
    party.phones["Paul"].submit(party.round("Paul"), form=".together__record")
    party.table.change("undo")
    jean = party.phones["Jean"]
    sheet = jean.visit(party.address)
    jean.submit(sheet, form=ANNOUNCE, button="[name=again]")
    assert words(party.round("Pierre"), ".ruling__result") == "Jean wins +42"


@pytest.mark.parametrize(
    ("ending", "waits"),
    [("rum:1", "Waiting for Pierre, Jacques and Paul"), ("void", "Everybody is in")],
)
def test_a_player_without_cards_has_nothing_to_give(party: Party, ending: str, waits: str) -> None:
    party.announce("Jean", ending)
    page = party.round("Jean")
    assert waits in words(page, "#together")
    assert not page.select("#round")


def test_an_unnamed_phone_says_whose_it_is_after_the_announcement(app: Flask) -> None:
    table = Table(app, "knock", FOUR)
    visitor(app, Role.PLAYER, player="Paul")
    guest = visitor(app, Role.PLAYER)
    guest.submit(guest.visit(table.address), {"ending": "knock:1"}, form=ANNOUNCE)
    page = guest.visit(table.address + "/round")
    assert words(page, "h1") == "Whose phone is this?"
    answer = guest.submit(page, button="[value='player:Jean']")
    assert words(guest.visit(answer.location), "#together h1") == "Jean knocked Your hand?"


def test_the_keeper_chooses_how_rounds_are_entered(party: Party, client: Visitor) -> None:
    form = "form[action='/club/together']"
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["anyone", "own-in"]
    client.submit(page, {"record": "all", "show": "all-in"}, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["all", "all-in"]
    client.submit(page, {"record": "anyone", "show": "whatever"}, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["anyone", "own-in"]
    assert party.table.rounds == 0
