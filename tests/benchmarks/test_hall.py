"""The cost of a hall of sixty tables: a draw, a standing and its page.

Run with `pytest -m benchmark -s`. Times are processor times of one core, on SQLite.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournaments import recorded as kept
from scorekeeper.tournaments import rounds, tables
from scorekeeper.tournaments.recorded import recorded_tournament
from tests.benchmarks.measuring import MILLISECOND, worked
from tests.support.clubs import the_club, visitor
from tests.support.hall import change, draw, now, set_up
from tests.support.statements import counted

pytestmark = pytest.mark.benchmark


@pytest.fixture
def book(app: Flask) -> Iterator[Flask]:
    """An open score book on SQLite."""
    with app.app_context():
        yield app


TABLES, ROUNDS = 60, 6

DRAW, STANDING, KEPT = 100 * MILLISECOND, 40 * MILLISECOND, 10 * MILLISECOND
"""The longest times of a change of all tables, of a standing computed and of one from the cache."""

PAGE, PAGE_KEPT, LARGEST = 60 * MILLISECOND, 30 * MILLISECOND, 80_000
"""The longest times of a standing’s page, without and with the cache, and its greatest length."""


def played(number: int, rounds_played: int) -> str:
    """Play a tournament with this many tables, each total typed from a slip, and return its id."""
    chance = random.Random(313)
    evening = set_up([f"a{one} & b{one}" for one in range(2 * number)])
    for round in range(1, rounds_played + 1):
        draw(evening, "standing" if round > 1 else "lot")
        for table in range(1, number + 1):
            totals = [5 * chance.randint(0, 400) for _side in range(2)]
            tables.type_totals(the_club(), evening, round, table, totals)
        change(evening, rounds.close_round)
    return evening


def taken(job: Callable[[], object], times: int = 5) -> float:
    return median(worked(job) for _time in range(times))


def forget(book: Flask) -> None:
    book.extensions.pop(kept.EXTENSION, None)
    db.session.expire_all()


def test_the_standing_of_sixty_tables_and_six_rounds(book: Flask) -> None:
    evening = played(TABLES, ROUNDS)

    def read() -> int:
        row = db.session.get_one(TournamentRow, evening)
        return len(recorded_tournament(row).standing(ROUNDS).lines)

    def read_anew() -> int:
        forget(book)
        return read()

    anew, again = taken(read_anew), taken(read)
    with counted(book) as sent:
        forget(book)
        read()
    print(
        f"\n{TABLES} tables, {ROUNDS} rounds: a standing takes {anew / MILLISECOND:.0f} ms with"
        f" {len(sent)} statements, then {again / MILLISECOND:.1f} ms"
    )
    assert read() == 2 * TABLES
    assert len(sent) <= 5
    assert anew < STANDING
    assert again < KEPT


def test_the_page_of_that_standing(book: Flask) -> None:
    path = f"/tournaments/{played(TABLES, ROUNDS)}"
    phone = visitor(book, Role.PLAYER)
    size = len(phone.get(path).text)  # The first page compiles the templates.

    def read_anew() -> object:
        forget(book)
        return phone.get(path)

    anew, again = taken(read_anew), taken(partial(phone.get, path))
    print(
        f"\nits page of {size:,} characters takes {anew / MILLISECOND:.0f} ms,"
        f" then {again / MILLISECOND:.0f} ms"
    )
    assert size <= LARGEST
    assert anew < PAGE
    assert again < PAGE_KEPT


@pytest.mark.usefixtures("book")
def test_drawing_a_round_of_two_hundred_pairs() -> None:
    evening = played(100, 2)
    drawing = worked(partial(change, evening, rounds.draw_round, "standing"))
    assert now(evening).latest == 3
    showing = worked(partial(change, evening, rounds.show_round))
    print(
        f"\n200 pairs: a draw takes {drawing / MILLISECOND:.0f} ms with its transaction,"
        f" showing it {showing / MILLISECOND:.0f} ms"
    )
    assert drawing < DRAW
    assert showing < DRAW
