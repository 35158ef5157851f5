"""The page on which somebody who comes in by an invitation lands."""

from __future__ import annotations

from flask import url_for

from scorekeeper.clubs.clubs import find_club
from scorekeeper.storage.queries import find_game, game_after


def landing_page(club_id: int, game_id: str | None) -> str:
    """The game that an invitation was sent from, or the next one if that is over; else home."""
    club = find_club(club_id)
    row = find_game(club, game_id) if club and game_id else None
    if row is None:
        return url_for("home.index")
    following = None if row.status == "playing" else game_after(row)
    return url_for("games.show", game_id=(following or row).id)
