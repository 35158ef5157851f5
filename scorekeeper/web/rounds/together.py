"""A round entered together: a hand from each phone, one ruling on all of them, then the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.open_rounds import (
    UPCARD,
    Change,
    OpenRound,
    OpenRoundConflict,
    announced,
    store,
)
from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.web.clubs.whose_phone import asks_whose, whose_page
from scorekeeper.web.formatting import names_of
from scorekeeper.web.games.live import reason_to_leave
from scorekeeper.web.games.sheet import sheet_page
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.requests import FormToken, read_form_token, see_other
from scorekeeper.web.rounds.changes import change_words, changed_facts
from scorekeeper.web.rounds.ending_text import read_ending_text
from scorekeeper.web.rounds.faults import errors_of, refusal
from scorekeeper.web.rounds.form_page import Typing, facts_typing, hands_typing
from scorekeeper.web.rounds.game_state import GameState, find_state
from scorekeeper.web.rounds.open_table import OpenTable
from scorekeeper.web.rounds.recording import record_next
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again, typed_round

View = Callable[[GameState], AnyResponse]

blueprint = Blueprint("together", __name__, url_prefix="/games/<game_id>/round")
blueprint.add_app_template_filter(change_words)

CHANGED_MEANWHILE = lazy_gettext(
    "The round has just changed, so nothing was done. This is how it stands now."
)

MOST_TRIES = 16
"""How often a request starts again because another phone changed the round meanwhile."""


def _at_the_table(view: View) -> Callable[[str], AnyResponse]:
    """Look again and decide again where another phone changed the round in between."""

    @wraps(view)
    def asked(game_id: str) -> AnyResponse:
        for _again in range(MOST_TRIES):
            try:
                return view(find_state(game_id))
            except OpenRoundConflict:
                db.session.rollback()
        raise OpenRoundConflict

    return asked


def _with_table(view: Callable[[OpenTable], AnyResponse]) -> Callable[[str], AnyResponse]:
    """Let a view have the announced round; without one it answers with the sheet.

    What was sent for an earlier round, which its form names as `open`, does not count for this one.
    """

    @_at_the_table
    @wraps(view)
    def asked(state: GameState) -> AnyResponse:
        if state.open is None or not state.is_announced:
            left = reason_to_leave(state.row, request.form.get("version", type=int))
            return see_other(url_for("games.show", game_id=state.id, left=left))
        if request.values.get("open", state.open.id) != state.open.id:
            return _to_table(state, _("That was another round. This is the one being entered now."))
        return view(OpenTable(state, state.open))

    return asked


def _to_sheet(state: GameState, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("games.show", game_id=state.id))


def _to_table(state: GameState, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("together.show", game_id=state.id))


def _name(state: GameState) -> str:
    """Who acts, as the other phones are told."""
    return state.member.player or ""


def _store(state: GameState, after: OpenRound | None) -> None:
    store(state.id, version=state.version, before=state.open, after=after)


# The end of a round is announced


@blueprint.post("/announce", endpoint="announce")
@_at_the_table
def announce(state: GameState) -> AnyResponse:
    """Open the round on every phone: `ending` says who ended it, and how.

    With `again`, it is the round that was just undone, with its hands.
    """
    form_token = read_form_token()
    typed = _undone(state) if "again" in request.form else None
    typed = typed or TypedRound(ending=request.form.get("ending", ""))
    if state.open is not None and state.is_announced:
        return _to_table(state, _already_announced(OpenTable(state, state.open), typed))
    if state.version != form_token.version or not state.is_playing or state.is_full:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Here is the sheet now."
        )
        return sheet_page(state.row, 409, problem)
    if not read_ending_text(typed.ending, state.sheet.game).is_possible:
        return sheet_page(state.row, 422, _("Say how the round ended."))
    open_on_every_phone(state, typed)
    return _to_table(state)


def open_on_every_phone(state: GameState, typed: TypedRound) -> OpenRound:
    """Announce a round, with the hands that were typed; the upcard that was dealt stays."""
    facts = typed.facts()
    dealt = state.open.facts if state.open else {}
    opened = announced({**dealt, **facts})
    hands = {seat: text for seat, text in enumerate(typed.hands) if text}
    if hands:
        opened = opened.with_hands(hands, state.member.device_id, _name(state))
    _store(state, opened)
    return opened


def _undone(state: GameState) -> TypedRound | None:
    undone = commands.taken_back(state.row)
    return None if undone is None else typed_again(undone, state.sheet.game)


def _already_announced(table: OpenTable, typed: TypedRound) -> str:
    """What somebody is told who was slower, unless both say the same."""
    if table.typed.ending == typed.ending:
        return ""
    return str(_("Another phone was faster. If it is wrong, press “That is not right”."))


# Each phone gives its hands


@blueprint.get("", endpoint="show")
@_with_table
def show(table: OpenTable) -> AnyResponse:
    """The round as this phone sees it: a hand to enter, who is in, or the ruling once all are."""
    if asks_whose(table.state):
        return whose_page(table.state)
    seats = asked_seats(table)
    takes = "take" in request.args
    if not takes and not all(map(table.may_give, seats)):
        page = render_template("rounds/take_over.html", row=table.state, table=table, seats=seats)
        return make_response(page)
    return table_page(table, seats, takes=takes)


def asked_seats(table: OpenTable) -> list[Seat]:
    """Whose hands are asked for: those in the address, otherwise those that this phone answers for.

    On a phone that nobody holds they are the hands of all who have no phone.
    """
    named = [seat for seat in table.seats if str(int(seat)) in request.values.getlist("seat")]
    if named or "wrong" in request.values:
        return named
    awaited = [seat for seat in table.waiting if table.answers_for(seat)]
    return awaited or (table.without_phones if table.mine is None else [])


def table_page(
    table: OpenTable,
    seats: Sequence[Seat],
    status: int = 200,
    *,
    typed: TypedRound | None = None,
    errors: Mapping[str, str] | None = None,
    takes: bool = False,
) -> Response:
    """The page; `typed` are the hands as typed, `takes` whether they are to replace others'."""
    page = _hands_page(table, seats, typed, errors or {}) if seats else None
    template = "rounds/_give.html" if is_htmx() else "rounds/together.html"
    answer = render_template(
        template,
        row=table.state,
        table=table,
        seats=seats,
        page=page,
        etag=table.state.etag(table.open),
        key=commands.new_key(),
        ruled="",
        takes=takes,
        is_typed=typed is not None,
        is_wrong="wrong" in request.values,
    )
    return make_response(answer, status)


def _hands_page(
    table: OpenTable, seats: Sequence[Seat], typed: TypedRound | None, errors: Mapping[str, str]
) -> Typing:
    """These hands, as the form of a round shows them: as they are typed or as they were given."""
    hands = [""] * len(table.players)
    for seat in seats:
        there = table.open.hand(seat).text if table.shows(seat) else ""
        hands[seat] = there if typed is None else typed.hands[seat]
    known = TypedRound(ending=table.typed.ending, upcard=table.typed.upcard, hands=tuple(hands))
    return hands_typing(table.state, known, errors)


@blueprint.post("/take", endpoint="take")
@_with_table
def take(table: OpenTable) -> AnyResponse:
    """Answer for hands on this phone, although their players have phones, which say so at once."""
    seats = [seat for seat in asked_seats(table) if not table.answers_for(seat)]
    state = table.state
    if seats:
        _store(state, table.open.taken_over(seats, state.member.device_id, _name(state)))
    named = request.form.getlist("seat")
    return see_other(url_for("together.show", game_id=state.id, seat=named, take=1))


@blueprint.post("/hand", endpoint="give")
@_with_table
def give(table: OpenTable) -> AnyResponse:
    """Give the hands of these seats; those that another phone answers for only with `take`."""
    seats, state = asked_seats(table), table.state
    typed = typed_round(request.form, len(table.players))
    page = _hands_page(table, seats, typed, {})
    wrong = errors_of(page.entry)
    wrong |= {
        f"hand-{seat}": refusal(hand.lack)
        for seat, hand in enumerate(page.entry.hands)
        if seat in seats and hand.lack
    }
    if wrong:
        return table_page(table, seats, 422, typed=typed, errors=wrong)
    taken = {} if "take" in request.form else _given_elsewhere(table, seats)
    if taken:
        return table_page(table, seats, 409, typed=typed, errors=taken, takes=True)
    changed = {
        int(seat): typed.hands[seat]
        for seat in seats
        if typed.hands[seat] != table.open.hand(seat).text or not table.answers_for(seat)
    }
    if changed:
        changes = [
            Change(_name(state), seat=seat, saw=_others(table.seen, seat))
            for seat in changed
            if table.open.hand(seat).text
        ]
        by = _name(state)
        _store(state, table.open.with_hands(changed, state.member.device_id, by, changes))
    return _to_table(state)


def _others(seats: Sequence[Seat], seat: int) -> tuple[int, ...]:
    return tuple(int(each) for each in seats if each != seat)


def _given_elsewhere(table: OpenTable, seats: Sequence[Seat]) -> dict[str, str]:
    """What is said at the hands that another phone answers for; never what they are."""
    errors = {}
    for seat in seats:
        if table.may_give(seat):
            continue
        hand, name = table.open.hand(seat), table.players[seat]
        if hand.device_id is None:
            errors[f"hand-{seat}"] = _("%(name)s has a phone here.", name=name)
        else:
            errors[f"hand-{seat}"] = _(
                "%(who)s has entered this hand on another phone.", who=hand.by or _("Somebody")
            )
    return errors


@blueprint.post("/look", endpoint="look")
@_with_table
def look(table: OpenTable) -> AnyResponse:
    """What hands count as they are typed; nothing of it is kept, and no other hand is shown."""
    seats = asked_seats(table)
    typed = typed_round(request.form, len(table.players))
    page = _hands_page(table, seats, typed, {})
    if is_htmx():
        return make_response(render_template("rounds/_looked_at.html", page=page, seats=seats))
    wrong = errors_of(page.entry)
    return table_page(table, seats, 422 if wrong else 200, typed=typed, errors=wrong)


# How the round went


@blueprint.get("/facts", endpoint="ask_for_facts")
@_with_table
def ask_for_facts(table: OpenTable) -> AnyResponse:
    """The form of everything about the round except its hands."""
    return _facts_page(table, table.typed)


@blueprint.post("/facts", endpoint="set_facts")
@_with_table
def set_facts(table: OpenTable) -> AnyResponse:
    """Change how the round went; a form made for older facts is shown what they are now."""
    state, typed = table.state, typed_round(request.form, len(table.players))
    if request.form.get("seen", type=int) != table.open.facts_version:
        changed = _last_changed(table)
        return _facts_page(table, table.typed, 409, problem=changed)
    page = facts_typing(state, typed, {})
    fault = page.entry.read.fault
    if fault is not None:
        return _facts_page(table, typed, 422, errors={**errors_of(page.entry, fault)})
    changes = changed_facts(table.open.facts, typed.facts(), _name(state), _others(table.seen, -1))
    if changes:
        _store(state, table.open.with_facts(typed.facts(), changes))
    return _to_table(state)


def _last_changed(table: OpenTable) -> str:
    """Who changed which fact last; empty where nobody did, as of a form that somebody made up."""
    facts = [each for each in table.open.changes if each.seat is None]
    return change_words(facts[-1], table.whole.game) if facts else ""


def _facts_page(
    table: OpenTable,
    typed: TypedRound,
    status: int = 200,
    *,
    errors: Mapping[str, str] | None = None,
    problem: str = "",
) -> Response:
    page = facts_typing(table.state, typed, errors or {})
    answer = render_template(
        "rounds/facts.html",
        row=table.state,
        table=table,
        page=page,
        problem=problem,
        is_stale=status == 409,
    )
    return make_response(answer, status)


# The ruling is recorded


@blueprint.post("/agree", endpoint="agree")
@_with_table
def agree(table: OpenTable) -> AnyResponse:
    """Agree to the ruling, each phone for its own player; the last one records the round."""
    form_token, state = read_form_token(), table.state
    if table.ruling is None or table.open.revision != request.form.get("seen", ""):
        return _to_table(state, str(CHANGED_MEANWHILE))
    if table.mine is None:
        return _to_table(state, _("Say first whose phone this is."))
    after = table.open.agreed_by(table.mine)
    if table.mine not in table.open.agreed:
        _store(state, after)
    agreed = OpenTable(state, after)
    if state.member.all_agree and agreed.may_record:
        return _record(agreed, form_token)
    return _to_table(state)


@blueprint.post("", endpoint="record")
@_with_table
def record(table: OpenTable) -> AnyResponse:
    """Put the round on the sheet as it was seen."""
    form_token, state = read_form_token(), table.state
    if table.open.revision != request.form.get("seen", ""):
        return _to_table(state, str(CHANGED_MEANWHILE))
    if not table.may_record:
        names = names_of(table.still_to_agree, table.players)
        return _to_table(state, _("Still to agree: %(names)s", names=names))
    return _record(table, form_token)


def _record(table: OpenTable, form_token: FormToken) -> AnyResponse:
    state = table.state
    try:
        words = record_next(
            state,
            table.whole,
            form_token,
            entered_by=state.member.player,
            seen=table.open.revision,
        )
    except RuleError as error:
        flash(refusal(error), "error")
        return _to_table(state)
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
    known = state.open.facts.get(UPCARD, "") if state.open else ""
    if known == rank + suit:
        return _to_sheet(state)
    try:
        if known != request.form.get("was", "") or form_token.version != state.version:
            raise OpenRoundConflict
        open_round = state.open or announced()
        _store(state, open_round.with_facts({**open_round.facts, UPCARD: rank + suit}))
    except OpenRoundConflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Here is the sheet now."
        )
        return sheet_page(find_state(game_id).row, 409, problem)
    return _to_sheet(state)


# The round is thrown away


@blueprint.get("/discard", endpoint="ask_to_discard")
@_with_table
def ask_to_discard(table: OpenTable) -> AnyResponse:
    """Ask before all hands of the open round are thrown away."""
    return make_response(render_template("rounds/discard.html", row=table.state, table=table))


@blueprint.post("/discard", endpoint="discard")
@_with_table
def discard(table: OpenTable) -> AnyResponse:
    """Throw the open round away on every phone."""
    _store(table.state, None)
    return _to_sheet(table.state, _("The round is thrown away. Nothing was recorded."))
