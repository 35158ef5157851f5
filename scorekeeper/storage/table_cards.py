"""Finds the game that a table's card opens: the game at this table in the current round."""

from __future__ import annotations

from sqlalchemy import ColumnElement, bindparam, exists, select

from scorekeeper.storage.models import (
    GameRow,
    TableGameRow,
    TableLink,
    TournamentPart,
    TournamentRow,
)


def is_open_at(link_id: ColumnElement[str], game_id: ColumnElement[str]) -> ColumnElement[bool]:
    """A condition: the card with this id opens the game with this id.

    The card is not revoked, and the game is at its table in a round that is shown and not closed.
    The game is not deleted, and the tournament has not ended.
    """
    return exists().where(
        TableLink.id == link_id,
        TableLink.revoked_at.is_(None),
        TableGameRow.tournament_id == TableLink.tournament_id,
        TableGameRow.table == TableLink.table,
        TableGameRow.game_id == game_id,
        GameRow.id == TableGameRow.game_id,
        GameRow.deleted_at.is_(None),
        TournamentRow.id == TableLink.tournament_id,
        TournamentRow.setup["ended"].as_string().is_(None),
        TournamentPart.tournament_id == TableLink.tournament_id,
        TournamentPart.kind == "round",
        TournamentPart.round == TableGameRow.round,
        TournamentPart.document["shown"].as_string().is_not(None),
        TournamentPart.document["closed"].as_string().is_(None),
    )


OPENS_GAME = select(is_open_at(bindparam("card"), bindparam("game")))
"""A query for whether a `card` opens a `game`."""
