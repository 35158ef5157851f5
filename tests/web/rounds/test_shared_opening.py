"""A round opens on every phone with its first hand, and asks each player for their own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.games import open_rounds
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device, Player
from tests.support.clubs import visitor
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import FOUR, HAND_IN, Party
from tests.support.table import Table


def test_every_phone_shows_the_open_round_once_a_hand_is_in(party: Party) -> None:
    before = party.phones["Paul"].visit(party.address)
    party.begin()
    [poller] = before.select("[hx-trigger^=every]")
    answer = party.phones["Paul"].get(str(poller["hx-get"]), headers=HTMX)
    news = read(answer)
    assert "Jean knocked" in words(news, "#sheet-now")
    assert words(news, "#sheet-actions") == "Jean knocked Enter your hand"
    assert "Jean knocked" in words(party.wes.visit(party.address), "#sheet-now")
    assert party.table.rounds == 0


def test_a_round_is_open_on_every_phone_with_the_first_hand_and_not_before(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    for typed in (
        {"ending": "knock:1"},
        {"ending": "knock:1", "hand-1": "5H", "at": "1"},
        {"ending": "knock:1", "hand-1": "5H ZZ"},
        {"hand-1": "5H"},
    ):
        jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
        assert not party.is_open, typed
    typed = {"ending": "knock:1", "hand-1": "5H", "hand-2": "8", "at": "2"}
    jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
    assert words(party.round("Paul"), "#together h1") == "Jean knocked"
    assert "Waiting for Pierre, Jacques and Paul" in words(party.round("Paul"), "#together")


def test_without_javascript_the_page_that_waits_offers_to_be_reloaded(party: Party) -> None:
    party.begin()
    page = party.enter("Paul")
    link = page.select_one("#together .plain-only a")
    assert link is not None
    party.enter("Pierre")
    assert "Waiting for Jacques" in words(party.phones["Paul"].visit(str(link["href"])))
    party.enter("Jacques")
    assert not party.round("Paul").select("#together .plain-only"), "nobody is awaited any more"


def test_an_open_round_disappears_when_its_only_hand_is_taken_back(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H"}
    look = {"form": "#round", "button": "[data-preview]", "headers": HTMX}
    seen = read(jean.submit(form, typed, **look))
    assert party.is_open
    was = str(seen.select("#was")[0]["value"])
    left = read(jean.submit(form, typed | {"hand-1": "", "was": was}, **look))
    assert not party.is_open
    assert words(left, "#company") == ""
    was = str(left.select("#was")[0]["value"])
    jean.submit(form, typed | {"hand-1": "6H", "was": was}, **look)
    page = party.round("Paul")
    assert words(page, "#together h1") == "Jean knocked"


def test_how_a_round_on_the_table_ended_stays_whatever_is_chosen_on_a_sheet(party: Party) -> None:
    party.begin(ending="knock:1")
    form = party.phones["Paul"].visit(party.address + "/rounds/new?ending=knock:3")
    assert [each["value"] for each in form.select("[name=ending][checked]")] == ["knock:1"]


def rest_of(party: Party, name: str, **more: object) -> None:
    """Make this phone no other player's phone in this game."""
    with party.app.app_context(), write() as session:
        for device in session.scalars(select(Device).join(Player).where(Player.name == name)):
            for field, value in more.items():
                setattr(device, field, value)


@pytest.mark.parametrize(
    "otherwise",
    [
        {"player_id": None},
        {"role": Role.WATCHER.value},
        {"revoked_at": datetime.now(UTC)},
        {"seen_at": datetime.now(UTC) - timedelta(hours=13)},
    ],
    ids=["nobody's", "watches", "removed", "left at home"],
)
def test_without_other_players_phones_one_phone_enters_all_hands(
    party: Party, otherwise: dict[str, object]
) -> None:
    jean = party.phones["Jean"]
    visitor(party.app, Role.PLAYER, player="Jean")
    visitor(party.app, Role.PLAYER, player="Zoe")
    for name in ("Pierre", "Jacques"):
        rest_of(party, name, **otherwise)
    address = party.address + "/rounds/new"
    assert jean.visit(address).select(HAND_IN), "Paul has a phone"
    rest_of(party, "Paul", **otherwise)
    form = jean.visit(address)
    assert not form.select(HAND_IN)
    assert words(form, "#round .button--primary") == "Record"
    typed = {"ending": "knock:1", "hand-1": "5H"}
    jean.submit(form, typed, form="#round", button="[data-preview]")
    assert not party.is_open
    answer = jean.submit(form, typed, form="#round")
    assert answer.status_code == 422
    assert words(read(answer), "#hand-3-error") == "Paul’s hand is missing."


def test_recording_an_incomplete_round_lists_what_is_missing(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, {"ending": "knock:1", "hand-1": "5H"}, form="#round")
    assert answer.status_code == 422
    assert words(read(answer), "#hand-3-error") == "Paul’s hand is missing."
    assert not party.is_open


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"hand-1": "5H"}, ("ending", "Say how the round ended.")),
        ({"ending": "knock:1"}, ("hand-1-error", "Jean’s hand is missing.")),
    ],
)
def test_a_hand_is_entered_only_with_the_ending(
    party: Party, typed: dict[str, str], error: tuple[str, str]
) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert answer.status_code == 422
    assert error[1] in words(read(answer), f"#{error[0]}")
    assert not party.is_open


@pytest.mark.parametrize(("ending", "waits"), [("rum:1", "Waiting for Pierre"), ("void", "void")])
def test_a_player_without_cards_opens_the_round_without_typing(
    party: Party, ending: str, waits: str
) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, {"ending": ending}, form="#round", button=HAND_IN)
    assert answer.status_code == 303
    assert waits in words(party.round("Paul"), "#together")


def test_a_club_with_one_device_enters_rounds_alone(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    form = client.visit(table.address + "/rounds/new")
    client.submit(form, {"ending": "knock:1"}, form="#round", button="[data-preview]")
    with app.app_context():
        assert open_rounds.find_open(table.id) is None


def test_ones_own_hand_is_asked_for_first(party: Party) -> None:
    party.begin()
    page = party.round("Paul")
    assert words(page, "legend") == "What is left in Paul’s hand?"
    assert words(page, "#round .button--primary") == "Send my hand"


def test_entering_ones_own_hand_opens_the_round_for_the_others(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H", "at": "1"}
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert (answer.status_code, answer.location) == (303, party.address + "/round")
    page = party.round("Jean")
    assert "Your hand is in." in words(page, "#messages")
    assert "Waiting for Pierre, Jacques and Paul" in words(page, "#together")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    assert words(party.round("Jean"), ".ruling__result") == "Jean wins +42"
    assert party.table.rounds == 0


def test_a_bad_hand_is_refused_and_not_entered(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H ZZ"}
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert answer.status_code == 422
    assert "not a card" in words(read(answer), "#hand-1-error")
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None


def test_ones_own_hand_comes_first_if_others_have_phones(party: Party) -> None:
    party.begin()
    page = party.phones["Paul"].visit(party.address + "/rounds/new")
    assert page.select("#round")[0]["data-first"] == "3"


def test_the_keeper_chooses_how_rounds_are_entered(party: Party, client: Visitor) -> None:
    form = "form[action='/club/together']"
    chosen = {"record": "all", "show": "at-once"}
    client.submit(client.visit("/club"), chosen, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["all", "at-once"]
    party.everybody()
    assert "Everybody has to agree" in words(
        party.phones["Paul"].visit(party.address + "/rounds/new"), "#company"
    )
