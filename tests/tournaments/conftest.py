"""Tournaments are tested on both databases."""

from tests.support.databases import book, make_app, settings

__all__ = ["book", "make_app", "settings"]
