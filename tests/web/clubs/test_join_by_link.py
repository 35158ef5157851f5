"""Joining by a link or a code: only a tap joins, and expired secrets are rejected."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Invitation
from tests.support.clubs import new_club, the_club, visitor
from tests.support.members import EVENING, device_count, is_join_page
from tests.support.pages import Visitor, read, words
from tests.support.party import ANNOUNCE
from tests.support.scorebook import start
from tests.support.table import Table


def test_opening_a_link_lets_nobody_in_before_the_tap(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    for _ in range(2):
        page = stranger.visit(f"/join/{made.token}")
    stranger.head(f"/join/{made.token}")
    assert "Tuesday invites you" in words(page)
    assert "You may start games and enter rounds." in words(page)
    assert device_count(app) == 0
    answer = stranger.submit(page, {"name": "Paul"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert "Tuesday: You’re in as a player." in stranger.visit("/").select_one("#messages").text
    assert stranger.visit("/club").select_one("[name=who][checked]")["value"] == "player:Paul"
    assert device_count(app) == 1


def test_a_name_that_cannot_be_one_is_asked_for_again_before_anybody_is_in(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = read(stranger.submit(f"/join/{made.token}", {"name": "x" * 41}), 422)
    assert "1 to 40 characters" in page.select_one("#name-error").text
    assert page.select_one("#name")["value"] == "x" * 41
    assert device_count(app) == 0
    assert stranger.submit(page, {"name": ""}).status_code == 303
    assert device_count(app) == 1


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({"who": "player:Ann"}, "player:Ann"),
        ({"who": "other", "name": "ANN"}, "player:Ann"),
        ({"who": "other", "name": "Zoé"}, "player:Zoé"),
        ({"who": "other"}, None),
        ({}, None),
    ],
)
def test_who_is_invited_to_play_says_who_it_is_with_one_tap_or_by_typing_or_not_at_all(
    app: Flask,
    stranger: Visitor,
    made: InvitationSecrets,
    fields: dict[str, str],
    value: str | None,
) -> None:
    Table(app, players=("Ann", "Paul"))
    visitor(app, Role.PLAYER, player="Paul")
    page = stranger.visit(f"/join/{made.token}")
    names = [label.words for label in page.select("[value^='player:'] + span")]
    assert names == ["A Ann", "P Paul has a phone"]
    assert not page.select("[name=who][checked], [value=nobody]")
    assert stranger.submit(page, fields).status_code == 303
    known = stranger.visit("/club").select_one("[name=who][checked]")
    assert (known and known["value"]) == value


@pytest.mark.parametrize("fields", [{"who": "player:Paul"}, {"who": "other", "name": "PAUL"}])
def test_nobody_comes_in_as_a_player_whose_own_phone_is_in(
    app: Flask, stranger: Visitor, made: InvitationSecrets, fields: dict[str, str]
) -> None:
    visitor(app, Role.PLAYER, player="Paul")
    page = stranger.visit(f"/join/{made.token}")
    answer = stranger.submit(page, fields)
    assert "Paul has a phone here." in words(read(answer, 422), "#name-error")
    assert device_count(app) == 1
    assert stranger.submit(page).status_code == 303


def test_names_are_shown_to_nobody_but_who_may_play(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    Table(app, players=("Quentin", "Paul"))
    with app.app_context():
        to_watch = invitations.invite(the_club(), Role.WATCHER, EVENING)
        to_keep = invitations.invite(the_club(), Role.KEEPER, EVENING)
        invitations.revoke_invitation(the_club(), to_keep.invitation_id)
    for token in (to_watch.token, to_keep.token, "never-was-one"):
        page = stranger.get(f"/join/{token}").text
        assert "Quentin" not in page
        assert 'name="name"' not in page
    assert "Quentin" in stranger.get(f"/join/{made.token}").text


def test_who_has_a_name_already_is_not_asked_again(app: Flask) -> None:
    with app.app_context():
        to_keep = invitations.invite(the_club(), Role.KEEPER, EVENING)
    for player in ("Bob", ""):
        bob = visitor(app, Role.PLAYER, player=player)
        asked = bob.visit(f"/join/{to_keep.token}").select("#name")
        assert bool(asked) is not bool(player)


def test_the_secret_in_an_address_is_told_to_no_other_site(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    answer = stranger.get(f"/join/{made.token}")
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    answer = stranger.submit(read(answer))
    assert answer.headers["Referrer-Policy"] == "strict-origin"


def test_a_link_that_is_not_good_any_more_gets_the_join_page_and_nothing_else(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = stranger.visit(f"/join/{made.token}")
    with app.app_context():
        invitations.revoke_invitation(the_club(), made.invitation_id)
    addresses = (f"/join/{made.token}", "/join/never-was-one")
    for answer in (*map(stranger.get, addresses), stranger.submit(page)):
        assert answer.status_code == 404
        assert is_join_page(answer.text)
        assert "This invitation does not work any more" in answer.text
        assert "Tuesday" not in answer.text
    assert is_join_page(stranger.get("/").text)
    assert device_count(app) == 0


def test_who_is_in_another_club_must_leave_it_first(app: Flask, made: InvitationSecrets) -> None:
    with app.app_context():
        other = new_club().id
    cem = visitor(app, Role.KEEPER, other)
    answer = cem.get(f"/join/{made.token}")
    assert answer.status_code == 409
    assert "already in another club" in answer.text


def test_who_is_in_already_is_told_so(client: Visitor, made: InvitationSecrets) -> None:
    page = client.visit(f"/join/{made.token}")
    assert "You are already in this club." in words(page)
    assert not page.select("main form")


def test_a_keepers_link_brings_a_lost_phone_back_and_may_be_sent_again_by_it(
    app: Flask, stranger: Visitor
) -> None:
    with app.app_context():
        made = invitations.make_keeper_link(the_club())
    page = stranger.visit(f"/join/{made.token}")
    assert "This link works once." in words(page)
    for _again in range(2):
        assert stranger.submit(page).status_code == 303
        assert stranger.get("/club/invitations").status_code == 200
    assert device_count(app) == 1
    assert is_join_page(visitor(app, None).get(f"/join/{made.token}").text)


WHO = "/join/who"


def test_whoever_comes_in_by_a_code_says_who_it_is_and_goes_on_to_the_games(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    answer = stranger.submit("/", {"code": str(made.code)})
    assert answer.location == WHO
    page = stranger.visit(WHO)
    assert "Your name at the table" in words(page)
    refused = read(stranger.submit(page, {"name": "x" * 41}), 422)
    assert refused.select_one("#name-error").text.strip()
    assert stranger.submit(refused, {"name": "Zoé"}).location == "/"
    assert stranger.get(WHO).location == "/", "it is asked once"
    assert stranger.visit("/club").select("[name=who][value='player:Zoé'][checked]")


def test_whoever_came_by_a_code_and_only_watches_goes_to_the_game_too(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    address = Table(app, players=("Cem", "Dora")).address
    stranger.submit("/", {"code": str(made.code)})
    page = stranger.visit(WHO)
    assert words(page, ".invited-game").startswith("Gin Rummy")
    assert stranger.submit(page, button="[name=watch]").location == address


def test_whoever_came_by_a_code_and_gave_no_name_is_asked_again_after_a_round(
    app: Flask, client: Visitor, stranger: Visitor, made: InvitationSecrets
) -> None:
    table = Table(app, players=("Cem", "Dora"))
    stranger.submit("/", {"code": str(made.code)})
    assert stranger.submit(WHO).location == table.address
    client.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE)
    assert "Whose phone is this?" in words(stranger.visit(table.address + "/round"))


def test_a_player_with_a_phone_is_not_taken_by_whoever_came_by_a_code(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    visitor(app, Role.PLAYER, player="Cem")
    stranger.submit("/", {"code": str(made.code)})
    page = read(stranger.submit(WHO, {"who": "player:Cem"}), 422)
    assert "Cem has a phone here." in words(page)


def test_whoever_comes_in_by_the_code_of_a_game_says_who_it_is_and_goes_on_to_it(
    app: Flask, stranger: Visitor
) -> None:
    Table(app, players=("Cem", "Dora"))
    with app.app_context():
        row = start()
        made = invitations.invite(the_club(), Role.PLAYER, timedelta(hours=1), row)
        address = f"/games/{row.id}"
    stranger.submit("/", {"code": str(made.code)})
    fields = {"who": "other", "name": "Zoé"}
    assert stranger.submit(WHO, fields).location == address


def test_a_code_leads_on_to_the_page_that_was_asked_for(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    address = Table(app).address
    answer = stranger.submit(read(stranger.get(address)), {"code": str(made.code).lower()})
    assert (answer.status_code, answer.location.rstrip("?")) == (303, address)
    assert stranger.get(address).status_code == 200


def test_a_code_leads_to_no_other_site(stranger: Visitor, made: InvitationSecrets) -> None:
    fields = {"code": str(made.code), "next": "https://evil.example/"}
    assert stranger.submit("/join", fields).location == WHO


def test_a_code_that_is_not_good_any_more_gets_the_join_page(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    with app.app_context(), write() as session:
        session.execute(update(Invitation).values(code_expires_at=clock.now()))
    answer = stranger.submit("/", {"code": str(made.code)})
    page = read(answer, 422)
    assert is_join_page(answer.text)
    assert "does not work. Check it, or ask for a new one" in page.select_one("#code-error").text
    assert page.select_one("#code")["value"] == made.code
    assert is_join_page(stranger.get("/").text)


def test_guessing_codes_meets_the_limit_with_a_sentence(
    app: Flask, stranger: Visitor, made: InvitationSecrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "WRONG_CODES", replace(invitations.WRONG_CODES, most=3))
    page = stranger.visit("/")
    for code in ("ACDE-FHJK", "ACDE-FHJL", "ACDE-FHJM"):
        assert stranger.submit(page, {"code": code}).status_code == 422
    for guesser in (stranger, visitor(app, None)):  # A new cookie does not reset the limit.
        answer = guesser.submit("/", {"code": str(made.code)})
        assert answer.status_code == 429
        assert "Too many wrong codes." in answer.text
    assert stranger.get(f"/join/{made.token}").status_code == 200
    assert device_count(app) == 0
