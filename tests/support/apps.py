"""The app for tests of pages: most share one, and each begins with an empty score book."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import EXTENSION
from scorekeeper.web.shell.visitor import VISITS
from tests.support.empty_books import EmptyBooks, do_not_wait
from tests.support.pages import Visitor


def settings_in(folder: Path) -> Settings:
    """Return settings that do not depend on the machine and turn automatic backups off."""
    return Settings(
        data_dir=folder, secret_key="a key for the tests", time_zone="Europe/Paris", backups=0
    )


def make_app(settings: Settings) -> Flask:
    """Return the app. Its clients check every page, and its database does not wait for the disk."""
    app = create_app(settings)
    app.testing = True
    app.test_client_class = Visitor
    with app.app_context():
        do_not_wait(db.engine)
    return app


@pytest.fixture(scope="session")
def shared_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_in(tmp_path_factory.mktemp("web") / "data")


@pytest.fixture(scope="session")
def shared_app(shared_settings: Settings, empty_books: EmptyBooks) -> Flask:
    """The app of all these tests. Making one takes longer than most tests."""
    empty_books.put(shared_settings)
    return make_app(shared_settings)


@pytest.fixture
def settings(shared_settings: Settings) -> Settings:
    """The settings of the shared app, with its data folder deleted."""
    shutil.rmtree(shared_settings.data_dir, ignore_errors=True)
    return shared_settings


@pytest.fixture
def app(shared_app: Flask, settings: Settings, empty_books: EmptyBooks) -> Iterator[Flask]:
    """The shared app on an empty score book, with the state of a fresh start."""
    empty_books.put(settings)
    config = dict(shared_app.config)
    yield shared_app
    shared_app.config.clear()
    shared_app.config.update(config)
    shared_app.extensions.pop(EXTENSION, None)
    shared_app.extensions.pop(VISITS, None)
    with shared_app.app_context():
        shared_app.extensions["sqlalchemy"].engine.dispose()
