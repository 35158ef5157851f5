"""The records of a club with the games that set them."""

from __future__ import annotations

from flask import render_template, request
from flask_babel import gettext as _

from scorekeeper.statistics.leaderboard import seasons
from scorekeeper.web.history import blueprint
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.figures import game_name
from scorekeeper.web.subjects.records import shown_records


@blueprint.get("/records", endpoint="records")
def show_records() -> str:
    """The records of all games, or of one game. Points are compared only within a preset."""
    club = current_club()
    played = list(seasons(club))
    asked = request.args.get("game", "")
    chosen = asked if asked in played else ""
    return render_template(
        "history/records.html",
        chosen=chosen,
        chips=[("", _("All games")), *((key, game_name(key)) for key in played)],
        groups=shown_records(club, chosen),
    )
