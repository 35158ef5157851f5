"""A poll of an unchanged game is answered before Flask. Every other request reaches Flask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from flask import Flask, request, request_started
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs.devices import devices_of, revoke_device
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.visits import TOGETHER
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device
from scorekeeper.web.shell import permissions
from scorekeeper.web.shell.unchanged_polls import LONGEST
from tests.support.clock import Clock
from tests.support.clubs import new_club, the_club, visitor
from tests.support.pages import HTMX, Visitor
from tests.support.statements import all_counted
from tests.support.table import Table
from tests.support.table_cards import Evening
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def bob(app: Flask) -> Visitor:
    """Bob, a player of the club."""
    visitor(app, Role.KEEPER)
    return visitor(app, Role.PLAYER, player="Bob")


@pytest.fixture
def flask(app: Flask) -> Iterator[list[str]]:
    """The addresses of all requests that reach Flask."""
    reached: list[str] = []

    def note(_app: Flask, **_more: object) -> None:
        reached.append(request.full_path)

    with request_started.connected_to(note, app):
        yield reached


def poll(who: Visitor, table: Table, more: str = "", **options: object) -> TestResponse:
    """Poll a game without a recorded round, as its sheet does."""
    address = f"{table.address}/live?seen=1&at=sheet{more}"
    return who.get(address, headers=HTMX, **options)


def test_flask_hears_nothing_of_a_poll_while_nothing_changes(
    app: Flask, bob: Visitor, table: Table, flask: list[str]
) -> None:
    page = bob.visit(table.address)
    flask.clear()
    with all_counted(app) as sent:
        answer = bob.poll(page)
    assert (answer.status_code, answer.data, flask) == (204, b"", [])
    assert "HX-Refresh" not in answer.headers
    assert len(sent) == 1


@pytest.mark.parametrize(
    "query", ["seen=1", "seen=%31&at=big+screen", "at&&seen=1&", "seen=0&seen=1"]
)
def test_it_reads_the_query_however_it_is_written(
    bob: Visitor, table: Table, flask: list[str], query: str
) -> None:
    bob.visit(table.address)
    flask.clear()
    answer = bob.get(f"{table.address}/live?{query}", headers=HTMX)
    assert (answer.status_code, flask) == (204, [])


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_it_answers_as_flask_does(
    bob: Visitor, table: Table, flask: list[str], scheme: str
) -> None:
    site = f"{scheme}://localhost"
    bob.get("/", base_url=site)
    ours = poll(bob, table, base_url=site)
    assert flask == ["/?"]
    theirs = poll(bob, table, "&next=", base_url=site)
    assert len(flask) == 2
    of_pages = {"Content-Type", "Scorekeeper-Reader", "Vary", "X-Request-ID"}
    assert ours.status_code == theirs.status_code
    ours_too = {k: v for k, v in ours.headers.items() if k != "X-Request-ID"}
    assert ours_too == {k: v for k, v in theirs.headers.items() if k not in of_pages}


def was_long_away(device: Device) -> None:
    device.seen_at = clock.now() - timedelta(minutes=6)


def comes_from_the_future(device: Device) -> None:
    device.seen_at = clock.now() + timedelta(minutes=6)


def has_not_arrived(device: Device) -> None:
    device.arrived = False


@pytest.mark.parametrize("now", [was_long_away, comes_from_the_future, has_not_arrived])
def test_a_visit_that_is_to_be_noted_reaches_flask_once(
    app: Flask, bob: Visitor, table: Table, flask: list[str], now: Callable[[Device], None]
) -> None:
    change_device(app, now)
    for _again in range(3):
        assert poll(bob, table).status_code == 204
    assert len(flask) == 1


def test_visits_of_phones_that_poll_are_stored_together(
    app: Flask, bob: Visitor, table: Table, flask: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server_clock = Clock(monkeypatch)
    carla, dan = (visitor(app, Role.PLAYER, player=name) for name in ("Carla", "Dan"))
    with app.app_context(), write() as session:
        for device in session.scalars(db.select(Device)):
            device.arrived, device.seen_at = True, clock.now() - timedelta(minutes=6)
    for who in (bob, carla, dan, bob, carla, dan):
        assert poll(who, table).status_code == 204
    assert len(flask) == 1
    came = clock.now()
    server_clock.set(2 * TOGETHER)
    for who in (bob, dan, carla, dan):
        assert poll(who, table).status_code == 204
    assert len(flask) == 2
    with app.app_context():
        devices = db.session.scalars(db.select(Device).where(Device.player_id.is_not(None)))
        seen = {device.player.name: device.seen_at for device in devices}
    assert came - TOGETHER < seen["Carla"] < came < seen["Dan"]


def change_device(app: Flask, now: Callable[[Device], None]) -> None:
    """Change the stored data of Bob’s device."""
    with app.app_context(), write() as session:
        now(
            *(device for device in session.scalars(db.select(Device)) if device.role == Role.PLAYER)
        )


@walk(
    ("more", "options", "status"),
    [
        ("&next=", {}, 204),
        ("&to=another", {}, 204),
        ("&seated=", {}, 200),
        ("", {"data": {"a": "form"}}, 204),
        ("", {"environ_overrides": {"HTTP_HOST": "a b"}}, 400),
        ("", {"environ_overrides": {"HTTP_TRANSFER_ENCODING": "chunked"}}, 411),
        # The cookie is an old one, and is renewed.
        ("", {"base_url": "https://localhost"}, 204),
    ],
)
def test_what_needs_more_than_one_look_or_may_be_refused_reaches_flask(
    bob: Visitor,
    table: Table,
    flask: list[str],
    more: str,
    options: dict[str, object],
    status: int,
) -> None:
    flask.clear()
    assert poll(bob, table, more, **options).status_code == status
    assert len(flask) == 1


def test_a_cookie_too_long_to_be_remembered_reaches_flask(
    bob: Visitor, table: Table, flask: list[str]
) -> None:
    bob.set_cookie("more", "x" * (LONGEST - 100))
    assert poll(bob, table).status_code == 204
    assert len(flask) == 1


def test_a_fault_of_the_database_is_told_by_flask(
    own_app: Flask, bob: Visitor, table: Table, flask: list[str]
) -> None:
    with own_app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE open_round RENAME TO elsewhere")
    assert poll(bob, table).status_code == 503
    assert len(flask) == 1


@pytest.mark.parametrize("named", [Role.WATCHER, Role.PLAYER, Role.KEEPER, None])
def test_the_table_of_permissions_decides(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, named: Role | None
) -> None:
    if named:
        monkeypatch.setitem(permissions.REQUIRED_ROLES, permissions.POLLED, named)
    else:
        monkeypatch.delitem(permissions.REQUIRED_ROLES, permissions.POLLED)
    for role in Role:
        expected = 204 if named and role.may(named) else 403
        assert poll(visitor(app, role), table).status_code == expected


def test_neither_another_club_nor_a_stranger_nor_a_forged_cookie_polls_a_game(
    app: Flask, table: Table
) -> None:
    with app.app_context():
        other = new_club("Cem's").id
    forged = visitor(app, None)
    forged.set_cookie("scorekeeper", "eyJkZXZpY2UiOiJhYmMifQ.aaaaaa.not_signed_by_this_server")
    assert poll(visitor(app, Role.KEEPER, other), table).status_code == 404
    assert poll(visitor(app, None), table).status_code == 403
    assert poll(forged, table).status_code == 403


def test_a_deleted_game_is_not_there_and_a_removed_device_is_refused_at_once(
    app: Flask, bob: Visitor, table: Table
) -> None:
    assert poll(bob, table).status_code == 204
    table.delete()
    assert poll(bob, table).status_code == 404
    with app.app_context():
        [device] = [device for device in devices_of(the_club()) if device.role == Role.PLAYER]
        revoke_device(the_club(), device.id)
    assert poll(bob, table).status_code == 403


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Two tables in round 1."""
    app.config["WTF_CSRF_ENABLED"] = False
    evening = Evening(app)
    evening.show()
    return evening


def test_flask_hears_nothing_of_the_poll_of_a_table_whose_game_is_unchanged(
    app: Flask, evening: Evening, flask: list[str]
) -> None:
    phone = evening.phone(1)
    sheet = phone.visit(f"/games/{evening.play(1, (500, 200))}")
    flask.clear()
    with all_counted(app) as sent:
        assert phone.poll(sheet).status_code == 204
    assert (flask, len(sent)) == ([], 2)


def test_the_poll_of_a_table_for_another_game_reaches_flask_which_refuses_it(
    evening: Evening, table: Table, flask: list[str]
) -> None:
    phone, other = evening.phone(1), evening.phone(2)
    there = f"/games/{evening.play(2, (500, 200))}/live?seen=2"
    assert other.get(there).status_code == 204
    flask.clear()
    other.post(evening.addresses[1])
    assert [who.get(there).status_code for who in (phone, other)] == [403, 403]
    assert phone.get(f"{table.address}/live?seen=1").status_code == 403
    assert len(flask) == 4
