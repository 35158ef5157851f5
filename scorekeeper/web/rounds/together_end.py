"""A round entered together: how it went, what is changed after the ruling, and its end."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, abort, flash, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.open_rounds import UPCARD, OpenRoundConflict, dealt
from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.parts.formatting import names_of
from scorekeeper.web.rounds.amendments import (
    amended_facts,
    amendment_words,
    told,
)
from scorekeeper.web.rounds.form import errors_of, refusal
from scorekeeper.web.rounds.game_state import SheetInstead, find_state, recorded_words
from scorekeeper.web.rounds.open_table import OpenTable
from scorekeeper.web.rounds.page import facts_page
from scorekeeper.web.rounds.together import (
    asked_seats,
    blueprint,
    store_after,
    to_sheet,
    to_table,
    with_table,
)
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.shell.requests import FormToken, read_form_token, see_other

CHANGED_MEANWHILE = lazy_gettext(
    "The round has just changed, so nothing was done. This is how it stands now."
)

blueprint.add_app_template_filter(amendment_words)
blueprint.add_app_template_filter(told)


# How the round went


@blueprint.get("/facts")
@with_table
def ask_for_facts(table: OpenTable) -> AnyResponse:
    """The form of everything about the round except its hands."""
    return _facts_page(table, table.typed)


@blueprint.post("/facts")
@with_table
def set_facts(table: OpenTable) -> AnyResponse:
    """Change the facts of the round; a form made for older facts gets the current ones."""
    state, typed = table.state, table.state.typed(request.form)
    if request.form.get("seen", type=int) != table.open.facts_version:
        changed = _last_changed(table)
        return _facts_page(table, table.typed, 409, problem=changed)
    page = facts_page(state, typed, {})
    faults = page.in_progress.facts.faults
    if faults:
        return _facts_page(table, typed, 422, errors={**errors_of(page.in_progress, faults[0])})
    amendments = amended_facts(table, typed.facts())
    if amendments:
        store_after(state, table.open.with_facts(typed.facts(), amendments))
    return to_table(state)


def _last_changed(table: OpenTable) -> str:
    """Who changed which fact last; empty if nobody did, as with a made-up form."""
    facts = [each for each in table.open.amendments if each.seat is None]
    return amendment_words(facts[-1], table.whole.game) if facts else ""


def _facts_page(
    table: OpenTable,
    typed: TypedRound,
    status: int = 200,
    *,
    errors: Mapping[str, str] | None = None,
    problem: str = "",
) -> Response:
    page = facts_page(table.state, typed, errors or {})
    answer = render_template(
        "rounds/facts.html",
        table=table,
        page=page,
        problem=problem,
        is_stale=status == 409,
    )
    return make_response(answer, status)


# A hand that all have seen is changed


@blueprint.post("/hand/change")
@with_table
def change(table: OpenTable) -> AnyResponse:
    """Change a hand that all have seen: every phone shows who does, and the round waits."""
    seats = asked_seats(table)
    for seat in seats[:1] if table.is_complete else ():
        store_after(table.state, table.open.with_changing(int(seat), table.who))
    return see_other(
        url_for("together.show", game_id=table.state.id, seat=[int(seat) for seat in seats])
    )


@blueprint.post("/hand/keep")
@with_table
def keep(table: OpenTable) -> AnyResponse:
    """Keep the hands as they were; whoever was changing one may still send it."""
    if table.changing:
        store_after(table.state, table.open.with_hands_kept(table.changing))
    return to_table(table.state)


# The ruling is recorded


@blueprint.post("/agree")
@with_table
def agree(table: OpenTable) -> AnyResponse:
    """Agree to the ruling, each phone for its own player; the last one records the round."""
    form_token, state = read_form_token(), table.state
    if (
        table.ruling is None
        or table.changing
        or table.open.revision != request.form.get("seen", "")
    ):
        return to_table(state, str(CHANGED_MEANWHILE))
    if table.agrees_for is None:
        return to_table(state, _("This phone came after the round was announced: it has no say."))
    after = table.open.agreed_by(table.agrees_for)
    if table.agrees_for not in table.open.agreed:
        store_after(state, after)
    agreed = OpenTable(state, after)
    if table.open.all_agree and agreed.may_record:
        return _record(agreed, form_token)
    return to_table(state)


@blueprint.post("")
@with_table
def record(table: OpenTable) -> AnyResponse:
    """Put the round on the sheet as it was shown."""
    form_token, state = read_form_token(), table.state
    if table.open.revision != request.form.get("seen", ""):
        return to_table(state, str(CHANGED_MEANWHILE))
    if table.changing:
        return to_table(state)
    if not table.may_record:
        names = names_of(table.still_to_agree, table.players)
        return to_table(state, _("Still to agree: %(names)s", names=names))
    return _record(table, form_token)


def _record(table: OpenTable, form_token: FormToken) -> AnyResponse:
    state = table.state
    try:
        row = commands.record(
            state.id,
            **form_token._asdict(),
            round=table.whole.complete(),
            entered_by=state.member.player,
            revision=table.open.revision,
            told=lambda _closed: told(table),
        )
    except RuleError as error:
        flash(refusal(error), "error")
        return to_table(state)
    except commands.VersionConflict:
        return to_table(state, str(CHANGED_MEANWHILE))
    return to_sheet(state, recorded_words(row))


@blueprint.post("/upcard")
def turn_up(game_id: str) -> AnyResponse:
    """Note the upcard of the round being dealt; every phone shows it until the round ends."""
    state, form_token = find_state(game_id), read_form_token()
    game = state.sheet.game
    suit, rank = request.form.get("suit", ""), request.form.get("rank", "")
    if not game.variant.takes_upcard or rank not in tuple(RANKS) or suit not in ("", *SUITS):
        abort(400)
    if not suit and game.variant.counts_twice(game.rules, Card(rank, "S")):
        raise SheetInstead(state.row, 422, _("Enter the upcard’s suit: a spade counts double."))
    if state.is_announced:  # It is a fact of that round now, and is changed like the others.
        raise commands.VersionConflict(state.row)
    known = state.open.facts.get(UPCARD, "") if state.open else ""
    if known == rank + suit:
        return to_sheet(state)
    try:
        if known != request.form.get("was", "") or form_token.version != state.version:
            raise OpenRoundConflict
        open_round = state.open or dealt()
        store_after(state, open_round.with_facts({**open_round.facts, UPCARD: rank + suit}))
    except OpenRoundConflict:
        raise commands.VersionConflict(find_state(game_id).row) from None
    return to_sheet(state)


# The round is thrown away


@blueprint.get("/discard")
@with_table
def ask_to_discard(table: OpenTable) -> AnyResponse:
    """Ask before all hands of the open round are thrown away."""
    return make_response(render_template("rounds/discard.html", table=table))


@blueprint.post("/discard")
@with_table
def discard(table: OpenTable) -> AnyResponse:
    """Throw the open round away on every phone; what is left of it is who did so."""
    store_after(table.state, table.open.thrown_away(table.who, late=table.was_ruled))
    return to_sheet(table.state, _("The round is discarded. Nothing was recorded."))
