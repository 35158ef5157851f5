"""What a game at a table of a tournament cannot do, whoever changes it."""

from __future__ import annotations

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow, TableGameRow, TournamentPart, TournamentRow

_AT_TABLE = (
    select(TableGameRow.round, TableGameRow.table, TournamentRow.name, TournamentPart.document)
    .join(TournamentRow, TournamentRow.id == TableGameRow.tournament_id)
    .join(
        TournamentPart,
        and_(
            TournamentPart.tournament_id == TableGameRow.tournament_id,
            TournamentPart.kind == "round",
            TournamentPart.round == TableGameRow.round,
            TournamentPart.number == 0,
        ),
    )
    .where(TableGameRow.game_id == bindparam("game_id"))
)


def check_at_table(
    session: Session, row: GameRow, kind: ChangeKind, before: Game, after: Game
) -> None:
    """Refuse a change of a game that its tournament does not allow. Raises `RuleError`.

    The tournament decides who sits at a table, and its organiser when a round is closed. If the
    result changed, the row of the tournament must be locked before, so that this is the latest.
    """
    at = session.execute(_AT_TABLE, {"game_id": row.id}).one_or_none()
    if at is None:
        return
    if kind is ChangeKind.DELETE or before.players != after.players or _comes_or_goes(after):
        raise RuleError(
            message(
                "This is table {table} of {tournament}, round {round}.",
                table=at.table,
                tournament=at.name,
                round=at.round,
            )
        )
    if at.document.get("closed") and kind is not ChangeKind.DETAILS:
        text = message("Round {round} is closed. An organiser can open it again.", round=at.round)
        raise RuleError(text)
    if row.status != "playing" and not row.played and row.imported is None:
        text = message("No hand was played at table {table}. Did a pair not come?", table=at.table)
        raise RuleError(text)


def _comes_or_goes(game: Game) -> bool:
    return any(
        isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
        for entry in game.entries
    )
