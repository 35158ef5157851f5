"""Updates the stored results of a game, in the transaction of each of its changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update
from sqlalchemy.orm import Session

from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.statistics import sums
from scorekeeper.statistics.counting import count_game
from scorekeeper.statistics.results import (
    UNKNOWN,
    OrderKey,
    Persons,
    Result,
    new_results,
    order_key_of,
    persons_of,
    stored_results,
)
from scorekeeper.statistics.standings import recompute
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameResult, GameRow, RoundResult

RESULTS_LOCK = 726_961
"""The first number of the advisory lock of a club's results. The second number is the club's id."""

_GAME_RESULT, _ROUND_RESULT = table(GameResult), table(RoundResult)
_FORGET = delete(_GAME_RESULT).where(_GAME_RESULT.c.game_id == bindparam("game"))
_ROUNDS_OF = select(_ROUND_RESULT).where(_ROUND_RESULT.c.game_id == bindparam("game"))
_DATE = [
    update(results)
    .where(results.c.game_id == bindparam("game"))
    .values(played_on=bindparam("evening"))
    for results in (_ROUND_RESULT, _GAME_RESULT)
]
_WHAT_RATINGS_FOLLOW_FROM = ("player_id", "side", "rank", "won", *OrderKey._fields)


def write_results(session: Session, row: GameRow, sheet: Sheet | None) -> None:
    """Store the results of a game from this sheet. Without a sheet, delete them.

    Call it for a game that counts now or counted before the change; see `results.is_counted`.
    """
    connection = session.connection()
    lock_results(connection, row.club_id)
    old = stored_results(connection, row.id)
    new: list[Result] = []
    rounds: list[Result] = []
    if sheet is not None:
        new, rounds = new_results(row, count_game(sheet), Persons(connection, row.club_id))
    affects_ratings = [_basis(result) for result in old] != [_basis(result) for result in new]
    if not affects_ratings:
        # Ratings and streaks stay unchanged.
        pairs = zip(old, new, strict=True)
        new = [result | {name: was[name] for name in UNKNOWN} for was, result in pairs]
    if old:
        connection.execute(_FORGET, {"game": row.id})
        rounds = _exchanged(connection, row.id, rounds)
    for results, rows in ((_GAME_RESULT, new), (_ROUND_RESULT, rounds)):
        if rows:
            connection.execute(insert(results), rows)
    sums.exchange(connection, old, new)
    if affects_ratings:
        _recompute(connection, old, new)


def _exchanged(connection: Connection, game_id: str, rounds: Sequence[Result]) -> list[Result]:
    """Delete the results of rounds that differ from these, and return the results to add.

    A game can have a thousand rounds, and a correction changes only a few.
    """
    stored = [row._asdict() for row in connection.execute(_ROUNDS_OF, {"game": game_id})]
    old, new = (
        {(result["number"], result["seat"]): result for result in of} for of in (stored, rounds)
    )
    changed = {key[0] for key in old | new if old.get(key) != new.get(key)}
    if changed:
        mine = _ROUND_RESULT.c.game_id == game_id, _ROUND_RESULT.c.number.in_(changed)
        connection.execute(delete(_ROUND_RESULT).where(*mine))
    return [result for result in rounds if result["number"] in changed]


def redate(session: Session, row: GameRow) -> None:
    connection = session.connection()
    lock_results(connection, row.club_id)
    old = stored_results(connection, row.id)
    new = [{**result, "played_on": row.played_on} for result in old]
    if old == new:
        return
    for change in _DATE:
        connection.execute(change, {"game": row.id, "evening": row.played_on})
    connection.execute(update(_GAME_RESULT).where(_GAME_RESULT.c.game_id == row.id).values(UNKNOWN))
    sums.exchange(connection, old, new)
    _recompute(connection, old, new)


def lock_results(connection: Connection, club_id: int) -> None:
    """Exclude other writers of this club's results until the transaction ends.

    A rating also depends on other games, which a lock on one game does not protect. SQLite has only
    one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(:lock, :club)")
        connection.execute(lock, {"lock": RESULTS_LOCK, "club": club_id})


def _basis(result: Result) -> list[Any]:
    return [result[name] for name in _WHAT_RATINGS_FOLLOW_FROM]


def _recompute(connection: Connection, old: Sequence[Result], new: Sequence[Result]) -> None:
    results = [*old, *new]
    if not results:
        return
    club_id, variant = results[0]["club_id"], results[0]["variant"]
    for start in sorted({order_key_of(result) for result in results}):
        recompute(connection, club_id, variant, start, persons_of(results))
