"""The pages of a club's players."""

from __future__ import annotations

from flask import Blueprint, abort

from scorekeeper.statistics.players import find_person
from scorekeeper.storage.models import Player
from scorekeeper.web.shell.visitor import current_club

blueprint = Blueprint("players", __name__, url_prefix="/players")


def person_or_404(player_id: int) -> Player:
    """The club's player with this id, or the person they were merged into."""
    return find_person(current_club(), player_id) or abort(404)
