"""A round entered together: each the own hand, then one ruling on all phones, then the sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING

from flask import (
    Blueprint,
    Response,
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
from scorekeeper.games.open_rounds import Moved, Taken
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_member
from scorekeeper.web.requests import game_or_404, read_form_token, see_other
from scorekeeper.web.rounds.agreement import all_agree
from scorekeeper.web.rounds.form_page import Typing, check_claims, refusal, typing
from scorekeeper.web.rounds.routes import recorded_words
from scorekeeper.web.rounds.shared_merge import seat_of
from scorekeeper.web.rounds.shared_state import OpenTable, table_of, the_table
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round

if TYPE_CHECKING:
    from collections.abc import Callable

    View = Callable[[GameRow], AnyResponse]

blueprint = Blueprint("together", __name__, url_prefix="/games/<game_id>/round")


def _to_sheet(row: GameRow, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("games.show", game_id=row.id))


def _at_the_table(view: View) -> Callable[[str], AnyResponse]:
    """Send whoever comes when the round is not open any more to the sheet, where it is recorded."""

    @wraps(view)
    def asked(game_id: str) -> AnyResponse:
        row = game_or_404(game_id)
        try:
            return view(row)
        except Moved:
            words = _(
                "The round changed meanwhile, so nothing was done. This is how it stands now."
            )
            if the_table(row) is None:
                return _to_sheet(row, _("This round is not open any more."))
            flash(words)
            return see_other(url_for("together.show", game_id=row.id))

    return asked


def _open_table(row: GameRow) -> OpenTable:
    table = the_table(row)
    if table is None:
        raise Moved
    return table


@blueprint.get("", endpoint="show")
@_at_the_table
def show(row: GameRow) -> AnyResponse:
    """The round that is open: the own hand to be entered, who is in, the ruling once all are."""
    table = the_table(row)
    if table is None:
        return redirect(url_for("games.show", game_id=row.id), 303)
    return hand_page(table, asked_seat(table))


def asked_seat(table: OpenTable) -> Seat | None:
    """Whose hand is asked for: that of the address, else the own one while it is not in."""
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
        row=table.row,
        table=table,
        seat=seat,
        page=page,
        mark=commands.mark_of(table.row),
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
    page = typing(table.row, typed)
    return replace(page, errors={f"hand-{seat}": fault} if fault else {})


@blueprint.post("/hand", endpoint="enter")
@_at_the_table
def enter(row: GameRow) -> AnyResponse:
    """Enter one hand; whoever comes second to the same one sees the other first."""
    table = _open_table(row)
    seat = seat_of(request.form.get("seat", ""), len(table.players))
    if seat is None:
        raise Moved
    text = typed_round(request.form, len(table.players)).hands[seat]
    looked = _hand_typing(table, seat, text, "").looked.hands[seat]
    wrong = looked.fault or looked.lack
    if wrong:
        return hand_page(table, seat, 422, text=text, fault=refusal(wrong))
    try:
        open_rounds.enter(
            row.id,
            open_id=request.form.get("open", ""),
            device_id=current_member().device_id,
            seat=seat,
            seen=request.form.get("seen", 0, type=int),
            text=text,
        )
    except Taken as taken:
        fault = _(
            "%(who)s entered %(hand)s for %(name)s meanwhile."
            " Press again to put yours in its place.",
            who=player_at(taken.hand.device_id) or _("Another phone"),
            hand=taken.hand.text or _("nothing"),
            name=table.players[seat],
        )
        return hand_page(_open_table(row), seat, 409, text=text, fault=fault)
    return see_other(url_for("together.show", game_id=row.id))


@blueprint.post("/look", endpoint="look")
@_at_the_table
def look(row: GameRow) -> AnyResponse:
    """What a hand counts as it is typed; nothing is kept of it, and nothing of others is told."""
    table = the_table(row)
    seat = seat_of(request.form.get("seat", ""), len(row.seats))
    if table is None or seat is None:
        return make_response("", 204)  # The page follows the table by itself.
    text = typed_round(request.form, len(table.players)).hands[seat]
    page = _hand_typing(table, seat, text, "")
    if is_htmx():
        return make_response(render_template("rounds/_hand_looked.html", page=page, seat=seat))
    wrong = page.looked.hands[seat].fault
    status, fault = (422, refusal(wrong)) if wrong else (200, "")
    return hand_page(table, seat, status, text=text, fault=fault)


@blueprint.post("/agree", endpoint="agree")
@_at_the_table
def agree(row: GameRow) -> AnyResponse:
    """Say that the ruling is right, for the own seat or another one; the last one records it."""
    form_token = read_form_token()
    table = _open_table(row)
    seat = seat_of(request.form.get("seat", ""), len(table.players))
    seen = request.form.get("seen", "")
    if seat is None or not table.looked.entry:
        raise Moved
    table = table_of(row, open_rounds.agree(row.id, stamp=seen, seat=seat))
    if table.club.all_agree and table.may_record:
        return _record(table, form_token.version, form_token.key, seen)
    return see_other(url_for("together.show", game_id=row.id))


@blueprint.post("", endpoint="record")
@_at_the_table
def record(row: GameRow) -> AnyResponse:
    """Put the round on the sheet as it was seen."""
    form_token = read_form_token()
    table, seen = the_table(row), request.form.get("seen", "")
    if row.version != form_token.version:
        return _to_sheet(row, _("Somebody recorded it already."))
    if table is None or table.open.stamp != seen:
        raise Moved
    if not all_agree(table):
        flash(_("It is recorded as soon as everybody agrees."))
        return see_other(url_for("together.show", game_id=row.id))
    return _record(table, form_token.version, form_token.key, seen)


def _record(table: OpenTable, version: int, key: str, seen: str) -> AnyResponse:
    row = table.row
    try:
        read = table.looked.read
        round = read.complete()
        check_claims(table.context, read)
        who = current_member().player
        row = commands.record(
            row.id, version=version, key=key, round=round, entered_by=who, stamp=seen
        )
    except RuleError as error:
        flash(refusal(error), "error")
        return see_other(url_for("together.show", game_id=row.id))
    except commands.Conflict as conflict:
        return _to_sheet(conflict.game, _("Somebody recorded it already."))
    return _to_sheet(row, recorded_words(row))


@blueprint.get("/discard", endpoint="ask_to_discard")
@_at_the_table
def ask_to_discard(row: GameRow) -> AnyResponse:
    """Ask before all hands of the open round are thrown away."""
    table = _open_table(row)
    return make_response(render_template("rounds/discard.html", row=row, table=table))


@blueprint.post("/discard", endpoint="discard")
@_at_the_table
def discard(row: GameRow) -> AnyResponse:
    """Throw the open round away on every phone."""
    open_rounds.discard(row.id, open_id=request.form.get("open", ""))
    return _to_sheet(row, _("The round is discarded. Nothing of it was recorded."))
