"""The link back from the judge's desk to the game where the question came up."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.clubs.clubs import find_club
from scorekeeper.games.open_rounds import find_open
from scorekeeper.storage.queries import find_game
from scorekeeper.web.shell.visitor import may, member_or_none


@dataclass(frozen=True, slots=True)
class WayBack:
    """A game of the member's club; `to_table` says whether a round of it is being entered."""

    game_id: str
    to_table: bool

    @property
    def address(self) -> str:
        """The page of the round being entered, or else the sheet."""
        return url_for("together.show" if self.to_table else "games.show", game_id=self.game_id)


def way_back(game_id: str) -> WayBack | None:
    """The way back to this game; `None` if the member may not see it."""
    member = member_or_none()
    club = find_club(member.club_id) if member and game_id else None
    row = find_game(club, game_id) if club else None
    if row is None:
        return None
    to_table = may("together.show") and find_open(row.id) is not None
    return WayBack(row.id, to_table)
