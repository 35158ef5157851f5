"""Compares the rows with which the database guards tournaments with their facts."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.models import (
    EntrantPlayer,
    GameRow,
    RoundSeat,
    TableGameRow,
    TournamentRow,
)
from scorekeeper.tournament.writing import write_standings
from scorekeeper.tournaments.parts import ROUND, Parts, entrants_of, read_parts, seats_of
from scorekeeper.tournaments.recorded import make_recorded


def check_tournaments() -> Iterator[str]:
    """A sentence for everything that differs, and for tournaments that cannot be read."""
    with Session(db.engine) as session:
        for row in session.scalars(select(TournamentRow).order_by(TournamentRow.id)).all():
            try:
                with reading(row.id):
                    parts = read_parts(session, row)
                    write_standings(make_recorded(session, row, parts).tournament)
            except UnreadableGameError:
                yield f"tournament {row.id}: it cannot be read"
                continue
            for what in _differing(session, row.id, parts):
                yield f"tournament {row.id}: {what}"


def _differing(session: Session, tournament_id: str, parts: Parts) -> Iterator[str]:
    of_players = select(EntrantPlayer.entrant, EntrantPlayer.player_id)
    players = session.execute(of_players.where(EntrantPlayer.tournament_id == tournament_id))
    entered = {
        (number, player)
        for number, document in entrants_of(parts)
        for player in document["players"]
    }
    if set(map(tuple, players)) != entered:
        yield "its players are not those of its entrants"
    of_seats = select(RoundSeat.round, RoundSeat.entrant, RoundSeat.table)
    seats = session.execute(of_seats.where(RoundSeat.tournament_id == tournament_id))
    seated = {
        (name.round, entrant, table)
        for name, document in parts.items()
        if name.kind == ROUND
        for entrant, table in seats_of(document)
    }
    if set(map(tuple, seats)) != seated:
        yield "its seats are not those of its rounds"
    at_tables = select(TableGameRow.game_id).where(TableGameRow.tournament_id == tournament_id)
    of_games = select(GameRow.id).where(GameRow.tournament_id == tournament_id)
    if set(session.scalars(at_tables)) != set(session.scalars(of_games)):
        yield "its games are not those of its tables"
