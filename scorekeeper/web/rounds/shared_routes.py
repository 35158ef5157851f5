"""A round entered together: a hand from each phone, one ruling on all of them, then the sheet."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.members import player_at
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_rounds import UPCARD, HandConflict, OpenRoundConflict, find_open
from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.clubs.whose_phone import asks_whose, whose_page
from scorekeeper.web.games.sheet import sheet_page
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_member
from scorekeeper.web.requests import FormToken, read_form_token, see_other
from scorekeeper.web.rounds.agreement import all_agree
from scorekeeper.web.rounds.faults import refusal
from scorekeeper.web.rounds.form_page import Typing, hand_typing
from scorekeeper.web.rounds.game_state import GameState, find_state
from scorekeeper.web.rounds.recording import record_next
from scorekeeper.web.rounds.shared_merge import seat_of
from scorekeeper.web.rounds.shared_state import OpenTable, table_of
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round

if TYPE_CHECKING:
    from collections.abc import Callable

    View = Callable[[GameState], AnyResponse]

blueprint = Blueprint("together", __name__, url_prefix="/games/<game_id>/round")


def _to_sheet(state: GameState, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("games.show", game_id=state.id))


def _at_the_table(view: View) -> Callable[[str], AnyResponse]:
    """Show how the round stands now, or the sheet, where the open round is another one by then."""

    @wraps(view)
    def asked(game_id: str) -> AnyResponse:
        state = find_state(game_id)
        try:
            return view(state)
        except OpenRoundConflict:
            words = _("The round has just changed, so nothing was done. This is how it stands now.")
            if find_open(game_id) is None:
                return _to_sheet(state, _("This round is not open any more."))
            flash(words)
            return see_other(url_for("together.show", game_id=state.id))

    return asked


def _open_table(state: GameState) -> OpenTable:
    if state.open is None:
        raise OpenRoundConflict
    return table_of(state, state.open)


@blueprint.get("", endpoint="show")
@_at_the_table
def show(state: GameState) -> AnyResponse:
    """The open round: a hand to enter, who is in, and the ruling once everybody is."""
    if state.open is None:
        return redirect(url_for("games.show", game_id=state.id), 303)
    if asks_whose(state):
        return whose_page(state)
    table = table_of(state, state.open)
    return hand_page(table, asked_seat(table))


def asked_seat(table: OpenTable) -> Seat | None:
    """Whose hand is asked for: the one in the address, otherwise their own until it is in."""
    seat = seat_of(request.values.get("seat", ""), len(table.players))
    if seat is None and table.mine in table.waiting:
        return table.mine
    return seat


def hand_page(
    table: OpenTable,
    seat: Seat | None,
    status: int = 200,
    *,
    text: str | None = None,
    fault: str = "",
) -> Response:
    """The page; `text` is what was typed for the hand, and `fault` what is wrong with it."""
    page = None if seat is None else _hand_typing(table, seat, text, fault)
    template = "rounds/_hand.html" if is_htmx() else "rounds/together.html"
    answer = render_template(
        template,
        row=table.state,
        table=table,
        seat=seat,
        page=page,
        etag=table.state.etag(table.open),
        key=commands.new_key(),
        ruled="",
        typed_here=text is not None,
    )
    return make_response(answer, status)


def _hand_typing(table: OpenTable, seat: Seat, text: str | None, fault: str) -> Typing:
    """One hand alone, as the round form would show it."""
    there = table.open.hand(seat).text if table.shows(seat) else ""
    hands = [""] * len(table.players)
    hands[seat] = there if text is None else text
    typed = TypedRound(ending=table.typed.ending, hands=tuple(hands), upcard=table.typed.upcard)
    return hand_typing(table.state, typed, {f"hand-{seat}": fault} if fault else {})


@blueprint.post("/hand", endpoint="enter")
@_at_the_table
def enter(state: GameState) -> AnyResponse:
    """Enter one hand; where another phone has entered it meanwhile, that one is shown first."""
    table = _open_table(state)
    seat = seat_of(request.form.get("seat", ""), len(table.players))
    if seat is None:
        raise OpenRoundConflict
    text = typed_round(request.form, len(table.players)).hands[seat]
    looked = _hand_typing(table, seat, text, "").looked.hands[seat]
    wrong = looked.fault or looked.lack
    if wrong:
        return hand_page(table, seat, 422, text=text, fault=refusal(wrong))
    try:
        open_rounds.enter(
            state.id,
            open_id=request.form.get("open", ""),
            device_id=current_member().device_id,
            seat=seat,
            seen=request.form.get("seen", 0, type=int),
            text=text,
        )
    except HandConflict as conflict:
        fault = _(
            "%(who)s has just entered %(hand)s for %(name)s. Press again to use yours instead.",
            who=player_at(conflict.hand.device_id) or _("Another phone"),
            hand=conflict.hand.text or _("nothing"),
            name=table.players[seat],
        )
        return hand_page(_open_table(find_state(state.id)), seat, 409, text=text, fault=fault)
    return see_other(url_for("together.show", game_id=state.id))


@blueprint.post("/look", endpoint="look")
@_at_the_table
def look(state: GameState) -> AnyResponse:
    """What a hand counts as it is typed; nothing of it is kept, and no other hand is shown."""
    seat = seat_of(request.form.get("seat", ""), len(state.players))
    if state.open is None or seat is None:
        return make_response("", 204)  # The page follows the table by itself.
    table = table_of(state, state.open)
    text = typed_round(request.form, len(table.players)).hands[seat]
    page = _hand_typing(table, seat, text, "")
    if is_htmx():
        return make_response(render_template("rounds/_hand_looked.html", page=page, seat=seat))
    wrong = page.looked.hands[seat].fault
    status, fault = (422, refusal(wrong)) if wrong else (200, "")
    return hand_page(table, seat, status, text=text, fault=fault)


@blueprint.post("/agree", endpoint="agree")
@_at_the_table
def agree(state: GameState) -> AnyResponse:
    """Agree to the ruling for a seat; the last one to agree records the round."""
    form_token = read_form_token()
    table = _open_table(state)
    seat = seat_of(request.form.get("seat", ""), len(table.players))
    seen = request.form.get("seen", "")
    if seat is None or not table.looked.entry:
        raise OpenRoundConflict
    table = table_of(state, open_rounds.agree(state.id, revision=seen, seat=seat))
    if state.member.all_agree and table.may_record:
        return _record(table, form_token, seen)
    return see_other(url_for("together.show", game_id=state.id))


@blueprint.post("", endpoint="record")
@_at_the_table
def record(state: GameState) -> AnyResponse:
    """Put the round on the sheet as it was seen."""
    form_token = read_form_token()
    seen = request.form.get("seen", "")
    if state.version != form_token.version:
        return _to_sheet(state, _("Somebody has already recorded it."))
    table = _open_table(state)
    if table.open.revision != seen:
        raise OpenRoundConflict
    if not all_agree(table):
        flash(_("It is recorded as soon as everybody agrees."))
        return see_other(url_for("together.show", game_id=state.id))
    return _record(table, form_token, seen)


def _record(table: OpenTable, form_token: FormToken, seen: str) -> AnyResponse:
    state = table.state
    try:
        who = state.member.player
        words = record_next(
            state, table.context, table.looked.read, form_token, entered_by=who, seen=seen
        )
    except RuleError as error:
        flash(refusal(error), "error")
        return see_other(url_for("together.show", game_id=state.id))
    except commands.VersionConflict:
        return _to_sheet(state, _("Somebody has already recorded it."))
    return _to_sheet(state, words)


@blueprint.post("/upcard", endpoint="turn_up")
def turn_up(game_id: str) -> AnyResponse:
    """Note the upcard of the round that is being dealt: it is on every phone until that is over."""
    state, form_token = find_state(game_id), read_form_token()
    game = state.sheet.game
    suit, rank = request.form.get("suit", ""), request.form.get("rank", "")
    if not game.variant.takes_upcard or rank not in tuple(RANKS) or suit not in ("", *SUITS):
        abort(400)
    if not suit and game.variant.counts_twice(game.rules, Card(rank, "S")):
        return sheet_page(state.row, 422, _("Give the upcard’s suit: a spade counts double."))
    shared = open_rounds.share(
        state.id,
        version=form_token.version,
        device_id=state.member.device_id,
        was={UPCARD: request.form.get("was", "")},
        now={UPCARD: rank + suit},
    )
    if shared.open is None or shared.open.facts.get(UPCARD) != rank + suit:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Here is the sheet now."
        )
        return sheet_page(find_state(game_id).row, 409, problem)
    return _to_sheet(state)


@blueprint.get("/discard", endpoint="ask_to_discard")
@_at_the_table
def ask_to_discard(state: GameState) -> AnyResponse:
    """Ask before all hands of the open round are thrown away."""
    table = _open_table(state)
    return make_response(render_template("rounds/discard.html", row=state, table=table))


@blueprint.post("/discard", endpoint="discard")
@_at_the_table
def discard(state: GameState) -> AnyResponse:
    """Throw the open round away on every phone."""
    open_rounds.discard(state.id, open_id=request.form.get("open", ""))
    return _to_sheet(state, _("The round is thrown away. Nothing was recorded."))
