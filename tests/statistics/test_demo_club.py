"""The demo club plays every game, and its statistics are those of a plain recount."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask

from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated
from scorekeeper.statistics.check import check
from tests.support.stored_statistics import compare_with_recount

WEEKS = 13


def test_every_row_is_that_of_a_recount(app: Flask) -> None:
    with app.app_context():
        make_demo_club(datetime(2026, 11, 21, 21, 30, tzinfo=UTC), UTC, untranslated, WEEKS)
        compare_with_recount()
        assert list(check(lambda _done, _everything: None)) == []
