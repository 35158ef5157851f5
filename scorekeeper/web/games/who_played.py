"""Correcting who played in a game, after a wrong player was chosen."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import RadioField, SelectChoice, StringField

from scorekeeper.games import commands, details
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.mapping import game_without_rounds
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import active_people
from scorekeeper.web.games import blueprint
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.requests import game_or_404, read_form_token
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club, current_member


class WhoPlayedForm(BaseForm):
    """The wrong player's seat, and the name of the right player."""

    seat = RadioField(lazy_gettext("Who did not play?"), coerce=int, validate_choice=False)
    name = StringField(lazy_gettext("Who played instead?"), default="")


@blueprint.get("/games/<game_id>/players")
def ask_for_player(game_id: str) -> Response:
    return _page(game_or_404(game_id), WhoPlayedForm())


@blueprint.post("/games/<game_id>/players")
def correct_player(game_id: str) -> AnyResponse:
    row, form_token, form = game_or_404(game_id), read_form_token(), WhoPlayedForm(request.form)
    who, seat = current_member().player, -1 if form.seat.data is None else form.seat.data
    name = (form.name.data or "").strip()
    try:
        row = details.correct_player(
            row,
            **form_token._asdict(),
            seat=seat,
            name=name,
            entered_by=who,
        )
    except RuleError as error:
        words = translate(error.message, row.players)
        if not error.where:
            return _page(row, form, 422, words)
        form[str(error.where[0])].errors = [words]
        return _page(row, form, 422)
    except commands.VersionConflict as conflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Save again if this "
            "is right."
        )
        return _page(conflict.game, form, 409, problem)
    # A form that is sent again can find its seat gone.
    [name] = row.players[seat : seat + 1] or [name]
    flash(_("Player corrected: %(name)s played.", name=name))
    return redirect(url_for(".show", game_id=row.id), 303)


def _page(row: GameRow, form: WhoPlayedForm, status: int = 200, problem: str = "") -> Response:
    seated = {person.id for person in row.people}
    form.seat.choices = [SelectChoice(seat, name) for seat, name in enumerate(row.players)]
    page = render_template(
        "games/who_played.html",
        row=row,
        game=game_without_rounds(row),
        form=form,
        others=[player.name for player in active_people(current_club()) if player.id not in seated],
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)
