"""Fixtures: the pages' tests share one app, and each begins with an empty score book."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.clubs import visitor
from tests.support.pages import Visitor
from tests.support.past_book import past
from tests.support.shared_app import app, settings, shared_app, shared_settings
from tests.support.table import Table

__all__ = ["app", "past", "settings", "shared_app", "shared_settings"]


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob, with a round on its sheet."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    """A browser that is in no club."""
    return visitor(app, None)
