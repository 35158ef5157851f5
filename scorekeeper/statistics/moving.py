"""Moves the results of a player to another one, when two are merged or parted again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime

from sqlalchemy import Connection, Select, func, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.statistics import sums
from scorekeeper.statistics.projection import lock_results
from scorekeeper.statistics.results import UNKNOWN, Persons, Place
from scorekeeper.statistics.standings import recompute_ratings, recompute_streak
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameResult, Player, RoundResult, SeatRow

_SEAT, _GAME, _ROUND = table(SeatRow), table(GameResult), table(RoundResult)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def move_results(session: Session, player: Player) -> None:
    """Give the results of a player to the person who the player is now.

    It is for a player whose `same_as_id` was set or cleared in this transaction; those merged into
    this player before go along. No two of them may sit in one game.
    """
    session.flush()
    connection, club_id = session.connection(), player.club_id
    lock_results(connection, club_id)
    persons = Persons(connection, club_id)
    person, same = persons.person(player.id), persons.same(player.id)
    seats = select(_SEAT.c.game_id, _SEAT.c.number).where(_SEAT.c.player_id.in_(same))
    mine = tuple_(_GAME.c.game_id, _GAME.c.seat).in_(seats)
    before = set(connection.scalars(select(_GAME.c.player_id).where(mine).distinct()))
    if before <= {person}:
        return
    first = connection.scalar(select(func.min(_GAME.c.played_on)).where(mine))
    _give(connection, seats, before, person)
    sums.write_again(connection, before | {person})
    recompute_from(connection, club_id, first, before | {person})


def _give(
    connection: Connection, seats: Select[str, int], before: Collection[int], person: int
) -> None:
    for results in (_GAME, _ROUND):
        columns = results.c
        mine = tuple_(columns.game_id, columns.seat).in_(seats)
        # The rows are found by their present person, for which there is an index.
        moved = update(results).where(columns.player_id.in_(before), mine)
        connection.execute(moved.values(player_id=person))


def recompute_from(
    connection: Connection, club_id: int, first: date, persons: Collection[int]
) -> None:
    """Recompute the ratings and streaks affected by these people's games from an evening on."""
    theirs = _GAME.c.player_id.in_(persons), _GAME.c.played_on >= first
    start = Place(first, _LONG_AGO, "")
    connection.execute(update(_GAME).where(*theirs).values(UNKNOWN))
    variants = connection.scalars(select(_GAME.c.variant).where(*theirs).distinct())
    for variant in sorted(variants):
        recompute_ratings(connection, club_id, variant, start, persons)
    for person in sorted(persons):
        recompute_streak(connection, person, start)
