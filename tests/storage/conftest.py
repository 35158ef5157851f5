"""The same score book on SQLite and on PostgreSQL."""

from tests.support.databases import book, make_app
from tests.support.databases import on_both as settings

__all__ = ["book", "make_app", "settings"]
