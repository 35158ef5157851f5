"""What the pages of the hall share: their blueprint, their tournament, its address."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    find_tournament,
    recorded_tournament,
)
from scorekeeper.web.shell.requests import speak_of
from scorekeeper.web.shell.responses import HIDDEN_PATH
from scorekeeper.web.shell.visitor import current_club

blueprint = Blueprint("hall", __name__)


@blueprint.after_request
def _keep_secret(response: Response) -> Response:
    """Keep the address of a table, which is a secret, from other sites and search engines."""
    if "code" in (request.view_args or {}):
        response.headers["Referrer-Policy"] = HIDDEN_PATH
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Cache-Control"] = "no-store"
    return response


def tournament_or_404(tournament_id: str) -> RecordedTournament:
    """The club's tournament of this id, of whose game the page speaks from now on."""
    row = find_tournament(current_club(), tournament_id) or abort(404)
    recorded = recorded_tournament(row)
    speak_of(recorded.setup["game"]["variant"])
    return recorded


def tournament_address(tournament_id: str, page: str = "") -> str:
    """The page of a tournament: its standings, or another one by its path."""
    return f"{request.script_root}/tournaments/{tournament_id}{page}"
