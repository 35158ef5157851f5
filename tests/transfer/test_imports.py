"""The players and ids of imported games, and the cost of an import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.players import rename_player
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.statistics import standings
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db, write
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import find_game, find_player
from scorekeeper.transfer import imports
from scorekeeper.transfer.imports import Imported, ImportStoppedError
from scorekeeper.transfer.new_games import Calendar, NewGame, read_new_game
from scorekeeper.transfer.sources import FaultyFileError, SourceLine
from tests.support.clubs import new_club, the_club
from tests.support.documents import VOID, Document, knock
from tests.support.scorebook import everything, start
from tests.support.statements import counted
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import PARIS, club_of, exported, imported, lines_of, quiet

pytestmark = pytest.mark.usefixtures("book")

GAME: Document = {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [VOID]}


def players() -> dict[str, Player]:
    db.session.rollback()
    return {player.name: player for player in db.session.scalars(select(Player))}


def only_game() -> GameRow:
    db.session.rollback()
    return db.session.scalars(select(GameRow)).one()


@pytest.mark.parametrize("name", ["games.zip", "games.jsonl", "games"])
@pytest.mark.parametrize(
    "content", [lines_of(GAME), b"\n" + lines_of(GAME), json.dumps(GAME, indent=2).encode()]
)
def test_a_game_is_imported_whatever_its_file_is_called(content: bytes, name: str) -> None:
    assert imported(content, name) == Imported(games=1, rounds=1, players=2)


def test_points_between_two_rounds_are_no_round() -> None:
    between = {"between": {"adjust": {"Ann": -5}}}
    game = GAME | {"rounds": [*GAME["rounds"], between]}
    assert imported(lines_of(game), "game.jsonl") == Imported(games=1, rounds=1, players=2)


def test_a_document_without_an_id_is_known_by_what_it_says() -> None:
    assert imported(lines_of(GAME), "game.jsonl") == Imported(games=1, rounds=1, players=2)
    before = everything()
    assert imported(lines_of(GAME), "game.jsonl") == Imported(already_there=1)
    assert everything() == before
    assert imported(lines_of(GAME | {"note": "another"}), "game.jsonl").games == 1


@pytest.mark.parametrize("game_id", ["abc", "Partie n° 7", "x" * 40])
def test_a_document_is_known_by_its_id(game_id: str) -> None:
    assert imported(lines_of(GAME | {"id": game_id}), "game.jsonl").games == 1
    assert (
        imported(lines_of(GAME | {"id": game_id, "note": "other"}), "game.jsonl").already_there == 1
    )
    assert find_game(the_club(), only_game().id)
    assert (only_game().id == game_id) == (game_id == "abc")


def test_a_game_of_another_club_is_no_obstacle() -> None:
    row, lines = start(), exported("jsonl")
    ours, other = the_club().id, new_club("Other").id
    assert imported(lines, club_id=other) == Imported(games=1, players=2)
    assert imported(lines, club_id=other) == Imported(already_there=1)
    games = {row.club_id: row.id for row in db.session.scalars(select(GameRow))}
    assert games[ours] == row.id != games[other]
    assert find_game(the_club(), games[other]) is None


def test_what_a_document_does_not_say_follows_from_the_rest() -> None:
    rounds = [knock("Ann", Ann=1, Bob=9) | {"entered": {"at": "2026-01-02T22:30:00Z"}}, VOID]
    document = GAME | {"rounds": rounds, "called": True, "deleted": {"by": "Ann"}}
    imported(lines_of(document), "game.jsonl")
    row = only_game()
    assert row.created_at == datetime(2026, 1, 2, 22, 30, tzinfo=UTC)
    assert row.played_on == date(2026, 1, 2)
    assert (row.deleted_by, row.status, row.version) == ("Ann", "called", 5)
    kinds = [
        ChangeKind.START,
        ChangeKind.RECORD,
        ChangeKind.RECORD,
        ChangeKind.CALL,
        ChangeKind.DELETE,
    ]
    assert [change.kind for change in changes(row)][::-1] == kinds


def test_the_date_alone_says_when_a_game_was() -> None:
    imported(lines_of(GAME | {"date": "2024-02-29"}), "game.jsonl")
    assert only_game().played_on == date(2024, 2, 29)
    assert only_game().created_at.date() == date(2024, 2, 29)


def test_a_game_of_today_is_imported_where_that_day_has_not_begun_yet() -> None:
    tomorrow = clock.now().astimezone(PARIS).date() + timedelta(days=1)
    assert imported(lines_of(GAME | {"date": f"{tomorrow}"}), "game.jsonl").games == 1
    later = GAME | {"date": f"{tomorrow + timedelta(days=1)}"}
    with pytest.raises(FaultyFileError, match="in the future"):
        imported(lines_of(later), "game.jsonl")


def test_a_game_keeps_every_rule_of_its_preset() -> None:
    imported(lines_of(GAME | {"rules": {"target": 50}}), "game.jsonl")
    overrides = only_game().overrides
    assert overrides["target"] == 50
    assert overrides["knock_limit"] == 10


def test_players_are_found_by_their_names_and_keep_their_faces() -> None:
    start(("ann", "Cem"))
    colour = players()["ann"].colour
    faces = [{"name": "Ann", "colour": 11}, {"name": "Bob", "colour": 11, "sign": "🦊"}]
    assert imported(club_of(GAME, players=lines_of(*faces))).players == 1
    assert set(players()) == {"ann", "Cem", "Bob"}
    assert players()["ann"].colour == colour
    assert (players()["Bob"].colour, players()["Bob"].sign) == (11, "🦊")
    assert only_players_of("gin", 1) == ("ann", "Bob")


def only_players_of(variant: str, played: int) -> tuple[str, ...]:
    query = select(GameRow).where(GameRow.variant == variant, GameRow.played == played)
    return db.session.scalars(query).one().players


def test_two_who_differ_only_in_capitals_stay_two() -> None:
    faces = [{"name": name, "colour": 1} for name in ("Ann", "ann", "Bob")]
    games = [GAME | {"players": two} for two in (["ann", "Bob"], ["Ann", "Bob"], ["Ann", "ann"])]
    assert imported(club_of(*games, players=lines_of(*faces))).players == 3
    assert set(players()) == {"Ann", "ann", "Bob"}


def test_a_new_player_was_seen_when_they_played() -> None:
    imported(lines_of(GAME | {"started": "2025-03-01T20:00:00Z"}), "game.jsonl")
    assert players()["Ann"].seen_at == datetime(2025, 3, 1, 20, tzinfo=UTC)
    imported(lines_of(GAME | {"started": "2024-03-01T20:00:00Z"}), "game.jsonl")
    assert players()["Ann"].seen_at == datetime(2025, 3, 1, 20, tzinfo=UTC)


def test_players_were_seen_in_their_last_game_whichever_comes_first_in_the_file() -> None:
    games = [GAME | {"started": f"{year}-03-01T20:00:00Z"} for year in (2025, 2024)]
    imported(lines_of(*games), "games.jsonl")
    assert players()["Ann"].seen_at == datetime(2025, 3, 1, 20, tzinfo=UTC)


def test_of_two_whose_name_sounds_the_same_a_game_is_of_who_was_seen_last() -> None:
    faces = [{"name": name, "colour": 1} for name in ("ann", "Ann", "Bob")]
    games = [
        GAME | {"players": [name, "Bob"], "started": f"{year}-03-01T20:00:00Z"}
        for name, year in (("ann", 2024), ("Ann", 2025))
    ]
    imported(club_of(*games, players=lines_of(*faces)))
    called = GAME | {"players": ["ANN", "Bob"], "rounds": [VOID, VOID]}
    assert imported(lines_of(called), "game.jsonl").players == 0
    assert only_players_of("gin", 2) == ("Ann", "Bob")


def test_somebody_who_was_renamed_does_not_come_back() -> None:
    start()
    archive = exported()
    bob = find_player(db.session(), the_club().id, "Bob")
    assert bob
    rename_player(bob, "Robert", seen="Bob")
    assert imported(archive) == Imported(already_there=1)
    assert set(players()) == {"Ann", "Robert"}


def test_older_games_are_counted_before_those_that_are_there() -> None:
    """The ratings and streaks of existing games follow from the imported ones."""
    rounds = [knock("Ann", Ann=1, Bob=9)]
    late = [GAME | {"rounds": rounds, "called": True, "date": f"2026-05-{n:02}"} for n in (1, 9)]
    early = [GAME | {"rounds": rounds, "called": True, "date": f"2026-01-{n:02}"} for n in (3, 4)]
    imported(lines_of(*late), "late.jsonl")
    imported(lines_of(*early), "early.jsonl")
    compare_with_recount()
    assert list(check(quiet)) == []


def test_games_that_began_at_the_same_moment_are_rated_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The games are more than one batch, and have only a date."""
    monkeypatch.setattr(standings, "AT_ONCE", 5)
    rounds = [knock("Ann", Ann=1, Bob=9)]
    evening = GAME | {"rounds": rounds, "called": True, "date": "2026-05-01"}
    imported(lines_of(*[evening | {"note": f"game {n}"} for n in range(9)]), "games.jsonl")
    compare_with_recount()
    assert list(check(quiet)) == []


def test_nothing_is_asked_for_each_new_player(book: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "AT_ONCE", 40)
    costs = []
    for number in (10, 40):
        pairs = [[f"{name} {number} {pair}" for name in ("Ann", "Bob")] for pair in range(number)]
        lines = lines_of(*[GAME | {"players": pair} for pair in pairs])
        with counted(book) as sent:
            assert imported(lines, "games.jsonl").players == 2 * number
        costs.append(len([statement for statement in sent if statement.startswith("SELECT")]))
    assert costs[0] == costs[1]


def test_nothing_is_asked_for_each_game(book: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    costs = []
    for number in (10, 40):
        monkeypatch.setattr(imports, "AT_ONCE", number)
        documents = [GAME | {"note": f"{number}, {game}", "called": True} for game in range(number)]
        lines = lines_of(*documents)
        imported(lines_of(GAME | {"note": f"{number}"}), "first.jsonl")
        with counted(book) as sent:
            assert imported(lines, "games.jsonl").games == number
        costs.append(len([statement for statement in sent if statement.startswith("SELECT")]))
    assert costs[0] == costs[1]


def test_games_are_judged_before_anybody_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    @contextmanager
    def write_while_others_wait() -> Iterator[Session]:
        done.append("waiting")
        with write() as session:
            yield session

    def read(line: SourceLine, calendar: Calendar) -> NewGame:
        done.append("judged")
        return read_new_game(line, calendar)

    monkeypatch.setattr(imports, "write", write_while_others_wait)
    monkeypatch.setattr(imports, "read_new_game", read)
    assert imported(lines_of(GAME, GAME | {"note": "Another."})).games == 2
    assert done == ["judged", "judged", "waiting", "waiting"]


class Stops:
    """Simulates a disk that is full after this many writes of an import."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.games: list[int] = []

    @contextmanager
    def write(self) -> Iterator[Session]:
        if not self.left:
            raise DatabaseFaultError(DatabaseFault.FULL)
        self.left -= 1
        with write() as session:
            self.games.append(session.scalars(select(func.count()).select_from(GameRow)).one())
            yield session


def test_games_are_written_some_at_a_time_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    stops = Stops(times=9)
    monkeypatch.setattr(imports, "AT_ONCE", 2)
    monkeypatch.setattr(imports, "write", stops.write)
    days = (5, 1, 4, 2, 3)
    lines = lines_of(*[GAME | {"called": True, "date": f"2026-05-{day:02}"} for day in days])
    assert imported(lines, "games.jsonl").games == 5
    assert stops.games == [0, 0, 2, 4], "first the players, then the games"
    compare_with_recount()


def test_an_import_that_stopped_goes_on_with_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "AT_ONCE", 2)
    games = [GAME | {"called": True, "date": f"2026-05-{day:02}"} for day in range(1, 6)]
    faces = lines_of({"name": "Ann", "colour": 3}, {"name": "Zoé", "colour": 4})
    archive = club_of(*games, players=faces)
    with monkeypatch.context() as full:
        full.setattr(imports, "write", Stops(times=2).write)
        with pytest.raises(ImportStoppedError) as stopped:
            imported(archive)
    assert stopped.value.done == Imported(games=2, rounds=2, players=3)
    assert list(check(quiet)) == []
    assert imported(archive) == Imported(games=3, rounds=3, already_there=2)
    assert set(players()) == {"Ann", "Bob", "Zoé"}
    compare_with_recount()
    assert list(check(quiet)) == []
