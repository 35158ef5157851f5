"""Checks that a tournament allows a change of a game at one of its tables, for every user."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import (
    EntrantPlayer,
    GameRow,
    Player,
    TableGameRow,
    TournamentPart,
    TournamentRow,
)

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


_ROUNDS = select(TournamentPart.round, TournamentPart.document).where(
    TournamentPart.tournament_id == bindparam("tournament"), TournamentPart.kind == "round"
)
_ENTRANTS = (
    select(EntrantPlayer.entrant, func.coalesce(Player.same_as_id, Player.id))
    .join(Player, Player.id == EntrantPlayer.player_id)
    .where(EntrantPlayer.tournament_id == bindparam("tournament"))
)
_TABLE_GAME = select(TableGameRow.game_id).where(
    TableGameRow.tournament_id == bindparam("tournament"),
    TableGameRow.round == bindparam("round"),
    TableGameRow.table == bindparam("table"),
)


def restore_to_table(session: Session, row: GameRow) -> None:
    """Give a restored game its place at a table again. The tournament must be locked.

    If the round has been drawn differently since, the game becomes a game outside the tournament.
    Raises `RuleError` if the table has another game.
    """
    at = _place_of(session, row)
    if at is None:
        row.tournament_id = None
        return
    round, table = at
    asked = {"tournament": row.tournament_id, "round": round, "table": table}
    if session.scalar(_TABLE_GAME, asked) is not None:
        raise RuleError(
            message("Table {table} has another game. Take that back first.", table=table)
        )
    session.add(
        TableGameRow(game_id=row.id, tournament_id=row.tournament_id, round=round, table=table)
    )
    session.flush()


def _place_of(session: Session, row: GameRow) -> tuple[int, int] | None:
    """Return the round and the table where exactly the game’s players sit.

    The round must have been drawn before the game was created. If the players sit together in
    several such rounds, the last one counts.
    """
    asked = {"tournament": row.tournament_id}
    players: dict[int, set[int]] = {}
    for entrant, player in session.execute(_ENTRANTS, asked):
        players.setdefault(entrant, set()).add(player)
    seated = {seat.player.person.id for seat in row.seats}
    places = [
        (round, table["number"])
        for round, document in session.execute(_ROUNDS, asked)
        if datetime.fromisoformat(document["drawn"]) <= row.created_at
        for table in document["tables"]
        if seated
        == {one for side in table["sides"] for entrant in side for one in players[entrant]}
    ]
    return max(places, default=None)


def check_at_table(
    session: Session, row: GameRow, kind: ChangeKind, before: Game, after: Game
) -> None:
    """Reject a change of a game that its tournament does not allow. Raises `RuleError`.

    The tournament decides who sits at a table, and its organiser decides when a round is closed. If
    the result changed, the caller must have locked the tournament’s row, so that this check reads
    the tournament’s latest state.
    """
    at = session.execute(_AT_TABLE, {"game_id": row.id}).one_or_none()
    if at is None:
        return
    if kind is ChangeKind.DELETE or before.players != after.players or _has_joins_or_leaves(after):
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


def _has_joins_or_leaves(game: Game) -> bool:
    return any(
        isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
        for entry in game.entries
    )
