"""The date, place and note of a game, which can be corrected at any time."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.commands import change_details, details_of
from scorekeeper.statistics.book import last_places
from scorekeeper.storage.mapping import opening
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.details_form import DetailsForm
from scorekeeper.web.shell.requests import game_or_404, read_form_token
from scorekeeper.web.shell.visitor import current_club, current_member


@blueprint.get("/games/<game_id>/details")
def details(game_id: str) -> Response:
    """The form with the details as they are."""
    row = game_or_404(game_id)
    return _page(row, DetailsForm.of(details_of(row)))


@blueprint.post("/games/<game_id>/details")
def set_details(game_id: str) -> AnyResponse:
    """Change the details, or show the form with its errors."""
    row, form_token = game_or_404(game_id), read_form_token()
    form = DetailsForm(request.form)
    if not form.validate():
        return _page(row, form, 422)
    to_sheet = redirect(url_for(".show", game_id=row.id), 303)
    if form.details == details_of(row):
        return to_sheet
    who = current_member().player
    try:
        change_details(row.id, form.details, **form_token._asdict(), entered_by=who)
    except commands.VersionConflict as conflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Save again if this "
            "is right."
        )
        return _page(conflict.game, form, 409, problem)
    flash(_("Date, place and note saved."))
    return to_sheet


def _page(row: GameRow, form: DetailsForm, status: int = 200, problem: str = "") -> Response:
    page = render_template(
        "games/details.html",
        row=row,
        game=opening(row),
        form=form,
        places=last_places(current_club()),
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)
