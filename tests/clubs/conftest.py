"""The same score book on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs import clubs
from tests.support.clubs import the_club
from tests.support.databases import book, make_app, settings

__all__ = ["book", "make_app", "settings"]


@pytest.fixture
def new_book(book: Flask) -> Flask:
    """A score book without a club."""
    clubs.delete_club(the_club())
    return book
