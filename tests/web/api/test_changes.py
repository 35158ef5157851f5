"""A club’s changes for returning programs: all of them, once, in order."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.documents.reading import as_program
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club
from tests.support.clubs import new_club, the_club
from tests.support.scorebook import record, start, win
from tests.support.statements import counted
from tests.support.table import Table
from tests.support.walks import walk

CHANGES = "/api/v1/changes"


def read(program: FlaskClient, bearer: dict[str, str], since: str = "") -> Any:
    query = {"since": since} if since else {}
    answer = program.get(CHANGES, query_string=query, headers=bearer)
    assert answer.status_code == 200
    return answer.get_json()


def test_a_program_reads_what_happened_and_comes_back_for_the_rest(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    first = read(program, bearer)
    assert [change["kind"] for change in first["changes"]] == ["started", "recorded"]
    table.knock("Bob", "Cleo", Ann=25, Bob=5)
    second = read(program, bearer, first["next"])
    [change] = second["changes"]
    assert change.pop("at").endswith("Z")
    assert change == {"game": table.id, "kind": "recorded", "number": 2, "by": "Cleo"}
    assert second["more"] is False
    assert read(program, bearer, second["next"]) == {
        "changes": [],
        "next": second["next"],
        "more": False,
    }


def test_the_end_of_a_game_comes_after_what_ended_it(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    since = read(program, bearer, "now")["next"]
    while not table.is_over:
        table.knock("Bob", Ann=55, Bob=5)
    kinds = [change["kind"] for change in read(program, bearer, since)["changes"]]
    assert kinds == ["recorded", "recorded", "ended"]


def test_what_a_program_did_says_so(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    since = read(program, bearer, "now")["next"]
    table.knock("Bob", as_program("Shelf"), Ann=25, Bob=5)
    [change] = read(program, bearer, since)["changes"]
    assert (change["by"], change["program"]) == ("Shelf", True)


def test_from_now_on_nothing_that_was_is_told(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    page = read(program, bearer, "now")
    assert (page["changes"], page["more"]) == ([], False)
    table.knock("Bob", Ann=25, Bob=5)
    assert len(read(program, bearer, page["next"])["changes"]) == 1


def test_a_long_book_comes_page_by_page(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    with app.app_context():
        record(start(overrides={"target": 0}), *[win(1) for _ in range(120)])
    first = read(program, bearer)
    second = read(program, bearer, first["next"])
    assert (len(first["changes"]), first["more"], second["more"]) == (100, True, False)
    numbers = [change["number"] for page in (first, second) for change in page["changes"]]
    assert numbers == [None, 1, None, *range(1, 121)]


@walk(
    "query",
    [
        *("since=", "since=0&since=0", "since=1", "since=x", "since=0-12345678"),
        *("since=999999999-12345678", "since=1-00000000", f"since={'9' * 400}", "since=%00"),
        *("since=-1", "since=1.5", "since=%F0%9F%8E%B2", "since=Now", "after=0"),
    ],
)
def test_a_cursor_that_is_none_is_refused(
    program: FlaskClient, bearer: dict[str, str], query: str
) -> None:
    answer = program.get(f"{CHANGES}?{query}", headers=bearer)
    assert (answer.status_code, answer.get_json()["where"]) == (422, query.partition("=")[0])


def test_another_club_hears_nothing_and_its_cursors_are_none_here(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    with app.app_context():
        club = new_club("Other")
        club_id, secret = club.id, make_access_token(club, "Board", new_key()).token
    theirs = {"Authorization": f"Bearer {secret}"}
    assert read(program, theirs) == {"changes": [], "next": "0", "more": False}
    assert read(program, theirs, "now")["next"] == "0"
    ours = read(program, bearer)["next"]
    assert program.get(CHANGES, query_string={"since": ours}, headers=theirs).status_code == 422
    with app.app_context():
        record(start(club=the_club()), win(1))
        other = record(start(club=db.session.get_one(Club, club_id)), win(1)).id
    assert {change["game"] for change in read(program, theirs)["changes"]} == {other}
    assert program.get(CHANGES, query_string={"since": ours}, headers=theirs).status_code == 422


def test_hidden_hands_are_no_part_of_it(program: FlaskClient, bearer: dict[str, str]) -> None:
    keys = {key for change in read(program, bearer)["changes"] for key in change}
    assert keys == {"game", "kind", "number", "by", "at"}


@pytest.mark.parametrize("since", ["", "now"])
def test_it_asks_as_much_whatever_the_book_has(
    app: Flask, program: FlaskClient, bearer: dict[str, str], since: str
) -> None:
    def cost() -> int:
        read(program, bearer, since)
        with counted(app) as sent:
            read(program, bearer, since)
        return len(sent)

    before = cost()
    with app.app_context():
        record(start(overrides={"target": 0}), *[win(1) for _ in range(150)])
    assert cost() == before


def test_whoever_has_it_already_is_told_so(program: FlaskClient, bearer: dict[str, str]) -> None:
    etag = program.get(CHANGES, headers=bearer).headers["ETag"]
    assert program.get(CHANGES, headers=bearer | {"If-None-Match": etag}).status_code == 304
