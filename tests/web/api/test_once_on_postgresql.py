"""A change counts once on PostgreSQL, too, where several write at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorekeeper.clubs import clubs
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from scorekeeper.web.api import once
from tests.support.apps import make_app
from tests.support.clubs import the_club
from tests.support.own_postgresql import Cluster, cluster
from tests.support.programs import PlayingProgram, token
from tests.support.scorebook import at_once
from tests.support.table import Table
from tests.web.api.test_once import all_at_once, posted

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


@pytest.mark.slow
def test_a_program_whose_club_is_deleted_meanwhile_is_a_stranger(
    served: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing holds the club between the look at the token and the first row that is written."""
    table = Table(served)
    player = PlayingProgram(served, token(served), table.id)
    begin = once._begin

    def begin_later(session: Session, sent: Any) -> bool:
        monkeypatch.undo()
        assert at_once(served, lambda: clubs.delete_club(the_club())) == [None]
        return begin(session, sent)

    monkeypatch.setattr(once, "_begin", begin_later)
    assert posted(player, "one", player.tag).status_code == 401
