"""The same score book on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db, init_db
from tests.support.apps import settings_in
from tests.support.clubs import the_club
from tests.support.empty_books import EmptyBooks, do_not_wait


@pytest.fixture(scope="session")
def shared_book(tmp_path_factory: pytest.TempPathFactory, empty_books: EmptyBooks) -> Flask:
    """The score book of all tests on SQLite. A new one would compile every statement again."""
    folder = tmp_path_factory.mktemp("book") / "data"
    settings = settings_in(folder)
    empty_books.put(settings)
    return _open(settings)


def _open(settings: Settings) -> Flask:
    """Return a score book without pages."""
    app = Flask("scorebook", instance_path=str(settings.data_dir))
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    app.config["SECRET_KEY"] = settings.secret_key
    init_db(app)
    return app


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """Settings with each database in turn. Those with PostgreSQL are only for slow tests.

    On SQLite they belong to the shared score book, with its data folder deleted.
    """
    if request.param == "postgresql":
        return replace(settings, database_url=request.getfixturevalue("schema_url"))
    folder = Path(request.getfixturevalue("shared_book").instance_path)
    shutil.rmtree(folder, ignore_errors=True)
    return replace(settings, data_dir=folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def on_both(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """Settings with each database in turn, for tests of a statement that each reads differently."""
    if request.param == "postgresql":
        return replace(settings, database_url=request.getfixturevalue("schema_url"))
    return settings


@pytest.fixture
def make_app(settings: Settings) -> Iterator[Callable[[], Flask]]:
    """Returns a function that starts the score book without pages, as another server would."""
    apps: list[Flask] = []

    def make() -> Flask:
        apps.append(_open(settings))
        return apps[-1]

    settings.data_dir.mkdir()
    yield make
    for app in apps:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def book(
    request: pytest.FixtureRequest,
    settings: Settings,
    empty_books: EmptyBooks,
    make_app: Callable[[], Flask],
) -> Iterator[Flask]:
    """An empty open score book with one club, with the state of a fresh start."""
    empty_books.put(settings)
    app = make_app() if settings.database_url else request.getfixturevalue("shared_book")
    kept = [(values, dict(values)) for values in (app.config, app.extensions)]
    with _at_work(app):
        yield app
    for each, before in kept:
        each.clear()
        each.update(before)
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def own_book(
    settings: Settings, empty_books: EmptyBooks, make_app: Callable[[], Flask]
) -> Iterator[Flask]:
    """Like `book`, but not shared, for tests of opening it and of its connections."""
    empty_books.put(settings)
    with _at_work(make_app()) as app:
        yield app


@contextmanager
def _at_work(app: Flask) -> Iterator[Flask]:
    """Open a score book with a club. Its database does not wait for the disk."""
    with app.app_context():
        do_not_wait(db.engine)
        the_club()
        yield app


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """Open the score book like the program does, and close it afterwards."""
    app = create_app(settings)
    with app.app_context():
        try:
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def environment(settings: Settings) -> dict[str, str]:
    """Return the environment variables with which another process opens the same score book."""
    names = ("data_dir", "database_url", "secret_key")
    return {f"SCOREKEEPER_{each.upper()}": str(getattr(settings, each)) for each in names}


@contextmanager
def held_by_another_program(settings: Settings) -> Iterator[sqlite3.Connection]:
    """Lock the SQLite database against all other writers."""
    path = settings.data_dir / "scorekeeper.db"
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other
        other.execute("ROLLBACK")
