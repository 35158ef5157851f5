"""Short helpers for a game of Gin between Ann and Bob, also by many threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask, current_app
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.games.history import Entries
from scorekeeper.rummy.documents.round import read_round, write_entry
from scorekeeper.rummy.round import Round
from scorekeeper.storage.database import db, table
from scorekeeper.storage.folded_games import EXTENSION, sheet_of
from scorekeeper.storage.models import ChangeRow, Club, GameRow, Player, RoundRow, SeatRow
from scorekeeper.storage.models.games import PER_BOOK
from scorekeeper.web.parts import kept_parts
from tests.support.clubs import the_club
from tests.support.documents import Document, variant_of

ANN_AND_BOB = ("Ann", "Bob")

TABLES = (Club, Player, GameRow, SeatRow, RoundRow, ChangeRow)


def start(
    players: Sequence[str] = ANN_AND_BOB, *, club: Club | None = None, **changes: Any
) -> GameRow:
    """Start a game, plain Gin in the first club by default."""
    facts: dict[str, Any] = {"variant": "gin", "preset": "plain", "overrides": {}, "dealer": 0}
    facts |= {"key": commands.new_key(), **changes}
    return commands.start(club or the_club(), players=players, **facts)


def win(points: int, by: str = "Ann") -> Round:
    """Return a knock that gives this many points to Ann or to Bob."""
    loser = "Bob" if by == "Ann" else "Ann"
    return read_round(
        {"ending": "knock", "by": by, "hands": {by: 5, loser: points + 5}}, ANN_AND_BOB
    )


def record(row: GameRow, *rounds: Round | Document, **more: Any) -> GameRow:
    """Record rounds one after another, each with a fresh form."""
    pieces = variant_of(row.variant).pieces
    for each in rounds:
        facts = each if isinstance(each, Round) else read_round(each, row.players, pieces)
        row = commands.record(row.id, **form(row), round=facts, **more)
    return row


def play(row: GameRow, *rounds: Document, **more: Any) -> GameRow:
    """Record rounds until the game is over."""
    for round in rounds:
        row = record(row, round, **more) if row.status == "playing" else row
    return row


def form(row: GameRow) -> dict[str, Any]:
    """Return the fields of every form of this game: its current version and a key."""
    return {"version": row.version, "key": commands.new_key()}


def documents(row: GameRow, rounds: Entries) -> dict[int, dict[str, Any]]:
    """Return entries of the history as documents, with the players’ current names."""
    return {number: write_entry(each.entry, row.players) for number, each in rounds.items()}


def everything() -> list[tuple[object, ...]]:
    """Return every row of the database, to compare before and after.

    Versions of games are as in a new book.
    """
    db.session.rollback()
    version = GameRow.__table__.c.version
    queries = [
        select(*(column % PER_BOOK if column is version else column for column in rows.c)).order_by(
            *rows.primary_key
        )
        for rows in map(table, TABLES)
    ]
    return [tuple(row) for query in queries for row in db.session.execute(query)]


def restart() -> None:
    """Clear the server’s caches of games, as a restart would, to see a row changed by hand."""
    current_app.extensions.pop(EXTENSION, None)
    current_app.extensions.pop(kept_parts.EXTENSION, None)


def totals(row: GameRow) -> tuple[int, ...]:
    """Return the totals of the recorded rounds, and check that the game’s row repeats them."""
    sheet = sheet_of(row)
    assert tuple(row.totals) == sheet.final
    assert row.played == len(sheet.rounds)
    assert row.winners == list(sheet.winners)
    assert (row.status != "playing") == sheet.over
    return sheet.totals


def at_once(app: Flask, *jobs: Callable[[], object]) -> list[object]:
    """Run every job at the same moment in its own thread, and return results and exceptions."""
    barrier = threading.Barrier(len(jobs))
    results: list[object] = [None] * len(jobs)

    def run(place: int) -> None:
        with app.app_context():
            barrier.wait(timeout=30)
            try:
                results[place] = jobs[place]()
            except Exception as error:
                results[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive(), "a writer waits for ever"
    return results
