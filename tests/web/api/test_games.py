"""A club’s games for programs with its access token: lists, one game, the game in play."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import AccessToken
from tests.support.clubs import visitor
from tests.support.comings import begun, join, leave
from tests.support.documents import out
from tests.support.programs import PlayingProgram, token
from tests.support.scorebook import record
from tests.support.table import Table
from tests.support.transfers import imported, lines_of
from tests.support.walks import walk


def told(answer: TestResponse, status: int) -> Any:
    """Return the JSON of an answer, and check its status and type."""
    assert answer.status_code == status
    assert answer.mimetype == ("application/json" if status == 200 else "application/problem+json")
    return answer.get_json()


def test_a_game_is_its_document_with_the_answer_to_it(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    found = told(program.get(f"/api/v1/games/{table.id}", headers=bearer), 200)
    page = visitor(table.app, Role.WATCHER).get(f"{table.address}/document").get_json()
    assert found["document"] == page
    assert found["answer"] == score(page).as_json()
    assert found["answer"]["totals"] == {"Ann": 20, "Bob": 0}


def test_who_comes_and_goes_is_told(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    with app.app_context():
        row = record(join(leave(begun(), 1), "Dan", 4), out("Dan", Ann=5, Cleo=2))
    found = told(program.get(f"/api/v1/games/{row.id}", headers=bearer), 200)
    assert found["document"]["players"] == ["Ann", "Bob", "Cleo", "Dan"]
    left, joined = found["answer"]["rounds"][1:3]
    assert (left["between"], left["in"]) == ({"leaves": ["Bob"]}, ["Ann", "Cleo"])
    assert (joined["points"]["Dan"], joined["in"]) == (4, ["Ann", "Cleo", "Dan"])
    assert found["answer"]["in"] == ["Ann", "Cleo", "Dan"]
    assert found["answer"]["totals"] == {"Ann": 5, "Bob": 9, "Cleo": 5, "Dan": 4}
    [listed] = [
        game
        for game in told(program.get("/api/v1/games", headers=bearer), 200)["games"]
        if game["id"] == row.id
    ]
    assert (listed["rounds"], listed["totals"]["Dan"]) == (2, 4)


def test_whoever_has_the_answer_already_gets_none_until_something_changes(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    for address in ("/api/v1/games", "/api/v1/now", f"/api/v1/games/{table.id}"):
        etag = program.get(address, headers=bearer).headers["ETag"]
        assert program.head(address, headers=bearer).headers["ETag"] == etag
        known = bearer | {"If-None-Match": etag}
        unchanged = program.get(address, headers=known)
        assert (unchanged.status_code, unchanged.data) == (304, b"")
        table.knock("Bob", Ann=25, Bob=5)
        assert program.get(address, headers=known).status_code == 200


def test_games_are_listed_the_latest_first(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    newer = Table(app)
    listed = told(program.get("/api/v1/games", headers=bearer), 200)
    assert [game["id"] for game in listed["games"]] == [newer.id, table.id]
    assert listed["games"][1] == {
        "name": "Gin Rummy",
        "wins": "most",
        "imported": False,
        "page": listed["games"][0]["page"].replace(newer.id, table.id),
        "ended": None,
        "changed": listed["games"][1]["changed"],
        "id": table.id,
        "variant": "gin",
        "date": listed["games"][0]["date"],
        "place": "",
        "status": "playing",
        "players": ["Ann", "Bob"],
        "rounds": 1,
        "totals": {"Ann": 20, "Bob": 0},
        "winners": [],
    }
    assert listed["next"] is None


def test_a_game_has_its_name_and_who_wins_it_and_its_page_and_end_beside_it(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    table = Table(app, variant="three-thirteen")
    french = bearer | {"Accept-Language": "fr"}
    found = told(program.get(f"/api/v1/games/{table.id}", headers=french), 200)
    assert (found["name"], found["wins"], found["ended"]) == ("Trois-treize", "fewest", None)
    assert found["page"].endswith(table.address)
    table.record("out", "Ann", hands={"Bob": 5})
    table.change("call")
    found = told(program.get(f"/api/v1/games/{table.id}", headers=bearer), 200)
    [recorded] = found["document"]["rounds"]
    [listed] = told(program.get("/api/v1/games?status=called", headers=bearer), 200)["games"]
    assert found["ended"] == listed["ended"] == recorded["entered"]["at"]


def test_a_long_list_is_read_page_by_page_with_its_filters(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    for _ in range(34):
        Table(app)
    answer = program.get("/api/v1/games?game=gin&status=playing", headers=bearer)
    first = told(answer, 200)
    assert "game=gin" in first["next"]
    assert answer.headers["Link"] == f'<{first["next"]}>; rel="next"'
    second = told(program.get(first["next"], headers=bearer), 200)
    assert (len(first["games"]), len(second["games"]), second["next"]) == (30, 5, None)
    ids = {game["id"] for page in (first, second) for game in page["games"]}
    assert len(ids) == 35


@walk(
    ("query", "found"),
    [
        ("game=gin&status=playing", 1),
        ("game=knock", 0),
        ("q=ann", 1),
        ("place=nowhere", 0),
        ("place=Chez👨\u200d👩", 0),
        ("to=2020-01-01", 0),
    ],
)
def test_a_list_is_filtered(
    program: FlaskClient, bearer: dict[str, str], query: str, found: int
) -> None:
    assert len(told(program.get(f"/api/v1/games?{query}", headers=bearer), 200)["games"]) == found


def test_a_year_is_asked_for_alone_or_among_the_words(
    program: FlaskClient, bearer: dict[str, str]
) -> None:
    [game] = told(program.get("/api/v1/games", headers=bearer), 200)["games"]
    year = game["date"][:4]
    for query in (f"year={year}", f"q=ann+{year}"):
        assert told(program.get(f"/api/v1/games?{query}", headers=bearer), 200)["games"] == [game]


@walk(
    ("query", "where"),
    [
        ("game=whist", "game"),
        ("status=lost", "status"),
        ("year=1999", "year"),
        ("from=yesterday", "from"),
        ("player=7", "player"),
        ("gmae=gin", "gmae"),
        ("from=", "from"),
        ("game=", "game"),
        ("q=%20", "q"),
        ("q=%00", "q"),
        ("q=ann%1B", "q"),
        ("q=%7F%C2%85", "q"),
        ("q=!%3F", "q"),
        ("q=🎲", "q"),
        ("place=%00", "place"),
        ("q=ann&q=bob", "q"),
        ("game=gin&game=gin", "game"),
        ("after=x&after=y", "after"),
        ("after=page2", "after"),
        ("from=2026-02-01&to=2026-01-01", "to"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(
    program: FlaskClient, bearer: dict[str, str], query: str, where: str
) -> None:
    assert told(program.get(f"/api/v1/games?{query}", headers=bearer), 422)["where"] == where


@walk(
    ("query", "sentence"),
    [
        (
            "games?updated_since=2026-11-21",
            "The time of day is missing. Write it like 2026-11-21T20:15:00Z.",
        ),
        (
            "games?updated_since=2026-11-21T20:15:00",
            "The time zone is missing. Write it like 2026-11-21T20:15:00Z.",
        ),
        ("games?updated_since=2026-02-30T20:15:00Z", "That date does not exist."),
        ("evenings?before=2026-11", "A date is written as 2026-11-21."),
        ("games?status=lost", "Choose one of these: playing, finished, over, called."),
        ("games?year=1999", "Choose one of these: 20"),
        ("games?place=%00", "A place is one line without invisible characters."),
        ("leaderboard?order=luck", "Choose one of these: rating, latest."),
    ],
)
def test_a_refusal_says_what_is_missing_or_what_there_is(
    program: FlaskClient, bearer: dict[str, str], query: str, sentence: str
) -> None:
    refused = told(program.get(f"/api/v1/{query}", headers=bearer), 422)
    assert refused["detail"].startswith(sentence)
    assert refused["type"] == "about:scorekeeper/refused"


def test_in_a_club_without_games_no_year_can_be_chosen(app: Flask) -> None:
    refused = PlayingProgram(app, token(app)).ask("GET", "/api/v1/games?year=2026")
    assert told(refused, 422)["detail"] == "Nothing has been played in this club yet."


@walk("sent", ["", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", "Bearer é", "Digest a=b"])
def test_without_a_good_token_nothing_is_told(
    program: FlaskClient, table: Table, sent: str
) -> None:
    for address in ("/api/v1/games", "/api/v1/now", f"/api/v1/games/{table.id}"):
        answer = program.get(address, headers={"Authorization": sent} if sent else {})
        assert "access token" in told(answer, 401)["detail"]
        shows_a_token = sent in ("Bearer x", "Bearer é")
        kind = "wrong-token" if shows_a_token else "no-token"
        assert answer.get_json()["type"] == f"about:scorekeeper/{kind}"
        challenge = 'Bearer error="invalid_token"' if shows_a_token else "Bearer"
        assert answer.headers["WWW-Authenticate"] == challenge


def test_a_page_of_another_site_may_ask_whether_it_may_send_a_token(program: FlaskClient) -> None:
    asked = program.options("/api/v1/now", headers={"Origin": "https://cards.example"})
    assert asked.status_code == 200
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]


def test_a_deleted_game_is_not_there(
    program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    table.delete()
    told(program.get(f"/api/v1/games/{table.id}", headers=bearer), 404)
    assert told(program.get("/api/v1/games", headers=bearer), 200)["games"] == []


def test_its_use_is_stored_now_and_then(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    def used() -> datetime | None:
        with app.app_context():
            return db.session.scalars(select(AccessToken)).one().used_at

    assert used() is None
    program.get("/api/v1/games", headers=bearer)
    first = used()
    assert first is not None
    program.get("/api/v1/games", headers=bearer)
    assert used() == first
    with app.app_context(), write() as session:
        session.scalars(select(AccessToken)).one().used_at = clock.now() - timedelta(hours=1)
    program.get("/api/v1/games", headers=bearer)
    assert first <= (used() or first - timedelta(1))


def test_a_game_of_which_only_the_totals_are_known_says_so(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    totals = {"Ann": 120, "Bob": 85}
    with app.app_context():
        imported(lines_of({"variant": "gin", "players": [*totals], "imported": totals}), "g.jsonl")
    found = told(program.get("/api/v1/games", headers=bearer), 200)["games"]
    [listed] = [game for game in found if game["imported"]]
    whole = told(program.get(f"/api/v1/games/{listed['id']}", headers=bearer), 200)
    assert whole["imported"] is True
    assert (listed["status"], listed["rounds"], listed["winners"]) == ("over", 0, ["Ann"])
    assert whole["document"]["imported"] == whole["answer"]["final"] == totals
    assert whole["answer"]["rounds"] == whole["document"]["rounds"] == []
