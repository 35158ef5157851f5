"""The games at the tables of a tournament, read with one query for all tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, TableGameRow
from scorekeeper.tournament.points import PlayedDeal

Place: TypeAlias = tuple[int, int]
"""A round and the number of a table in it."""

_OF_TOURNAMENT = and_(
    TableGameRow.tournament_id == bindparam("tournament"), GameRow.deleted_at.is_(None)
)

_GAMES = (
    select(
        TableGameRow.round,
        TableGameRow.table,
        GameRow.id,
        GameRow.status,
        GameRow.played,
        GameRow.totals,
        GameRow.imported.is_not(None).label("is_imported"),
        GameRow.changed_at,
        GameRow.version,
    )
    .join(GameRow, GameRow.id == TableGameRow.game_id)
    .where(_OF_TOURNAMENT)
)

GAMES_STATE = (
    select(func.count(), func.sum(GameRow.version), func.max(GameRow.changed_at))
    .select_from(TableGameRow)
    .join(GameRow, GameRow.id == TableGameRow.game_id)
    .where(_OF_TOURNAMENT)
)
"""Identifies the state of a `tournament`'s games, faster than reading all of them."""


class GameAtTable(NamedTuple):
    """The values of a game that a tournament needs. `played` is the number of its rounds."""

    id: str
    status: str
    played: int
    totals: tuple[int, ...]
    is_imported: bool
    changed: datetime
    version: int

    @property
    def is_over(self) -> bool:
        return self.status != "playing"


def games_at_tables(session: Session, tournament_id: str) -> dict[Place, GameAtTable]:
    """The games that have begun, without deleted ones."""
    rows = session.execute(_GAMES, {"tournament": tournament_id})
    return {
        (round, table): GameAtTable(id, status, played, tuple(totals), imported, changed, version)
        for round, table, id, status, played, totals, imported, changed, version in rows
    }


def deals_of_games(
    session: Session, game_ids: Iterable[str]
) -> Mapping[str, tuple[PlayedDeal, ...]]:
    """The rounds of games by id, as needed for points by deals."""
    rows = session.scalars(select(GameRow).where(GameRow.id.in_(list(game_ids))))
    return {row.id: _deals(row) for row in rows}


def _deals(row: GameRow) -> tuple[PlayedDeal, ...]:
    sheet = sheet_of(row)
    return tuple(
        PlayedDeal(
            ending=entry.round.ending,
            by=entry.ruling.winners[0] if entry.ruling.winners else None,
            left=tuple(entry.ruling.deadwood.get(seat) for seat in sheet.game.sides),
        )
        for entry in sheet.rounds
    )
