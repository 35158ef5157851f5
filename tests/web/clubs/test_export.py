"""The page on which a keeper exports the club’s games and imports a file of games."""

from __future__ import annotations

import gc
import io
import json
import re
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.config import MOST_UPLOADED
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError
from scorekeeper.storage.models import RoundRow
from scorekeeper.transfer.exports import FORMATS
from scorekeeper.transfer.imports import Imported, ImportStoppedError
from scorekeeper.transfer.sources import Limits
from scorekeeper.web.clubs import transfer
from tests.support import hall
from tests.support.clubs import new_club, the_club, visitor
from tests.support.documents import VOID, Document
from tests.support.elements import Element
from tests.support.leagues import league
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.transfers import archive_of, exported, lines_of
from tests.support.walks import walk


@pytest.mark.usefixtures("table")
def test_every_file_can_be_downloaded_from_the_page(client: Visitor) -> None:
    page = client.visit("/club/transfer")
    links = {link["href"] for link in page.select("main a[download]")}
    assert sorted(links) == sorted(f"/club/transfer/{ending}" for ending in FORMATS)
    for address in links:
        answer = client.get(address)
        assert answer.status_code == 200
        assert len(answer.data) > 0
        assert re.fullmatch(
            r"attachment; filename=scorekeeper-\d{4}-\d\d-\d\d[.-][a-z.]+",
            answer.headers["Content-Disposition"],
        )


def test_the_archive_has_the_games_of_this_club_alone(
    app: Flask, client: Visitor, table: Table
) -> None:
    with app.app_context():
        other = new_club("Other").id
    cem = visitor(app, Role.KEEPER, other)
    for who, expected in ((client, [table.id]), (cem, [])):
        with ZipFile(io.BytesIO(who.get("/club/transfer/zip").data)) as archive:
            lines = archive.read("games.jsonl").splitlines()
        assert [json.loads(line)["id"] for line in lines] == expected


@pytest.mark.usefixtures("table")
def test_the_file_has_the_name_of_the_club(app: Flask, client: Visitor) -> None:
    with app.app_context():
        clubs.rename_club(the_club(), 'Café "Zoé"; \U0001f0a1')
    named = client.get("/club/transfer/hands.csv").headers["Content-Disposition"]
    assert re.fullmatch(r"attachment; filename=cafe-zoe-[\d-]+-hands\.csv", named)


def test_a_club_without_games_is_told_so(client: Visitor) -> None:
    page = client.visit("/club/transfer")
    assert "nothing to download" in words(page)
    assert not page.select("main a[download]")
    assert "cannot be undone" not in words(page)
    assert client.get("/club/transfer/zip").status_code == 200


def test_what_is_no_file_of_an_export_is_not_found(client: Visitor) -> None:
    assert client.get("/club/transfer/exe").status_code == 404


@pytest.mark.usefixtures("table")
def test_a_fault_at_the_start_is_answered_with_a_page_and_leaves_no_file_open(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        RoundRow.__table__.drop(db.engine)
    answer = client.get("/club/transfer/jsonl")
    assert answer.status_code == 503
    assert "attachment" not in answer.headers.get("Content-Disposition", "")
    gc.collect()  # The collector warns of a file still open, and a warning is an error here.


GAME: Document = {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [VOID]}


def send(
    client: Visitor, content: bytes, name: str = "games.jsonl", **environ: str
) -> TestResponse:
    """Send a file like a browser."""
    page = client.visit("/club/transfer")
    form = page.select_one("form[enctype]")
    token = form.select_one("[name=csrf_token]")["value"]
    fields = {"csrf_token": token, "file": (io.BytesIO(content), name)}
    return client.post(str(form["action"]), data=fields, environ_overrides=environ)


def faults(answer: TestResponse) -> list[str]:
    page: Element = read(answer, 422)
    assert "Nothing was imported." in page.select_one("#file-error").text
    return [" ".join(item.text.split()) for item in page.select(".field.paper > li")]


def test_a_file_is_imported_once(client: Visitor) -> None:
    content = lines_of(GAME, GAME | {"note": "At Zoé’s"})
    answer = send(client, content)
    page = client.visit(answer.location)
    assert words(page, "#messages") == "2 games were imported."
    assert "At Zoé’s" in words(page)
    page = client.visit(send(client, content).location)
    assert words(page, "#messages") == "No new game was imported. 2 games were here already."


def test_what_came_besides_games_is_said(client: Visitor, app: Flask) -> None:
    with app.app_context():
        found = league([hall.set_up()])
        with ZipFile(io.BytesIO(exported())) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    files["leagues.jsonl"] = files["leagues.jsonl"].replace(found.encode(), b"another")
    page = client.visit(send(client, archive_of(files), "club.zip").location)
    assert words(page, "#messages") == "No new game was imported. One league was imported."


def test_an_import_that_stops_says_how_far_it_came(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = ImportStoppedError(Imported(games=25), DatabaseFaultError(DatabaseFault.FULL))
    monkeypatch.setattr(transfer, "import_file", Mock(side_effect=full))
    page = read(send(client, lines_of(GAME)), 503)
    assert "stopped after 25 games" in words(page, "#file-error")


def test_the_archive_of_the_page_is_taken_back(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    archive = client.get("/club/transfer/zip").data
    page = client.visit(send(client, archive, "club.zip").location)
    assert words(page, "#messages") == "No new game was imported. One game was here already."


def test_what_is_wrong_is_listed_with_its_place(client: Visitor) -> None:
    content = lines_of(GAME, GAME | {"rounds": [{"ending": "gin", "by": "<b>"}]}, {"variant": 1})
    first, second = faults(send(client, content, "my <i>games.jsonl"))
    assert first == (
        "my <i>games.jsonl, line 2, rounds[0].by Round 1: Nobody in this game is called “<b>”."
    )
    assert second.startswith("my <i>games.jsonl, line 3, variant Choose the game")
    assert "No game has been started yet" in words(client.visit("/club/transfer"))


@walk("line", [rb'{"\ud800": 1}', rb'{"variant": "gin", "preset": "\udfff"}'])
def test_half_a_character_is_refused_in_words(client: Visitor, line: bytes) -> None:
    [told] = faults(send(client, line))
    assert "This is not JSON in UTF-8." in told


def test_a_character_may_be_escaped_in_two_halves(client: Visitor) -> None:
    note = rb'"note": "\ud83e\uDD8A \\ud800 \\\u0041"'
    line = lines_of(GAME).replace(b"{", b"{" + note + b", ", 1)
    page = client.visit(send(client, line).location)
    assert "🦊 \\ud800 \\A" in words(page)


def test_a_long_list_says_that_there_may_be_more(client: Visitor) -> None:
    answer = send(client, b"[]\n" * 200)
    assert len(faults(answer)) == 50
    assert "There may be more" in words(read(answer))


def test_without_a_file_one_is_asked_for(client: Visitor) -> None:
    answer = client.send("/club/transfer")
    assert "Choose a file." in read(answer, 422).select_one("#file-error").text


def test_a_file_of_some_megabytes_is_taken(client: Visitor) -> None:
    notes = [GAME | {"note": "x" * 500, "x-more": "y" * 5_000, "id": f"g{n}"} for n in range(40)]
    content = lines_of(*notes)
    assert len(content) > 200_000
    assert send(client, content).status_code == 303


def test_a_file_that_is_too_large_is_refused_in_words(client: Visitor) -> None:
    page = read(send(client, b"x", CONTENT_LENGTH=str(MOST_UPLOADED + 1)), 413)
    assert words(page, "h1") == "This file is too large"
    assert "The limit is 16 MB" in words(page)


def test_what_unpacks_to_too_much_is_refused(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "LIMITS", Limits(unpacked=10, lines=10))
    [told] = faults(send(client, lines_of(GAME)))
    assert "This file is too large" in told


@walk("ticket", ["", "?ticket=", "?ticket=x", "?ticket=transfer.import_upload.x.y"])
def test_a_stranger_cannot_make_the_server_read_much(app: Flask, ticket: str) -> None:
    stranger = visitor(app, None)
    stranger.visit("/join")  # The page gives each browser a token.
    form = {"file": (io.BytesIO(b"x" * 100_000), "games.jsonl")}
    refused = stranger.post(f"/club/transfer{ticket}", data=form)
    assert "This form is out of date" in words(read(refused, 413))
