"""A deletion and another change at the same moment: one of them is made, never both."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest
from flask import Flask

from scorekeeper.games import commands, deletion, open_rounds
from scorekeeper.games.commands import NoSuchGameError, VersionConflict
from scorekeeper.games.history import changes
from scorekeeper.games.open_round import new_open_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameRow
from scorekeeper.storage.queries import find_game
from tests.support.clubs import known_names, the_club
from tests.support.scorebook import at_once, form, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


def test_a_round_and_a_deletion_at_once_are_never_both_made(book: Flask) -> None:
    for _ in range(8):
        row = start()
        jobs = [
            partial(deletion.delete, row.id, **form(row)),
            partial(commands.record, row.id, **form(row), round=win(10)),
        ]
        deleted, recorded = at_once(book, *jobs)
        db.session.rollback()
        there = find_game(the_club(), row.id)
        if there is None:
            assert isinstance(deleted, GameRow)
            assert isinstance(recorded, NoSuchGameError)
            assert row.played == 0
        else:
            assert isinstance(deleted, VersionConflict)
            assert isinstance(recorded, GameRow)
            assert totals(there) == (10, 0)


def test_at_most_one_round_is_opened_in_a_game_that_is_deleted_meanwhile(book: Flask) -> None:
    for _ in range(5):
        row = start()
        game_id, version = row.id, row.version

        def say_how(game_id: str = game_id, version: int = version) -> None:
            opened = new_open_round().with_facts({"ending": "knock", "by": "0"})
            with suppress(open_rounds.OpenRoundConflict):
                open_rounds.store(game_id, version=version, before=None, after=opened)

        job = partial(deletion.delete, game_id, **form(row))
        results = at_once(book, job, *[say_how] * 3)
        assert isinstance(results[0], GameRow)
        assert results[1:] == [None] * 3
        db.session.rollback()
        deletion.restore(game_id, **form(results[0]))
        there = open_rounds.find_open(game_id)
        assert there is None or there.facts == {"ending": "knock", "by": "0"}


def test_the_same_deletion_from_two_phones_at_once_is_one(book: Flask) -> None:
    for _ in range(5):
        row = start()
        job = partial(deletion.delete, row.id, **form(row))
        results = at_once(book, job, job)
        assert all(isinstance(result, GameRow) for result in results), results
        db.session.rollback()
        assert len(changes(row)) == 2


def test_restoring_and_deleting_for_ever_at_once_leave_the_game_there_or_gone(
    book: Flask,
) -> None:
    for _ in range(8):
        row = start(["Ann", "Cem"])
        row = deletion.delete(row.id, **form(row))
        game_id, version, club_id = row.id, row.version, the_club().id

        def go(game_id: str = game_id, version: int = version, club_id: int = club_id) -> None:
            club = db.session.get_one(Club, club_id)
            deletion.delete_for_ever(club, game_id, version=version)

        back, gone = at_once(book, partial(deletion.restore, game_id, **form(row)), go)
        db.session.rollback()
        if find_game(the_club(), game_id):
            assert isinstance(gone, VersionConflict)
        else:
            assert isinstance(back, NoSuchGameError)
            assert gone is None


def test_players_are_deleted_only_if_no_game_seats_them_meanwhile(book: Flask) -> None:
    for number in range(5):
        names = (f"Ann {number}", f"Cem {number}")
        row = start(names)
        row = deletion.delete(row.id, **form(row))
        game_id, version, club_id = row.id, row.version, the_club().id

        def go(game_id: str = game_id, version: int = version, club_id: int = club_id) -> None:
            club = db.session.get_one(Club, club_id)
            deletion.delete_for_ever(club, game_id, version=version)

        results = at_once(book, go, partial(start, names))
        assert results[0] is None, results
        assert isinstance(results[1], GameRow), results
    db.session.rollback()
    assert len(known_names()) == 10
