"""An app on a data folder of its own for every test, and a visitor who checks every page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from clubs import visitor
from pages import Visitor
from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.roles import Role


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that depend on nothing of the machine."""
    return Settings(
        data_dir=tmp_path / "data", secret_key="a key for the tests", time_zone="Europe/Paris"
    )


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The app on an empty score book."""
    app = create_app(settings)
    app.testing = True
    app.test_client_class = Visitor
    yield app
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture
def client(app: Flask) -> Visitor:
    """Ann, who keeps the club, without JavaScript; see `Visitor.visit` and `Visitor.submit`."""
    return visitor(app, Role.KEEPER)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL database that tests may fill and empty."""
    url = os.environ.get("SCOREKEEPER_TEST_POSTGRES_URL")
    if not url:
        pytest.skip("SCOREKEEPER_TEST_POSTGRES_URL names no PostgreSQL database")
    return url
