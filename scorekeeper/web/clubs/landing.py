"""The page that somebody who joins by an invitation sees first."""

from __future__ import annotations

from flask import url_for

from scorekeeper.clubs.clubs import find_club
from scorekeeper.storage.queries import find_game, game_after


def landing_page(club_id: int, game_id: str | None) -> str:
    """The invitation's game, the next one if that is over, or home."""
    club = find_club(club_id)
    row = find_game(club, game_id) if club and game_id else None
    if row is None:
        return url_for("home.index")
    following = None if row.status == "playing" else game_after(row)
    return url_for("games.show", game_id=(following or row).id)
