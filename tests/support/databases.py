"""The same score book on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db, init_db
from tests.support.clubs import the_club
from tests.support.empty_books import EmptyBooks, do_not_wait


def _settings_of(*databases: object) -> Any:
    """A fixture: settings with each of these databases in turn."""

    @pytest.fixture(params=databases)
    def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
        if request.param == "postgresql":
            return replace(settings, database_url=request.getfixturevalue("schema_url"))
        return settings

    return settings


settings = _settings_of("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))
on_both = _settings_of("sqlite", "postgresql")
"""How a statement reads on either database is for the tests of `storage`; the others run on both
only with what is slow."""


@pytest.fixture
def make_app(settings: Settings) -> Iterator[Callable[[], Flask]]:
    """Starts the score book without pages, as another server on the same database."""
    apps: list[Flask] = []

    def make() -> Flask:
        app = Flask("scorebook")
        app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
        app.config["SECRET_KEY"] = settings.secret_key
        apps.append(app)
        init_db(app)
        return app

    settings.data_dir.mkdir()
    yield make
    for app in apps:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def book(
    settings: Settings, empty_books: EmptyBooks, make_app: Callable[[], Flask]
) -> Iterator[Flask]:
    """An empty score book with one club, with its database open; it does not wait for the disk."""
    empty_books.put(settings)
    app = make_app()
    with app.app_context():
        do_not_wait(db.engine)
        the_club()
        yield app


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """The score book as the program opens it, closed again afterwards."""
    app = create_app(settings)
    with app.app_context():
        try:
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def environment(settings: Settings) -> dict[str, str]:
    """The variables by which another process opens the same score book."""
    names = ("data_dir", "database_url", "secret_key")
    return {f"SCOREKEEPER_{each.upper()}": str(getattr(settings, each)) for each in names}


@contextmanager
def held_by_another_program(settings: Settings) -> Iterator[sqlite3.Connection]:
    """Keep everybody else from writing meanwhile."""
    path = settings.data_dir / "scorekeeper.db"
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other
        other.execute("ROLLBACK")
