"""Fixtures: the tests of pages share one app, and each begins with an empty score book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.clubs.address_limits import LimitOfProcess
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.web.judge import blueprint
from tests.support.apps import app, settings, shared_app, shared_settings
from tests.support.clubs import visitor
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor
from tests.support.past_games import past
from tests.support.table import Table

__all__ = ["app", "past", "settings", "shared_app", "shared_settings"]


@pytest.fixture
def app_with(settings: Settings, empty_books: EmptyBooks) -> Iterator[Callable[..., Flask]]:
    """Returns a function that makes apps with other settings."""
    empty_books.put(settings)
    made: list[Flask] = []

    def make(**changes: Any) -> Flask:
        made.append(create_app(replace(settings, **changes)))
        made[-1].test_client_class = Visitor
        return made[-1]

    yield make
    for made_app in made:
        with made_app.app_context():
            db.engine.dispose()


@pytest.fixture(autouse=True)
def judge_without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the limit of the judge, which tests with their single address would exceed."""
    monkeypatch.setattr(blueprint, "JUDGE_CALLS", LimitOfProcess(most=1_000_000))


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob, with a round on its sheet."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    """A browser outside all clubs."""
    return visitor(app, None)
