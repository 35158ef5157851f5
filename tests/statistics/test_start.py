"""A start writes the statistics if this version of them was not written yet."""

from __future__ import annotations

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from scorekeeper.config import Settings
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import VERSION, are_written, bring_up_to_date, rebuild
from scorekeeper.storage.backups import restore
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import (
    WHOLE_WIN,
    GameResult,
    GameRow,
    PlayerEvening,
    StatisticsState,
)
from tests.support.databases import opened
from tests.support.released import RELEASED
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


@pytest.mark.usefixtures("book")
def test_a_check_tells_how_many_rounds_of_all_it_has_seen() -> None:
    record(start(overrides={"target": 20}), win(10), win(10))
    record(start(overrides={"target": 10}), win(10))
    seen: list[tuple[int, int]] = []
    assert list(check(lambda done, everything: seen.append((done, everything)))) == []
    assert seen[-1] == (3, 3)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("released", RELEASED, ids=lambda path: str(path.stem))
def test_the_first_start_counts_the_games_of_a_released_version_again(
    settings: Settings, released: Path
) -> None:
    with released.open("rb") as file:
        restore(settings, file)
    with closing(sqlite3.connect(settings.data_dir / "scorekeeper.db")) as book:
        assert book.execute("SELECT version FROM statistics_state").fetchone() != (VERSION,)
    with opened(settings):
        assert are_written()
        assert faults() == []
        games = select(func.sum(GameResult.fair)).group_by(GameResult.game_id, GameResult.side)
        halves = db.session.scalars(games.where(GameRow.variant == "gin").join(GameRow)).all()
        assert set(halves) == {WHOLE_WIN // 2}


@pytest.mark.usefixtures("book")
def test_the_server_collects_garbage_as_before_once_all_is_written() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(5_000, 10, 10)
        rebuild(lambda _done, _everything: None)
        assert gc.get_threshold() == (5_000, 10, 10)
    finally:
        gc.set_threshold(*before)


def test_the_next_start_has_nothing_to_write(book: Flask) -> None:
    bring_up_to_date()
    with counted(book) as sent:
        bring_up_to_date()
    assert [statement for statement in sent if not statement.startswith(("BEGIN", "SELECT"))] == []
