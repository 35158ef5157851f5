"""Players, the leaderboard, records and evenings for programs: the same data as on the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.players import set_archived
from scorekeeper.clubs.roles import Role
from scorekeeper.games.details import Details
from scorekeeper.games.transaction import new_key
from scorekeeper.statistics.fairness import ENOUGH
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from tests.support.clubs import new_club, the_club, visitor
from tests.support.documents import knock
from tests.support.elements import Element, parse
from tests.support.pages import words
from tests.support.past_games import Book
from tests.support.programs import PlayingProgram, Program, token
from tests.support.statements import counted
from tests.support.table import Table
from tests.support.walks import walk

SPANS: list[dict[str, Any]] = [
    *({}, {"year": 2025}, {"game": "gin"}),
    {"game": "three-thirteen", "year": 2026},
]
EVERYTHING = ("/players", "/leaderboard", "/records", "/evenings")


class Reader:
    """A program that reads the book of `past`."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            secret = make_access_token(the_club(), "Reader", new_key()).token
        self._program, self._bearer = (
            Program(app, use_cookies=False),
            {"Authorization": f"Bearer {secret}"},
        )

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        answer = self._program.get(f"/api/v1{path}", query_string=query, headers=self._bearer)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()


@pytest.fixture(scope="module")
def reader(past: Book) -> Reader:
    return Reader(past.app)


def page(book: Book, address: str, query: Mapping[str, Any] | None = None) -> Element:
    asked = "&".join(f"{name}={value}" for name, value in (query or {}).items())
    return book.client.visit(f"{address}?{asked}" if asked else address)


def figures_of(where: Element | None) -> dict[str, str]:
    """Return the figures of a list on a page, by their labels."""
    assert where is not None
    return {
        words(row.select_one("dt")): words(row.select_one("dd"))
        for row in where.select(".players-figures > div")
    }


def told(figures: list[dict[str, Any]]) -> dict[str, str]:
    return {figure["label"]: figure["text"] for figure in figures}


@walk("name", ["Ann", "Bob", "Cleo"])
@pytest.mark.parametrize("span", SPANS)
def test_a_player_is_told_as_on_the_page(
    past: Book, reader: Reader, name: str, span: dict[str, Any]
) -> None:
    address = f"/players/{past.ids[name]}"
    found, shown = reader.get(address, span), page(past, f"{address}/figures", span)
    wins = found["wins"]
    text = words(shown.select_one("main"))
    assert (found["name"], found["id"]) == (name, past.ids[name])
    if not wins["games"]:
        assert "No game of that kind" in text
        return
    assert f"{wins['won']} of {wins['games']} won" in text
    assert f"{wins['won'] / wins['games']:.0%} won" in text
    why = words(page(past, f"{address}/expected", span).select_one("main"))
    assert f"would win about {round(wins['expected'], 1):g}." in why
    assert (wins["few"] or "no such sentence") in text or wins["few"] is None
    assert (wins["few"] is not None) == (wins["games"] < ENOUGH)
    folds = shown.select("details")
    [rounds] = [each for each in folds if words(each.select_one("summary")) == "Rounds"]
    assert told(found["figures"]) == figures_of(rounds)
    for game in found["games"]:
        fold = [each for each in folds if each.select_one(f"#of-{game['variant']}")][-1]
        assert told(game["figures"]).items() <= figures_of(fold).items()
    [more] = [fold for fold in folds if words(fold.select_one("summary")) == "More figures"] or [
        parse("")
    ]
    said = [words(sentence) for sentence in more.select(".players-insight__said .grow")]
    assert [each["words"] for each in found["said"]] == [
        sentence.removesuffix(each.get("name", "")).strip()
        for sentence, each in zip(said, found["said"], strict=True)
    ]
    rivals = {
        words(row.select_one(".row-link span[aria-hidden]")): words(row.select_one(".figure"))
        for row in shown.select("[aria-labelledby='rivals'] li")
    }
    assert rivals == {
        rival["player"]["name"]: f"{rival['ahead']}–{rival['behind']}" for rival in found["against"]
    }
    if not span:
        won = [game["won"] for game in found["last_games"]]
        last = words(page(past, address).select_one("[aria-labelledby=last]"))
        assert f"{sum(won[:10])} won" in last
    if found["streak"] > 0:
        assert f"Wins in a row: {found['streak']}." in text
    else:
        assert f"Games without a win: {-found['streak']}." in text


@walk(("one", "other"), [("Ann", "Bob"), ("Cleo", "Ann")])
@pytest.mark.parametrize("span", SPANS)
def test_two_players_are_compared_as_on_the_page(
    past: Book, reader: Reader, one: str, other: str, span: dict[str, Any]
) -> None:
    address = f"/players/{past.ids[one]}/against/{past.ids[other]}"
    found, shown = reader.get(address, span), page(past, address, span)
    assert (found["one"]["player"]["name"], found["other"]["player"]["name"]) == (one, other)
    if not found["games"]:
        assert (found["words"] is None) == (not found["games"]) or found["words"]
        return
    ahead = [words(each) for each in shown.select(".players-side .figure--large")]
    assert ahead == [str(found[side]["ahead"]) for side in ("one", "other")]
    verdict = shown.select_one(".players-verdict")
    assert (verdict and words(verdict)) == found["words"]
    rows = [
        [words(cell) for cell in row.select("td, th")]
        for row in shown.select(".players-pairs tbody tr")
    ]
    assert rows == [
        [
            figure["one"]["text"] if figure["one"] else "–",
            figure["label"],
            figure["other"]["text"] if figure["other"] else "–",
        ]
        for figure in found["figures"]
    ]
    never = shown.select_one(".players-never")
    assert (never and words(never)) == found["knocks"]
    assert found["leads"][-1]["games"] == found["one"]["ahead"] - found["other"]["ahead"]
    turned = reader.get(f"/players/{past.ids[other]}/against/{past.ids[one]}", span)
    assert (turned["one"], turned["other"]) == (found["other"], found["one"])


@walk(
    "query",
    [{}, {"game": "gin"}, {"year": 2025}, {"game": "gin", "order": "rating"}, {"order": "latest"}],
)
def test_the_leaderboard_is_that_of_the_page(
    past: Book, reader: Reader, query: dict[str, Any]
) -> None:
    found, shown = reader.get("/leaderboard", query), page(past, "/players", query)
    rows = shown.select(".leaders__row")
    assert [words(row.select_one(".row-link")) for row in rows] == [
        each["player"]["name"] for each in found["players"]
    ]
    for row, each in zip(rows, found["players"], strict=True):
        text = words(row)
        assert bool(row.select_one(".leaders__worth")) == (each["few"] is None)
        if each["games"]:
            assert f"{each['won']} of {each['games']}" in text
        if each["few"]:
            assert each["few"] in text
            assert (each["place"], each["wins"], each["rating"]) == (None, None, None)
            continue
        worth = words(row.select_one(".leaders__worth"))
        share = f"{each['won'] / each['games']:.0%}"
        assert worth == (str(each["rating"]) if "rating" in query.values() else share)


@walk("query", [{}, {"game": "gin"}, {"game": "three-thirteen"}, {"game": "knock"}])
def test_the_records_are_those_of_the_page(
    past: Book, reader: Reader, query: dict[str, Any]
) -> None:
    found, shown = reader.get("/records", query), page(past, "/records", query)
    records = [record for group in found["groups"] for record in group["records"]]
    rows = shown.select(".history-record")
    assert [(words(row.select_one("dt")), words(row.select_one(".figure"))) for row in rows] == [
        (record["words"], record["text"]) for record in records
    ]
    links = [[link.attributes["href"] for link in row.select("a")] for row in rows]
    assert links == [
        [re.sub(r"^https?://[^/]+", "", holder["page"]) for holder in record["holders"]]
        for record in records
    ]
    assert all(record["text"].lstrip("+−") == f"{abs(record['value']):,}" for record in records)


def test_the_evenings_are_those_with_games(past: Book, reader: Reader) -> None:
    found = reader.get("/evenings")
    days = sorted({game.day for game in past.games}, reverse=True)
    assert [each["date"] for each in found["evenings"]] == [day.isoformat() for day in days]
    assert found["next"] is None
    newest, before = days[:2]
    rest = reader.get("/evenings", {"before": newest.isoformat()})
    assert rest["evenings"] == found["evenings"][1:]
    shown = page(past, f"/evenings/{newest.isoformat()}")
    evening = reader.get(f"/evenings/{newest.isoformat()}")
    assert evening["name"] == words(shown.select_one("h1")) == found["evenings"][0]["name"]
    summary = shown.select_one("#summary")
    assert summary is not None
    assert evening["summary"] == summary.text.strip("\n")
    assert (evening["before"], evening["after"]) == (before.isoformat(), None)
    rows = shown.select(".history-table tbody tr")
    assert [words(row.select_one("th")).partition(" ")[2] for row in rows] == [
        each["player"]["name"] for each in evening["players"]
    ]
    assert [int(words(row.select_one(".figure"))) for row in rows] == [
        each["won"] for each in evening["players"]
    ]
    listed = reader.get("/games", {"from": newest.isoformat(), "to": newest.isoformat()})["games"]
    assert evening["games"] == listed[::-1]
    nothing = reader.get(f"/evenings/{(newest + timedelta(days=1)).isoformat()}")
    assert (nothing["games"], nothing["players"], nothing["before"]) == (
        [],
        [],
        newest.isoformat(),
    )


def test_an_evening_says_who_owes_whom_as_its_page_does(app: Flask) -> None:
    player = PlayingProgram(app, token(app))
    stake = {"point": "0.05", "currency": "€"}
    document = {"variant": "gin", "players": ["Ann", "Bob"], "stake": stake}
    day = player.start(document)["document"]["date"]
    player.record(knock("Ann", Ann=5, Bob=25))
    below = f"/evenings/{day}"
    assert player.ask("GET", f"/api/v1{below}").get_json()["settled"] == []
    player.change("POST", "/end")
    [settled] = player.ask("GET", f"/api/v1{below}").get_json()["settled"]
    shown = visitor(app, Role.WATCHER).visit(below)
    amount = settled["payments"][0]["amount"]
    assert settled["payments"] == [{"payer": "Bob", "payee": "Ann", "amount": amount}]
    assert settled["words"] == f"Bob owes Ann {amount}."
    assert [words(each) for each in shown.select(".settlement__payment")] == [
        f"B Bob owes Ann {amount.replace(chr(160), ' ')} A"
    ]


def test_everybody_is_listed_by_name(reader: Reader) -> None:
    found = reader.get("/players")["players"]
    assert [each["name"] for each in found] == ["Ann", "Bob", "Cleo"]
    ranked = reader.get("/leaderboard")["players"]
    assert {(each["id"], each["games"], each["won"], each["last_played"]) for each in found} == {
        (each["player"]["id"], each["games"], each["won"], each["last_played"]) for each in ranked
    }


def test_a_french_program_reads_french(past: Book) -> None:
    with past.app.app_context():
        secret = make_access_token(the_club(), "Lecteur", new_key()).token
    french = {"Authorization": f"Bearer {secret}", "Accept-Language": "fr"}
    answer = Program(past.app, use_cookies=False).get("/api/v1/records", headers=french)
    assert answer.get_json()["groups"][0]["records"][0]["words"] == "Plus longue série de victoires"


def test_a_book_without_a_game_has_nothing_to_say(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    empty = new_bearer(app)
    for path in EVERYTHING:
        answer = program.get(f"/api/v1{path}", headers=empty)
        [(_name, said), *_rest] = answer.get_json().items()
        assert (answer.status_code, said) == (200, [])
    today = program.get("/api/v1/evenings/2026-11-26", headers=empty).get_json()
    assert (today["games"], today["players"], today["before"]) == ([], [], None)
    assert program.get("/api/v1/players", headers=bearer).get_json()["players"]


def new_bearer(app: Flask) -> dict[str, str]:
    """Return the header of a program of another club."""
    with app.app_context():
        secret = make_access_token(new_club("Other"), "Reader", new_key()).token
    return {"Authorization": f"Bearer {secret}"}


def people(app: Flask) -> dict[str, int]:
    with app.app_context():
        return {player.name: player.id for player in db.session.scalars(select(Player))}


@pytest.mark.usefixtures("table")
def test_the_players_of_another_club_are_not_there(app: Flask, program: FlaskClient) -> None:
    ids, other = people(app), new_bearer(app)
    for path in (f"/players/{ids['Ann']}", f"/players/{ids['Ann']}/against/{ids['Bob']}"):
        answer = program.get(f"/api/v1{path}", headers=other)
        assert (answer.status_code, answer.get_json()["status"]) == (404, 404)
    assert program.get("/api/v1/evenings", headers=other).get_json()["evenings"] == []


@pytest.mark.usefixtures("table")
def test_archived_players_say_so(app: Flask, program: FlaskClient, bearer: dict[str, str]) -> None:
    with app.app_context():
        bob = db.session.scalars(select(Player).where(Player.name == "Bob")).one()
        set_archived(bob, archived=True)
    listed = program.get("/api/v1/players", headers=bearer).get_json()["players"]
    assert {each["name"]: each["archived"] for each in listed} == {"Ann": False, "Bob": True}


@pytest.mark.usefixtures("table")
def test_whoever_was_merged_is_the_person_they_are(
    app: Flask, program: FlaskClient, bearer: dict[str, str]
) -> None:
    Table(app, players=("Cem", "Dan")).change("call")
    ids = people(app)
    with app.app_context():
        cem, ann = (db.session.get_one(Player, ids[name]) for name in ("Cem", "Ann"))
        merge_players(cem, ann)
    found = program.get(f"/api/v1/players/{ids['Cem']}", headers=bearer).get_json()
    assert (found["id"], found["name"], found["also_played_as"]) == (ids["Ann"], "Ann", ["Cem"])
    same = program.get(f"/api/v1/players/{ids['Cem']}/against/{ids['Ann']}", headers=bearer)
    assert (same.status_code, same.get_json()["detail"]) == (404, "These two are one person.")
    names = program.get("/api/v1/players", headers=bearer).get_json()["players"]
    assert [each["name"] for each in names] == ["Ann", "Bob", "Dan"]


@walk(
    ("path", "where"),
    [
        ("/leaderboard?game=whist", "game"),
        ("/leaderboard?year=26", "year"),
        ("/leaderboard?year=20266", "year"),
        ("/leaderboard?year=-2026", "year"),
        ("/leaderboard?year=٢٠٢٦", "year"),
        ("/leaderboard?order=rating", "order"),
        ("/leaderboard?order=luck", "order"),
        ("/leaderboard?order=", "order"),
        ("/leaderboard?year=2026&year=2026", "year"),
        ("/leaderboard?game=gin&game=gin", "game"),
        ("/records?year=2026", "year"),
        ("/records?game=%00", "game"),
        ("/records?game=gin&game=knock", "game"),
        ("/players?game=gin", "game"),
        ("/evenings?before=2026-13-01", "before"),
        ("/evenings?before=2026-1-1", "before"),
        ("/evenings?before=tomorrow", "before"),
        ("/evenings?before=2026-01-01&before=2026-01-01", "before"),
        ("/games?updated_since=yesterday", "updated_since"),
        ("/games?updated_since=2026-11-21", "updated_since"),
        ("/games?updated_since=2026-02-30T00:00:00Z", "updated_since"),
        ("/games?updated_since=0001-01-01T00:00:00%2B14:00", "updated_since"),
        ("/games?updated_since=2026-11-21T20:15:00", "updated_since"),
        ("/games?updated_since=2026-11-21T20:15:00Z&updated_since=x", "updated_since"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_place(
    program: FlaskClient, bearer: dict[str, str], path: str, where: str
) -> None:
    answer = program.get(f"/api/v1{path}", headers=bearer)
    assert (answer.status_code, answer.get_json()["where"]) == (422, where)


@walk(
    "path",
    [
        *(f"/evenings/{day}" for day in ("2026-02-30", "2026-1-1", "0000-01-01", "today", "٢٠٢٦")),
        *("/players/0", "/players/2147483647", "/players/99999999999999999999", "/players/-1"),
        *("/players/x", "/players/1.5", "/players/999999/against/999998"),
        *("/games/zzz", "/games/zzz/picture.png", f"/games/{'z' * 300}", "/games/current"),
    ],
)
def test_what_is_not_there_is_told_so(
    program: FlaskClient, bearer: dict[str, str], path: str
) -> None:
    answer = program.get(f"/api/v1{path}", headers=bearer)
    assert (answer.status_code, answer.get_json()["status"]) == (404, 404)


@walk(
    "path",
    [
        *("/leaderboard?year=9999", "/leaderboard?year=1000", "/leaderboard?game=tonk"),
        *("/records?game=tonk", "/evenings/0001-01-01", "/evenings/9999-12-31"),
        *("/evenings?before=0001-01-01", "/evenings?before=9999-12-31"),
        "/games?updated_since=9999-12-31T23:59:59Z",
        "/games?updated_since=0001-01-01T00:00:00Z",
    ],
)
def test_what_is_far_away_is_empty_and_no_fault(
    program: FlaskClient, bearer: dict[str, str], path: str
) -> None:
    assert program.get(f"/api/v1{path}", headers=bearer).status_code == 200


LISTS = (*EVERYTHING, "/games", "/games?updated_since=2026-01-01T00:00:00Z", "/games?status=over")


@walk("path", LISTS)
def test_it_asks_as_much_whatever_the_book_has(
    app: Flask, program: FlaskClient, bearer: dict[str, str], path: str
) -> None:
    def cost() -> int:
        program.get(f"/api/v1{path}", headers=bearer)
        with counted(app) as sent:
            assert program.get(f"/api/v1{path}", headers=bearer).status_code == 200
        return len(sent)

    play_some(app, 2)
    before = cost()
    play_some(app, 6)
    assert cost() == before


def play_some(app: Flask, games: int) -> None:
    """Play and end some games."""
    for _ in range(games):
        table = Table(app, players=("Ann", "Bob"))
        table.knock("Ann", Ann=5, Bob=25)
        table.change("call")


def test_a_game_that_was_changed_since_is_found(
    app: Flask, program: FlaskClient, table: Table, bearer: dict[str, str]
) -> None:
    other = Table(app)
    [newer, older] = games_since(program, bearer, "2020-01-01T00:00:00Z")
    assert [newer["id"], older["id"]] == [other.id, table.id]
    table.set_details(Details(date(2020, 1, 1), "At home", ""))
    [changed, *others] = games_since(program, bearer, newer["changed"])[::-1]
    assert (changed["id"], changed["place"]) == (table.id, "At home")
    assert changed["changed"] > newer["changed"] == others[0]["changed"]
    assert games_since(program, bearer, changed["changed"]) == [changed]
    whole = program.get(f"/api/v1/games/{table.id}", headers=bearer).get_json()
    assert whole["changed"] == changed["changed"]


def games_since(program: FlaskClient, bearer: dict[str, str], since: str) -> Any:
    query = {"updated_since": since}
    return program.get("/api/v1/games", query_string=query, headers=bearer).get_json()["games"]
