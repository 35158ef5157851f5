"""A score book of an older version has its history as soon as this one starts."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import are_written, bring_up_to_date
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player, PlayerEvening
from tests.support.migrations import downgrade, upgrade
from tests.support.scorebook import form, record, restart, start, win
from tests.support.statements import counted


def faults() -> list[str]:
    return list(check(lambda _done, _everything: None))


@pytest.mark.usefixtures("book")
def test_a_book_from_before_there_were_statistics_has_them_at_once() -> None:
    row = record(start(overrides={"target": 0}), win(10), win(5, "Bob"))
    commands.call(row.id, **form(row))
    record(start(), win(10))
    db.session.remove()
    downgrade(revision="0010")
    upgrade()
    restart()
    assert not are_written()
    bring_up_to_date()
    assert are_written()
    assert faults() == []
    [evening] = set(db.session.scalars(select(GameRow.played_on)))
    rows = db.session.scalars(select(PlayerEvening).order_by(PlayerEvening.player_id)).all()
    assert [(each.played_on, each.games, each.rounds_won) for each in rows] == [(evening, 1, 1)] * 2
    colours = db.session.scalars(select(Player.colour)).all()
    assert len(set(colours)) == len(colours) == 2


def test_the_next_start_has_nothing_to_write(book: Flask) -> None:
    bring_up_to_date()
    with counted(book) as sent:
        bring_up_to_date()
    assert [each for each in sent if not each.startswith(("BEGIN", "SELECT"))] == []
