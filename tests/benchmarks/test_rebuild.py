"""The speed of writing the results of games again, as at the first start of a new version.

Run with `pytest -m benchmark -s`. Times are by the clock, because the database works too.
"""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import rebuild
from tests.benchmarks.measuring import waited
from tests.support.big_book import fill
from tests.support.databases import make_app, on_both
from tests.support.databases import own_book as book
from tests.support.transfers import quiet

__all__ = ["book", "make_app"]

pytestmark = pytest.mark.benchmark

settings = on_both

GAMES = 1_000
SLOWEST = 5_000
"""The lowest rate, in rounds a second."""


def test_results_are_written_again_quickly(book: Flask) -> None:
    fill(GAMES)
    rounds: list[int] = []
    taken = waited(lambda: rounds.append(rebuild(quiet).rounds))
    assert not list(check(quiet))
    kind = book.config["SQLALCHEMY_DATABASE_URI"].partition(":")[0]
    print(f"\n{kind}: {rounds[0]} rounds, {rounds[0] / taken:.0f} a second")
    assert rounds[0] / taken >= SLOWEST
