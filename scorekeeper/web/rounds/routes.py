"""The pages to type, preview, record, show, correct and remove a round."""

from __future__ import annotations

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
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.comparison import under_other_presets
from scorekeeper.rummy.game.round_ruling import first_melds
from scorekeeper.rummy.game.what_if import Effect, effect_of_removal, redealt_by_removal
from scorekeeper.rummy.judging.warnings import better_counts
from scorekeeper.rummy.round import RuleError, seats_of
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import recorded_game, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.entering.amendments import told_on_one_phone
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.entering.game_state import (
    GameState,
    SheetInstead,
    find_state,
    recorded_words,
    sheet_to_add_to,
    state_of,
)
from scorekeeper.web.entering.open_round_changes import announce_draft, matches_open_round
from scorekeeper.web.parts.drawn_hands import draw_given, laid_hands, part_words
from scorekeeper.web.rounds.equations import equations
from scorekeeper.web.rounds.errors import errors_of, refusal
from scorekeeper.web.rounds.page import (
    RoundPage,
    answer_page,
    history_since,
    new_round_page,
    recording_time,
    round_page,
    with_better,
)
from scorekeeper.web.rounds.score_rows import score_rows, scored_parts
from scorekeeper.web.rounds.styles import entering_styles, ruling_styles
from scorekeeper.web.rounds.typed_round import (
    TypedRound,
    keep_extras,
    read_round,
    typed_again,
    typed_in,
)
from scorekeeper.web.shell.requests import (
    FormToken,
    game_or_404,
    is_htmx,
    read_form_token,
    round_or_404,
    see_other,
)
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_member, default_entered_by, may

blueprint = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")
blueprint.add_app_template_filter(refusal)
blueprint.add_app_template_filter(equations)
blueprint.add_app_template_filter(laid_hands)
blueprint.add_app_template_filter(score_rows)
blueprint.add_app_template_filter(scored_parts)
blueprint.add_app_template_filter(draw_given)
blueprint.add_app_template_filter(part_words)
blueprint.add_app_template_filter(seats_of)
blueprint.add_app_template_global(first_melds)
blueprint.add_app_template_global(entering_styles)
blueprint.add_app_template_global(ruling_styles)


@blueprint.get("/new")
def new(game_id: str) -> AnyResponse:
    """The form of a new round.

    The address can have the ending of the round as `ending`, such as `knock:1`, and the number of
    the round as `round`.
    """
    state = find_state(game_id)
    if not state.is_playing:
        flash(_("This game is over, so there is no next round."))
        return _to_sheet(game_id)
    if state.is_full:
        flash(translate(commands.FULL_SHEET))
        return _to_sheet(game_id)
    if state.is_announced and may("together.show"):
        return redirect(url_for("together.show", game_id=game_id), 303)
    if state.others_have_phones:
        # A tap on a sheet that was loaded before the others had phones leads here.
        is_chosen = "ending" in request.args
        if is_chosen and request.args.get("round", type=int) == len(state.sheet.rounds) + 1:
            flash(_("Others have their phones here now. Choose again how the round ended."))
        return _to_sheet(game_id)
    return answer_page(new_round_page(state, request.args.get("ending", "")))


@blueprint.post("/preview")
def preview(game_id: str) -> Response:
    """Show the score of the round as typed, and store nothing."""
    state, number = find_state(game_id), request.form.get("number", type=int)
    if number is not None:
        round_or_404(state.row, number)
    typed = typed_in(request.form, state.sheet.game)
    page = round_page(state, typed, number, request.form.get("key", ""))
    if "better" in request.form:
        return answer_page(with_better(page, request.form["better"]))
    if is_htmx():
        return make_response(render_template("rounds/_preview_answer.html", page=page))
    page = replace(page, errors=errors_of(page.in_progress))
    return answer_page(page, 422 if page.errors else 200)


@blueprint.post("")
def record(game_id: str) -> AnyResponse:
    sheet, form_token = sheet_to_add_to(game_id), read_form_token()
    typed = typed_in(request.form, sheet.game)
    in_progress = read_round(sheet, typed)
    try:
        if current_member().all_agree:
            state = find_state(game_id)
            if state.others_must_agree and in_progress.judged and not state.is_full:
                return _let_all_agree(state, in_progress.draft, form_token)
        row = commands.record(
            game_id,
            **form_token._asdict(),
            round=in_progress.complete(),
            entered_by=typed["entered_by"] or None,
            told=lambda closed: told_on_one_phone(
                closed, game_id, sheet.game, in_progress.draft, typed["entered_by"]
            ),
        )
    except RuleError as error:
        state = find_state(game_id)
        if form_token.version != state.version:
            return _stale(state.row, typed, None, form_token)
        return _answer_with_errors(round_page(state, typed, None, form_token.key), error)
    except commands.VersionConflict as conflict:
        return _stale(conflict.game, typed, None, form_token)
    except OpenRoundConflict:
        db.session.rollback()
        state = find_state(game_id)
        if not state.is_announced:
            return _stale(state.row, typed, None, form_token)
        page = round_page(state, typed, None, form_token.key)
        return answer_page(replace(page, is_announced=True), 409)
    return _recorded(row, typed, recorded_words(row))


def _let_all_agree(state: GameState, draft: Draft, form_token: FormToken) -> AnyResponse:
    """Show the round on every phone before it is recorded. A form sent again changes nothing.

    Raises `commands.VersionConflict` and `OpenRoundConflict`.
    """
    if form_token.version != state.version:
        raise commands.VersionConflict(state.row)
    if not state.is_announced:
        announce_draft(state, draft)
    elif not matches_open_round(state, draft):
        raise OpenRoundConflict
    return see_other(url_for("together.show", game_id=state.id))


@blueprint.post("/<int:number>")
def correct(game_id: str, number: int) -> AnyResponse:
    state, form_token = find_state(game_id), read_form_token()
    typed = typed_in(request.form, state.sheet.game)
    if number > len(state.sheet.rounds) and form_token.version != state.version:
        return _stale(state.row, typed, number, form_token)
    recorded = round_or_404(state.row, number)
    in_progress = read_round(state.sheet, typed, number)
    try:
        row = commands.correct(
            game_id,
            **form_token._asdict(),
            place=recorded.place,
            entry=keep_extras(in_progress.complete(), recorded.round),
            drop_later=bool(request.form.get("drop_later")),
            entered_by=typed["entered_by"] or None,
        )
    except RuleError as error:
        if form_token.version != state.version:
            return _stale(state.row, typed, number, form_token)
        return _answer_with_errors(round_page(state, typed, number, form_token.key), error)
    except commands.VersionConflict as conflict:
        return _stale(conflict.game, typed, number, form_token)
    except commands.EndsEarlierConflict:
        return _ask_to_drop(round_page(state, typed, number, form_token.key))
    return _recorded(row, typed, _("Round %(number)d is corrected.", number=number))


def _recorded(row: GameRow, typed: TypedRound, words: str) -> AnyResponse:
    session["entered_by"] = typed["entered_by"]
    flash(words)
    return see_other(url_for("games.show", game_id=row.id))


def _answer_with_errors(page: RoundPage, error: RuleError) -> Response:
    errors, at = errors_of(page.in_progress, error), request.form.get("at", "")
    return answer_page(replace(page, errors=errors, at=at), 422)


def _stale(row: GameRow, typed: TypedRound, number: int | None, form_token: FormToken) -> Response:
    """Show the current sheet and the form with everything typed.

    The form records the next round, or corrects the same round if that still exists.
    """
    state = state_of(row)
    page = round_page(state, typed, number and _number_now(state, number), form_token.key)
    return answer_page(replace(page, news=history_since(state, form_token.version)), 409)


def _number_now(state: GameState, number: int) -> int | None:
    """The present number of the round that the form corrects. `None` if it is gone."""
    at = request.form.get("recorded")
    same = [one.number for one in state.sheet.rounds if recording_time(state, one.place) == at]
    return number if number in same else next(iter(same), None)


def _ask_to_drop(page: RoundPage) -> Response:
    template = "rounds/_ends_earlier.html" if is_htmx() else "rounds/ends_earlier.html"
    return make_response(render_template(template, page=page), 422)


@blueprint.get("/<int:number>")
def show(game_id: str, number: int) -> str:
    row = game_or_404(game_id)
    sheet = sheet_of(row)
    entry = round_or_404(row, number)
    return render_template(
        "rounds/ruling.html",
        row=row,
        entry=entry,
        people=row.people,
        better=better_counts(entry.ruling),
        otherwise=next(under_other_presets(sheet, entry), None),
        sheet=sheet,
        entered=recorded_game(row).entries[entry.place - 1],
    )


@blueprint.get("/<int:number>/edit")
def edit(game_id: str, number: int) -> Response:
    """The form to correct a round. The address can name a seat as `better`.

    The hand of that seat is then replaced by one that counts less.
    """
    state = find_state(game_id)
    recorded = round_or_404(state.row, number)
    game = state.sheet.game
    typed = typed_again(draft_of(recorded.round, game), game).but(entered_by=default_entered_by())
    return answer_page(
        with_better(round_page(state, typed, number), request.args.get("better", ""))
    )


@blueprint.get("/<int:number>/remove")
def ask_to_remove(game_id: str, number: int) -> Response:
    row = game_or_404(game_id)
    return _removal_page(row, number, 200)


def _removal_page(row: GameRow, number: int, status: int, problem: str = "") -> Response:
    sheet = sheet_of(row)
    entry = round_or_404(row, number)
    effect: Effect | None = None
    try:
        effect = effect_of_removal(sheet, entry.place)
    except RuleError as error:
        problem = problem or refusal(error)
        status = 422
    page = render_template(
        "rounds/remove.html",
        row=row,
        entry=entry,
        game=sheet.game,
        effect=effect,
        redealt=redealt_by_removal(sheet, entry),
        is_last=entry is sheet.rounds[-1],
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


@blueprint.post("/<int:number>/remove")
def remove(game_id: str, number: int) -> AnyResponse:
    row, form_token = game_or_404(game_id), read_form_token()
    if form_token.version == row.version:
        place = round_or_404(row, number).place
    else:
        # If this form was sent before, the round is gone. The same key and place count once.
        place = request.form.get("place", number, type=int)
    try:
        commands.remove(
            row.id,
            version=form_token.version,
            key=form_token.key,
            place=place,
            drop_later=bool(request.form.get("drop_later")),
            entered_by=current_member().player,
        )
    except commands.VersionConflict as conflict:
        problem = _("Somebody else has just changed this game, so nothing was removed.")
        raise SheetInstead(conflict.game, 409, problem) from None
    except RuleError as error:
        return _removal_page(row, number, 422, refusal(error))
    except commands.EndsEarlierConflict:
        return _removal_page(row, number, 422)
    flash(_("Round %(number)d is off the sheet.", number=number))
    return _to_sheet(row.id)


def _to_sheet(game_id: str) -> AnyResponse:
    return redirect(url_for("games.show", game_id=game_id), 303)
