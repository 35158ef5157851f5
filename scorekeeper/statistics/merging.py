"""Merges two players who are one person, and separates them again, with their results.

The seats are facts and stay unchanged, so a merge can be undone. Name, face and statistics belong
to the person.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select, tuple_, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.clubs.players import changing, note_new_name
from scorekeeper.statistics import sums
from scorekeeper.statistics.projection import lock_results
from scorekeeper.statistics.results import Persons
from scorekeeper.statistics.standings import recompute_from
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import (
    Device,
    EntrantPlayer,
    GameResult,
    GameRow,
    Player,
    RoundResult,
    SeatRow,
    TournamentRow,
)

_SEAT, _GAME_RESULT, _ROUND_RESULT = table(SeatRow), table(GameResult), table(RoundResult)


class SatTogetherError(Exception):
    """Both players sat in one game or entered one tournament, so they are two people."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """The numbers of a player's games, without deleted games, and of the devices signed in."""

    games: int
    devices: int


def merge_players(player: Player, person: Player) -> None:
    """Merge a player, with players merged into it earlier, into another person.

    Raises `SatTogetherError`.
    """
    person_id = person.id
    with changing(player) as (session, now):
        if now.same_as_id == person_id:
            return
        into = session.get_one(Player, person_id, populate_existing=True)
        if into.person is now:  # Somebody has just merged them the other way round.
            return
        if game_together(session, now, into.person) or entered_together(session, now, into.person):
            raise SatTogetherError
        moved = [now, *merged_into(now, session)]
        for merged in moved:
            note_new_name(session, merged)
            merged.same_as_id = into.person.id
        for merged in moved:
            move_results(session, merged)


def separate_player(player: Player) -> None:
    """Make a merged player a separate person again."""
    with changing(player) as (session, now):
        if now.same_as_id is not None:
            note_new_name(session, now)
            now.same_as_id = None
            move_results(session, now)


def merged_into(person: Player, session: Session | None = None) -> list[Player]:
    """The players merged into this person, by name."""
    query = select(Player).where(Player.same_as_id == person.id).order_by(Player.name)
    return list((session or db.session).scalars(query))


def game_together(session: Session, player: Player, person: Player) -> GameRow | None:
    """A game of both players, preferably a game that is not deleted."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(GameRow)
        .join(mine, mine.game_id == GameRow.id)
        .join(theirs, theirs.game_id == GameRow.id)
        .where(mine.player_id.in_(_ids(player)), theirs.player_id.in_(_ids(person)))
        .order_by(GameRow.deleted_at.is_not(None), GameRow.created_at, GameRow.id)
    )
    return session.scalar(query.limit(1))


def entered_together(session: Session, player: Player, person: Player) -> TournamentRow | None:
    """A tournament that both players entered."""
    mine, theirs = aliased(EntrantPlayer), aliased(EntrantPlayer)
    query = (
        select(TournamentRow)
        .join(mine, mine.tournament_id == TournamentRow.id)
        .join(theirs, theirs.tournament_id == TournamentRow.id)
        .where(mine.player_id.in_(_ids(player)), theirs.player_id.in_(_ids(person)))
        .order_by(TournamentRow.played_on, TournamentRow.id)
    )
    return session.scalar(query.limit(1))


def belongings(player: Player) -> Belongings:
    games = (
        select(func.count())
        .select_from(SeatRow)
        .join(GameRow, GameRow.id == SeatRow.game_id)
        .where(SeatRow.player_id.in_(_ids(player)), GameRow.deleted_at.is_(None))
    )
    devices = select(func.count()).where(
        Device.player_id.in_(_ids(player)), Device.revoked_at.is_(None)
    )
    return Belongings(db.session.scalar(games) or 0, db.session.scalar(devices) or 0)


def _ids(player: Player) -> Select[Any]:
    return select(Player.id).where(or_(Player.id == player.id, Player.same_as_id == player.id))


def move_results(session: Session, player: Player) -> None:
    """Move the results of a player to the current person of the player.

    Call it after setting or clearing `same_as_id` in this transaction. Results of players merged
    earlier into this player move too. No two of these players can have seats in one game.
    """
    session.flush()
    connection, club_id = session.connection(), player.club_id
    lock_results(connection, club_id)
    persons = Persons(connection, club_id)
    person, same = persons.person(player.id), persons.same(player.id)
    seats = select(_SEAT.c.game_id, _SEAT.c.number).where(_SEAT.c.player_id.in_(same))
    mine = tuple_(_GAME_RESULT.c.game_id, _GAME_RESULT.c.seat).in_(seats)
    before = set(connection.scalars(select(_GAME_RESULT.c.player_id).where(mine).distinct()))
    if before <= {person}:
        return
    first = connection.scalar(select(func.min(_GAME_RESULT.c.played_on)).where(mine))
    _give(connection, seats, before, person)
    sums.write_again(connection, before | {person})
    recompute_from(connection, club_id, first, before | {person})


def _give(
    connection: Connection, seats: Select[str, int], before: Collection[int], person: int
) -> None:
    for results in (_GAME_RESULT, _ROUND_RESULT):
        columns = results.c
        mine = tuple_(columns.game_id, columns.seat).in_(seats)
        # The condition on the person lets the database use its index.
        moved = update(results).where(columns.player_id.in_(before), mine)
        connection.execute(moved.values(player_id=person))
