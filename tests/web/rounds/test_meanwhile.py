"""A device loses its rights between the permission check and the write: the write is rejected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, update

from scorekeeper.clubs import devices
from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, Device, GameRow, Invitation, Player
from scorekeeper.web.clubs.invitations import LASTS
from scorekeeper.web.shell import visitor
from tests.support.clubs import let_in, the_club
from tests.support.pages import Visitor
from tests.support.table import Table

KEY = {"key": "a-key-of-a-form-0", "version": "2"}
START = {"variant": "gin", "preset": "plain", "place": ["1", "2"], "dealer": "1"}
FORMS: dict[str, dict[str, Any]] = {
    "/games": {**START, "name": ["Ann", "Zoé"], "key": "another-key-0000"},
    "/games/@/undo": {**KEY},
    "/games/@/call": {**KEY},
    "/games/@/delete": {**KEY},
    "/games/@/rounds": {**KEY, "ending": "knock:0", "hand-0": "5", "hand-1": "20"},
    "/games/@/rounds/1": {**KEY, "ending": "knock:0", "hand-0": "5", "hand-1": "20"},
    "/games/@/rounds/1/remove": {**KEY},
    "/club/me": {"name": "Zoé"},
    "/club/name": {"club_name": "Friday"},
    "/club/together": {"record": "all"},
    "/club/leave": {},
    "/club/hand-over": {"device": "DEVICE"},
    "/club/delete": {"confirmation": "delete"},
    "/club/devices/DEVICE/role": {"role": "watcher"},
    "/club/devices/DEVICE/revoke": {"invitation": "1"},
    "/club/invitations": {"role": "keeper", "lasts": "week"},
    "/club/invitations/keeper-link": {},
    "/club/invitations/INVITATION/revoke": {},
}
LOWEST = ("/games", "/games/@/rounds", "/games/@/delete", "/club/me", "/club/invitations")
PAGES = ["/", "/club", "/games/@", "/games/@/trail", "/games/@/live?seen=0", "/games/new"]
PAGES += ["/club/invitations", "/club/delete", "/club/leave", "/games/@/rounds/1", "/club/deleted"]


@pytest.fixture
def fill(app: Flask) -> Callable[[str], str]:
    """Returns a function that replaces placeholders in a text by ids of Ann and Bob’s club."""
    app.config["WTF_CSRF_ENABLED"] = False
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    with app.app_context():
        let_in(the_club(), Role.PLAYER, player="Bob")
        [bob] = [each for each in devices.devices_of(the_club()) if each.role == Role.PLAYER]
        made = invite(the_club(), Role.PLAYER, LASTS["week"])
        known = {"@": table.id, "DEVICE": bob.id, "INVITATION": made.invitation_id}

    def fill(text: str) -> str:
        for name, value in known.items():
            text = text.replace(name, value)
        return text

    return fill


@pytest.fixture
def meanwhile(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that runs statements as another server, once, while a request waits."""

    def meanwhile(*statements: Any, before: str = "writing") -> None:
        waiting = list(statements)

        def act() -> None:
            if waiting:
                with app.app_context(), db.engine.connect() as plain:
                    for statement in waiting:
                        plain.execute(statement)
                    plain.commit()
                waiting.clear()

        turn, remember = writer_queue.write_turn_of, visitor._remember
        if before == "writing":
            monkeypatch.setattr(
                writer_queue, "write_turn_of", lambda *given: (act(), turn(*given))[1]
            )
        else:
            monkeypatch.setattr(visitor, "_remember", lambda *given: (remember(*given), act())[0])

    return meanwhile


def ask(client: Visitor, fill: Callable[[str], str], address: str) -> int:
    form = FORMS[address]
    data = {name: fill(text) if isinstance(text, str) else text for name, text in form.items()}
    return client.post(fill(address), data=data).status_code


def everything(app: Flask) -> list[object]:
    """Return all rows of the club, except the times when devices were seen."""
    with app.app_context(), db.engine.connect() as plain:
        tables = (Club, GameRow, Player, Invitation)
        rows = [plain.execute(table.__table__.select()).all() for table in tables]
        return [
            *rows,
            plain.execute(Device.__table__.select().with_only_columns(Device.role)).all(),
        ]


REMOVED = update(Device).where(Device.role == "keeper").values(revoked_at=Device.made_at)
LOWERED = update(Device).where(Device.role == "keeper").values(role="watcher")
GONE = [delete(table) for table in (GameRow, Device, Invitation, Player, Club)]


@pytest.mark.parametrize(
    ("address", "change"),
    [*((each, REMOVED) for each in FORMS), *((each, LOWERED) for each in LOWEST)],
)
def test_a_member_who_lost_the_role_meanwhile_changes_nothing(
    app: Flask,
    client: Visitor,
    fill: Callable[[str], str],
    meanwhile: Callable[..., None],
    address: str,
    change: Any,
) -> None:
    client.get("/club")
    before = everything(app)
    meanwhile(change)
    assert ask(client, fill, address) == 403
    after = everything(app)
    assert after[:-1] == before[:-1]


@pytest.mark.parametrize(
    ("address", "before"),
    [*((each, "writing") for each in FORMS), *((each, "reading") for each in LOWEST)],
)
def test_a_form_into_a_club_that_is_being_deleted_finds_the_join_page(
    client: Visitor,
    fill: Callable[[str], str],
    meanwhile: Callable[..., None],
    address: str,
    before: str,
) -> None:
    client.get("/club")
    meanwhile(*GONE, before=before)
    assert ask(client, fill, address) in (303, 403, 404, 409)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_a_club_that_is_being_deleted_is_no_error(
    client: Visitor, fill: Callable[[str], str], meanwhile: Callable[..., None], address: str
) -> None:
    client.get("/club")
    meanwhile(*GONE, before="reading")
    assert client.get(fill(address)).status_code in (200, 204, 303, 403, 404)
