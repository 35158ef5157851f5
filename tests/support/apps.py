"""The app as tests of its pages need it."""

from __future__ import annotations

from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.disk import do_not_wait
from tests.support.pages import Visitor


def make_app(settings: Settings) -> Flask:
    """The app, whose clients check every page, and whose database does not wait for the disk."""
    app = create_app(settings)
    app.testing = True
    app.test_client_class = Visitor
    with app.app_context():
        do_not_wait(db.engine)
    return app
