"""The judge's desk for a round, and the page with the games to choose from."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, make_response, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.web.judge.blueprint import blueprint, way_back, way_back_to_table
from scorekeeper.web.judge.desk import address_of
from scorekeeper.web.judge.dispute import (
    Dispute,
    blank_dispute,
    dispute_about,
    dispute_at_table,
    dispute_in_play,
    read_dispute,
    rules_fields,
)
from scorekeeper.web.judge.other_rules import other_rules
from scorekeeper.web.judge.play import play_links
from scorekeeper.web.judge.ruling import RulingDesk, known_links, link_of
from scorekeeper.web.shell.requests import is_htmx

blueprint.add_app_template_global(other_rules)


@blueprint.app_template_global()
def desk_link(sheet: Sheet, entry: RoundOnSheet) -> str:
    """The address of the desk for a recorded round, with a link back to this page's game."""
    game_id = (request.view_args or {}).get("game_id", "")
    return link_of(dispute_about(sheet, entry), game_id)


@blueprint.app_template_global()
def question_page(variant: Variant) -> str:
    """The endpoint of the page with a game's own question."""
    return "judge.hand" if variant.question else "judge.melds"


@blueprint.app_template_global()
def question_link(dispute: Dispute, game_id: str = "") -> str:
    """The address of the game's own question by the rules of a dispute."""
    way_back = {"game": game_id} if game_id else {}
    return address_of(question_page(dispute.variant), {**rules_fields(dispute), **way_back})


@blueprint.app_template_global()
def question_in_play(sheet: Sheet, game_id: str) -> str:
    return question_link(dispute_in_play(sheet), game_id)


@blueprint.get("/judge")
def desk() -> Response:
    """The desk with the dispute in the address, or with the next round of a game.

    This game is the `game` in the address, or else a game on the table. Without either, the answer
    is the list of games.
    """
    back = way_back(request.args.get("game", ""))
    sent: Mapping[str, str] = request.args
    if "variant" not in sent:
        back = back or way_back_to_table()
        if back is None:
            return games()
        sent = dispute_at_table(sheet_of(back.row)).fields()
    dispute = read_dispute(sent) or abort(404)
    return RulingDesk(dispute, back).page(asked=not is_htmx() and "base" in request.args)


@blueprint.get("/judge/games")
def games() -> Response:
    back = way_back(request.args.get("game", ""))
    game_id = back.game_id if back else ""
    disputes = {game.key: blank_dispute(game) for game in VARIANTS}
    rules = {game.key: rules_in_force(game, "plain", {}) for game in VARIANTS}
    if back:
        sheet = sheet_of(back.row)
        disputes[back.row.variant] = dispute_in_play(sheet)
        rules[back.row.variant] = sheet.game.rules
    return make_response(
        render_template(
            "judge/choose.html",
            disputes=disputes,
            back=back,
            plays={
                key: play_links(dispute, rules[key], game_id) for key, dispute in disputes.items()
            },
            known={key: known_links(dispute, game_id) for key, dispute in disputes.items()},
        )
    )
