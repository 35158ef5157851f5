"""A game of many rounds, written as rows because recording them one by one would take long."""

from __future__ import annotations

from datetime import UTC, datetime

from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.mapping import RecordedRound, columns_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.round_rows import exchange_rounds
from tests.support.scorebook import start, win


def long_sheet(rounds: int) -> GameRow:
    """A game of Gin without a target, with this many rounds on its sheet."""
    row = start(overrides={"target": 0})
    now = datetime.now(UTC)
    entries = {
        number: RecordedRound(win(number % 9 + 1, by="Bob" if number % 3 else "Ann"), now, None)
        for number in range(1, rounds + 1)
    }
    with write() as session:
        exchange_rounds(session.connection(), row.id, (), entries, 0)
    for name, value in columns_of(sheet_of(row)).items():
        setattr(row, name, value)
    db.session.commit()
    return row
