"""A change counts once on PostgreSQL, too, where several write at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.apps import make_app
from tests.support.own_postgresql import Cluster, cluster
from tests.support.table import Table
from tests.web.api.test_once import all_at_once

__all__ = ["cluster"]


@pytest.fixture
def served(settings: Settings, cluster: Cluster) -> Iterator[Flask]:
    """The app on a PostgreSQL of its own."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    app = make_app(replace(settings, database_url=cluster.url))
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.mark.slow
def test_eight_clients_at_once_record_one_round(served: Flask) -> None:
    table = Table(served, target=500)
    for number in range(1, 6):
        answers = all_at_once(table, [f"key-{number}"] * 8)
        assert {status for status, _body in answers} == {201}
        assert len({body for _status, body in answers}) == 1
        assert table.rounds == 2 * number - 1
        answers = all_at_once(table, [f"key-{number}-{each}" for each in range(8)])
        assert sorted(status for status, _body in answers) == [201] + [412] * 7
        assert table.rounds == 2 * number
