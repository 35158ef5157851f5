"""Rounds: typed with a look at how they would stand, judged and shown, corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.open_rounds import Moved
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.web.formatting import result_words
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import default_entered_by
from scorekeeper.web.requests import (
    FormToken,
    game_or_404,
    read_form_token,
    round_or_404,
    see_other,
)
from scorekeeper.web.rounds.agreement import all_agree, ask_to_agree
from scorekeeper.web.rounds.context import context_of
from scorekeeper.web.rounds.form_page import (
    check_claims,
    errors_of,
    meanwhile,
    opened_typing,
    refusal,
    shared_typing,
    taken_page,
    typing,
    typing_page,
    with_better,
)
from scorekeeper.web.rounds.hands import drawn_hands
from scorekeeper.web.rounds.preview import better_counts
from scorekeeper.web.rounds.preview import preview as look_at
from scorekeeper.web.rounds.read_round import read_typed_round
from scorekeeper.web.rounds.shared_merge import SharedForm, share_form, whole_round
from scorekeeper.web.rounds.typed_round import TypedRound, keep_extras, typed_again, typed_round

blueprint = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")
blueprint.add_app_template_filter(refusal)

MOST_TRIES = 8
"""How often a round is read anew because somebody changed it while it was being recorded."""


@blueprint.get("/new")
def new(game_id: str) -> AnyResponse:
    """The form of the next round."""
    row = game_or_404(game_id)
    if row.status != "playing":
        flash(_("This game is over, so there is no next round."))
        return _to_sheet(row)
    if row.played >= commands.MOST_ROUNDS:
        flash(refusal(commands.sheet_is_full()))
        return _to_sheet(row)
    return typing_page(opened_typing(row))


@blueprint.post("/preview")
def preview(game_id: str) -> Response:
    """How a round would stand if it were recorded as it is typed now.

    Nothing is kept of it, unless other players have their phones here: with the first hand that is
    in the next round is open on all of them.
    """
    row = game_or_404(game_id)
    typed, number = typed_round(request.form, len(row.seats)), _number_of_form(row)
    key = request.form.get("key", "")
    if number is None:
        version = request.form.get("version", -1, type=int)
        page = shared_typing(row, *share_form(row, version, typed), key)
    else:
        page = typing(row, typed, number, key)
    if page.shared.taken or page.shared.lost:
        return taken_page(page)
    if "better" in request.form:
        return typing_page(with_better(page, request.form["better"]))
    if is_htmx() and not {"mine", "theirs"} & set(request.form):
        return make_response(render_template("rounds/_preview_answer.html", page=page))
    page = replace(page, errors=errors_of(page.looked))
    return typing_page(page, 422 if page.errors else 200)


def _number_of_form(row: GameRow) -> int | None:
    """The round that a form corrects, `None` for a new one; 404 where it is not on the sheet."""
    number = request.form.get("number", type=int)
    if number is not None:
        round_or_404(row, number)
    return number


@blueprint.post("")
def record(game_id: str) -> AnyResponse:
    """Add the round to the sheet, with the hands that came from other phones, or hand it in."""
    row, form_token = game_or_404(game_id), read_form_token()
    own = typed_round(request.form, len(row.seats))
    handing_in = "hand_in" in request.form and _may_hand_in(row, own)
    for _again in range(MOST_TRIES):
        typed, form = share_form(
            row, form_token.version, own, recording=not handing_in, handing_in=handing_in
        )
        if form.taken or form.lost:
            return taken_page(shared_typing(row, typed, form, form_token.key))
        if handing_in and form.table:
            return _hand_in(row)
        try:
            return _record(row, typed, form)
        except Moved:
            db.session.rollback()
            row = game_or_404(game_id)
    raise Moved


def _may_hand_in(row: GameRow, typed: TypedRound) -> bool:
    """Whether it is told right how the round ended, with a hand or more; others give the rest."""
    looked = look_at(context_of(commands.sheet(row)), typed)
    is_told = not (looked.needs_ending or looked.needs_upcard or looked.faults)
    return is_told and len(looked.waiting_hands) < len(row.seats)


def _hand_in(row: GameRow) -> AnyResponse:
    flash(_("Handed in. The others enter their hands on their own phones."))
    return see_other(url_for("together.show", game_id=row.id))


def _record(row: GameRow, typed: TypedRound, form: SharedForm) -> AnyResponse:
    """Record what is on the table and on this form; raises `Moved` when the table changes."""
    table = form.table
    seen = None if table is None else table.open.stamp

    def write(row: GameRow, form_token: FormToken, round: Round, entered_by: str | None) -> GameRow:
        return commands.record(
            row.id,
            version=form_token.version,
            key=form_token.key,
            round=round,
            entered_by=entered_by,
            stamp=seen,
        )

    if table is not None and not all_agree(table):
        return ask_to_agree(table)
    return _write(row, None, write, typed, form)


@blueprint.post("/<int:number>")
def correct(game_id: str, number: int) -> AnyResponse:
    """Put what was typed in the place of a recorded round."""
    row = game_or_404(game_id)
    recorded = round_or_404(row, number).round

    def write(row: GameRow, form_token: FormToken, round: Round, entered_by: str | None) -> GameRow:
        return commands.correct(
            row.id,
            version=form_token.version,
            key=form_token.key,
            number=number,
            round=keep_extras(round, recorded),
            drop_later=bool(request.form.get("drop_later")),
            entered_by=entered_by,
        )

    return _write(row, number, write, typed_round(request.form, len(row.seats)), SharedForm())


def _write(
    row: GameRow,
    number: int | None,
    write: Callable[[GameRow, FormToken, Round, str | None], GameRow],
    typed: TypedRound,
    form: SharedForm,
) -> AnyResponse:
    """Read the round and write it; what was typed comes back when it is refused."""
    form_token = read_form_token()
    try:
        whole = whole_round(typed, form)
        context = context_of(commands.sheet(row), number)
        read = read_typed_round(whole, context.game)
        round = read.complete()
        check_claims(context, read)
        row = write(row, form_token, round, typed.entered_by or None)
    except RuleError as error:
        return _refused(row, typed, number, form_token, error, form)
    except commands.Conflict as conflict:
        return _stale(conflict.game, typed, number, form_token)
    except commands.EndsEarlier:
        return _ask_to_drop(row, typed, number, form_token)
    session["entered_by"] = typed.entered_by
    flash(recorded_words(row, number))
    return see_other(url_for("games.show", game_id=row.id))


def _refused(
    row: GameRow,
    typed: TypedRound,
    number: int | None,
    form_token: FormToken,
    error: RuleError,
    form: SharedForm,
) -> Response:
    if number is None:
        page = shared_typing(row, typed, form, form_token.key)
    else:
        page = typing(row, typed, number, form_token.key)
    return typing_page(replace(page, errors=errors_of(page.looked, error)), 422)


def _stale(row: GameRow, typed: TypedRound, number: int | None, form_token: FormToken) -> Response:
    """The fresh sheet and the form with everything typed, to be recorded as the next round."""
    still_there = number is not None and number <= row.played
    page = typing(row, typed, number if still_there else None, form_token.key)
    return typing_page(replace(page, meanwhile=meanwhile(row, form_token.version)), 409)


def _ask_to_drop(
    row: GameRow, typed: TypedRound, number: int | None, form_token: FormToken
) -> Response:
    """Ask for a yes before a correction takes later rounds off the sheet."""
    page = typing(row, typed, number, form_token.key)
    template = "rounds/_ends_earlier.html" if is_htmx() else "rounds/ends_earlier.html"
    return make_response(render_template(template, page=page), 422)


def recorded_words(row: GameRow, number: int | None = None) -> str:
    """What is said of a round that was just recorded, or corrected where it has a number."""
    if number is None:
        return str(_("Round %(number)d recorded.", number=row.played))
    sheet = commands.sheet(row)
    entry = sheet.rounds[number - 1]
    done = _("Round %(number)d corrected.", number=number)
    return f"{done} {result_words(entry, sheet.game)}."


@blueprint.get("/<int:number>")
def show(game_id: str, number: int) -> str:
    """The ruling: who won, every line of points with its reason, who pays whom."""
    row = game_or_404(game_id)
    entry = round_or_404(row, number)
    return render_template(
        "rounds/ruling.html",
        row=row,
        entry=entry,
        drawn=drawn_hands(entry),
        better=better_counts(entry),
        sheet=commands.sheet(row),
        entered=row.rounds[number - 1],
    )


@blueprint.get("/<int:number>/edit")
def edit(game_id: str, number: int) -> Response:
    """The form of a recorded round, filled in; `better` is the seat whose better count to take."""
    row = game_or_404(game_id)
    round = round_or_404(row, number).round
    typed = typed_again(round, len(row.seats), default_entered_by())
    page = typing(row, typed, number)
    return typing_page(with_better(page, request.args.get("better", "")))


def _to_sheet(row: GameRow) -> AnyResponse:
    return redirect(url_for("games.show", game_id=row.id), 303)
