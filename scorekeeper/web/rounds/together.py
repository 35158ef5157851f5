"""A round entered together: a hand from each phone, one ruling on all of them, then the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Response, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.rummy.documents.draft import write_draft, write_given
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.judging.validation import check_in
from scorekeeper.rummy.messages import Seat
from scorekeeper.web.entering.amendments import amended_facts, amendment_words, objectors, told
from scorekeeper.web.entering.game_state import recorded_words
from scorekeeper.web.entering.given_round import GivenRound
from scorekeeper.web.entering.hand_in_progress import Entered
from scorekeeper.web.entering.open_round_changes import give_hands, record_as_shown, store_after
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.formatting import names_of
from scorekeeper.web.rounds.announcing import blueprint, to_sheet, to_table, with_table
from scorekeeper.web.rounds.at_fault import cards_at_fault, number_at_fault, shares_at_fault
from scorekeeper.web.rounds.errors import errors_of, refusal
from scorekeeper.web.rounds.hand_text import as_put_down, typed_hand
from scorekeeper.web.rounds.page import RoundPage, facts_page, hands_page
from scorekeeper.web.rounds.tally import tally_of
from scorekeeper.web.rounds.typed_round import (
    TypedRound,
    read_hands,
    typed_again,
    typed_hands,
    typed_in,
)
from scorekeeper.web.rounds.whose_phone import asks_whose, whose_page
from scorekeeper.web.shell.requests import FormToken, is_htmx, read_form_token, see_other

blueprint.add_app_template_filter(amendment_words)
blueprint.add_app_template_filter(told)
blueprint.add_app_template_filter(objectors)
blueprint.add_app_template_filter(tally_of)
blueprint.add_app_template_filter(shares_at_fault)
blueprint.add_app_template_filter(cards_at_fault)
blueprint.add_app_template_filter(number_at_fault)

CHANGED_MEANWHILE = lazy_gettext(
    "The round has just changed, so nothing was done. This is how it stands now."
)


# Each phone gives its hands


@blueprint.get("")
@with_table
def show(table: OpenTable) -> AnyResponse:
    if "seat" not in request.args and asks_whose(table):
        return whose_page(table)
    seats = asked_seats(table)
    takes = "take" in request.args
    if not takes and any(map(table.asks_first, seats)):
        page = render_template("rounds/take_over.html", table=table, seats=seats)
        return make_response(page)
    return table_page(table, seats, takes=takes)


def asked_seats(table: OpenTable) -> list[Seat]:
    """The seats in the address or form. If none, that of this phone if its hand is missing.

    Raises `RuleError` where a form sends the hand of a player who is out.
    """
    for seat in table.state.sheet.game.owners:
        if str(int(seat)) in request.form.getlist("seat"):
            check_in(seat, table.round.owners, "hands", seat)
    named = table.asked_among(request.values.getlist("seat"))
    return named if named or "wrong" in request.values else table.asked_here


def table_page(
    table: OpenTable,
    seats: Sequence[Seat],
    status: int = 200,
    *,
    typed: Sequence[str] | None = None,
    errors: Mapping[str, str] | None = None,
    takes: bool = False,
) -> Response:
    """`typed` are the hands as typed. `takes` says whether others’ hands may be taken over."""
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
        is_typed=typed is not None,
        is_wrong="wrong" in request.values,
        overrules="anyway" in request.values,
    )
    return make_response(answer, status)


def _hands_page(
    table: OpenTable, seats: Sequence[Seat], typed: Sequence[str] | None, errors: Mapping[str, str]
) -> RoundPage:
    if typed is None:
        given = table.round.given_among(filter(table.may_see, seats))
        asked = _asked(table, seats, given)
        typed = typed_hands(given, table.state.sheet.game)
    else:
        asked = _read(table, seats, typed)
    typed_round = replace(_typed_facts(table.round), hands=tuple(typed))
    return hands_page(table.state, asked, typed_round, errors)


def _asked(
    table: OpenTable, seats: Sequence[Seat], entered: tuple[Entered, ...]
) -> RoundInProgress:
    """The round with just these hands, which is never judged."""
    given = table.round
    asked = given.with_shares(given.facts, entered, given.asks(seats))
    return replace(asked, is_partial=True)


def _read(table: OpenTable, seats: Sequence[Seat], typed: Sequence[str]) -> RoundInProgress:
    game, givers = table.state.sheet.game, table.round.givers
    return _asked(table, seats, read_hands(typed, game, givers))


@blueprint.post("/hand")
@with_table
def give(table: OpenTable) -> AnyResponse:
    """Give the hands of these seats.

    A form that does not know of a hand from another phone is shown again.
    """
    seats = asked_seats(table)
    typed = _typed(table, seats)
    entered = _read(table, seats, typed)
    wrong = errors_of(entered)
    wrong |= {
        f"hand-{seat}": refusal(hand.missing)
        for seat, hand in enumerate(entered.hands)
        if seat in seats and hand.missing
    }
    if wrong:
        return table_page(table, seats, 422, typed=typed, errors=wrong, takes=True)
    elsewhere = _given_meanwhile(table, seats) or _covered(table, entered)
    if elsewhere:
        return table_page(table, seats, 409, typed=typed, errors=elsewhere, takes=True)
    # A hand from elsewhere always counts as changed, so that nobody finds it out by guessing.
    changed = {
        seat: write_given(hand)
        for seat, hand in zip(table.round.givers, entered.entered, strict=True)
        if seat in seats and isinstance(hand, GivenHand)
        if not table.is_from_here(seat) or table.round.is_another(seat, hand)
    }
    give_hands(table, changed)
    if not changed and any(seat in table.round.changing for seat in seats):
        store_after(table.state, table.open.with_hands_kept(seats))
    return to_table(table.state)


def _typed(table: OpenTable, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The hands of these seats as typed, the others empty.

    Where the form asks only for melds, all cards are melded.
    """
    variant = table.state.sheet.game.variant
    hands = tuple(
        typed_hand(request.form, int(share), variant) if share in seats else ""
        for share in table.round.givers
    )
    if table.round.asks(seats) is not variant.as_melded:
        return hands
    return tuple(as_put_down(text, variant) for text in hands)


def _given_meanwhile(table: OpenTable, seats: Sequence[Seat]) -> dict[str, str]:
    """The messages for hands that the form does not know of. They never say what the hands are."""
    return {
        f"hand-{seat}": table.who_entered(seat)
        for seat in seats
        if table.is_from_elsewhere(seat)
        and request.form.get(f"version-{seat}", type=int) != table.open.hand(seat).version
    }


def _covered(table: OpenTable, in_progress: RoundInProgress) -> dict[str, str]:
    """The messages for whole hands in place of which a partner has given a share."""
    given = {side: table.covered_by(side, in_progress) for side in table.round.seats}
    return {f"hand-{side}": table.who_entered(share) for side, share in given.items() if share}


@blueprint.post("/hand/back")
@with_table
def take_back(table: OpenTable) -> AnyResponse:
    asked, taken = asked_seats(table), table.taken_from_here
    give_hands(table, {seat: hand for seat, hand in taken.items() if seat in asked})
    return to_table(table.state)


@blueprint.post("/count")
@with_table
def count(table: OpenTable) -> AnyResponse:
    """What the hands count while they are typed. Nothing is kept, and no other hand is shown."""
    seats = asked_seats(table)
    typed = _typed(table, seats)
    page = _hands_page(table, seats, typed, {})
    if is_htmx():
        return make_response(render_template("rounds/_counts.html", page=page, seats=seats))
    wrong = errors_of(page.in_progress)
    return table_page(table, seats, 422 if wrong else 200, typed=typed, errors=wrong)


# How the round went


@blueprint.get("/facts")
@with_table
def ask_for_facts(table: OpenTable) -> AnyResponse:
    return _facts_page(table, _typed_facts(table.round))


@blueprint.post("/facts")
@with_table
def set_facts(table: OpenTable) -> AnyResponse:
    """Change the facts of the round. A form made for older facts gets the current ones."""
    state, typed = table.state, typed_in(request.form, table.state.sheet.game)
    if request.form.get("facts_version", type=int) != table.open.facts_version:
        changed = _last_changed(table)
        return _facts_page(table, _typed_facts(table.round), 409, problem=changed)
    page = facts_page(state, typed, {})
    faults = page.in_progress.wrong_facts
    if faults:
        return _facts_page(table, typed, 422, errors={**errors_of(page.in_progress, faults[0])})
    facts = page.in_progress.facts.draft
    if amendments := amended_facts(table, facts):
        store_after(state, table.open.with_facts(write_draft(facts), amendments))
    return to_table(state)


@blueprint.app_template_filter("typed_facts")
def _typed_facts(given: GivenRound) -> TypedRound:
    return typed_again(given.facts.draft, given.sheet.game)


def _last_changed(table: OpenTable) -> str:
    """The last change of a fact, with its author. Empty without one, as with a made-up form."""
    facts = [amendment for amendment in table.open.amendments if amendment.seat is None]
    return amendment_words(facts[-1], table.round.whole.game) if facts else ""


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
    """Change a hand that all have seen: every phone shows who does, and the round waits.

    That takes the place of their doubt.
    """
    seats = asked_seats(table)
    for seat in seats[:1] if table.round.is_complete else ():
        store_after(table.state, table.without_own_doubt.with_changing(int(seat), table.who))
    return see_other(
        url_for("together.show", game_id=table.state.id, seat=[int(seat) for seat in seats])
    )


@blueprint.post("/hand/keep")
@with_table
def keep(table: OpenTable) -> AnyResponse:
    """Keep the hands as they were. Whoever was changing one may still send it."""
    if table.round.changing:
        store_after(table.state, table.open.with_hands_kept(table.round.changing))
    return to_table(table.state)


# Somebody says that something is wrong


@blueprint.post("/doubt")
@with_table
def doubt(table: OpenTable) -> AnyResponse:
    """Hold the round until this is taken back, or facts or hands are changed."""
    device_id = table.state.member.device_id
    if table.round.ruling is not None and not table.is_doubted_here:
        store_after(table.state, table.open.with_doubt(table.who, device_id, table.agrees_for))
    return see_other(url_for("together.show", game_id=table.state.id, wrong=1))


@blueprint.post("/doubt/back")
@with_table
def take_back_doubt(table: OpenTable) -> AnyResponse:
    if table.is_doubted_here:
        store_after(table.state, table.without_own_doubt)
    return to_table(table.state)


# The ruling is recorded


@blueprint.post("/agree")
@with_table
def agree(table: OpenTable) -> AnyResponse:
    """Agree to the ruling for one player. Where all must agree, the last one records the round."""
    form_token, state = read_form_token(), table.state
    if (
        table.round.ruling is None
        or table.round.changing
        or table.open.revision != request.form.get("revision", "")
    ):
        return to_table(state, str(CHANGED_MEANWHILE))
    if not _may_overrule(table):
        return to_table(state)  # which says who doubts it
    if table.agrees_for is None:
        return to_table(state, _("This phone came after the round was announced: it has no say."))
    after = table.open.agreed_by(table.agrees_for)
    agreed = OpenTable(state, after)
    if table.open.all_agree and agreed.is_agreed:
        return _record(agreed, form_token)  # which stores this agreement no more
    if table.agrees_for not in table.open.agreed:
        store_after(state, after)
    return to_table(state)


@blueprint.post("")
@with_table
def record(table: OpenTable) -> AnyResponse:
    form_token, state = read_form_token(), table.state
    if table.open.revision != request.form.get("revision", ""):
        return to_table(state, str(CHANGED_MEANWHILE))
    if table.round.changing or table.round.ruling is None or not _may_overrule(table):
        return to_table(state)  # the page says what is wrong
    if not table.is_agreed:
        names = names_of(table.still_to_agree, table.round.players)
        return to_table(state, _("Still to agree: %(names)s", names=names))
    return _record(table, form_token)


def _may_overrule(table: OpenTable) -> bool:
    """Whether the form names all who say that something is wrong."""
    return {*table.open.doubters.values()} <= {*request.form.getlist("doubter")}


def _record(table: OpenTable, form_token: FormToken) -> AnyResponse:
    state = table.state
    try:
        row = record_as_shown(table, form_token)
    except commands.VersionConflict:
        return to_table(state, str(CHANGED_MEANWHILE))
    return to_sheet(state, recorded_words(row))


# The round is discarded


@blueprint.get("/discard")
@with_table
def ask_to_discard(table: OpenTable) -> AnyResponse:
    return make_response(render_template("rounds/discard.html", table=table))


@blueprint.post("/discard")
@with_table
def discard(table: OpenTable) -> AnyResponse:
    store_after(table.state, table.discarded)
    return to_sheet(table.state, _("The round is discarded. Nothing was recorded."))
