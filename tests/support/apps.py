"""The app as tests of its pages need it."""

from __future__ import annotations

import sqlite3

from flask import Flask
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.pages import Visitor


def make_app(settings: Settings) -> Flask:
    """The app, whose clients check every page, and whose database does not wait for the disk."""
    app = create_app(settings)
    app.testing = True
    app.test_client_class = Visitor
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _without_waiting)
            db.engine.dispose()
    return app


def _without_waiting(connection: sqlite3.Connection, _record: object) -> None:
    # To wait takes many tests longer than all else, and no power cut is meant to spare their books.
    connection.execute("PRAGMA synchronous = OFF")
