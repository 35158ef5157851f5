"""Games that began at the same moment, as imported games of one day do."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.statistics import standings
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.documents import Document, knock
from tests.support.scorebook import form, win
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import imported, lines_of

pytestmark = pytest.mark.usefixtures("book")


def called(day: str) -> Document:
    """Return a game of this day that was called after Ann won a round."""
    players = {"variant": "gin", "preset": "plain", "players": ["Ann", "Bob"]}
    return players | {"date": day, "called": True, "rounds": [knock("Ann", Ann=5, Bob=15)]}


@pytest.mark.parametrize("games", [2, 3])
def test_each_counts_once_however_many_results_are_read_at_once(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_day = [called("2026-02-02") | {"note": f"{number}"} for number in range(games)]
    imported(lines_of(called("2026-01-01"), *same_day), "games.jsonl")
    first = db.session.scalars(select(GameRow).order_by(GameRow.played_on)).first()
    assert first is not None
    # The last whole game of a batch is followed by another of its moment.
    monkeypatch.setattr(standings, "AT_ONCE", 2 * (games + 1))
    commands.correct(first.id, **form(first), place=1, entry=win(10, by="Bob"))
    compare_with_recount()
