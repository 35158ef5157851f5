"""Compare the stored statistics with a plain recount, row by row."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.storage.database import Base, db, table
from scorekeeper.storage.models import (
    GameResult,
    PairMonth,
    PlayerEvening,
    PlayerMonth,
    RoundResult,
)
from tests.support import recount


def stored(rows: type[Base]) -> list[recount.Line]:
    """Return every row of a table, in any order."""
    with db.engine.connect() as connection:
        return [row._asdict() for row in connection.execute(select(table(rows)))]


def _the_same(found: list[recount.Line], right: list[recount.Line], *key: str) -> None:
    """Check that both have the same rows in any order. Ratings can differ in the last digits."""
    lines, wanted = (
        {tuple(line[name] for name in key): line for line in each} for each in (found, right)
    )
    assert lines.keys() == wanted.keys()
    for which, line in wanted.items():
        assert lines[which] == {
            name: pytest.approx(value) if isinstance(value, float) else value
            for name, value in line.items()
        }


def compare_with_recount() -> None:
    """Check that the stored rows are those of the plain recount."""
    games = recount.finished_games()
    results = recount.games_of(games)
    months, pairs = recount.with_months(results), recount.with_months(recount.pairs_of(results))
    of_pairs = (*recount.COUNTERS, "ahead", "level")
    _the_same(stored(GameResult), results, "game_id", "seat")
    rounds = [line for game in games for line in recount.rounds_of(game)]
    _the_same(stored(RoundResult), rounds, "game_id", "number", "seat")
    key = ("player_id", "variant", "month", "club_id")
    of_months = (*recount.COUNTERS, *recount.MEASURES)
    _the_same(stored(PlayerMonth), recount.added_up(months, *key, counters=of_months), *key)
    key = ("player_id", "opponent_id", "variant", "month", "club_id")
    _the_same(stored(PairMonth), recount.added_up(pairs, *key, counters=of_pairs), *key)
    key = ("player_id", "played_on", "club_id")
    _the_same(stored(PlayerEvening), recount.added_up(results, *key), *key)
