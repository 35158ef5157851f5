"""A penalty or bonus between two rounds: it is written into the last round of the sheet."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import RadioField, SelectChoice, StringField

from scorekeeper.games import commands
from scorekeeper.rummy.round import Adjustment, RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.parts.forms import UP_TO_A_NOTE, BaseForm
from scorekeeper.web.rounds.adjustments import TypedAdjustment, read_adjustment
from scorekeeper.web.rounds.form import refusal
from scorekeeper.web.rounds.routes import blueprint
from scorekeeper.web.shell.requests import FormToken, game_or_404, read_form_token
from scorekeeper.web.shell.visitor import current_member

AMOUNTS = (-20, -10, -5, 5, 10, 20)
"""The points that a table gives or takes most often, each a button."""


class AdjustForm(BaseForm):
    """Who gets how many points, and why."""

    player = RadioField(lazy_gettext("For whom?"), validate_choice=False)
    note = StringField(lazy_gettext("Reason (optional)"), default="", render_kw=UP_TO_A_NOTE)
    points = StringField(lazy_gettext("Another number"), default="")

    @property
    def typed(self) -> TypedAdjustment:
        """What was chosen and typed; the button of an amount comes before the field."""
        points = request.form.get("amount") or self.points.data
        return TypedAdjustment(self.player.data or "", points.strip(), self.note.data.strip())


@blueprint.get("/adjust")
def ask_to_adjust(game_id: str) -> Response:
    """Ask for whom, and how many points."""
    return _page(game_or_404(game_id), AdjustForm(None))


@blueprint.post("/adjust")
def adjust(game_id: str) -> AnyResponse:
    """Write the points into the last round."""
    row, form_token, form = game_or_404(game_id), read_form_token(), AdjustForm(request.form)
    if not row.played:
        return _page(row, form, 422)
    try:
        words = _write(row, form_token, read_adjustment(form.typed, row.players))
    except RuleError as error:
        return _refused(row, form, error)
    except commands.VersionConflict as conflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Look at it again."
        )
        return _page(conflict.game, form, 409, problem)
    flash(words)
    return redirect(url_for("games.show", game_id=row.id), 303)


def _write(row: GameRow, form_token: FormToken, added: Adjustment) -> str:
    """Add the points to the last round; returns the message about it.

    A round that somebody recorded meanwhile is a `VersionConflict`.
    """
    version = row.version
    written = commands.adjust(
        row.id, **form_token._asdict(), added=added, entered_by=current_member().player
    )
    what = {"name": row.players[added.seat], "points": signed(added.points)}
    if written.version == version:
        return str(_("%(name)s %(points)s was written already, so nothing was added.", **what))
    return str(
        _("%(name)s %(points)s, written into round %(number)d.", **what, number=written.played)
    )


def _refused(row: GameRow, form: AdjustForm, error: RuleError) -> Response:
    """The form with what is wrong beside its field, or above it where it is in none."""
    field = {"player": form.player, "points": form.points, "note": form.note}.get(
        str(error.where[-1]) if error.where else ""
    )
    if field is None:
        return _page(row, form, 422, refusal(error))
    field.errors = [refusal(error)]
    return _page(row, form, 422)


def _page(row: GameRow, form: AdjustForm, status: int = 200, problem: str = "") -> Response:
    people = row.people
    form.player.choices = [SelectChoice(str(seat), name) for seat, name in enumerate(row.players)]
    page = render_template(
        "rounds/adjust.html",
        row=row,
        number=row.played,
        people=people,
        form=form,
        amounts=AMOUNTS,
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)
