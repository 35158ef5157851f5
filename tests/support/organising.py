"""Organises a tournament round after round until it is killed, and prints what it committed.

Run it with the id of the tournament, which has tables of two. Four tables record at a time.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from flask import Flask

from scorekeeper import create_app
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.tournaments import rounds, tables
from tests.support.clubs import the_club
from tests.support.hall import change, now
from tests.support.scorebook import record

_printing = Lock()


def say(*words: object) -> None:
    with _printing:
        print(*words, flush=True)


def play(app: Flask, evening: str, round: int, table: int) -> None:
    """Begin a table unless it has begun, and record the round that ends its game."""
    with app.app_context():
        row = tables.begin(the_club(), evening, round, table)
        say("begun", round, table, row.id)
        row = db.session.get_one(GameRow, row.id)
        first, second = row.players
        record(row, {"ending": "knock", "by": first, "hands": {first: 5, second: 45}})
        say("ended", round, table, row.id)


def organise(app: Flask, evening: str) -> None:
    """Continue the tournament from its current state."""
    with ThreadPoolExecutor(4) as phones, app.app_context():
        while True:
            recorded = now(evening)
            if recorded.latest == 0 or recorded.times[-1].closed:
                change(evening, rounds.draw_round, "standing")
                say("drawn", recorded.latest + 1)
                continue
            latest = recorded.latest
            if not recorded.times[-1].shown:
                change(evening, rounds.show_round)
                say("shown", latest)
                continue
            left = recorded.round(latest).open_tables
            list(phones.map(lambda table, at=latest: play(app, evening, at, table), left))
            db.session.rollback()  # Sees what the tables wrote.
            change(evening, rounds.close_round)
            say("closed", latest)


if __name__ == "__main__":
    organise(create_app(), sys.argv[1])
