"""A game of many rounds: written as rows, for each round recorded would fold all before it."""

from __future__ import annotations

from datetime import UTC, datetime

from scorebook import start, win
from scorekeeper.changed_rounds import ChangedRounds
from scorekeeper.db import db, write
from scorekeeper.models import GameRow
from scorekeeper.round_rows import exchange_rounds
from scorekeeper.rows import Entry, facts, project


def long_sheet(rounds: int) -> GameRow:
    """A game of Gin without a target, with so many rounds on its sheet."""
    row = start(overrides={"target": 0})
    now = datetime.now(UTC)
    entries = {
        number: Entry(win(number % 9 + 1, by="Bob" if number % 3 else "Ann"), now, None)
        for number in range(1, rounds + 1)
    }
    with write() as session:
        exchange_rounds(session, row.id, ChangedRounds(on=entries), 0)
    for name, value in project(facts(row)).items():
        setattr(row, name, value)
    db.session.commit()
    return row
