"""A round entered together: a hand from each phone, one ruling on all of them, then the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import members
from scorekeeper.games import commands
from scorekeeper.games.open_rounds import (
    UNDONE,
    OpenRound,
    OpenRoundConflict,
    dealt,
    store,
)
from scorekeeper.games.undoing import taken_back
from scorekeeper.rummy.messages import Seat
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.rounds.amendments import amended_hands, changed_since_shown, shown_before
from scorekeeper.web.rounds.ending import read_ending
from scorekeeper.web.rounds.form import errors_of, refusal
from scorekeeper.web.rounds.game_state import GameState, SheetInstead, find_state, reason_to_leave
from scorekeeper.web.rounds.open_table import OpenTable
from scorekeeper.web.rounds.page import RoundPage, hands_page, undone_round
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.rounds.whose_phone import (
    LATER,
    NOBODY,
    asks_whose,
    note_later,
    note_whose,
    whose_page,
)
from scorekeeper.web.shell.requests import is_htmx, read_form_token, see_other

View = Callable[[GameState], AnyResponse]

blueprint = Blueprint("together", __name__, url_prefix="/games/<game_id>/round")

MOST_TRIES = 16
"""How often a request may start again because another phone changed the round meanwhile."""


def at_the_table(view: View) -> Callable[[str], AnyResponse]:
    """Read the round and decide again if another phone changed it in between."""

    @wraps(view)
    def asked(game_id: str) -> AnyResponse:
        for _again in range(MOST_TRIES):
            try:
                return view(find_state(game_id))
            except OpenRoundConflict:
                db.session.rollback()
        raise OpenRoundConflict

    return asked


def with_table(view: Callable[[OpenTable], AnyResponse]) -> Callable[[str], AnyResponse]:
    """Give a view the announced round; without one it answers with the sheet.

    A form for an earlier round, which it names as `open`, does not count for this one.
    """

    @at_the_table
    @wraps(view)
    def asked(state: GameState) -> AnyResponse:
        if state.open is None or not state.is_announced:
            left = reason_to_leave(state)
            return see_other(url_for("games.show", game_id=state.id, left=left))
        if request.values.get("open", state.open.id) != state.open.id:
            return to_table(state, _("That was another round. This is the one being entered now."))
        return view(OpenTable(state, state.open))

    return asked


def to_sheet(state: GameState, words: str = "") -> AnyResponse:
    """Go to the sheet, which shows this message."""
    if words:
        flash(words)
    return see_other(url_for("games.show", game_id=state.id))


def to_table(state: GameState, words: str = "") -> AnyResponse:
    """Go to the page of the round, which shows this message."""
    if words:
        flash(words)
    return see_other(url_for("together.show", game_id=state.id))


def store_after(state: GameState, after: OpenRound) -> None:
    """Replace the open round, as the request found it, by this."""
    store(state.id, version=state.version, before=state.open, after=after)


# The end of a round is announced


@blueprint.post("/announce")
@at_the_table
def announce(state: GameState) -> AnyResponse:
    """Open the round on every phone: `ending` says who ended it, and how.

    With `again`, it is the round that was just undone, with its hands.
    """
    form_token = read_form_token()
    undone = undone_round(state) if "again" in request.form else None
    typed = undone or TypedRound().but(ending=request.form.get("ending", ""))
    if state.open is not None and state.is_announced:
        return to_table(state, _already_announced(OpenTable(state, state.open), typed))
    if state.version != form_token.version or not state.is_playing or state.is_full:
        raise commands.VersionConflict(state.row)
    if not read_ending(typed["ending"], state.sheet.game).is_possible:
        raise SheetInstead(state.row, 422, _("Choose how the round ended."))
    open_on_every_phone(state, typed)
    return to_table(state)


def open_on_every_phone(state: GameState, typed: TypedRound) -> None:
    """Announce a round with the hands that were typed; the upcard stays as it was noted.

    Who is at which phone, and how the club enters rounds, is as it is now until it is recorded.
    """
    before, member = state.open or dealt(), state.member
    who = member.player or ""
    opened = replace(
        dealt(),
        phones=state.phones_of_players,
        all_agree=member.all_agree,
        shows_at_once=member.shows_at_once,
        amendments=before.notes,
        shown=shown_before(state),
    ).with_facts({**before.facts, **typed.facts()})
    hands = {seat: text for seat, text in enumerate(typed.hands) if text}
    if hands:
        changed = tuple(changed_since_shown(opened.shown, typed, who))
        opened = opened.with_hands(hands, member.device_id, who, changed)
    elif taken_back(state.row):
        note = Amendment(who, field=UNDONE, late=True)
        opened = replace(opened, amendments=(*opened.amendments, note))
    store_after(state, opened)


def is_open_as_typed(state: GameState, typed: TypedRound) -> bool:
    """Whether the open round is just what was typed here, and nobody has changed it."""
    hands = {seat: text for seat, text in enumerate(typed.hands) if text}
    given = {seat: hand.text for seat, hand in state.open.hands.items()} if state.open else {}
    return state.open is not None and (dict(state.open.facts), given) == (typed.facts(), hands)


def _already_announced(table: OpenTable, typed: TypedRound) -> str:
    """The message to whoever was slower, unless both say the same."""
    if table.typed["ending"] == typed["ending"]:
        return ""
    return str(_("Another phone was faster. If it is wrong, press “Something’s wrong”."))


# Each phone gives its hands


@blueprint.get("")
@with_table
def show(table: OpenTable) -> AnyResponse:
    """The round as this phone sees it: a hand to enter, who is in, or the ruling once all are."""
    if "seat" not in request.args and asks_whose(table):
        return whose_page(table)
    seats = asked_seats(table)
    takes = "take" in request.args
    if not takes and any(map(table.asks_first, seats)):
        page = render_template("rounds/take_over.html", table=table, seats=seats)
        return make_response(page)
    return table_page(table, seats, takes=takes)


@blueprint.post("/whose")
@with_table
def say_whose(table: OpenTable) -> AnyResponse:
    """Note whose this phone is, `who` being a seat or no player, and go on to their hand.

    Where that player has a phone already, one may enter this hand here instead.
    """
    state, who = table.state, request.form.get("who", "")
    if who == LATER:
        note_later(table)
        return to_sheet(state)
    names = {str(int(seat)): table.players[seat] for seat in table.seats} | {NOBODY: None}
    if who not in names:
        abort(400)
    try:
        note_whose(members.set_player(state.member, names[who]))
    except members.PlayerTakenError as error:
        words = _(
            "An organiser can say on the Club page that %(name)s has two phones.", name=error.name
        )
        flash(words)
        return see_other(url_for(".show", game_id=state.id, seat=who))
    return to_table(state)


def asked_seats(table: OpenTable) -> list[Seat]:
    """Whose hands are asked for: those in the address, otherwise that of this phone's player."""
    named = [seat for seat in table.seats if str(int(seat)) in request.values.getlist("seat")]
    if named or "wrong" in request.values:
        return named
    return [seat for seat in table.waiting if seat == table.mine]


def table_page(
    table: OpenTable,
    seats: Sequence[Seat],
    status: int = 200,
    *,
    typed: TypedRound | None = None,
    errors: Mapping[str, str] | None = None,
    takes: bool = False,
) -> Response:
    """The page; `typed` are the hands as typed, `takes` whether they may be asked of others."""
    page = _hands_page(table, seats, typed, errors or {}) if seats else None
    template = "rounds/_give.html" if is_htmx() else "rounds/together.html"
    answer = render_template(
        template,
        table=table,
        seats=seats,
        page=page,
        etag=table.state.etag(table.open),
        key=commands.new_key(),
        ruled="",
        takes=takes,
        made_for=table.whole.number,
        is_typed=typed is not None,
        is_wrong="wrong" in request.values,
    )
    return make_response(answer, status)


def _hands_page(
    table: OpenTable, seats: Sequence[Seat], typed: TypedRound | None, errors: Mapping[str, str]
) -> RoundPage:
    """These hands, as the form of a round shows them: as they are typed or as they were given."""
    hands = [""] * len(table.players)
    for seat in seats:
        there = table.open.hand(seat).text if table.shows(seat) else ""
        hands[seat] = there if typed is None else typed.hands[seat]
    return hands_page(table.state, replace(table.typed, hands=tuple(hands)), errors)


@blueprint.post("/hand")
@with_table
def give(table: OpenTable) -> AnyResponse:
    """Give the hands of these seats.

    A form that does not know of the hand that another phone has given meanwhile is shown again.
    """
    seats, number = asked_seats(table), table.whole.number
    typed = table.state.typed(request.form)
    if request.form.get("number", number, type=int) != number:
        moved = {f"hand-{seat}": table.renumbered for seat in seats}
        return table_page(table, seats, 409, typed=typed, errors=moved, takes=True)
    page = _hands_page(table, seats, typed, {})
    wrong = errors_of(page.in_progress)
    wrong |= {
        f"hand-{seat}": refusal(hand.missing)
        for seat, hand in enumerate(page.in_progress.hands)
        if seat in seats and hand.missing
    }
    if wrong:
        return table_page(table, seats, 422, typed=typed, errors=wrong, takes=True)
    elsewhere = _given_meanwhile(table, seats)
    if elsewhere:
        return table_page(table, seats, 409, typed=typed, errors=elsewhere, takes=True)
    # Whether it is the hand that another device gave, nobody may find out by guessing.
    changed = {
        int(seat): typed.hands[seat]
        for seat in seats
        if typed.hands[seat] != table.open.hand(seat).text or not table.is_from_here(seat)
    }
    _put_in(table, changed)
    if not changed and any(seat in table.changing for seat in seats):
        store_after(table.state, table.open.with_hands_kept(seats))
    return to_table(table.state)


def _given_meanwhile(table: OpenTable, seats: Sequence[Seat]) -> dict[str, str]:
    """The message at hands of which the form knows nothing; it never says what they are."""
    return {
        f"hand-{seat}": table.entered_by(seat)
        for seat in seats
        if table.is_from_elsewhere(seat)
        and request.form.get(f"seen-{seat}", type=int) != table.open.hand(seat).version
    }


def _put_in(table: OpenTable, hands: Mapping[int, str]) -> None:
    """Put these hands in the round, and tell the table what must not change unseen."""
    state, amendments = table.state, amended_hands(table, hands)
    if hands:
        after = table.open.with_hands(hands, state.member.device_id, table.who, amendments)
        store_after(state, after)


@blueprint.post("/hand/back")
@with_table
def take_back(table: OpenTable) -> AnyResponse:
    """Put back the hand that this device gave and another one replaced."""
    asked, taken = asked_seats(table), table.taken_from_here
    _put_in(table, {seat: text for seat, text in taken.items() if seat in asked})
    return to_table(table.state)


@blueprint.post("/count")
@with_table
def count(table: OpenTable) -> AnyResponse:
    """What hands count while they are typed; nothing is kept, and no other hand is shown."""
    seats = asked_seats(table)
    typed = table.state.typed(request.form)
    page = _hands_page(table, seats, typed, {})
    if is_htmx():
        return make_response(render_template("rounds/_counts.html", page=page, seats=seats))
    wrong = errors_of(page.in_progress)
    return table_page(table, seats, 422 if wrong else 200, typed=typed, errors=wrong)
