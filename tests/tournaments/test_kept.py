"""Computed results of a tournament are cached for one state, and never used for another."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.players import rename_player, set_face
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Player, TournamentRow
from scorekeeper.tournaments import entering, tables
from scorekeeper.tournaments.recorded import recorded_tournament
from tests.support.clubs import the_club
from tests.support.hall import GIN, change, draw, now, play_round, set_up
from tests.support.scorebook import record
from tests.support.statements import counted

pytestmark = pytest.mark.usefixtures("book")


def begun() -> str:
    evening = set_up(["Ann", "Bob", "Cem", "Dee"], **GIN)
    draw(evening)
    return evening


def test_nothing_is_computed_twice(book: Flask) -> None:
    evening = set_up()
    play_round(evening)
    first, second = now(evening), now(evening)
    assert second.tournament is first.tournament
    assert second.standing(1) is first.standing(1)
    row = db.session.get_one(TournamentRow, evening)
    with counted(book) as sent:
        recorded_tournament(row).standing(1)
    assert len(sent) == 1


def test_a_hand_in_play_changes_no_standing() -> None:
    evening = begun()
    row = tables.begin(the_club(), evening, 1, 1)
    before = now(evening)
    ann, bob = row.players
    record(row, {"ending": "knock", "by": ann, "hands": {ann: 5, bob: 25}})
    after = now(evening)
    assert (before.games[1, 1].played, after.games[1, 1].played) == (0, 1)
    assert (after.version, after.tournament) == (before.version, before.tournament)
    assert after.tournament is before.tournament


def test_a_hand_after_somebody_gave_up_does() -> None:
    evening = begun()
    row = tables.begin(the_club(), evening, 1, 1)
    ann, bob = row.players
    row = record(row, {"ending": "knock", "by": ann, "hands": {ann: 5, bob: 25}})
    loser = now(evening).round(1).tables[0].entrants[1]
    change(evening, tables.say_result, 1, 1, forfeit=loser)
    assert now(evening).round(1).tables[0].totals == (20, 0)
    record(row, {"ending": "knock", "by": ann, "hands": {ann: 5, bob: 15}})
    assert now(evening).round(1).tables[0].totals == (30, 0)


def test_a_new_name_or_face_is_another_version() -> None:
    evening = begun()
    [ann] = now(evening).people[1]
    versions = [now(evening).version]
    rename_player(ann, "Anna", seen="Ann")
    versions.append(now(evening).version)
    assert now(evening).title(1) == "Anna"
    set_face(db.session.get_one(Player, ann.id), 7, "🦊")
    versions.append(now(evening).version)
    assert versions == sorted(set(versions))


def test_what_was_rolled_back_is_not_shown() -> None:
    evening = begun()
    with pytest.raises(ValueError, match="no"):
        read_and_fail(evening)
    assert now(evening).tournament.name == "Friday"
    change(evening, entering.change_setup, {"name": "Saturday"})
    assert now(evening).tournament.name == "Saturday"


def read_and_fail(evening: str) -> None:
    with write() as session:
        row = session.get_one(TournamentRow, evening)
        row.name, row.version = "Sunday", row.version + 1
        session.flush()
        assert recorded_tournament(row).tournament.name == "Sunday"
        raise ValueError("no")
