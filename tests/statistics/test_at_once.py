"""Games of a club that end at the same moment are rated one after another."""

from __future__ import annotations

from functools import partial

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.games import commands
from scorekeeper.statistics.check import check
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameResult
from tests.support.scorebook import at_once, form, record, start, win

GAMES = 4


def test_games_that_end_at_once_follow_one_another(
    book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a slow machine a page would ask to press again.
    monkeypatch.setattr(writer_queue, "PATIENCE", 60)
    rows = [record(start(overrides={"target": 0}), win(10)) for _ in range(GAMES)]
    forms = [(row.id, form(row)) for row in rows]
    db.session.rollback()  # or this thread would keep seeing the old state
    ended = at_once(book, *(partial(commands.call, game_id, **sent) for game_id, sent in forms))
    assert [result for result in ended if isinstance(result, Exception)] == []
    assert db.session.scalar(select(func.max(GameResult.streak))) == GAMES
    assert list(check(lambda _done, _everything: None)) == []
