"""Removing a round from the sheet, after a page that shows what this changes."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.rummy.game.what_if import Effect, effect_of_removal, redealt_by_removal
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.sheet import sheet_page
from scorekeeper.web.rounds.form import refusal
from scorekeeper.web.rounds.routes import blueprint
from scorekeeper.web.shell.requests import game_or_404, read_form_token, round_or_404
from scorekeeper.web.shell.visitor import current_member


@blueprint.get("/<int:number>/remove")
def ask_to_remove(game_id: str, number: int) -> Response:
    """Ask before a round is removed, with the totals that would result."""
    row = game_or_404(game_id)
    return _removal_page(row, number, 200)


def _removal_page(row: GameRow, number: int, status: int, problem: str = "") -> Response:
    entry, sheet = round_or_404(row, number), commands.sheet(row)
    effect: Effect | None = None
    try:
        effect = effect_of_removal(sheet, number)
    except RuleError as error:
        problem = problem or refusal(error)
        status = 422
    page = render_template(
        "rounds/remove.html",
        row=row,
        entry=entry,
        game=sheet.game,
        effect=effect,
        redealt=redealt_by_removal(sheet, number),
        is_last=number == len(sheet.rounds),
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


@blueprint.post("/<int:number>/remove")
def remove(game_id: str, number: int) -> AnyResponse:
    """Remove a round from the sheet; those after it move up."""
    row, form_token = game_or_404(game_id), read_form_token()
    try:
        commands.remove(
            row.id,
            version=form_token.version,
            key=form_token.key,
            number=number,
            drop_later=bool(request.form.get("drop_later")),
            entered_by=current_member().player,
        )
    except commands.VersionConflict as conflict:
        problem = _("Somebody else has just changed this game, so nothing was removed.")
        return sheet_page(conflict.game, 409, problem)
    except (RuleError, commands.EndsEarlierConflict):
        return _removal_page(row, number, 422)
    flash(_("Round %(number)d is off the sheet.", number=number))
    return redirect(url_for("games.show", game_id=row.id), 303)
