"""The judge's desk settles a dispute without a game; nothing is stored, all is in the address."""

from __future__ import annotations

from flask import abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.judge.blueprint import blueprint, has_just, way_back
from scorekeeper.web.judge.desk import Desk, fields_of, known_links, link_of
from scorekeeper.web.judge.dispute import blank_dispute, dispute_about, read_dispute
from scorekeeper.web.judge.other_rules import other_rules
from scorekeeper.web.shell.requests import is_htmx

blueprint.add_app_template_global(other_rules)


@blueprint.app_template_global()
def desk_link(game: Game, number: int) -> str:
    """The address of the desk for a recorded round, with a link back to this page's game."""
    game_id = (request.view_args or {}).get("game_id", "")
    return link_of(dispute_about(game, number), game_id)


@blueprint.get("/judge")
def desk() -> Response:
    """The games to choose from, or the desk with the dispute in the address."""
    back = way_back(request.args.get("game", ""))
    if "variant" not in request.args:
        game_id = back.game_id if back else ""
        known = {each.key: known_links(blank_dispute(each), game_id) for each in VARIANTS}
        return make_response(
            render_template("judge/choose.html", variants=VARIANTS, back=back, known=known)
        )
    dispute = read_dispute(request.args) or abort(404)
    desk = Desk(dispute, back)
    # The form sends every field; a ruling is shown at its short address, fit to be passed on.
    if desk.sheet and not is_htmx() and not has_just(fields_of(desk.shortest, desk.game_id)):
        return redirect(desk.address(desk.shortest))
    template = "judge/_desk.html" if is_htmx() else "judge/desk.html"
    page = render_template(
        template,
        desk=desk,
        page=desk,
        draft=dispute,
        preset_values=dispute.preset_values,
        back=back,
        asked=not is_htmx() and "base" in request.args,
        reopened=request.headers.get("HX-Trigger") == "game-fold",
    )
    response = make_response(page, 422 if desk.errors else 200)
    if is_htmx() and desk.sheet:
        response.headers["HX-Replace-Url"] = desk.address(desk.shortest)
    return response
