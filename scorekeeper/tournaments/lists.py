"""Lists of tournaments: those of a club, those of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select

from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, TournamentRow


def tournaments_of(club: Club, most: int, before: str = "") -> Sequence[TournamentRow]:
    """The club's tournaments, the latest evening first; with `before`, those after this one."""
    query = select(TournamentRow).where(TournamentRow.club_id == club.id)
    if before and (row := db.session.get(TournamentRow, before)):
        earlier = (TournamentRow.played_on < row.played_on) | (
            (TournamentRow.played_on == row.played_on) & (TournamentRow.id < row.id)
        )
        query = query.where(earlier)
    ordered = query.order_by(TournamentRow.played_on.desc(), TournamentRow.id.desc())
    return db.session.scalars(ordered.limit(most)).all()


def tournaments_on(club: Club, evening: date) -> Sequence[TournamentRow]:
    """The club's tournaments of an evening."""
    query = select(TournamentRow).where(
        TournamentRow.club_id == club.id, TournamentRow.played_on == evening
    )
    return db.session.scalars(query.order_by(TournamentRow.id)).all()
