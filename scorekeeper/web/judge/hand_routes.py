"""The judge's desk answers a question about one hand; nothing is stored, all is in the address."""

from __future__ import annotations

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.web.judge.address import has_just
from scorekeeper.web.judge.blueprint import blueprint
from scorekeeper.web.judge.hand_page import HandDesk, hand_fields, hand_link
from scorekeeper.web.judge.typed import dispute_in_play, read_dispute
from scorekeeper.web.judge.way_back import way_back
from scorekeeper.web.shell.requests import is_htmx

blueprint.add_app_template_global(hand_link)


@blueprint.app_template_global()
def question_in_play(sheet: Sheet, game_id: str) -> str:
    """The address of the question about a hand, in the round of a game that is being played."""
    return hand_link(dispute_in_play(sheet), game_id=game_id)


@blueprint.get("/judge/hand")
def hand() -> Response:
    """The question about a hand that a game has, with the answer for the hand in the address."""
    if "variant" not in request.args:
        return redirect(url_for("judge.desk"))
    dispute = read_dispute(request.args) or abort(404)
    question = dispute.variant.question or abort(404)
    back = way_back(request.args.get("game", ""))
    desk = HandDesk(dispute, question, request.args, back)
    # The form sends every field; an answer is shown at its short address, fit to be passed on.
    if (
        desk.answer
        and not is_htmx()
        and not has_just(hand_fields(dispute, desk.hand, desk.game_id))
    ):
        return redirect(desk.address)
    page = render_template(
        "judge/_hand_desk.html" if is_htmx() else "judge/hand.html",
        desk=desk,
        page=desk,
        draft=dispute,
        preset_values=dispute.preset_values,
        back=back,
    )
    response = make_response(page, 422 if desk.errors else 200)
    if is_htmx() and desk.answer:
        response.headers["HX-Replace-Url"] = desk.address
    return response
