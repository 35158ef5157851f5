"""The sheet as it follows the table: what changed since a phone last looked, and a large view."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for

from scorekeeper.games import commands
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import game_after
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.sheet import sheet_parts
from scorekeeper.web.permissions import current_member
from scorekeeper.web.requests import leave_for, the_game
from scorekeeper.web.rounds.shared_merge import digest, seat_of
from scorekeeper.web.rounds.shared_state import the_table

PAGES = {
    "sheet": "games/_live.html",
    "watch": "games/_watch.html",
    "round": "rounds/_together_live.html",
    "form": "rounds/_company_live.html",
}
"""What of each page changes, by what the page calls itself."""

OF_A_ROUND = ("round", "form")
"""The pages on which a round is entered."""


@blueprint.app_template_global()
def news_address(game_id: str, seen: str | None, at: str, **more: Any) -> str:
    """Where a page `at` this game asks what changed since the state that it shows, and to whom."""
    role = current_member().role.value
    return url_for("games.live", game_id=game_id, seen=seen, at=at, role=role, **more)


@blueprint.get("/games/<game_id>/live")
def live(game_id: str) -> Response:
    """What changed on a page since the state it has `seen`; 204 where nothing did.

    The page of a game that is over says which game it knows to be the `next`: one more is a change
    too. Whose role changed is shown the page anew, with what is now to be done there.
    """
    member = current_member()
    mark = commands.mark(member.club_id, game_id) or abort(404)
    if request.args.get("role", member.role) != member.role:
        response = make_response("", 204, {"HX-Refresh": "true"})
    elif request.args.get("seen") == mark and not _has_gone_on(game_id):
        response = make_response("", 204)
    else:
        response = _news(the_game(game_id))
    response.headers["Cache-Control"] = "no-store"
    return response


def _has_gone_on(game_id: str) -> bool:
    """Whether the players are at another game by now than the page of this one, over, knows."""
    known = request.args.get("next")
    if known is None:
        return False
    following = game_after(the_game(game_id))
    return known != (following.id if following else "")


def _news(row: GameRow) -> Response:
    at = request.args.get("at", "sheet")
    template = PAGES.get(at) or abort(400)
    if at not in OF_A_ROUND:
        parts = sheet_parts(row)
        if at == "watch" and parts["next_game"]:
            return leave_for(url_for("games.watch", game_id=parts["next_game"].id))
        return make_response(render_template(template, **parts))
    table = the_table(row)
    if table is None and at == "round":
        return leave_for(url_for("games.show", game_id=row.id, left="round"))
    seat = seat_of(request.args.get("seat", ""), len(row.seats))
    answer = render_template(
        template,
        row=row,
        table=table,
        seat=seat,
        mark=commands.mark_of(row),
        key=commands.new_key(),
        known=request.args.get("known", ""),
        now_known=digest(table.open.facts) if table else "",
        ruled=_ruled(table.open.id) if table else "",
    )
    return make_response(answer)


def _ruled(open_id: str) -> str:
    """What stands for the hands on whose ruling the page was, empty where it was on none."""
    known = request.args.get("ruled", "")
    return known if known.startswith(f"{open_id}-") else ""


@blueprint.get("/games/<game_id>/watch")
def watch(game_id: str) -> Response:
    """The sheet for a tablet or a television beside the table: large, and nothing to press."""
    return make_response(render_template("games/watch.html", **sheet_parts(the_game(game_id))))
