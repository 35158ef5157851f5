"""What pages cost in a book of 100,000 games, on either database.

Run with `pytest -m benchmark -s`. Of many tries the quickest counts. To write the book takes
most of a minute.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import etag_of, game_after
from tests.support.clubs import visitor
from tests.support.large_book import BEGAN, fill
from tests.support.scorebook import record, start, win
from tests.support.statements import counted

pytestmark = pytest.mark.benchmark

FINISHED, IN_PLAY, DELETED, PLAYERS = 98_500, 500, 1_000, 400
TIMES = 15
PAGES = {
    "home": "/",
    "history": "/history",
    "new game": "/games/new?variant=gin",
    "sheet of a finished game": "/games/{over}",
    "poll of a finished game": "/games/{over}/live?seen={etag}&at=sheet&next={next}",
    "club": "/club",
    "deleted games": "/club/deleted",
}
DEAREST = 100
"""The most milliseconds that any page takes."""


@pytest.fixture(params=["sqlite", "postgresql"])
def large_book(request: pytest.FixtureRequest, settings: Settings) -> Flask:
    """The app on a large book."""
    if request.param == "postgresql":
        settings = replace(settings, database_url=request.getfixturevalue("schema_url"))
    return create_app(settings)


def test_pages_in_a_book_of_100000_games(large_book: Flask) -> None:
    app = large_book
    client = visitor(app, Role.KEEPER)
    with app.app_context():
        row = record(start(), win(60), win(60))
        over, row.created_at = row.id, BEGAN - timedelta(days=1)
        db.session.commit()
        fill(FINISHED, players=PLAYERS, in_play=IN_PLAY, deleted=DELETED)
        following = game_after(db.session.get_one(GameRow, over))
        named = {"over": over, "next": following.id if following else "", "etag": etag_of(row)}
        if db.engine.dialect.name == "postgresql":
            with db.engine.connect() as connection:
                connection.exec_driver_sql("ANALYZE")
    print("\n" + app.config["SQLALCHEMY_DATABASE_URI"].partition(":")[0])
    dearest = 0.0
    for name, address in PAGES.items():
        taken, worked = [], []
        for _again in range(TIMES):
            with counted(app) as sent:
                began, before = time.perf_counter(), time.process_time()
                client.get(address.format(**named))
                worked.append((time.process_time() - before) * 1000)
                taken.append((time.perf_counter() - began) * 1000)
        print(
            f"  {name:28}{min(taken):8.1f} ms, {min(worked):8.1f} of them by this process,"
            f" {len(sent):5} statements"
        )
        dearest = max(dearest, min(taken))
    with app.app_context():
        db.engine.dispose()
    assert dearest < DEAREST
