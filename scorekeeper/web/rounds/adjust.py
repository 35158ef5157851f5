"""The page to add a penalty or bonus between two rounds."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import RadioField, SelectChoice, StringField

from scorekeeper.games import commands
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.round import Adjustment, RuleError
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.entering.game_state import game_with_entries
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.parts.forms import UP_TO_A_NOTE, BaseForm
from scorekeeper.web.rounds.adjustments import TypedAdjustment, read_adjustment
from scorekeeper.web.rounds.errors import refusal
from scorekeeper.web.rounds.routes import blueprint
from scorekeeper.web.shell.requests import FormToken, read_form_token
from scorekeeper.web.shell.visitor import current_member

AMOUNTS = ((10_000, (50, 100, 500)), (5_000, (10, 20, 50)), (0, (5, 10, 20)))
"""The amounts on the buttons, for games with a highest target of at least the first number."""


class AdjustForm(BaseForm):
    """The player who gets points, how many, and why."""

    player = RadioField(lazy_gettext("For whom?"), validate_choice=False)
    note = StringField(lazy_gettext("Reason (optional)"), default="", render_kw=UP_TO_A_NOTE)
    points = StringField(lazy_gettext("Another number"), default="")

    @property
    def typed(self) -> TypedAdjustment:
        """The choices and texts of the form. The button of an amount takes precedence over the
        field.
        """
        points = request.form.get("amount") or self.points.data
        return TypedAdjustment(self.player.data or "", points.strip(), self.note.data.strip())


@blueprint.get("/adjust")
def ask_to_adjust(game_id: str) -> Response:
    return _page(game_with_entries(game_id), AdjustForm(None))


@blueprint.post("/adjust")
def adjust(game_id: str) -> AnyResponse:
    row, form_token, form = game_with_entries(game_id), read_form_token(), AdjustForm(request.form)
    try:
        words = _write(row, form_token, read_adjustment(form.typed, row.players))
    except RuleError as error:
        return _page_with_error(row, form, error)
    except commands.VersionConflict as conflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Look at it again."
        )
        return _page(conflict.game, form, 409, problem)
    flash(words)
    return redirect(url_for("games.show", game_id=row.id), 303)


def _write(row: GameRow, form_token: FormToken, added: Adjustment) -> str:
    """Add the points. Returns the message to show.

    Raises `VersionConflict` if somebody changed the game meanwhile.
    """
    version = row.version
    between = Between(BetweenKind.ADJUST, (added.seat,), (added.points,), added.note)
    written = commands.record_between(
        row.id, **form_token._asdict(), between=between, entered_by=current_member().player
    )
    what = {"name": row.players[added.seat], "points": signed(added.points)}
    if written.version == version:
        return str(_("%(name)s %(points)s was written already, so nothing was added.", **what))
    return str(_("%(name)s %(points)s is on the sheet.", **what))


def _page_with_error(row: GameRow, form: AdjustForm, error: RuleError) -> Response:
    field = {"player": form.player, "points": form.points, "note": form.note}.get(
        str(error.where[-1]) if error.where else ""
    )
    if field is None:
        return _page(row, form, 422, refusal(error))
    field.errors = [refusal(error)]
    return _page(row, form, 422)


def _page(row: GameRow, form: AdjustForm, status: int = 200, problem: str = "") -> Response:
    seats = sheet_of(row).seats
    people = [row.people[seat] for seat in seats]
    form.player.choices = [SelectChoice(str(int(seat)), row.players[seat]) for seat in seats]
    page = render_template(
        "rounds/adjust.html",
        row=row,
        people=people,
        form=form,
        amounts=_amounts(row),
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


def _amounts(row: GameRow) -> list[int]:
    rules = house_rules(sheet_of(row).game.variant.rules_type)
    highest = max((rule.high for rule in rules if rule.name == "target"), default=0)
    given = next(points for least, points in AMOUNTS if highest >= least)
    return [*(-points for points in reversed(given)), *given]
