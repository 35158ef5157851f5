"""The pages on which a round is typed, previewed, recorded, shown and corrected."""

from __future__ import annotations

from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    abort,
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
from scorekeeper.rummy.game.other_presets import under_other_presets
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow
from scorekeeper.web.clubs.whose_phone import asks_whose, whose_page
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
from scorekeeper.web.rounds.equations import equations
from scorekeeper.web.rounds.faults import errors_of, refusal
from scorekeeper.web.rounds.form_page import (
    Typing,
    meanwhile,
    opened_typing,
    shared_typing,
    taken_page,
    typing,
    typing_page,
    with_better,
)
from scorekeeper.web.rounds.game_state import GameState, find_state, state_of
from scorekeeper.web.rounds.hands import told_hands
from scorekeeper.web.rounds.preview import better_counts
from scorekeeper.web.rounds.preview import preview as look_at
from scorekeeper.web.rounds.read_round import read_typed_round
from scorekeeper.web.rounds.recording import correct_round, record_next
from scorekeeper.web.rounds.shared_merge import SharedForm, share_form, whole_round
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again, typed_round
from scorekeeper.web.translation import translate

blueprint = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")
blueprint.add_app_template_filter(refusal)
blueprint.add_app_template_filter(equations)
blueprint.add_app_template_filter(told_hands)

MOST_TRIES = 8
"""How often a request starts again because another phone changed the round meanwhile."""


@blueprint.get("/new")
def new(game_id: str) -> AnyResponse:
    """The form of the next round; `ending` in the address is how it ended, such as `knock:1`."""
    state = find_state(game_id)
    if not state.is_playing:
        flash(_("This game is over, so there is no next round."))
        return _to_sheet(game_id)
    if state.is_full:
        flash(translate(commands.FULL_SHEET))
        return _to_sheet(game_id)
    if asks_whose(state):
        return whose_page(state)
    return typing_page(opened_typing(state, request.args.get("ending", "")))


@blueprint.post("/preview")
def preview(game_id: str) -> Response:
    """How a round would stand if it were recorded as it is typed now.

    Nothing of it is kept, unless other players have their phones here: once a hand is complete,
    the next round is open on all of them.
    """
    page = _previewed(find_state(game_id))
    if page.shared.taken or page.shared.lost:
        return taken_page(page)
    if "better" in request.form:
        return typing_page(with_better(page, request.form["better"]))
    if is_htmx() and not {"mine", "theirs"} & set(request.form):
        return make_response(render_template("rounds/_preview_answer.html", page=page))
    page = replace(page, errors=errors_of(page.looked))
    return typing_page(page, 422 if page.errors else 200)


def _previewed(state: GameState) -> Typing:
    """The page for the round in the form; the next round is shared with other phones."""
    typed, key = typed_round(request.form, len(state.players)), request.form.get("key", "")
    number = request.form.get("number", type=int)
    if number is not None:
        _check_number(state, number)
        return typing(state, typed, number, key)
    version = request.form.get("version", -1, type=int)
    for _again in range(MOST_TRIES):
        try:
            return shared_typing(state, *share_form(state, version, typed), key)
        except OpenRoundConflict:
            state = _read_anew(state)
    raise OpenRoundConflict


def _check_number(state: GameState, number: int) -> None:
    """Answer 404 where the sheet has no round of this number."""
    if not 1 <= number <= len(state.sheet.rounds):
        abort(404)


def _read_anew(state: GameState) -> GameState:
    db.session.rollback()
    return find_state(state.id)


@blueprint.post("")
def record(game_id: str) -> AnyResponse:
    """Record the round with the hands from other phones, or hand in only what was typed here."""
    state, form_token = find_state(game_id), read_form_token()
    own = typed_round(request.form, len(state.players))
    handing_in = "hand_in" in request.form and _may_hand_in(state, own)
    for _again in range(MOST_TRIES):
        try:
            return _record_or_hand_in(state, form_token, own, handing_in=handing_in)
        except OpenRoundConflict:
            state = _read_anew(state)
    raise OpenRoundConflict


def _record_or_hand_in(
    state: GameState, form_token: FormToken, own: TypedRound, *, handing_in: bool
) -> AnyResponse:
    """Share what was typed, and record it unless others have to act.

    Raises `OpenRoundConflict` where the open round is a different one by now.
    """
    typed, form = share_form(
        state, form_token.version, own, recording=not handing_in, handing_in=handing_in
    )
    if form.taken or form.lost:
        return taken_page(shared_typing(state, typed, form, form_token.key))
    if handing_in and form.table:
        flash(_handed_in(state))
        return see_other(url_for("together.show", game_id=state.id))
    if form.table is not None and not all_agree(form.table):
        return ask_to_agree(form.table)
    return _record(state, form_token, typed, form)


def _handed_in(state: GameState) -> str:
    if state.own_seat is None:
        return str(_("These hands are in. The others enter theirs on their own phones."))
    return str(_("Your hand is in. The others enter theirs on their own phones."))


def _may_hand_in(state: GameState, typed: TypedRound) -> bool:
    """Whether it says how the round ended and has at least one hand; others give the rest."""
    looked = look_at(context_of(state.sheet), typed)
    is_told = not (looked.needs_ending or looked.needs_upcard or looked.faults)
    return is_told and len(looked.waiting_hands) < len(state.players)


def _record(
    state: GameState, form_token: FormToken, typed: TypedRound, form: SharedForm
) -> AnyResponse:
    """Record what is on the table and in this form; if refused, what was typed comes back."""
    context, seen = context_of(state.sheet), form.table.open.revision if form.table else None
    read = read_typed_round(whole_round(typed, form), context.game)
    who = typed.entered_by or None
    try:
        words = record_next(state, context, read, form_token, entered_by=who, seen=seen)
    except RuleError as error:
        return _refused(shared_typing(state, typed, form, form_token.key), error)
    except commands.VersionConflict as conflict:
        return _stale(conflict.game, typed, None, form_token)
    return _recorded(state, typed, words)


@blueprint.post("/<int:number>")
def correct(game_id: str, number: int) -> AnyResponse:
    """Replace a recorded round with what was typed."""
    state, form_token = find_state(game_id), read_form_token()
    _check_number(state, number)
    typed = typed_round(request.form, len(state.players))
    context, drop_later = context_of(state.sheet, number), bool(request.form.get("drop_later"))
    read = read_typed_round(typed, context.game)
    who = typed.entered_by or None
    try:
        words = correct_round(
            state, context, read, form_token, entered_by=who, drop_later=drop_later
        )
    except RuleError as error:
        return _refused(typing(state, typed, number, form_token.key), error)
    except commands.VersionConflict as conflict:
        return _stale(conflict.game, typed, number, form_token)
    except commands.EndsEarlierConflict:
        return _ask_to_drop(typing(state, typed, number, form_token.key))
    return _recorded(state, typed, words)


def _recorded(state: GameState, typed: TypedRound, words: str) -> AnyResponse:
    session["entered_by"] = typed.entered_by
    flash(words)
    return see_other(url_for("games.show", game_id=state.id))


def _refused(page: Typing, error: RuleError) -> Response:
    errors, at = errors_of(page.looked, error), request.form.get("at", "")
    return typing_page(replace(page, errors=errors, at=at), 422)


def _stale(row: GameRow, typed: TypedRound, number: int | None, form_token: FormToken) -> Response:
    """The fresh sheet and the form with everything typed, to be recorded as the next round."""
    state = state_of(row)
    still_there = number is not None and number <= len(state.sheet.rounds)
    page = typing(state, typed, number if still_there else None, form_token.key)
    return typing_page(replace(page, meanwhile=meanwhile(state, form_token.version)), 409)


def _ask_to_drop(page: Typing) -> Response:
    """Ask before a correction removes later rounds from the sheet."""
    template = "rounds/_ends_earlier.html" if is_htmx() else "rounds/ends_earlier.html"
    return make_response(render_template(template, page=page), 422)


@blueprint.get("/<int:number>")
def show(game_id: str, number: int) -> str:
    """The ruling: who won, every line of points with its reason, who pays whom."""
    row = game_or_404(game_id)
    entry, sheet = round_or_404(row, number), commands.sheet(row)
    return render_template(
        "rounds/ruling.html",
        row=row,
        entry=entry,
        hands=told_hands(entry),
        people=row.people,
        better=better_counts(entry),
        otherwise=next(under_other_presets(sheet, number), None),
        sheet=sheet,
        entered=recorded_game(row).entries[number - 1],
    )


@blueprint.get("/<int:number>/edit")
def edit(game_id: str, number: int) -> Response:
    """The filled-in form of a recorded round; `better` in the address takes a better count."""
    state = find_state(game_id)
    _check_number(state, number)
    round = state.sheet.game.rounds[number - 1]
    typed = typed_again(round, state.sheet.game, default_entered_by())
    return typing_page(with_better(typing(state, typed, number), request.args.get("better", "")))


def _to_sheet(game_id: str) -> AnyResponse:
    return redirect(url_for("games.show", game_id=game_id), 303)
