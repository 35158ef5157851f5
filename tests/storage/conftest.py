"""The same score book on SQLite and on PostgreSQL."""

from tests.support.databases import make_app
from tests.support.databases import on_both as settings
from tests.support.databases import own_book as book

__all__ = ["book", "make_app", "settings"]
