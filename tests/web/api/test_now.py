"""The game in play for a scoreboard on the table: few bytes, and little work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask, request, request_started
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.players import rename_player
from scorekeeper.games.details import Details
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import AccessToken, GameRow, Player
from scorekeeper.tournaments.tables import begin
from scorekeeper.web.api.now import MOST_BYTES
from tests.support.clubs import new_club, the_club
from tests.support.hall import GIN, draw, set_up
from tests.support.statements import all_counted, counted
from tests.support.table import Table
from tests.support.walks import walk

NOW = "/api/v1/now"


@pytest.fixture
def reached(app: Flask) -> Iterator[list[str]]:
    """The addresses of all requests that reach Flask."""
    addresses: list[str] = []

    def note(_app: Flask, **_more: object) -> None:
        addresses.append(request.full_path)

    with request_started.connected_to(note, app):
        yield addresses


def told(answer: TestResponse) -> Any:
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert len(answer.data) <= MOST_BYTES
    return answer.get_json()


def test_it_says_what_a_board_shows(
    program: FlaskClient,
    table: Table,
    bearer: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = "http://192.168.1.5:8000"
    monkeypatch.setattr("scorekeeper.network.is_own_address", "192.168.1.5".__eq__)
    found = told(program.get(NOW, headers=bearer, base_url=site))
    assert datetime.fromisoformat(found.pop("changed")) <= clock.now()
    assert found == {
        "id": table.id,
        "variant": "gin",
        "name": "Gin Rummy",
        "round": 2,
        "totals": {"Ann": 20, "Bob": 0},
        "leads": ["Ann"],
        "wins": "most",
        "next_dealer": "Ann",
        "page": f"{site}{table.address}",
    }


def test_a_table_of_a_tournament_is_told_only_if_it_is_asked_for(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    with app.app_context():
        evening = set_up(["Cem", "Dan", "Eve", "Fay"], **GIN)
        draw(evening)
        at_table = begin(the_club(), evening, 1, 1).id
    asked = f"{NOW}?tournament={evening}"
    for _again in range(2):
        assert told(program.get(NOW, headers=bearer))["id"] == table.id
        assert told(program.get(asked, headers=bearer))["id"] == at_table
    etag = program.get(asked, headers=bearer).headers["ETag"]
    known = program.get(asked, headers=bearer | {"If-None-Match": etag})
    assert known.status_code == 304
    assert program.get(f"{NOW}?tournament=x", headers=bearer).status_code == 204


def test_it_is_the_whole_game_in_short(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    other = Table(app, "three-thirteen", ("Cem", "Dan", "Eve"))
    other.record("out", "Dan", hands={"Cem": 5, "Eve": 7})
    french = bearer | {"Accept-Language": "fr"}
    found = told(program.get(NOW, headers=french))
    whole = program.get(f"/api/v1/games/{other.id}", headers=french).get_json()
    answer = whole["answer"]
    assert (found["name"], found["wins"]) == ("Trois-treize", "fewest")
    assert {key: found[key] for key in ("name", "wins", "page")} == {
        key: whole[key] for key in ("name", "wins", "page")
    }
    assert (found["totals"], found["next_dealer"]) == (answer["totals"], answer["next_dealer"])
    assert (found["round"], found["leads"]) == (2, ["Dan"])


OF_PAGES = ("X-Request-ID", "Content-Language", "Content-Type", "Content-Length", "Date")
"""Headers that Flask adds, and the date, which the server adds."""


def test_of_several_games_it_is_the_one_that_was_changed_last(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    other = Table(app)
    assert told(program.get(NOW, headers=bearer))["id"] == other.id
    table.knock("Bob", Ann=25, Bob=5)
    assert told(program.get(NOW, headers=bearer))["id"] == table.id


LONG = "Maximiliane Konstantinopolitanskaja-Roux"


@walk(
    "names",
    [
        tuple(f"{letter * 40}" for letter in "ABCDEFGH"),
        tuple(f"{LONG[:39]}{number}" for number in range(8)),
        tuple(f"{'🎴' * 9}{number}" for number in range(8)),
        tuple("ABCDEFGH"),
    ],
)
@pytest.mark.parametrize("points", [0, 99_999])
def test_long_names_are_shortened_until_it_fits(
    app: Flask, program: FlaskClient, bearer: dict[str, str], names: tuple[str, ...], points: int
) -> None:
    table = Table(app, "contract", names)
    for name in names if points else ():
        table.adjust(name, -points)
    found = told(program.get(NOW, headers=bearer))
    assert len(found["totals"]) == 8
    assert list(found["totals"].values()) == [-points] * 8
    assert found["leads"] == ([*found["totals"]] if points else [])
    if len(names[0]) == 1:
        assert [*found["totals"]] == [*names]


def test_eight_players_keep_names_of_eleven_letters(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    """This holds for a single leader, and for a server address of usual length."""
    names = tuple(f"Eleven{letter * 5}" for letter in "ABCDEFGH")
    table = Table(app, "contract", names)
    for points, name in enumerate(names, 100):
        table.adjust(name, -points)
    site = "https://scorekeeper.example.org"
    found = told(program.get(NOW, headers=bearer, base_url=site))
    assert [*found["totals"]] == [*names]


def test_names_alike_in_their_beginnings_are_told_apart_by_their_seats(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    Table(app, "contract", tuple(f"{LONG[:39]}{number}" for number in range(8)))
    found = told(program.get(NOW, headers=bearer))
    assert [name[:5] for name in found["totals"]] == [f"{seat} Max" for seat in range(1, 9)]


def test_an_address_that_leaves_no_room_is_told_all_the_same(
    app: Flask, program: FlaskClient, bearer: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = f"https://{'long.' * 80}example.org"
    settings = replace(app.config["SCOREKEEPER"], public_url=site)
    monkeypatch.setitem(app.config, "SCOREKEEPER", settings)
    table = Table(app, players=("Maximiliane", "Konstantin"))
    found = program.get(NOW, headers=bearer).get_json()
    assert found["page"] == f"{site}{table.address}"
    assert [*found["totals"]] == ["M", "K"]


def test_without_a_game_in_play_there_is_nothing_to_say(
    program: FlaskClient, table: Table, bearer: dict[str, str], reached: list[str]
) -> None:
    table.change("call")
    for _again in range(3):
        answer = program.get(NOW, headers=bearer)
        assert (answer.status_code, answer.data) == (204, b"")
    assert len(reached) == 1, "the first use of the token is noted"


def known(program: FlaskClient, bearer: dict[str, str], **options: Any) -> dict[str, str]:
    """Return the headers of a program that knows the state of the game in play."""
    etag = program.get(NOW, headers=bearer, **options).headers["ETag"]
    return bearer | {"If-None-Match": etag}


@pytest.mark.usefixtures("table")
def test_while_nothing_changes_it_costs_what_the_poll_of_a_phone_costs(
    app: Flask, program: FlaskClient, bearer: dict[str, str], reached: list[str]
) -> None:
    asked = known(program, bearer)
    reached.clear()
    with all_counted(app) as sent:
        answer = program.get(NOW, headers=asked)
    assert (answer.status_code, answer.data, reached) == (304, b"", [])
    assert len(sent) == 1


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_it_answers_as_flask_does(
    program: FlaskClient, bearer: dict[str, str], scheme: str, reached: list[str]
) -> None:
    site = f"{scheme}://localhost"
    asked = known(program, bearer, base_url=site)
    reached.clear()
    ours = program.get(NOW, headers=asked, base_url=site)
    assert reached == []
    theirs = program.head(NOW, headers=asked, base_url=site)
    assert len(reached) == 1
    assert ours.status_code == theirs.status_code == 304
    ours_too, theirs_too = (
        {
            name: {*value.split(", ")} if name == "Vary" else value
            for name, value in answer.headers.items()
            if name not in OF_PAGES
        }
        for answer in (ours, theirs)
    )
    assert ours_too == theirs_too | {"Vary": theirs_too["Vary"] - {"Accept-Encoding"}}


def knock(table: Table) -> None:
    table.knock("Bob", Ann=25, Bob=5)


def give_details(table: Table) -> None:
    table.set_details(Details(date(2026, 1, 1), "At home", ""))


def rename(table: Table) -> None:
    with table.app.app_context():
        ann = db.session.scalars(select(Player).where(Player.name == "Ann")).one()
        rename_player(ann, "Anna", seen="Ann")


def start_another(table: Table) -> None:
    Table(table.app)


@walk("happens", [knock, give_details, rename, start_another])
def test_whatever_happens_is_answered_anew(
    program: FlaskClient, table: Table, bearer: dict[str, str], happens: Any
) -> None:
    asked = known(program, bearer)
    before = told(program.get(NOW, headers=bearer))
    happens(table)
    after = told(program.get(NOW, headers=asked))
    assert after != before or happens is give_details
    assert program.get(NOW, headers=known(program, bearer)).status_code == 304


@pytest.mark.usefixtures("table")
def test_another_language_and_another_site_are_answered_otherwise(
    program: FlaskClient, bearer: dict[str, str]
) -> None:
    asked = known(program, bearer)
    assert program.get(NOW, headers=asked | {"Accept-Language": "fr"}).status_code == 200
    elsewhere = program.get(NOW, headers=asked, base_url="http://127.0.0.1:8000")
    assert ":8000/games/" in elsewhere.get_json()["page"]


def change_token(app: Flask, **values: Any) -> None:
    with app.app_context(), write() as session:
        token = session.scalars(select(AccessToken)).one()
        for name, value in values.items():
            setattr(token, name, value)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "change",
    [{"revoked_at": clock.now()}, {"ends_on": clock.now().date() - timedelta(days=2)}],
    ids=["revoked", "ended"],
)
def test_a_token_that_ended_is_refused_at_once(
    app: Flask, program: FlaskClient, bearer: dict[str, str], change: dict[str, Any]
) -> None:
    asked = known(program, bearer)
    change_token(app, **change)
    assert program.get(NOW, headers=asked).status_code == 401


@pytest.mark.usefixtures("table")
def test_its_use_is_noted_now_and_then(
    app: Flask, program: FlaskClient, bearer: dict[str, str], reached: list[str]
) -> None:
    asked, long_ago = known(program, bearer), clock.now() - timedelta(minutes=6)
    change_token(app, used_at=long_ago)
    reached.clear()
    for _again in range(3):
        assert program.get(NOW, headers=asked).status_code == 304
    assert len(reached) == 1
    with app.app_context():
        used_at = db.session.scalars(select(AccessToken.used_at)).one()
    assert used_at is not None
    assert used_at > long_ago


@pytest.mark.usefixtures("table")
def test_another_club_has_its_own_game(app: Flask, program: FlaskClient) -> None:
    with app.app_context():
        secret = make_access_token(new_club("Other"), "Board", new_key()).token
    answer = program.get(NOW, headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 204


def test_a_game_that_nobody_began_is_put_aside_after_a_day(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    new = Table(app)
    asked = known(program, bearer)
    assert told(program.get(NOW, headers=bearer))["id"] == new.id
    with app.app_context(), write() as session:
        for row in session.scalars(select(GameRow)):
            row.changed_at -= timedelta(days=1, minutes=row.played)
    assert told(program.get(NOW, headers=asked))["id"] == table.id


@walk("query", ["x=1", "language=fr", "x="])
def test_a_parameter_is_refused(program: FlaskClient, bearer: dict[str, str], query: str) -> None:
    asked = known(program, bearer)
    assert program.get(f"{NOW}?{query}", headers=asked).status_code == 422


def test_it_asks_as_much_whatever_the_book_has(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    def cost() -> int:
        program.get(NOW, headers=bearer)
        with counted(app) as sent:
            assert program.get(NOW, headers=bearer).status_code == 200
        return len(sent)

    before = cost()
    with app.app_context():
        assert the_club()
    for _ in range(12):
        Table(app, players=("Ann", "Bob")).knock("Bob", Ann=25, Bob=5)
    assert cost() == before
