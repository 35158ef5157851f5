"""How long the demo club takes: whoever tries the program waits for it."""

from __future__ import annotations

from datetime import UTC, datetime
from time import process_time

import pytest
from flask import Flask

from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated

pytestmark = pytest.mark.benchmark


def test_two_years_are_played_in_ten_seconds(app: Flask) -> None:
    started = process_time()
    with app.app_context():
        make_demo_club(datetime.now(UTC), UTC, untranslated)
    taken = process_time() - started
    print(f"{taken:.1f} s")
    assert taken < 10
