"""Parts of a sheet are rendered once for all phones, and each phone still gets its own details."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Player
from scorekeeper.web.parts import kept_parts
from scorekeeper.web.parts.kept_parts import EXTENSION, KeptParts
from tests.support.clubs import the_club, visitor
from tests.support.documents import FOUR
from tests.support.pages import Visitor, words
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    app.extensions.pop(EXTENSION, None)
    table = Table(app, "knock", FOUR)
    table.knock("Jean", Pierre="K Q A", Jean=5, Jacques=28, Paul=8)
    return table


def texts(app: Flask) -> list[str]:
    """Return every cached text."""
    kept: KeptParts = app.extensions[EXTENSION]
    return list(kept._parts.values())


def test_phones_of_one_kind_share_what_is_printed(app: Flask, table: Table) -> None:
    keeper, watcher = visitor(app, Role.KEEPER), visitor(app, Role.WATCHER)
    page = keeper.visit(table.address)
    printed = texts(app)
    assert len(printed) == 5
    other = visitor(app, Role.KEEPER).visit(table.address)
    assert words(page, ".sheet-menu") == words(other, ".sheet-menu")
    keeper.poll(page)
    assert texts(app) == printed
    watched = watcher.visit(table.address)
    assert words(page, ".sheet-table") == words(watched, ".sheet-table")
    assert "Penalty or bonus" not in words(watched, ".sheet-menu")
    assert len(texts(app)) == len(printed) + 1


def test_what_is_kept_holds_no_form_and_tells_nobody_from_others(app: Flask, table: Table) -> None:
    for role, player in zip(reversed(Role), ("Jean", "Paul", "Pierre"), strict=False):
        visitor(app, role, player=player).visit(table.address)
    link = table.share()
    visitor(app, None).visit(link)
    assert len(texts(app)) == 8, (
        "three menus, and two heads, as a link tells neither the place nor the note"
    )
    for secret in ("<form", "csrf_token", 'name="key"', "/shared/"):
        assert not [text for text in texts(app) if secret in text]


def test_a_correction_a_name_and_a_face_are_seen_at_once(
    app: Flask, client: Visitor, table: Table
) -> None:
    assert "+42" in words(client.visit(table.address), "#sheet-rounds")
    table.change("remove", place=1)
    assert "+42" not in words(client.visit(table.address), "#sheet-rounds")
    table.change("undo")
    with app.app_context(), write() as session:
        named = update(Player).where(Player.club_id == the_club().id, Player.name == "Paul")
        session.execute(named.values(sign="♞"))
    assert "♞" in words(client.visit(table.address), "#sheet-rounds")


def test_a_link_shows_neither_the_place_nor_the_note_that_the_club_sees(
    app: Flask, client: Visitor, table: Table
) -> None:
    details = {"place": "Léa’s garden", "note": "It rained"}
    client.submit(f"{table.address}/details", details)
    link = table.share()
    for _ in range(2):
        assert "Léa’s garden" in words(client.visit(table.address), ".print-head")
        shared = words(visitor(app, None).visit(link), ".print-head")
        assert "Jean" in shared
        assert not [text for text in details.values() if text in shared]


def test_whoever_left_comes_back_by_the_form_of_each_phone(
    app: Flask, client: Visitor, table: Table
) -> None:
    client.visit(table.address)
    page = client.visit(f"{table.address}/between/leave?seat=1")
    client.submit(page, form="[action$='/between/leave']")
    roles = (Role.KEEPER, Role.PLAYER, Role.WATCHER)
    pages = [visitor(app, role).visit(table.address) for role in roles]
    keys = [[key["value"] for key in page.select("#sheet-head [name=key]")] for page in pages]
    assert [len(kept) for kept in keys] == [1, 1, 0]
    assert keys[0] != keys[1]


def test_each_language_and_preference_has_its_own(client: Visitor, table: Table) -> None:
    assert "Round" in words(client.visit(table.address), "#sheet-rounds thead")
    assert "K" in words(client.visit(table.address), "#sheet-last")
    client.submit("/settings", {"indices": "french"}, form="#phone")
    assert "R" in words(client.visit(table.address), "#sheet-last .playing-cards")
    with client.session_transaction() as session:
        session["language"] = "fr"
    assert "Manche" in words(client.visit(table.address), "#sheet-rounds thead")


def test_only_so_much_is_kept(
    app: Flask, client: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.visit(table.address)
    before = texts(app)
    most = sum(map(len, before)) + len(before[0])
    monkeypatch.setattr(kept_parts, "MOST_KEPT", most)
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    client.visit(table.address)
    assert sum(map(len, texts(app))) <= most
    assert len(texts(app)) < 2 * len(before)
