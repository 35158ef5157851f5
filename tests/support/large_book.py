"""A club with a great number of games, written as rows because playing them would take hours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import insert, select

from scorekeeper import clock
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.mapping import RecordedEntry, columns_of
from scorekeeper.storage.models import GameRow, Player, SeatRow
from scorekeeper.storage.round_rows import exchange_entries
from scorekeeper.storage.tokens import new_id
from tests.support.clubs import the_club
from tests.support.scorebook import start, win

BEGAN = datetime(2001, 1, 6, 20, tzinfo=UTC)
AT_ONCE = 5_000
"""The number of games that one statement writes."""


def fill(games: int, *, players: int, in_play: int = 0, deleted: int = 0) -> None:
    """Write this many finished games into the first club, and games in play or deleted."""
    club_id = the_club().id
    with write() as session:
        query = select(Player.id).where(Player.club_id == club_id)
        known = len(session.scalars(query).all())
        people = [
            {"club_id": club_id, "name": f"Player {number}", "seen_at": BEGAN + timedelta(number)}
            for number in range(known, known + players)
        ]
        session.execute(insert(Player), people)
        ids = list(session.scalars(query))
        rows = _games(club_id, ["over"] * games + ["playing"] * in_play + ["deleted"] * deleted)
        number = 0
        while some := list(islice(rows, AT_ONCE)):
            session.execute(insert(GameRow), some)
            seats = []
            for row in some:
                for seat in range(len(row["totals"])):
                    player = ids[(number + seat) % len(ids)]
                    seats.append({"game_id": row["id"], "number": seat, "player_id": player})
                number += 1
            session.execute(insert(SeatRow), seats)


def _games(club_id: int, states: list[str]) -> Iterator[dict[str, Any]]:
    for number, state in enumerate(states):
        at = BEGAN + timedelta(hours=number)
        yield {
            "id": new_id(),
            "club_id": club_id,
            "variant": "knock",
            "preset": "plain",
            "overrides": {},
            "dealer": 0,
            "called": state != "playing",
            "extras": [],
            "status": "playing" if state == "playing" else "called",
            "totals": [10, 25, 0][: 2 + number % 2],
            "winners": [] if state == "playing" else [1],
            "played": 3,
            "version": 4,
            "created_at": at,
            "changed_at": at,
            "deleted_at": at if state == "deleted" else None,
            "deleted_by": None,
            "played_on": at.date(),
        }


def long_sheet(rounds: int) -> GameRow:
    """A game of Gin without a target, with this many rounds on its sheet."""
    row = start(overrides={"target": 0})
    now = clock.now()
    entries = {
        number: RecordedEntry(win(number % 9 + 1, by="Bob" if number % 3 else "Ann"), now, None)
        for number in range(1, rounds + 1)
    }
    with write() as session:
        exchange_entries(session.connection(), row.id, (), entries, 0)
    for name, value in columns_of(sheet_of(row)).items():
        setattr(row, name, value)
    db.session.commit()
    return row
