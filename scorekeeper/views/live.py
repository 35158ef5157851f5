"""The sheet as it follows the table: what changed since a phone last looked, and a large view."""

from __future__ import annotations

from flask import Response, abort, make_response, render_template, request

from scorekeeper import games
from scorekeeper.access import current_member
from scorekeeper.views.asked import the_game
from scorekeeper.views.games import blueprint
from scorekeeper.views.sheet import sheet_parts

PAGES = {"sheet": "games/_live.html", "watch": "games/_watch.html"}
"""What of each page changes, by what the page calls itself."""


@blueprint.get("/games/<game_id>/live")
def live(game_id: str) -> Response:
    """What changed on a page since the state it has `seen`; 204 where nothing did."""
    mark = games.mark(current_member().club_id, game_id) or abort(404)
    if request.args.get("seen") == mark:
        response = make_response("", 204)
    else:
        template = PAGES.get(request.args.get("at", "sheet")) or abort(400)
        response = make_response(render_template(template, **sheet_parts(the_game(game_id))))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/games/<game_id>/watch")
def watch(game_id: str) -> Response:
    """The sheet for a tablet or a television beside the table: large, and nothing to press."""
    return make_response(render_template("games/watch.html", **sheet_parts(the_game(game_id))))
