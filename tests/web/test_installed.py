"""The app on a home screen: its name and shortcuts, and the pages that a phone can keep."""

from __future__ import annotations

import json

from flask import Flask

from scorekeeper.clubs.players import rename_player
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.queries import active_people
from scorekeeper.web.shell.cookies import COPY
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, read
from tests.support.table import Table
from tests.support.walks import walk

READER, KEEP = "Scorekeeper-Reader", "Scorekeeper-Keep"


def test_the_app_is_called_in_the_language_of_the_page(client: Visitor) -> None:
    french = {"Accept-Language": "fr"}
    assert client.get("/").text.count("/manifest.webmanifest") == 1
    ours, theirs = (
        json.loads(client.get("/manifest.webmanifest", headers=headers).data)
        for headers in ({}, french)
    )
    assert [shortcut["name"] for shortcut in ours["shortcuts"]] == ["New game", "The game in play"]
    assert [shortcut["name"] for shortcut in theirs["shortcuts"]] == [
        "Nouvelle partie",
        "La partie en cours",
    ]
    for picture in (*ours["icons"], *ours["screenshots"]):
        assert client.get(picture["src"]).mimetype == picture["type"]


def test_the_shortcut_to_the_game_in_play_finds_the_last_one(app: Flask, client: Visitor) -> None:
    address = "/games/on-the-table"
    assert client.get(address).location == "/"
    Table(app)
    last = Table(app)
    last.knock("Ann", Ann=5, Bob=25)
    assert client.get(address).location == last.address


def test_the_worker_is_asked_for_again_and_gets_no_cookie(client: Visitor) -> None:
    answer = client.get("/service-worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in answer.headers
    again = client.get("/service-worker.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    settings = json.loads(answer.text.split("const SETTINGS = ")[1].rstrip(";\n"))
    for address in settings["shell"]:
        assert client.get(address).headers[KEEP] == "yes", address


def test_a_copy_changes_no_cookie(app: Flask) -> None:
    """Its answer can arrive after the answer to a form that signs in."""
    stranger = visitor(app, None)
    assert "Set-Cookie" not in stranger.get("/", headers={COPY: "yes"}).headers
    assert "Set-Cookie" in stranger.get("/").headers


def test_every_reader_has_copies_of_their_own(app: Flask, client: Visitor) -> None:
    french = {"Accept-Language": "fr"}
    stranger = visitor(app, None)
    readers = [
        client.get("/rules").headers[READER],
        client.get("/rules", headers=french).headers[READER],
        visitor(app, Role.KEEPER).get("/rules").headers[READER],
        visitor(app, Role.WATCHER).get("/rules").headers[READER],
        stranger.get("/rules").headers[READER],
    ]
    assert len(set(readers)) == 5
    assert client.get("/").headers[READER] == readers[0]
    assert stranger.get("/history").headers[READER] == readers[4]


def test_copies_are_of_a_device_and_what_is_typed_of_its_player(app: Flask) -> None:
    def readers(page: Visitor) -> tuple[str, str]:
        answer = page.get("/rules")
        return answer.headers[READER], str(read(answer).select_one("body")["data-reader"])

    device = visitor(app, Role.PLAYER, player="Ann")
    before = readers(device)
    assert device.send("/club/me", who="other", name="Bob").status_code == 303
    after = readers(device)
    assert all(old != new for old, new in zip(before, after, strict=True))
    other_device = readers(visitor(app, Role.PLAYER, player="Bob"))
    assert other_device[0] != after[0]
    assert other_device[1] == after[1]


def test_what_is_typed_stays_with_a_reader_of_another_name_and_language(app: Flask) -> None:
    device = visitor(app, Role.KEEPER, player="Ann")
    before = device.visit("/rules").select_one("body")["data-reader"]
    with app.app_context():
        [ann] = active_people(the_club())
        rename_player(ann, "Anna", seen="Ann")
    french = device.visit("/rules", headers={"Accept-Language": "fr"})
    assert french.select_one("body")["data-reader"] == before


def test_a_page_that_nobody_was_asked_for_is_nobodys(client: Visitor) -> None:
    assert read(client.get("/static/none.css"), 404).select_one("body")["data-reader"] == ""


@walk("address", ["/games/new", "/club", "/club/invitations", "/join", "/no/such/page", "/history"])
def test_no_form_and_no_page_with_a_secret_is_kept(client: Visitor, address: str) -> None:
    assert KEEP not in client.get(address).headers


def test_a_sheet_and_a_ruling_are_kept_but_no_part_of_one(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    for page in ("", "/rounds/1"):
        assert client.get(table.address + page).headers[KEEP] == "yes"
    for page in ("/rounds/new", "/live?seen=0&at=sheet"):
        assert KEEP not in client.get(table.address + page).headers
