"""A book of two years, which tests only read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from tests.support.clubs import visitor
from tests.support.pages import Visitor
from tests.support.past_games import PastGame, play, some_rounds

TABLES = (
    ("gin", ("Ann", "Bob"), "plain", 16),
    ("knock", ("Cleo", "Ann", "Bob"), "plain", 6),
    ("three-thirteen", ("Ann", "Bob", "Cleo"), "plain", 11),
    ("basic", ("Bob", "Cleo"), "penalty", 4),
    ("gin", ("Cleo", "Ann"), "tournament", 9),
)


@dataclass(frozen=True)
class Book:
    """A club with its games in the order in which they were played."""

    app: Flask
    games: list[PastGame]
    ids: dict[str, int]
    client: Visitor


@pytest.fixture(scope="session")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """Two years of games between Ann, Bob and Cleo."""
    folder: Path = tmp_path_factory.mktemp("past")
    app = create_app(
        Settings(
            data_dir=folder, secret_key="a key for the tests", time_zone="Europe/Paris", backups=0
        )
    )
    app.testing, app.test_client_class = True, Visitor
    games = []
    for number in range(20):
        variant, players, preset, rounds = TABLES[number % len(TABLES)]
        day = date(2025, 2, 1) + timedelta(days=25 * number)
        facts = some_rounds(variant, players, rounds, seed=number)
        games.append(play(app, day, variant, players, *facts, preset=preset))
    client = cast(Visitor, visitor(app, Role.WATCHER))
    with app.app_context():
        ids = {row.name: row.id for row in db.session.scalars(select(Player))}
    yield Book(app, games, ids, client)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
