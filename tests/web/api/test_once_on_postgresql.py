"""On PostgreSQL too a change counts once, although several requests write at the same time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from flask import Flask

from scorekeeper.clubs import clubs
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.apps import make_app
from tests.support.clubs import the_club
from tests.support.organising_programs import PAIRS, Organiser
from tests.support.own_postgresql import Cluster, cluster
from tests.support.programs import PlayingProgram, token
from tests.support.scorebook import at_once
from tests.support.table import Table
from tests.web.api.test_once import all_at_once, posted

__all__ = ["cluster"]


@pytest.fixture
def served(settings: Settings, cluster: Cluster) -> Iterator[Flask]:
    """The app on a PostgreSQL for this test only."""
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
def test_a_club_is_deleted_while_its_programs_record(served: Flask) -> None:
    for _club in range(4):
        tables = [Table(served, target=0) for _table in range(8)]
        programs = [PlayingProgram(served, token(served), table.id) for table in tables]
        begun = threading.Barrier(len(programs) + 1)

        def record(program: PlayingProgram, begun: threading.Barrier = begun) -> set[int]:
            answers = set()
            for number in range(200):
                status = posted(program, f"key-{number}", program.tag).status_code
                answers.add(status)
                if status != 201:
                    break
                program.look()
                if number == 0:
                    begun.wait(timeout=30)
            return answers

        def delete(begun: threading.Barrier = begun) -> None:
            club = the_club()
            begun.wait(timeout=30)
            clubs.delete_club(club)

        [deleted, *answers] = at_once(served, delete, *[partial(record, each) for each in programs])
        assert deleted is None
        assert answers == [{201, 401}] * len(programs)


@pytest.mark.slow
def test_eight_organisers_at_once_draw_one_round_and_type_each_slip_once(served: Flask) -> None:
    Table(served)
    first = Organiser(served, token(served))
    first.create()
    first.does("POST", "/entrants", {"entrants": [{"players": pair} for pair in PAIRS]})
    programs = [Organiser(served, first.secret) for _program in range(8)]
    for program in programs:
        program.evening, program.seen = first.evening, first.seen

    def statuses(method: str, below: str, sent: Any) -> list[int]:
        answers = at_once(served, *[partial(each.run, method, below, sent) for each in programs])
        for program in programs:
            program.seen = program.ask("GET", program.home).headers["ETag"]
        return sorted(answer.status_code for answer in answers)

    assert statuses("POST", "/rounds", {"movement": "lot"}) == [200] + [412] * 7
    assert first.reads()["drawn"] == 1
    programs[0].does("PUT", "/rounds/1/show")
    for program in programs:
        program.seen = programs[0].seen
    assert statuses("PUT", "/rounds/1/tables/1", {"totals": [1800, 1445]}) == [200] + [412] * 7
    assert [seated["done"] for seated in first.reads("/rounds/1")["tables"]] == [True, False]
