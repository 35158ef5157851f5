"""The judge's blueprint, its limits on requests, and links back to a game."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.clubs.address_limits import JUDGE_CALLS
from scorekeeper.clubs.clubs import find_club
from scorekeeper.games.open_rounds import find_announced
from scorekeeper.storage.game_lists import games_on_the_table
from scorekeeper.storage.models import Club, GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.web.shell.errors import error_answer
from scorekeeper.web.shell.long_work import refuse_strangers_if_busy
from scorekeeper.web.shell.visitor import may, member_or_none

MOST_FACTS = 6_000
"""The most bytes of a query. Eight whole hands with every house rule need fewer."""

blueprint = Blueprint("judge", __name__)


@blueprint.before_request
def refuse_too_much() -> Response | None:
    """Reject a request if its IP address asks too often or its query is too long.

    Raises `TooManyCallsError` and, while another stranger's question is computed, `BusyError`.
    """
    JUDGE_CALLS.count(request.remote_addr or "")
    refuse_strangers_if_busy()
    if len(request.query_string) > MOST_FACTS:
        return error_answer(414, _("That is too much for one round."))
    return None


@dataclass(frozen=True, slots=True)
class WayBack:
    """A link back to a game of the member's club. `to_table`: a round is being entered."""

    row: GameRow
    to_table: bool

    @property
    def game_id(self) -> str:
        return self.row.id

    @property
    def address(self) -> str:
        """The page of the round being entered, or the sheet if there is none."""
        return url_for("together.show" if self.to_table else "games.show", game_id=self.game_id)


def way_back(game_id: str) -> WayBack | None:
    """The link back to this game. `None` if the member cannot see it."""
    club = _club() if game_id else None
    row = find_game(club, game_id) if club else None
    return _way_back_to(row) if row else None


def way_back_to_table() -> WayBack | None:
    """The link back to the game on the table of the member's club that changed last, if any."""
    club = _club()
    row = next(iter(games_on_the_table(club, 1)), None) if club else None
    return _way_back_to(row) if row else None


def _club() -> Club | None:
    member = member_or_none()
    return find_club(member.club_id) if member else None


def _way_back_to(row: GameRow) -> WayBack:
    return WayBack(row, to_table=may("together.show") and find_announced(row) is not None)
