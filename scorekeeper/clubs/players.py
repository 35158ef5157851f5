"""The players of a club: added with a face of their own."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.storage.models import Player

COLOURS = 12
"""How many colours faces have; `static/tokens.css` says which."""


def add_player(session: Session, club_id: int, name: str) -> Player:
    """Add a player to a club, in the rarest colour; the club must be locked."""
    player = Player(
        club_id=club_id,
        name=name,
        seen_at=datetime.now(UTC),
        colour=_rarest_colour(session, club_id),
    )
    session.add(player)
    return player


def _rarest_colour(session: Session, club_id: int) -> int:
    query = (
        select(Player.colour, func.count().label("players"))
        .where(Player.club_id == club_id, Player.same_as_id.is_(None))
        .group_by(Player.colour)
    )
    used = {row.colour: row.players for row in session.execute(query)}
    return min(range(COLOURS), key=lambda colour: used.get(colour, 0))
