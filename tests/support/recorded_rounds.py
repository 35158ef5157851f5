"""The score book after an evening of kills: it has what was acknowledged, and nothing else."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import func, select

from scorekeeper.config import Settings
from scorekeeper.games.history import changes
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import ChangeRow, GameRow, HandRow, RoundRow
from tests.support.databases import opened
from tests.support.killed_servers import Evening
from tests.support.scorebook import totals


def check_everything(settings: Settings, evening: Evening) -> None:
    """Every acknowledged round is there once, no other is, and nothing is half."""
    assert evening.faults == []
    with opened(settings):
        notes = Counter(db.session.scalars(select(RoundRow.note)))
        assert notes == Counter(evening.acknowledged)
        for row in db.session.scalars(select(GameRow)):
            numbers = select(RoundRow.number).where(RoundRow.game_id == row.id)
            assert sorted(db.session.scalars(numbers)) == list(range(1, row.played + 1))
            assert totals(row) == (10 * row.played, 0)
            assert len(changes(row)) == row.version == 1 + row.played
        assert db.session.scalar(select(func.count()).select_from(HandRow)) == 2 * len(notes)
        orphans = select(ChangeRow).where(ChangeRow.game_id.not_in(select(GameRow.id)))
        assert db.session.scalars(orphans).all() == []
        db.session.rollback()
        assert list(check(lambda _done, _everything: None)) == []
