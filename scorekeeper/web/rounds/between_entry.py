"""The page of an entry between two rounds, to correct it or remove it."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, flash, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import FieldList, StringField

from scorekeeper.games import commands
from scorekeeper.games.seats import check_nothing_follows
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.game.entries import BetweenOnSheet
from scorekeeper.rummy.game.what_if import Effect, effect_of_entry, effect_of_removal
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.folded_games import recorded_game, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.parts.between import between_in_short
from scorekeeper.web.parts.forms import UP_TO_A_NOTE, BaseForm
from scorekeeper.web.rounds.adjustments import read_typed_points
from scorekeeper.web.rounds.errors import refusal
from scorekeeper.web.rounds.joining_and_leaving import back_to_sheet, blueprint, changed_meanwhile
from scorekeeper.web.shell.requests import between_or_404, game_or_404, read_form_token
from scorekeeper.web.shell.visitor import current_member


class EntryForm(BaseForm):
    """The points and the note of an entry between rounds."""

    points = FieldList(StringField())
    note = StringField(lazy_gettext("Reason (optional)"), default="", render_kw=UP_TO_A_NOTE)


@blueprint.get("/<int:place>")
def show(game_id: str, place: int) -> Response:
    row = game_or_404(game_id)
    entry = between_or_404(row, place)
    between = entry.between
    return _entry_page(
        row, entry, EntryForm(None, points=map(str, between.points), note=between.note)
    )


def _entry_page(
    row: GameRow,
    entry: BetweenOnSheet,
    form: EntryForm,
    status: int = 200,
    problem: str = "",
    effect: Effect | None = None,
) -> Response:
    for field, seat in zip(form.points, entry.between.seats, strict=False):
        field.label.text = row.players[seat]
    page = render_template(
        "between/entry.html",
        row=row,
        sheet=sheet_of(row),
        entry=entry,
        people=[row.people[seat] for seat in entry.between.seats],
        form=form,
        effect=effect,
        problem=problem,
        entered=recorded_game(row).entries[entry.place - 1],
        key=commands.new_key(),
    )
    return make_response(page, status)


@blueprint.post("/<int:place>")
def correct(game_id: str, place: int) -> AnyResponse:
    row, form_token, form = game_or_404(game_id), read_form_token(), EntryForm(request.form)
    if form_token.version != row.version and _entry_at(row, place) is None:
        return _gone_or(row, place, form)
    entry = between_or_404(row, place)
    corrected = entry.between
    try:
        corrected = _corrected(entry.between, form)
        commands.correct(
            row.id,
            **form_token._asdict(),
            place=place,
            entry=corrected,
            drop_later=bool(request.form.get("drop_later")),
            entered_by=current_member().player,
        )
    except RuleError as error:
        return _entry_page(row, entry, form, 422, refusal(error))
    except commands.VersionConflict as conflict:
        return _gone_or(conflict.game, place, form)
    except commands.EndsEarlierConflict:
        effect = effect_of_entry(sheet_of(row), place, corrected)
        return _entry_page(row, entry, form, 422, effect=effect)
    flash(_("%(what)s: corrected.", what=between_in_short(corrected, row.players)))
    return back_to_sheet(row.id)


def _corrected(between: Between, form: EntryForm) -> Between:
    points = between.points
    if between.kind.has_points:
        points = tuple(read_typed_points(field.data or "", "points") for field in form.points)
        if len(points) != len(between.seats):
            raise RuleError(message("This form is out of date. Open it again."), "points")
    return replace(between, points=points, note=read_note((form.note.data or "").strip(), "note"))


def _gone_or(row: GameRow, place: int, form: EntryForm) -> AnyResponse:
    """Show the typed text on the current entry, or the sheet if the entry is gone."""
    entry = _entry_at(row, place)
    if entry is not None:
        return _entry_page(row, entry, form, 409, changed_meanwhile())
    flash(changed_meanwhile())
    return back_to_sheet(row.id)


def _entry_at(row: GameRow, place: int) -> BetweenOnSheet | None:
    entries = sheet_of(row).entries[place - 1 : place]
    return next((entry for entry in entries if isinstance(entry, BetweenOnSheet)), None)


@blueprint.get("/<int:place>/remove")
def ask_to_remove(game_id: str, place: int) -> Response:
    return _removal_page(game_or_404(game_id), place, 200)


def _removal_page(row: GameRow, place: int, status: int, problem: str = "") -> Response:
    entry, sheet = between_or_404(row, place), sheet_of(row)
    effect: Effect | None = None
    try:
        check_nothing_follows(sheet.game, place)
        if entry.between.kind is not BetweenKind.JOINS:
            effect = effect_of_removal(sheet, place)
    except RuleError as error:
        problem, status = problem or refusal(error), 422
    page = render_template(
        "between/remove.html",
        row=row,
        sheet=sheet,
        entry=entry,
        effect=effect,
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


@blueprint.post("/<int:place>/remove")
def remove(game_id: str, place: int) -> AnyResponse:
    row, form_token = game_or_404(game_id), read_form_token()
    # A form that was sent before finds the entry gone. Its key then makes it count once.
    if form_token.version == row.version:
        between_or_404(row, place)
    try:
        commands.remove(
            row.id,
            **form_token._asdict(),
            place=place,
            drop_later=bool(request.form.get("drop_later")),
            entered_by=current_member().player,
        )
    except RuleError as error:
        return _removal_page(row, place, 422, refusal(error))
    except commands.EndsEarlierConflict:
        return _removal_page(row, place, 422)
    flash(_("It is off the sheet."))
    return back_to_sheet(row.id)
