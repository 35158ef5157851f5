"""Joining: a new score book, strangers, links and codes, and invitations that are void."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select, update

from scorekeeper import create_app
from scorekeeper.clubs import clubs, creation_limit, devices, invitations, joining
from scorekeeper.clubs.invitations import InvitationSecrets
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device, Invitation
from scorekeeper.storage.tokens import new_token
from scorekeeper.web.permissions import TOKEN
from tests.support.clubs import let_in, new_club, the_club, visitor
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table

EVENING = timedelta(hours=12)


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    """A browser that is in no club."""
    return visitor(app, None)


@pytest.fixture
def made(app: Flask) -> InvitationSecrets:
    """An invitation to play in Tuesday's club."""
    with app.app_context():
        clubs.rename_club(the_club(), "Tuesday")
        return invitations.invite(the_club(), Role.PLAYER, EVENING)


def device_count(app: Flask) -> int:
    """How many devices are in the first club."""
    with app.app_context():
        return len(devices.devices_of(the_club()))


def is_join_page(answer: str) -> bool:
    return "Who plays here comes in by invitation" in answer


# A new score book


def test_the_first_visitor_plays_after_one_tap(stranger: Visitor) -> None:
    page = stranger.visit("/")
    assert "Choose the game and say who plays." in page.main.text
    answer = stranger.submit(page, button="button.button--primary")
    assert (answer.status_code, answer.location) == (303, "/games/new")
    assert stranger.visit(answer.location).select("a[href^='/games/new?variant=gin']")
    assert stranger.get("/club/invitations").status_code == 200


def test_a_second_visitor_finds_the_join_page(app: Flask, stranger: Visitor) -> None:
    second = visitor(app, None)
    late = second.visit("/")
    stranger.submit(stranger.visit("/"))
    answer = second.submit(late)
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    assert is_join_page(second.get("/").text)


def test_one_tap_that_is_sent_twice_makes_one_club(app: Flask, stranger: Visitor) -> None:
    page = stranger.visit("/")
    for _ in range(2):
        assert stranger.submit(page).status_code == 303
    with app.app_context():
        assert len(clubs.all_clubs()) == 1


def test_looking_at_a_new_score_book_makes_nothing(app: Flask, stranger: Visitor) -> None:
    for address in ("/", "/join", "/games/new", "/rules"):
        stranger.get(address)
    with app.app_context():
        assert not clubs.has_club()


# Strangers


@pytest.mark.parametrize("address", ["/games/new", "/games/xyz", "/club", "/club/invitations"])
def test_a_stranger_finds_the_join_page_at_every_page_of_a_club(
    app: Flask, stranger: Visitor, address: str
) -> None:
    Table(app)
    answer = stranger.get(address)
    assert answer.status_code == 403
    assert is_join_page(answer.text)
    assert not read(answer).select("main a, [href='/club']")


def test_the_join_page_at_the_first_address_is_no_error(app: Flask, stranger: Visitor) -> None:
    Table(app)
    answer = stranger.get("/")
    assert answer.status_code == 200
    assert is_join_page(answer.text)
    assert "Start a club" not in answer.text


def test_everybody_may_start_a_club_where_that_is_set(settings: Settings) -> None:
    app = create_app(replace(settings, open_clubs=True))
    app.test_client_class = Visitor
    table = Table(app)
    cem = visitor(app, None)
    page = cem.visit("/")
    answer = cem.submit(page, form="section[aria-labelledby=create] form")
    assert answer.location == "/games/new"
    assert cem.get(table.address).status_code == 404
    assert cem.get("/club/invitations").status_code == 200
    with app.app_context():
        assert len(clubs.all_clubs()) == 2
        app.extensions["sqlalchemy"].engine.dispose()


def test_too_many_clubs_from_one_address_are_told_so(settings: Settings) -> None:
    app = create_app(replace(settings, open_clubs=True))
    app.test_client_class = Visitor
    Table(app)
    answers = []
    for _ in range(creation_limit.MOST_CLUBS + 1):
        cem = visitor(app, None)
        form = "section[aria-labelledby=create] form"
        answers.append(cem.submit(cem.visit("/"), form=form))
    assert [each.status_code for each in answers[-2:]] == [303, 429]
    assert "Too many clubs were started from here today." in answers[-1].text
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def test_htmx_is_sent_to_the_join_page(app: Flask, stranger: Visitor) -> None:
    answer = stranger.get(Table(app).address, headers=HTMX)
    assert (answer.status_code, answer.data) == (403, b"")
    assert answer.headers["HX-Redirect"] == "/"


# Links


def test_opening_a_link_lets_nobody_in_before_the_tap(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    for _ in range(2):
        page = stranger.visit(f"/join/{made.token}")
    stranger.head(f"/join/{made.token}")
    assert "Tuesday invites you" in page.main.text
    assert "To play" in page.main.text
    assert device_count(app) == 0
    answer = stranger.submit(page, {"name": "Paul"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert "Tuesday: You are in, as a player." in stranger.visit("/").select_one("#messages").text
    assert stranger.visit("/club").select_one("[name=who][checked]")["value"] == "player:Paul"
    assert device_count(app) == 1


def test_a_name_that_cannot_be_one_is_asked_for_again_before_anybody_is_in(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    answer = stranger.submit(stranger.visit(f"/join/{made.token}"), {"name": "x" * 41})
    assert answer.status_code == 422
    page = read(answer)
    assert "1 to 40 characters" in page.select_one("#name-error").text
    assert page.select_one("#name")["value"] == "x" * 41
    assert device_count(app) == 0
    assert stranger.submit(page, {"name": ""}).status_code == 303
    assert device_count(app) == 1


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({"who": "player:Paul"}, "player:Paul"),
        ({"who": "other", "name": "PAUL"}, "player:Paul"),
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
    names = [each.get_text(" ", strip=True) for each in page.select("[value^='player:'] + span")]
    assert names == ["Ann", "Paul has a phone"]
    assert not page.select("[name=who][checked], [value=nobody]")
    assert stranger.submit(page, fields).status_code == 303
    known = stranger.visit("/club").select_one("[name=who][checked]")
    assert (known and known["value"]) == value


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
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    answer = stranger.submit(read(answer))
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_an_answer_that_gets_lost_locks_nobody_out(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = stranger.visit(f"/join/{made.token}")
    kept = copy_of(stranger)
    stranger.submit(page)
    assert kept.submit(page).status_code == 303
    assert not is_join_page(kept.get("/").text)
    assert device_count(app) == 1


def copy_of(browser: Visitor) -> Visitor:
    """Another browser with the same cookie."""
    copy = cast("Visitor", browser.application.test_client())
    copy.set_cookie("scorekeeper", browser.get_cookie("scorekeeper").value)  # type: ignore[union-attr]
    return copy


def assert_planted_opens_nothing(newcomer: Visitor, address: str, **fields: str) -> None:
    """The cookie from before joining is a stranger's afterwards."""
    page = newcomer.visit(address)
    planted = copy_of(newcomer)
    newcomer.submit(page, fields)
    assert newcomer.get("/club").status_code == 200
    assert planted.get("/club").status_code == 403


def test_a_cookie_that_was_known_before_the_club_was_made_opens_nothing(
    stranger: Visitor,
) -> None:
    assert_planted_opens_nothing(stranger, "/")


def test_a_cookie_that_was_known_before_somebody_joined_opens_nothing(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    assert_planted_opens_nothing(stranger, f"/join/{made.token}")
    assert_planted_opens_nothing(visitor(app, None), "/join", code=str(made.code))


def test_a_lost_answer_to_a_link_that_opens_once_does_not_use_it_up(
    app: Flask, stranger: Visitor
) -> None:
    with app.app_context():
        made = invitations.make_keeper_link(the_club())
    page = stranger.visit(f"/join/{made.token}")
    unanswered = copy_of(stranger)
    stranger.submit(page)
    assert unanswered.submit(unanswered.visit(f"/join/{made.token}")).status_code == 303
    assert unanswered.get("/club/invitations").status_code == 200
    assert device_count(app) == 1


@pytest.mark.parametrize("end", ["revoked_at", "expires_at", None])
def test_a_link_that_is_not_good_any_more_gets_the_join_page_and_nothing_else(
    app: Flask, stranger: Visitor, made: InvitationSecrets, end: str | None
) -> None:
    page = stranger.visit(f"/join/{made.token}")
    address = f"/join/{made.token}" if end else "/join/never-was-one"
    with app.app_context(), write() as session:
        session.execute(update(Invitation).values(**{end or "revoked_at": datetime.now(UTC)}))
    opened, pressed = stranger.get(address), stranger.submit(page)
    for answer in (opened, pressed):
        assert answer.status_code == 404
        assert is_join_page(answer.text)
        assert "not good any more, or never was" in answer.text
        assert "Tuesday" not in answer.text
    assert is_join_page(stranger.get("/").text)
    assert device_count(app) == 0


def test_who_is_in_another_club_must_leave_it_first(app: Flask, made: InvitationSecrets) -> None:
    with app.app_context():
        other = new_club().id
    cem = visitor(app, Role.KEEPER, other)
    answer = cem.get(f"/join/{made.token}")
    assert answer.status_code == 409
    assert "in another club already" in answer.text


def test_who_is_in_already_is_told_so(client: Visitor, made: InvitationSecrets) -> None:
    page = client.visit(f"/join/{made.token}")
    assert "You are in this club already." in page.main.text
    assert not page.select("main form")


def test_a_keepers_link_brings_a_lost_phone_back(app: Flask, stranger: Visitor) -> None:
    with app.app_context():
        made = invitations.make_keeper_link(the_club())
    page = stranger.visit(f"/join/{made.token}")
    assert "This link opens the club once." in page.main.text
    stranger.submit(page)
    assert stranger.get("/club/invitations").status_code == 200
    assert is_join_page(visitor(app, None).get(f"/join/{made.token}").text)


def test_a_link_that_opens_once_may_be_sent_again_by_the_device_that_used_it(
    app: Flask, stranger: Visitor
) -> None:
    with app.app_context():
        made = invitations.make_keeper_link(the_club())
    page = stranger.visit(f"/join/{made.token}")
    for _ in range(2):
        assert stranger.submit(page).status_code == 303
        assert stranger.get("/club/invitations").status_code == 200
    assert device_count(app) == 1


# Codes


def test_whoever_comes_in_by_a_code_says_who_it_is_and_goes_on_to_the_games(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    answer = stranger.submit(stranger.visit("/"), {"code": str(made.code)})
    assert answer.location == "/club#me"
    page = stranger.visit("/club")
    assert stranger.submit(page, {"name": "Zoé"}, form="form[action='/club/me']").location == "/"
    assert "You are Zoé here." in stranger.visit("/").text


def test_a_code_leads_on_to_the_page_that_was_asked_for(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    address = Table(app).address
    answer = stranger.submit(read(stranger.get(address)), {"code": str(made.code).lower()})
    assert (answer.status_code, answer.location.rstrip("?")) == (303, address)
    assert stranger.get(address).status_code == 200


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", ""]
)
def test_a_code_leads_to_no_other_site(
    stranger: Visitor, made: InvitationSecrets, elsewhere: str
) -> None:
    fields = {"code": str(made.code), "next": elsewhere}
    assert stranger.submit(stranger.visit("/join"), fields).location == "/club#me"


@pytest.mark.parametrize("junk", ["//[", "http://[", "//a\uff0fb"])
def test_an_address_that_is_none_leads_home(stranger: Visitor, junk: str) -> None:
    token = stranger.visit("/").select_one("[name=csrf_token]")["value"]
    fields = {"csrf_token": token, "language": "fr", "next": junk}
    assert stranger.post("/language", data=fields).location == "/"


@pytest.mark.parametrize("end", ["revoked_at", "expires_at", "code_expires_at"])
def test_a_code_that_is_not_good_any_more_gets_the_join_page(
    app: Flask, stranger: Visitor, made: InvitationSecrets, end: str
) -> None:
    with app.app_context(), write() as session:
        session.execute(update(Invitation).values(**{end: datetime.now(UTC)}))
    answer = stranger.submit(stranger.visit("/"), {"code": str(made.code)})
    assert answer.status_code == 422
    page = read(answer)
    assert is_join_page(answer.text)
    assert "now. Check it, or ask for a new one" in page.select_one("#code-error").text
    assert page.select_one("#code")["value"] == made.code
    assert is_join_page(stranger.get("/").text)


def test_guessing_codes_meets_the_limit_with_a_sentence(
    app: Flask, stranger: Visitor, made: InvitationSecrets
) -> None:
    page = stranger.visit("/")
    for _ in range(joining.MOST_WRONG_CODES):
        assert stranger.submit(page, {"code": "ACDE-FHJK"}).status_code == 422
    for guesser in (stranger, visitor(app, None)):  # a fresh cookie is no fresh start
        answer = guesser.submit(guesser.visit("/"), {"code": str(made.code)})
        assert answer.status_code == 429
        assert "Too many wrong codes were typed." in answer.text
    assert stranger.get(f"/join/{made.token}").status_code == 200
    assert device_count(app) == 0


# Devices


def test_a_device_that_was_removed_gets_the_join_page_and_nothing_else(
    app: Flask, client: Visitor, made: InvitationSecrets
) -> None:
    table = Table(app)
    bob = visitor(app, None)
    bob.submit(bob.visit(f"/join/{made.token}"), {"name": "Bob"})
    form = bob.visit(f"{table.address}/rounds/new")
    club = client.visit("/club")
    client.submit(club, form=".club-device__more form")
    for address in ("/", table.address, f"{table.address}/document", "/club", "/games/new"):
        assert is_join_page(bob.get(address).text)
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    assert bob.submit(form, fields).status_code == 403
    assert table.rounds == 0


def test_a_device_that_was_removed_may_be_invited_again(
    app: Flask, client: Visitor, made: InvitationSecrets
) -> None:
    bob = visitor(app, None)
    for _ in range(2):
        bob.submit(bob.visit(f"/join/{made.token}"))
        assert not is_join_page(bob.get("/").text)
        client.submit(client.visit("/club"), {"invitation": None}, form=".club-device__more form")
        assert is_join_page(bob.get("/").text)


REMOVED = "This device is not in its club any more"
IN_VAIN = "nothing was recorded or changed"


@pytest.fixture
def removed(app: Flask, client: Visitor) -> Visitor:
    """Bob's browser, removed a moment ago; it has sent no request since."""
    bob = visitor(app, Role.PLAYER, player="Bob")
    client.submit(client.visit("/club"), form=".club-device__more form")
    return bob


def notice(page: str) -> str:
    """What the join page tells a removed device."""
    found = BeautifulSoup(page, "html.parser").select_one("[role=alert]:not(#banner)")
    return found.text if found else ""


def test_a_removed_device_learns_why_it_stands_at_the_door_until_it_is_in_again(
    removed: Visitor, made: InvitationSecrets
) -> None:
    for address in ("/", "/games/new", "/join", "/"):
        said = notice(removed.get(address).text)
        assert REMOVED in said
        assert "Ask a keeper for an invitation" in said
        assert IN_VAIN not in said
    removed.submit(removed.visit("/join"), {"language": "fr"}, form=".languages")
    assert "n’est plus dans son club" in notice(removed.get("/").text)
    removed.submit(removed.visit("/"), {"code": str(made.code)})
    removed.submit(removed.visit("/club/leave"))
    assert not notice(removed.get("/").text)


@pytest.mark.usefixtures("client")
def test_a_device_whose_older_cookie_says_that_it_was_removed_still_learns_why(app: Flask) -> None:
    bob = visitor(app, None)
    with bob.session_transaction() as session:
        session["put_out"] = True
    assert REMOVED in notice(bob.get("/").text)


def test_a_removed_device_learns_once_that_what_it_sent_is_not_recorded(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER, player="Bob")
    form = bob.visit(f"{table.address}/rounds/new")
    client.submit(client.visit("/club"), form=".club-device__more form")
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    for _ in range(2):
        said = notice(bob.submit(form, fields, form="#round").text)
        assert REMOVED in said
        assert IN_VAIN in said
    assert IN_VAIN not in notice(bob.get("/").text)
    assert table.rounds == 0
    htmx = bob.submit(form, fields, form="#round", headers=HTMX)
    assert htmx.headers["HX-Redirect"] == "/"
    assert IN_VAIN in notice(bob.get("/").text)
    assert IN_VAIN not in notice(bob.get("/").text)


def test_a_removed_device_that_creates_a_club_is_in_that_club(settings: Settings) -> None:
    app = create_app(replace(settings, open_clubs=True))
    app.test_client_class = Visitor
    bob = visitor(app, Role.PLAYER)
    with app.app_context():
        [device] = devices.devices_of(the_club())
        devices.revoke_device(the_club(), device.id)
    bob.submit(bob.visit("/"), form="section[aria-labelledby=create] form")
    assert bob.get("/club").status_code == 200
    bob.submit(bob.visit("/club/delete"), {"confirmation": "delete"})
    assert not notice(bob.get("/").text)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.mark.usefixtures("removed")
def test_nobody_else_is_told_of_devices_that_were_removed(app: Flask, stranger: Visitor) -> None:
    table = Table(app)
    left, unknown = visitor(app, Role.PLAYER), visitor(app, None)
    with unknown.session_transaction() as session:
        session[TOKEN] = new_token()
    left.submit(left.visit("/club/leave"))
    pages = [each.get("/").text for each in (stranger, unknown)]
    token = re.compile(r'name="csrf_token" value="[^"]+"')
    assert len({token.sub("", page) for page in pages}) == 1
    for each in (stranger, unknown, left):
        form = {"key": "k", "version": "1"}
        answer = each.post(f"{table.address}/undo", data=form)
        assert answer.status_code == 403
        assert not notice(answer.text)
        assert REMOVED not in each.get("/").text


@pytest.mark.usefixtures("client")
def test_a_cookie_that_was_made_up_is_a_strangers(app: Flask) -> None:
    forged = visitor(app, None)
    forged.set_cookie("scorekeeper", "eyJkZXZpY2UiOiJ4In0.forged.signature")
    assert is_join_page(forged.get("/").text)


def test_a_device_is_seen_now_and_then_and_its_cookie_good_for_another_year(
    app: Flask, client: Visitor
) -> None:
    client.get("/")
    assert "Set-Cookie" not in client.get("/").headers
    long_ago = datetime.now(UTC) - timedelta(days=1)
    with app.app_context(), write() as session:
        session.execute(update(Device).values(seen_at=long_ago))
    assert "Expires=" in client.get("/").headers["Set-Cookie"]
    with app.app_context():
        seen = db.session.scalars(select(Device.seen_at)).one()
    assert datetime.now(UTC) - seen < timedelta(minutes=1)


def test_the_cookie_holds_over_https_alone_where_it_was_given_over_https(client: Visitor) -> None:
    assert "Secure" in client.get("/", base_url="https://localhost").headers["Set-Cookie"]


def test_a_cookie_keeps_the_token_where_no_script_reads_it(app: Flask, client: Visitor) -> None:
    with app.app_context():
        token = let_in(the_club(), Role.PLAYER)
    with client.session_transaction() as session:
        session[TOKEN] = token
    assert token not in client.get("/").text
    assert app.config["SESSION_COOKIE_HTTPONLY"]


def test_the_language_is_kept_when_somebody_comes_in(
    stranger: Visitor, made: InvitationSecrets
) -> None:
    stranger.submit(stranger.visit("/"), {"language": "fr"}, form=".languages")
    stranger.submit(stranger.visit(f"/join/{made.token}"))
    assert stranger.visit("/").html["lang"] == "fr"
