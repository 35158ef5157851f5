"""The rights of a table’s card: its game in the current round, its tournament, no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import AnyConverter, BaseConverter, IntegerConverter, Rule
from werkzeug.test import TestResponse

from scorekeeper.clubs.devices import NoSuchDeviceError, change_role, devices_of, revoke_device
from scorekeeper.clubs.members import count_phones_in_use, find_member, phones_of
from scorekeeper.clubs.roles import Role
from scorekeeper.games.deletion import delete
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Device, GameRow
from scorekeeper.tournaments import cards
from scorekeeper.web.shell import visitor as guard
from scorekeeper.web.shell.permissions import (
    BY_CARD,
    GAME_AT_TABLE,
    REQUIRED_ROLES,
    TOURNAMENT_AT_TABLE,
    is_by_token,
    is_public,
)
from tests.support.clubs import browser, let_in, new_club, the_club, visitor
from tests.support.members import invite
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.scorebook import everything
from tests.support.table import Table
from tests.support.table_cards import Evening
from tests.support.walks import walk


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Two tables play round 1. Zoe and Yan play at home."""
    app.config["WTF_CSRF_ENABLED"] = False
    evening = Evening(app)
    evening.show()
    return evening


def device(app: Flask, phone: Visitor) -> Device:
    """Return the stored device of this phone."""
    with phone.session_transaction() as session, app.app_context():
        member = find_member(session["device"])
        assert member is not None
        return db.session.get_one(Device, member.device_id)


def routes(app: Flask) -> Iterator[tuple[str, Rule]]:
    """Yield every method and rule of the app."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, rule


def any_part(converter: BaseConverter) -> Any:
    """Return a valid value for a part of an address."""
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    return 1 if isinstance(converter, IntegerConverter) else "1"


def ask(phone: Visitor, method: str, rule: Rule, **known: Any) -> TestResponse:
    """Send an empty form to an address."""
    parts = {
        name: known.get(name, any_part(converter)) for name, converter in rule._converters.items()
    }
    address = phone.application.url_map.bind("localhost").build(rule.endpoint, parts, method)
    return phone.open(address, method=method, data={} if method == "POST" else None)


def test_every_address_of_the_app_is_refused_or_belongs_to_the_table(
    app: Flask, evening: Evening
) -> None:
    game_id, phone = evening.play(1, (500, 200)), evening.phone(1)
    with app.app_context():
        player_id = db.session.get_one(GameRow, game_id).seats[0].player_id
    known = {"tournament_id": evening.id, "player_id": player_id, "day": "2026-11-27"}
    opened = set()
    for method, rule in routes(app):
        endpoint = rule.endpoint
        if endpoint in ("static", *BY_CARD) or is_public(endpoint) or is_by_token(endpoint):
            continue
        own = GAME_AT_TABLE | TOURNAMENT_AT_TABLE
        answer = ask(phone, method, rule, **known, game_id=game_id)
        assert (answer.status_code == 403) == (endpoint not in own), f"{method} {rule}"
        if endpoint in own:
            opened.add(endpoint)
    assert opened == (GAME_AT_TABLE | TOURNAMENT_AT_TABLE) & REQUIRED_ROLES.keys()


def test_what_is_open_to_everybody_shows_a_table_what_a_stranger_sees(
    app: Flask, evening: Evening
) -> None:
    game_id, phone, stranger = evening.play(1, (500, 200)), evening.phone(1), browser(app)
    for method, rule in routes(app):
        endpoint = rule.endpoint
        if method == "GET" and is_public(endpoint) and endpoint not in ("home.index", *BY_CARD):
            known = {"filename": "app.css", "key": "gin", "game_id": game_id}
            answers = [
                ask(person, method, rule, **known).status_code for person in (phone, stranger)
            ]
            assert answers[0] == answers[1], rule
    assert phone.get("/").location == evening.addresses[1]


def games(evening: Evening) -> dict[str, str]:
    """Games that the card of table 1 does not open in round 2."""
    first, other = (
        evening.play(1, (500, 200), (5, 5), (10, 5)),
        evening.play(2, (500, 200), (5, 5), (15, 5)),
    )
    evening.close()
    home = Table(evening.app, players=("Zoe", "Yan"))
    home.knock("Zoe", Zoe=5, Yan=25)
    evening.show()
    return {"of round 1": first, "of another table": other, "at home": home.id}


def other_games(evening: Evening) -> dict[str, str]:
    found = games(evening)
    found["at table 2 now"] = evening.play(2, (500, 200))
    return found


def test_no_other_game_is_read_or_changed(app: Flask, evening: Evening) -> None:
    others, own = other_games(evening), evening.play(1, (300, 200))
    phone = evening.phone(1)
    assert phone.get(f"/games/{own}").status_code == 200
    with app.app_context():
        before = everything()
    for name, game_id in (*others.items(), ("of nobody", "zzzzzzzzzzzz")):
        for method, rule in routes(app):
            is_open = is_public(rule.endpoint) or is_by_token(rule.endpoint)
            if "game_id" in rule.arguments and not is_open:
                answer = ask(phone, method, rule, game_id=game_id)
                assert answer.status_code == 403, f"{method} {rule} {name}"
                assert "Zoe" not in answer.text
        poll = phone.get(f"/games/{game_id}/live?seen=1-0&at=sheet", headers=HTMX)
        assert poll.headers.get("HX-Redirect") == evening.addresses[1]
    with app.app_context():
        assert everything() == before


ENDS = {
    "the round is closed": lambda evening: evening.close(),
    "the tournament has ended": lambda evening: evening.end(),
    "new cards were made": lambda evening: evening.new_cards(),
    "its game is deleted": lambda evening: delete_game(evening),
}


def delete_game(evening: Evening) -> None:
    with evening.app.app_context():
        row = db.session.get_one(GameRow, evening.now.games[1, 1].id)
        row.tournament_id = None
        db.session.commit()
        delete(row.id, version=row.version, key=new_key(), entered_by=None)


@pytest.mark.parametrize("name", ENDS)
def test_the_table_enters_nothing_any_more_once(evening: Evening, name: str) -> None:
    game_id = evening.play(1, (500, 200), (100, 100), (5, 50))
    phone = evening.phone(1)
    page = phone.visit(f"/games/{game_id}")
    ENDS[name](evening)
    assert phone.get(f"/games/{game_id}").status_code == 403
    assert phone.submit(page, form="form.undo").status_code == 403
    if name != "its game is deleted":
        assert evening.now.games[1, 1].played == 3


@pytest.mark.parametrize("name", ENDS)
def test_the_table_polls_its_game_unchanged_no_more_once(evening: Evening, name: str) -> None:
    game_id = evening.play(1, (500, 200), (100, 100), (5, 50))
    phone, poll = evening.phone(1), f"/games/{game_id}/live?seen={evening.now.games[1, 1].version}"
    assert phone.get(poll).status_code == 204
    ENDS[name](evening)
    assert phone.get(poll).status_code == 403


@pytest.mark.parametrize("name", [name for name in ENDS if name != "its game is deleted"])
def test_a_request_that_waited_is_refused_inside_its_transaction_once(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The guard had accepted the request a moment earlier."""
    game_id = evening.play(1, (500, 200), (100, 100), (5, 50))
    phone = evening.phone(1)
    page = phone.visit(f"/games/{game_id}")
    token = device(app, phone).table_link_id
    member = None
    with phone.session_transaction() as session, app.app_context():
        member = find_member(session["device"])
    ENDS[name](evening)
    monkeypatch.setattr(guard, "opens_game", lambda *_: True)
    monkeypatch.setattr(guard, "find_member", lambda _token: member)
    assert token
    assert phone.submit(page, form="form.undo").status_code == 403
    assert evening.now.games[1, 1].played == 3


def test_its_own_game_is_entered_corrected_and_undone(evening: Evening) -> None:
    game_id = evening.play(1, (500, 200))
    phone = evening.phone(1)
    page = phone.visit(f"/games/{game_id}")
    after = phone.press(page, form="form.undo")
    assert "Redo" in words(after) or evening.now.games[1, 1].played == 0
    assert evening.now.games[1, 1].played == 0


def test_the_sheet_leads_only_where_its_card_does(app: Flask, evening: Evening) -> None:
    game_id, phone = evening.play(1, (500, 200)), evening.phone(1)
    adapter = app.url_map.bind("localhost")
    for hands in ((), ((100, 100), (5, 50))):
        evening.play(1, *hands)
        page = phone.visit(f"/games/{game_id}")
        addresses = [str(link["href"]) for link in page.select("a[href^='/']")]
        addresses += [str(form["action"]) for form in page.select("form[action^='/']")]
        for address in addresses:
            method = "POST" if page.select(f"form[action='{address}']") else "GET"
            endpoint, _values = adapter.match(address.partition("?")[0], method)
            own = endpoint in GAME_AT_TABLE or evening.id in address
            assert is_public(endpoint) or own, address


def test_a_tables_phone_is_no_phone_and_no_device_of_the_club(app: Flask, evening: Evening) -> None:
    phone = evening.phone(1)
    there = device(app, phone)
    assert there.role == Role.TABLE
    with app.app_context():
        club = the_club()
        assert devices_of(club) == []
        assert phones_of(club.id) == ()
        assert count_phones_in_use(club.id) == 0
        with pytest.raises(NoSuchDeviceError):
            change_role(club, there.id, Role.KEEPER)
        with pytest.raises(NoSuchDeviceError):
            revoke_device(club, there.id)


def test_an_invitation_makes_another_device_and_leaves_the_table_alone(
    app: Flask, evening: Evening
) -> None:
    phone = evening.phone(1)
    before = device(app, phone).id
    with app.app_context():
        link = invite().token
    phone.post(f"/join/{link}", data={"player": "Ann"})
    after = device(app, phone)
    assert (after.id != before, after.role) == (True, Role.PLAYER)
    with app.app_context():
        assert db.session.get_one(Device, before).role == Role.TABLE


def test_a_new_club_makes_another_device_and_leaves_the_table_alone(
    app_with: Callable[..., Flask],
) -> None:
    evening = Evening(app := app_with(open_clubs=True))
    phone = evening.phone(1)
    before = device(app, phone).id
    form = "form[action='/clubs']"
    assert phone.submit("/join", form=form).location == "/games/new"
    after = device(app, phone)
    assert (after.id != before, after.role) == (True, Role.KEEPER)
    with app.app_context():
        assert after.club_id != the_club().id
        assert db.session.get_one(Device, before).role == Role.TABLE


def test_a_phone_that_scans_the_card_of_its_next_table_moves_there(
    app: Flask, evening: Evening
) -> None:
    phone = evening.phone(1)
    before = device(app, phone).id
    games = {table: evening.begin(table) for table in (1, 2)}
    phone.post(evening.addresses[2])
    assert device(app, phone).id == before
    answers = [phone.get(f"/games/{games[table]}").status_code for table in (1, 2)]
    assert answers == [403, 200]


def test_a_card_lets_in_only_so_many_phones(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "MOST_BY_CARD", 2)
    one, two = evening.addresses.values()
    first, second, other = evening.phone(1), evening.phone(1), evening.phone(2)
    for phone, in_all in ((browser(app), 3), (other, 3)):
        page = read(phone.post(one), 422)
        assert words(page, "#at-table .message--error") == (
            "This card is on 2 phones already. Ask an organiser for new cards."
        )
        with app.app_context():
            assert db.session.query(Device).count() == in_all
    assert device(app, other).table_link_id != device(app, first).table_link_id
    assert second.post(one).status_code == 303
    second.post(two)
    assert browser(app).post(one).status_code == 303


@walk("role", [Role.KEEPER, Role.PLAYER, Role.WATCHER])
def test_a_member_who_scans_a_card_stays_who_they_are(app: Flask, role: Role) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    evening = Evening(app, name=str(role))
    evening.show()
    member = visitor(app, role)
    before = device(app, member).id
    member.visit(evening.addresses[1])
    answer = member.post(evening.addresses[1])
    game_id = answer.location.rpartition("/")[2]
    assert (device(app, member).id, device(app, member).role) == (before, role)
    assert member.get(f"/games/{game_id}/rounds/new").status_code == 200
    assert member.get("/history").status_code == 200
    other = evening.begin(2)
    may = 403 if role is Role.WATCHER else 200
    assert member.get(f"/games/{other}").status_code == 200
    assert member.get(f"/games/{other}/rounds/new").status_code == may
    evening.play(1, (500, 200), (5, 5), (10, 5))
    evening.close()
    assert member.post(f"/games/{game_id}/rounds").status_code == (
        400 if role.may(Role.PLAYER) else 403
    )


def test_a_member_of_another_club_is_told_to_leave_it_first(app: Flask, evening: Evening) -> None:
    with app.app_context():
        token = let_in(new_club("Cem's"), Role.PLAYER)
    assert browser(app, token).post(evening.addresses[1]).status_code == 409


def test_an_old_card_and_a_wrong_one_have_their_pages(app: Flask, evening: Evening) -> None:
    phone, old = evening.phone(1), evening.addresses[1]
    evening.new_cards()
    page = read(phone.get(old), 410)
    assert "This card is of an older print" in words(page)
    assert phone.post(old).status_code == 410
    for code in ("AAAA-AAAA-AAAA", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAA"):
        assert "There is no such card" in words(read(browser(app).get(f"/at/{code}"), 404))


def test_a_code_is_read_however_it_is_typed(app: Flask, evening: Evening) -> None:
    typed = evening.addresses[1].replace("-", "").replace("/AT/", "/at/").lower()
    assert browser(app).get(typed).status_code == 200
