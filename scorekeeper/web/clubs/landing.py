"""The page that somebody who has just joined a club sees first."""

from __future__ import annotations

from flask import url_for

from scorekeeper.clubs.clubs import find_club
from scorekeeper.storage.game_lists import games_on_the_table
from scorekeeper.storage.models import Club, GameRow
from scorekeeper.storage.queries import find_game, game_after


def landing_page(club_id: int, game_id: str | None) -> str:
    """The invitation's game, or the next one if that is over; else the one on the table; else home.

    Where several games are being played, home shows them all.
    """
    club = find_club(club_id)
    row = (find_game(club, game_id) if game_id else _only_game(club)) if club else None
    if row is None:
        return url_for("home.index")
    following = None if row.status == "playing" else game_after(row)
    return url_for("games.show", game_id=(following or row).id)


def _only_game(club: Club) -> GameRow | None:
    """The game that is being played, unless there are several."""
    games = games_on_the_table(club, most=2)
    return games[0] if len(games) == 1 else None
