"""The picture of a finished game for programs, in the requested theme and language."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.table import Table
from tests.support.walks import walk

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def picture(table: Table) -> str:
    """The address of the picture of a finished game."""
    table.change("call")
    return f"/api/v1/games/{table.id}/picture.png"


def test_it_is_that_of_the_page(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str], picture: str
) -> None:
    member = visitor(app, Role.WATCHER)
    for theme in ("light", "dark"):
        found = program.get(f"{picture}?theme={theme}", headers=bearer)
        assert (found.status_code, found.mimetype) == (200, "image/png")
        assert found.data.startswith(PNG)
        assert found.data == member.get(f"{table.address}/picture.png?theme={theme}").data
    known = bearer | {"If-None-Match": found.headers["ETag"]}
    assert program.get(f"{picture}?theme=dark", headers=known).status_code == 304
    assert program.get(picture, headers=known).status_code == 200


def test_it_is_in_the_language_that_the_address_or_else_the_header_asks_for(
    program: FlaskClient, bearer: dict[str, str], picture: str
) -> None:
    english = program.get(picture, headers=bearer)
    french = program.get(f"{picture}?language=fr", headers=bearer)
    assert french.headers["Content-Language"] == "fr"
    assert french.data != english.data
    by_header = bearer | {"Accept-Language": "fr"}
    assert program.get(picture, headers=by_header).data == french.data
    assert program.get(f"{picture}?language=en", headers=by_header).data == english.data


def test_a_program_that_knows_no_pictures_takes_it_as_a_file(
    program: FlaskClient, bearer: dict[str, str], picture: str
) -> None:
    asked = bearer | {"Accept": "application/octet-stream"}
    found = program.get(picture, headers=asked)
    assert found.mimetype == "application/octet-stream"
    assert found.data.startswith(PNG)


def test_a_game_in_play_has_none(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    answer = program.get(f"/api/v1/games/{table.id}/picture.png", headers=bearer)
    assert answer.status_code == 404
    assert answer.get_json()["detail"] == "There is a picture once the game is over."


@walk(
    ("query", "where"),
    [
        *(("theme=neon", "theme"), ("theme=", "theme"), ("theme=dark&theme=dark", "theme")),
        *(("language=xx", "language"), ("language=EN", "language"), ("size=1", "size")),
        *(("language=fr&language=en", "language"), ("theme=%00", "theme")),
    ],
)
def test_what_makes_no_sense_is_refused(
    program: FlaskClient, bearer: dict[str, str], picture: str, query: str, where: str
) -> None:
    answer = program.get(f"{picture}?{query}", headers=bearer)
    assert (answer.status_code, answer.get_json()["where"]) == (422, where)
