"""Organisers and tables that press at the same moment: all is kept, and all get an answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionLeftError

from scorekeeper.games import commands
from scorekeeper.games.transaction import NoSuchGameError, VersionConflict
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of
from scorekeeper.storage.models import GameRow, RoundSeat, TableGameRow, TournamentRow
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import rounds, tables
from scorekeeper.tournaments.transaction import TournamentVersionConflict
from tests.support.clubs import the_club
from tests.support.documents import Document
from tests.support.hall import GIN, change, draw, form_of, now, set_up
from tests.support.scorebook import at_once, form, record

ENDS_AT_ONCE = GIN | {"game": {"variant": "gin", "rules": {"target": 30}}}


def hall(number: int) -> str:
    """Create a tournament with this many tables of two, and publish its first round."""
    names = [f"player {place}" for place in range(1, 2 * number + 1)]
    evening = set_up(names, **ENDS_AT_ONCE)
    draw(evening)
    return evening


def win_of(row: GameRow) -> Document:
    first, second = row.players
    return {"ending": "knock", "by": first, "hands": {first: 5, second: 45}}


def patient(job: Callable[[], Any]) -> Any:
    """Repeat a job while the book is busy, as the page advises."""
    while True:
        try:
            return job()
        except (DatabaseFaultError, DBAPIError, NoConnectionLeftError) as error:
            if fault_of(error) is not DatabaseFault.BUSY:
                raise


def play(evening: str, numbers: range) -> None:
    """Begin these tables, one after another, and record the only round of each."""
    for number in numbers:
        row = patient(partial(tables.begin, the_club(), evening, 1, number))
        patient(partial(record, row, win_of(row)))


@pytest.mark.parametrize(
    ("number", "phones"), [(8, 4), pytest.param(60, 12, marks=pytest.mark.slow)]
)
def test_all_tables_begin_and_end_at_once(book: Flask, number: int, phones: int) -> None:
    evening = hall(number)
    before = now(evening).version
    each = number // phones
    parts = [range(1 + each * phone, 1 + each * (phone + 1)) for phone in range(phones)]
    results = at_once(book, *(partial(play, evening, part) for part in parts))
    assert results == [None] * phones
    db.session.rollback()
    recorded = now(evening)
    assert recorded.round(1).open_tables == ()
    assert {game.played for game in recorded.games.values()} == {1}
    assert len(recorded.games) == number
    # Each table adds one version when it begins, and one when it ends.
    assert recorded.version == before + 2 * number
    assert list(check(lambda _done, _all: None)) == []
    change(evening, rounds.close_round)


def test_organisers_who_draw_at_once_draw_one_round(book: Flask) -> None:
    for _time in range(4):
        evening = set_up()
        version = now(evening).version
        jobs = [
            partial(rounds.draw_round, form_of(evening, version), "lot") for _organiser in range(4)
        ]
        results = at_once(book, *jobs)
        drawn = [result for result in results if isinstance(result, TournamentRow)]
        late = [result for result in results if isinstance(result, TournamentVersionConflict)]
        assert (len(drawn), len(late)) == (1, 3)
        assert {one.sentence.text() for one in late} == {"Round 1 was drawn a moment ago."}
        db.session.rollback()
        seats = select(RoundSeat.entrant).where(RoundSeat.tournament_id == evening)
        assert sorted(db.session.scalars(seats)) == [1, 2, 3, 4]


def test_the_same_form_twice_at_once_draws_once(book: Flask) -> None:
    evening = set_up()
    job = partial(rounds.draw_round, form_of(evening), "lot")
    assert all(isinstance(result, TournamentRow) for result in at_once(book, job, job, job))
    db.session.rollback()
    assert now(evening).latest == 1


def test_phones_that_begin_a_table_at_once_have_one_game(book: Flask) -> None:
    for _time in range(4):
        evening = hall(2)
        job = partial(tables.begin, the_club(), evening, 1, 1)
        begun = at_once(book, *[job] * 5)
        assert all(isinstance(row, GameRow) for row in begun), begun
        db.session.rollback()
        stored = db.session.scalars(
            select(TableGameRow.game_id).where(TableGameRow.tournament_id == evening)
        )
        assert len(stored.all()) == 1


def test_a_hand_and_a_slip_at_once_are_never_both_taken(book: Flask) -> None:
    for _time in range(6):
        evening = hall(2)
        row = tables.begin(the_club(), evening, 1, 1)
        game_id, facts = row.id, {**form(row), "round": read_round(win_of(row), row.players)}
        by_phone, on_paper = at_once(
            book,
            partial(commands.record, game_id, **facts),
            partial(tables.type_totals, the_club(), evening, 1, 1, (5, 6)),
        )
        db.session.rollback()
        totals = now(evening).round(1).tables[0].totals
        if isinstance(by_phone, GameRow):
            assert isinstance(on_paper, Refusal)
            assert totals == (40, 0)
        else:
            assert isinstance(by_phone, NoSuchGameError | VersionConflict)
            assert totals == (5, 6)


def test_a_round_that_closes_while_its_table_is_corrected(book: Flask) -> None:
    for _time in range(6):
        evening = hall(1)
        play(evening, range(1, 2))
        [game] = now(evening).games.values()
        row = db.session.get_one(GameRow, game.id)
        closing = form_of(evening)
        undone, closed = at_once(
            book,
            partial(commands.undo, row.id, **form(row)),
            partial(rounds.close_round, closing),
        )
        db.session.rollback()
        recorded = now(evening)
        if isinstance(closed, TournamentRow):
            assert isinstance(undone, RuleError)
            assert recorded.round(1).open_tables == ()
        else:
            assert isinstance(closed, Refusal | TournamentVersionConflict)
            assert isinstance(undone, GameRow)
            assert recorded.times[0].closed is None
