"""Tournaments exported and imported elsewhere: facts, results, times, standings, and errors."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, RoundSeat, TableGameRow, TournamentRow
from scorekeeper.tournament.document import read_tournament
from scorekeeper.tournament.standings import standing
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.documents import document_of_tournament
from scorekeeper.transfer.imports import Imported
from scorekeeper.transfer.sources import FaultyFileError
from tests.support import hall
from tests.support.clubs import new_club, the_club
from tests.support.transfers import archive_of, exported, imported, lines_of
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

FIVE = (*hall.FOUR_PAIRS, "Ida & Jan")


def an_evening() -> str:
    """Create a tournament with every kind of fact: two rounds of five pairs, and a third drawn."""
    evening = hall.set_up(FIVE, planned=4, at_the_clock="void", place="Town hall")
    hall.draw(evening, "lot")
    hall.change(evening, rounds.start_clock)
    hall.type_slips(evening)
    first = hall.now(evening).round(1).tables[0]
    agreed = (first.entrants[0], [1800, 1445])
    hall.change(evening, tables.confirm, 1, 1, *agreed)
    hall.change(evening, rounds.close_round)
    hall.change(evening, entering.leave, 5)
    late = hall.read_pairs("Kim & Lou", "pairs")[0]
    hall.change(evening, entering.add_late, late)
    hall.draw(evening, "standing")
    second = hall.now(evening).round(2).tables
    hall.change(evening, tables.say_result, 2, 1, forfeit=second[0].entrants[0])
    hall.change(evening, tables.say_result, 2, 2, void=True)
    hall.change(evening, rounds.close_round)
    hall.change(evening, rounds.adjust, 1, 1, points=-2, score=-5, note="late")
    hall.change(evening, rounds.draw_round, "standing")
    return evening


def elsewhere(archive: bytes) -> Imported:
    """Import an archive into a new club, and return what it adds."""
    delete_club(the_club())
    db.session.remove()
    the_club()
    return imported(archive)


def parts_of(evening: str) -> Any:
    """Return the facts of a tournament, with players’ names in place of their ids."""
    recorded = hall.now(evening)
    parts = {str(name): dict(document) for name, document in recorded.parts.items()}
    for number, people in recorded.people.items():
        parts[f"entrant 0 {number}"]["players"] = [person.name for person in people]
    return json.loads(json.dumps(parts))


def with_times(parts: Any) -> Any:
    """Return facts with all times in one notation."""
    return json.loads(json.dumps(parts).replace("+00:00", "Z"))


def seats() -> list[Any]:
    """Return the rows with which the database guards seats and games of tournaments."""
    guards = [
        *db.session.execute(select(RoundSeat.round, RoundSeat.entrant, RoundSeat.table)),
        *db.session.execute(select(TableGameRow.game_id, TableGameRow.round, TableGameRow.table)),
    ]
    return sorted(map(tuple, guards), key=str)


def test_an_evening_is_the_same_elsewhere() -> None:
    evening = an_evening()
    parts, guards = parts_of(evening), seats()
    document = document_of_tournament(hall.now(evening))
    archive = exported()
    done = elsewhere(archive)
    assert (done.tournaments, done.games, done.players) == (1, 2, 12)
    assert with_times(parts_of(evening)) == with_times(parts)
    assert seats() == guards
    assert document_of_tournament(hall.now(evening)) == document
    assert {row.tournament_id for row in db.session.scalars(select(GameRow))} == {evening}
    assert exported("standings.csv") == ZipFile(io.BytesIO(archive)).read("standings.csv")
    hall.change(evening, rounds.show_round)
    assert hall.now(evening).shown == 3


def test_it_is_imported_once() -> None:
    evening = an_evening()
    archive = exported()
    elsewhere(archive)
    assert imported(archive) == Imported(already_there=2)
    assert list(db.session.scalars(select(TournamentRow.id))) == [evening]


def test_in_another_club_it_gets_an_id_of_its_own_and_games_of_its_own() -> None:
    evening = an_evening()
    archive, other = exported(), new_club("Other")
    done = imported(archive, club_id=other.id)
    assert (done.tournaments, done.games) == (1, 2)
    assert imported(archive, club_id=other.id).tournaments == 0
    [row] = db.session.scalars(select(TournamentRow).where(TournamentRow.club_id == other.id))
    assert row.id != evening
    mine, theirs = hall.now(evening), hall.now(row.id)
    assert standing(mine.tournament, 2) == standing(theirs.tournament, 2)
    assert not {game.id for game in mine.games.values()} & {
        game.id for game in theirs.games.values()
    }


def test_one_that_nobody_has_entered_comes_along() -> None:
    evening = entering.create_tournament(the_club(), key=new_key(), setup=hall.SETUP).id
    archive = exported()
    assert elsewhere(archive).tournaments == 1
    assert hall.now(evening).tournament.entrants == ()


def test_the_command_answers_a_line_of_the_archive() -> None:
    evening = an_evening()
    lines = ZipFile(io.BytesIO(exported())).read("tournaments.jsonl").splitlines()
    [document] = map(json.loads, lines)
    found = standing(read_tournament(document), 2)
    assert found == standing(hall.now(evening).tournament, 2)


def test_the_table_of_standings_has_each_round() -> None:
    evening = an_evening()
    rows = [*csv.DictReader(exported("standings.csv").decode("utf-8-sig").splitlines())]
    first = standing(hall.now(evening).tournament, 2).lines[0]
    assert [int(row["after"]) for row in rows] == [*[1] * 5, *[2] * 6, *[3] * 6]
    assert (rows[5]["rank"], float(rows[5]["points"])) == ("1", float(first.points))
    assert rows[0]["name"] == "Friday"


@pytest.fixture
def files() -> dict[str, bytes]:
    """The files of an archive with one evening."""
    an_evening()
    with ZipFile(io.BytesIO(exported())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_value(document: Any, path: str, value: Any) -> Any:
    """Return the document with a value at this path. `None` removes it."""
    changed = found = json.loads(json.dumps(document))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    for step in steps:
        found = found[step]
    if value is None:
        del found[last]
    else:
        found[last] = value
    return changed


@walk(
    ("path", "value", "where"),
    {
        "no name": ("name", " ", "name"),
        "a long name": ("name", "x" * 81, "name"),
        "no such day": ("date", "2026-02-31", "date"),
        "no such game": ("game variant", "snap", "game.variant"),
        "a week of minutes": ("minutes", 10_000, "minutes"),
        "no id": ("id", None, "id"),
        "a hidden sign": ("entrants 0 players 0", "A\u202enn", "entrants[0].players[0]"),
        "somebody twice": ("entrants 0 players 0", "Bob", "entrants[1].players[0]"),
        "a huge number": ("entrants 0 number", 9_999_999, "entrants[0].number"),
        "no such time": ("rounds 0 shown", "2026-02-31T20:00:00Z", "rounds[0].shown"),
        "a game that is not there": (
            *("rounds 0 tables 0 game", "zzzzzzzzzzzz"),
            "rounds[0].tables[0].game",
        ),
        "no game": ("rounds 0 tables 0 game", None, "rounds[0].tables[0].totals"),
        "one side twice": (
            *("rounds 0 tables 0 sides", [[1], [1]]),
            "rounds[0].tables[0].sides[1][0]",
        ),
        "nobody sits out": ("rounds 0 out", [], "rounds[0]"),
        "void and forfeit": ("rounds 1 tables 0 void", True, "rounds[1].tables[0].void"),
        "many penalties": ("adjustments", [{"entrant": 1, "round": 1}] * 4_001, "adjustments"),
        "an unknown key": ("colour", "red", "colour"),
    },
)
def test_what_makes_no_sense_is_refused_with_its_place(
    files: dict[str, bytes], path: str, value: Any, where: str
) -> None:
    document = with_value(json.loads(files["tournaments.jsonl"]), path, value)
    changed = files | {"tournaments.jsonl": lines_of(document)}
    before = everything()
    with pytest.raises(FaultyFileError) as refused:
        imported(archive_of(changed))
    [fault, *_others] = refused.value.faults
    assert fault.where == f"tournaments.jsonl:1: {where}"
    assert everything() == before


def everything() -> list[Any]:
    """Return the versions of all games and tournaments of the book."""
    db.session.rollback()
    return [
        *db.session.execute(select(GameRow.id, GameRow.version)).all(),
        *db.session.execute(select(TournamentRow.id, TournamentRow.version)).all(),
    ]


def test_two_tournaments_of_one_id_or_with_one_game_are_refused(files: dict[str, bytes]) -> None:
    document = json.loads(files["tournaments.jsonl"])
    twice = files | {"tournaments.jsonl": lines_of(document, document)}
    with pytest.raises(FaultyFileError, match="This tournament is in line"):
        imported(archive_of(twice))
    other = files | {"tournaments.jsonl": lines_of(document, document | {"id": "other"})}
    with pytest.raises(FaultyFileError, match="is the game of another table"):
        imported(archive_of(other))
