"""Rounds that stay on a sheet keep their rows when others are removed and added at once."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.storage.database import db, write
from scorekeeper.storage.mapping import RecordedEntry
from scorekeeper.storage.models import RoundRow
from scorekeeper.storage.round_rows import exchange_entries
from tests.support.large_book import long_sheet
from tests.support.scorebook import win
from tests.support.walks import walk

PLAYED = 4


class Undone(Exception):
    """Ends a transaction without a change."""


def rows(game_id: str) -> dict[int, int]:
    """Return the id of each round’s row, by its number."""
    found = select(RoundRow.number, RoundRow.id).where(RoundRow.game_id == game_id)
    return {row.number: row.id for row in db.session.execute(found)}


@pytest.mark.usefixtures("book")
@walk(
    "off", [off for size in range(PLAYED + 1) for off in combinations(range(1, PLAYED + 1), size)]
)
def test_rounds_keep_their_rows_and_their_order(off: tuple[int, ...]) -> None:
    game_id = long_sheet(PLAYED).id
    before = rows(game_id)
    kept = [row_id for number, row_id in sorted(before.items()) if number not in off]
    for more in range(3):
        after = range(1, len(kept) + more + 1)
        for on in combinations(after, more):
            put_on = dict.fromkeys(on, RecordedEntry(win(7), clock.now(), None))
            now = {}
            with suppress(Undone), write() as session:
                exchange_entries(session.connection(), game_id, off, put_on, PLAYED)
                now = rows(game_id)
                raise Undone
            assert sorted(now) == list(after)
            assert [now[number] for number in after if number not in on] == kept
