"""Leagues exported and imported elsewhere: their evenings, their tables, and errors."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from scorekeeper.cli.tournament import answer_tournament
from scorekeeper.clubs.clubs import delete_club
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import LeagueRow, TournamentRow
from scorekeeper.tournaments import leagues
from scorekeeper.transfer.sources import FaultyFileError
from tests.support import hall
from tests.support.clubs import new_club, the_club
from tests.support.leagues import count, evening, league, lines, now
from tests.support.transfers import archive_of, exported, imported
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def season() -> str:
    """Create an archived league of two evenings, the second double."""
    found = league(
        [evening(2, {"Ann": 10, "Bob": 6}), evening(9, {"Ann": 1, "Cem": 7})],
        best=1,
        places=[5, 2],
        breaks=["attended"],
    )
    count(found, now(found).tournaments[1].id, 2)
    version = now(found).row.version
    leagues.archive_league(the_club(), found, archived=True, version=version, key=new_key())
    return found


def told(archive: bytes) -> list[Any]:
    """Return the leagues of an archive."""
    with ZipFile(io.BytesIO(archive)) as files:
        return [json.loads(line) for line in files.read("leagues.jsonl").splitlines()]


def start_anew() -> None:
    delete_club(the_club())
    db.session.remove()
    the_club()


def test_a_season_is_the_same_elsewhere() -> None:
    found = season()
    league()
    archive, table = exported(), lines(found)
    start_anew()
    assert imported(archive).leagues == 2
    assert lines(found) == table == ["1. Cem 10: 10", "2. Ann 5: 5", "3. Bob 2: 2"]
    assert now(found).row.archived
    assert [told(exported())[place]["league"] for place in (0, 1)] == ["Winter", "Winter"]
    assert told(exported()) == told(archive)


def test_it_is_imported_once_and_beside_those_that_are_there() -> None:
    found = season()
    archive = exported()
    start_anew()
    imported(archive)
    assert imported(archive).leagues == 0
    assert [row.id for row in leagues.leagues_of(the_club())] == [found]


def test_in_another_club_it_counts_the_evenings_of_that_club() -> None:
    found = season()
    archive, other = exported(), new_club("Other")
    imported(archive, club_id=other.id)
    [row] = leagues.leagues_of(other)
    assert row.id != found
    assert lines(row.id) == lines(found)
    assert not {one.id for one in now(row.id).tournaments} & {
        one.id for one in now(found).tournaments
    }


def test_the_command_answers_a_line_of_the_archive() -> None:
    season()
    [document] = told(exported())
    assert answer_tournament(document, str)["table"] == document["table"]


def test_an_evening_that_cannot_be_read_is_left_out() -> None:
    found = season()
    first = now(found).tournaments[0].id
    with write() as session:
        damaged = update(TournamentRow).where(TournamentRow.id == first)
        session.execute(damaged.values(setup={}))
    [document] = told(exported())
    assert [one["points"] for one in document["evenings"]] == [{"Cem": 5, "Ann": 2}]


@walk(
    ("change", "where", "sentence"),
    {
        "no name": ({"league": " "}, "league", "Give the league a name."),
        "no id": ({"id": ""}, "id", "A league in an archive has an id."),
        "perhaps archived": ({"archived": 1}, "archived", "This must be true or false."),
        "no such tournament": (
            {"evenings": [{"tournament": "t9", "points": {}}]},
            "evenings[0].tournament",
            "There is no tournament “{tournament}”.",
        ),
        "an unknown key": ({"colour": "red"}, "colour", "Unknown field “{key}”."),
    },
)
def test_what_makes_no_sense_is_refused_with_its_place(
    change: dict[str, Any], where: str, sentence: str
) -> None:
    season()
    refused(told(exported())[0] | change, where, sentence)


def test_an_evening_counts_once_in_a_league() -> None:
    season()
    [document] = told(exported())
    document["evenings"].append(document["evenings"][0])
    text = "This tournament is in the league already."
    refused(document, "evenings[2].tournament", text)


def test_a_league_is_in_an_archive_once() -> None:
    season()
    refused(told(exported())[0], "id", "This league is in line {line} already.", again=True)


def test_totals_of_which_the_fewest_win_are_not_counted_from_a_file() -> None:
    rules = {"variant": "rami", "rules": {"target": 0, "rounds": 4}}
    three = ("Ann", "Bob", "Cem")
    found = hall.set_up(three, play="singles", game=rules, points={"by": "total"})
    league([found], places=[3, 1])
    [document] = told(exported())
    text = "In {tournament} the fewest points win. Count it in a league by place."
    refused(document | {"places": []}, "evenings[0].tournament", text)


def refused(document: Any, where: str, sentence: str, *, again: bool = False) -> None:
    """Check that an archive with this league is rejected, and adds no data."""
    with ZipFile(io.BytesIO(exported())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    line = json.dumps(document).encode() + b"\n"
    files["leagues.jsonl"] = line * (1 + again)
    other = new_club("Other")
    with pytest.raises(FaultyFileError) as fault:
        imported(archive_of(files), club_id=other.id)
    assert [one.error.place for one in fault.value.faults] == [where]
    assert fault.value.faults[0].error.message.template == sentence
    assert db.session.query(LeagueRow).filter(LeagueRow.club_id == other.id).count() == 0
