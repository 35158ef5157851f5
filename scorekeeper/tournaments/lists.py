"""Finding tournaments of a club, an evening or a game, and the entrant of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import bindparam, func, select, tuple_

from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    Club,
    EntrantPlayer,
    GameRow,
    Player,
    TableGameRow,
    TournamentRow,
)

PAGE = 30
"""The number of tournaments on a page."""

_DATED = (TournamentRow.played_on, TournamentRow.id)

_ON_EVENING = (
    select(TournamentRow)
    .where(
        TournamentRow.club_id == bindparam("club"), TournamentRow.played_on == bindparam("evening")
    )
    .order_by(TournamentRow.id)
)
"""Built once, because every home page runs it and building takes longer than running."""

_ENTRANT = (
    select(EntrantPlayer.entrant)
    .join(Player, Player.id == EntrantPlayer.player_id)
    .where(
        EntrantPlayer.tournament_id == bindparam("tournament"),
        func.coalesce(Player.same_as_id, Player.id) == bindparam("player"),
    )
    .order_by(EntrantPlayer.entrant)
    .limit(1)
)


_TABLE = (
    select(TournamentRow.id, TournamentRow.name, TableGameRow.round, TableGameRow.table)
    .join(TableGameRow, TableGameRow.tournament_id == TournamentRow.id)
    .where(TableGameRow.game_id == bindparam("game"))
)


def tournaments_of(club: Club, after: TournamentRow | None = None) -> Sequence[TournamentRow]:
    """The tournaments of a club, the latest first: a page, and the first of the next page.

    They follow the tournament `after`, if given.
    """
    query = select(TournamentRow).where(TournamentRow.club_id == club.id)
    if after is not None:
        query = query.where(tuple_(*_DATED) < (after.played_on, after.id))
    latest_first = query.order_by(*(column.desc() for column in _DATED))
    return db.session.scalars(latest_first.limit(PAGE + 1)).all()


def tournaments_on(club: Club, evening: date) -> Sequence[TournamentRow]:
    return db.session.scalars(_ON_EVENING, {"club": club.id, "evening": evening}).all()


@dataclass(frozen=True, slots=True)
class TableOfGame:
    """The table of a game in a round of a tournament."""

    tournament_id: str
    tournament: str
    round: int
    table: int


def table_of(game: GameRow) -> TableOfGame | None:
    """The table of a game. `None` if the game belongs to no tournament."""
    if game.tournament_id is None:
        return None
    found = db.session.execute(_TABLE, {"game": game.id}).one_or_none()
    return TableOfGame(*found) if found else None


def entrant_of(tournament_id: str, player_id: int | None) -> int | None:
    if player_id is None:
        return None
    return db.session.scalar(_ENTRANT, {"tournament": tournament_id, "player": player_id})
