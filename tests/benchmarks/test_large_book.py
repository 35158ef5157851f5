"""The cost of pages in a book of 100,000 games and in one of a hundred, on either database.

Run with `pytest -m benchmark -s`. The quickest of many tries counts.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import etag_of, game_after
from tests.benchmarks.measuring import MILLISECOND, waited
from tests.support.clubs import visitor
from tests.support.large_book import BEGAN, fill
from tests.support.pages import Visitor
from tests.support.scorebook import record, start, win

pytestmark = pytest.mark.benchmark

SMALL = {"games": 60, "in_play": 20, "deleted": 60, "players": 20}
LARGE = {"games": 98_500, "in_play": 480, "deleted": 940, "players": 380}
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
MOST_TIMES = 3
"""The highest cost of a page, as a multiple of its cost in a small book."""


@pytest.fixture(params=["sqlite", "postgresql"])
def large_book(request: pytest.FixtureRequest, settings: Settings) -> Flask:
    """The app on a large book."""
    if request.param == "postgresql":
        settings = replace(settings, database_url=request.getfixturevalue("schema_url"))
    return create_app(settings)


def test_pages_cost_as_much_in_a_book_of_100000_games(large_book: Flask) -> None:
    app = large_book
    client = visitor(app, Role.KEEPER)
    with app.app_context():
        row = record(start(), win(60), win(60))
        over, row.created_at = row.id, BEGAN - timedelta(days=1)
        db.session.commit()
    print("\n" + app.config["SQLALCHEMY_DATABASE_URI"].partition(":")[0])
    small = cost_of_pages(client, filled(app, over, **SMALL))
    large = cost_of_pages(client, filled(app, over, **LARGE))
    for name, cost in large.items():
        times = cost / small[name]
        print(f"  {name:28}{cost:8.1f} ms, {times:4.1f} times as much as in a small book")
    with app.app_context():
        db.engine.dispose()
    assert max(large[name] / small[name] for name in PAGES) < MOST_TIMES


def filled(app: Flask, over: str, **games: int) -> dict[str, str]:
    """Fill the book with these games, and return the values for the pages’ addresses."""
    with app.app_context():
        fill(**games)
        row = db.session.get_one(GameRow, over)
        following = game_after(row)
        named = {"over": over, "next": following.id if following else "", "etag": etag_of(row)}
        if db.engine.dialect.name == "postgresql":
            with db.engine.connect() as connection:
                connection.exec_driver_sql("ANALYZE")
                connection.commit()
        return named


def cost_of_pages(client: Visitor, named: dict[str, str]) -> dict[str, float]:
    """Return the milliseconds of each page, the quickest of many tries."""
    costs: dict[str, float] = {}
    for name, address in PAGES.items():
        ask = partial(client.get, address.format(**named))
        assert ask().status_code in (200, 204)
        costs[name] = min(waited(ask) for _again in range(TIMES)) / MILLISECOND
    return costs
