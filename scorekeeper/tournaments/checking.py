"""Checks that stored tournaments and leagues are readable and that their rows agree."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.models import (
    EntrantPlayer,
    GameRow,
    LeagueRow,
    RoundSeat,
    TableGameRow,
    TournamentRow,
)
from scorekeeper.tournament.league import LeagueEvening
from scorekeeper.tournament.league_document import write_league
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.writing import write_standings
from scorekeeper.tournaments.leagues import agreed_league, check_league, evenings_of
from scorekeeper.tournaments.parts import ROUND, Parts, entrants_of, seated_entrants
from scorekeeper.tournaments.recorded import make_recorded


def check_tournaments() -> Iterator[str]:
    """A sentence for every difference, and for each tournament that cannot be read."""
    with Session(db.engine) as session:
        for row in session.scalars(select(TournamentRow).order_by(TournamentRow.id)).all():
            try:
                with reading(row.id):
                    recorded = make_recorded(session, row)
                    write_standings(recorded.tournament)
            except UnreadableGameError:
                yield f"tournament {row.id}: it cannot be read"
                continue
            for what in _differing(session, row.id, recorded.parts):
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
        for entrant, table in seated_entrants(document)
    }
    if set(map(tuple, seats)) != seated:
        yield "its seats are not those of its rounds"
    at_tables = select(TableGameRow.game_id).where(TableGameRow.tournament_id == tournament_id)
    of_games = select(GameRow.id).where(
        GameRow.tournament_id == tournament_id, GameRow.deleted_at.is_(None)
    )
    if set(session.scalars(at_tables)) != set(session.scalars(of_games)):
        yield "its games are not those of its tables"


def check_leagues() -> Iterator[str]:
    """A sentence for each league that cannot be read, or has an evening of another club."""
    with Session(db.engine) as session:
        for row in session.scalars(select(LeagueRow).order_by(LeagueRow.id)).all():
            evenings = evenings_of(session, row.id)
            counting = (LeagueEvening(factor=factor) for _tournament, factor in evenings)
            try:
                with reading(row.id):
                    check_league(write_league(agreed_league(row, *counting)))
            except (UnreadableGameError, Refusal):
                yield f"league {row.id}: it cannot be read"
            if any(tournament.club_id != row.club_id for tournament, _factor in evenings):
                yield f"league {row.id}: it has an evening of another club"
