"""The same score book on SQLite and on PostgreSQL."""

from __future__ import annotations

from tests.support.databases import book, make_app, settings

__all__ = ["book", "make_app", "settings"]
