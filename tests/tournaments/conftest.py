"""Both databases for the tests of tournaments."""

from tests.support.databases import book, make_app, settings

__all__ = ["book", "make_app", "settings"]
