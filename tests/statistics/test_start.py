"""A start writes the statistics where this version of them did not."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import delete, update

from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import VERSION, are_written, bring_up_to_date
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import PlayerEvening, StatisticsState
from tests.support.scorebook import record, start, win
from tests.support.statements import counted


def faults() -> list[str]:
    return list(check(lambda _done, _everything: None))


@pytest.mark.usefixtures("book")
def test_what_another_version_counted_is_counted_again_at_once() -> None:
    record(start(overrides={"target": 10}), win(10))
    with write() as session:
        session.execute(delete(PlayerEvening))
        session.execute(update(StatisticsState).values(version=VERSION + 1))
    assert not are_written()
    bring_up_to_date()
    assert are_written()
    db.session.rollback()
    assert faults() == []


def test_the_next_start_has_nothing_to_write(book: Flask) -> None:
    bring_up_to_date()
    with counted(book) as sent:
        bring_up_to_date()
    assert [statement for statement in sent if not statement.startswith(("BEGIN", "SELECT"))] == []
