"""The leagues of a club for an export: documents with their tables."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import select

from scorekeeper.storage.models import LeagueRow
from scorekeeper.tournament.league import LeagueEvening
from scorekeeper.tournaments.leagues import (
    agreed_league,
    document_of_league,
    evenings_of,
    points_of_evening,
)
from scorekeeper.tournaments.recorded import make_recorded
from scorekeeper.transfer.club_games import ClubBook


def lines_of_leagues(book: ClubBook) -> Iterator[bytes]:
    """The documents of all leagues, in order. Call it after reading the tournaments of the book.

    An unreadable evening is left out.
    """
    of_club = select(LeagueRow).where(LeagueRow.club_id == book.club_id)
    in_order = of_club.order_by(LeagueRow.created_at, LeagueRow.id)
    for row in book.session.scalars(in_order).all():
        evenings = [
            LeagueEvening(
                tournament=tournament.id,
                factor=factor,
                points=points_of_evening(
                    make_recorded(book.session, tournament), tuple(row.places)
                ),
            )
            for tournament, factor in evenings_of(book.session, row.id)
            if tournament.id not in book.unreadable
        ]
        document = document_of_league(agreed_league(row, *evenings))
        yield json.dumps(document, ensure_ascii=False).encode() + b"\n"
