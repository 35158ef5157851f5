"""The page on which each phone gives its hands of a round that is entered together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.rummy.documents.draft import write_given
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.judging.validation import check_in
from scorekeeper.rummy.messages import Seat
from scorekeeper.web.entering.hand_in_progress import Entered
from scorekeeper.web.entering.open_round_changes import give_hands, store_after
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.rounds.announcing import blueprint, to_table, with_table
from scorekeeper.web.rounds.errors import errors_of, refusal
from scorekeeper.web.rounds.hand_text import as_put_down
from scorekeeper.web.rounds.page import RoundPage, hands_page
from scorekeeper.web.rounds.tally import tally_of
from scorekeeper.web.rounds.typed_round import read_hands, typed_facts, typed_hand, typed_hands
from scorekeeper.web.rounds.whose_phone import asks_whose, whose_page
from scorekeeper.web.shell.requests import is_htmx, see_other

blueprint.add_app_template_filter(tally_of)


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
    """The seats in the address or form. Without any, the hand that this phone must give next.

    Without seats, but with the parameter `wrong`, the list is empty.

    Raises `RuleError` if a form sends the hand of a player who is out.
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
    """The page of the round. `typed` are hands as typed; `takes` allows replacing others' hands."""
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
        only_these = _partial_round(table, seats, given)
        typed = typed_hands(given, table.state.sheet.game)
    else:
        only_these = _read(table, seats, typed)
    typed_round = replace(typed_facts(table.round), hands=tuple(typed))
    return hands_page(table.state, only_these, typed_round, errors)


def _partial_round(
    table: OpenTable, seats: Sequence[Seat], entered: tuple[Entered, ...]
) -> RoundInProgress:
    """The round with only these hands. It is never judged."""
    given = table.round
    round = given.with_shares(given.facts, entered, given.variant_for(seats))
    return replace(round, is_partial=True)


def _read(table: OpenTable, seats: Sequence[Seat], typed: Sequence[str]) -> RoundInProgress:
    game, givers = table.state.sheet.game, table.round.givers
    return _partial_round(table, seats, read_hands(typed, game, givers))


@blueprint.post("/hand")
@with_table
def give(table: OpenTable) -> AnyResponse:
    """Give the hands of these seats.

    If another phone gave one of them after the form was made, the form is shown again.
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
    # A hand from another phone counts as changed even if equal, so guessing reveals nothing.
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
    """The hands of these seats as typed, and empty texts for other seats.

    If the form asks only for melds, each text says that no cards are left.
    """
    variant = table.state.sheet.game.variant
    hands = tuple(
        typed_hand(request.form, int(share), variant) if share in seats else ""
        for share in table.round.givers
    )
    if table.round.variant_for(seats) is not variant.as_melded:
        return hands
    return tuple(as_put_down(text, variant) for text in hands)


def _given_meanwhile(table: OpenTable, seats: Sequence[Seat]) -> dict[str, str]:
    """Messages for hands that the form does not know. The messages do not reveal the hands."""
    return {
        f"hand-{seat}": table.who_entered(seat)
        for seat in seats
        if table.is_from_elsewhere(seat)
        and request.form.get(f"version-{seat}", type=int) != table.open.hand(seat).version
    }


def _covered(table: OpenTable, in_progress: RoundInProgress) -> dict[str, str]:
    """Messages for whole hands that would replace a partner's share from another phone."""
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
    """Count the hands as typed, without storing them and without showing other hands."""
    seats = asked_seats(table)
    typed = _typed(table, seats)
    page = _hands_page(table, seats, typed, {})
    if is_htmx():
        return make_response(render_template("rounds/_counts.html", page=page, seats=seats))
    wrong = errors_of(page.in_progress)
    return table_page(table, seats, 422 if wrong else 200, typed=typed, errors=wrong)


# Changing a hand that all have seen


@blueprint.post("/hand/change")
@with_table
def change(table: OpenTable) -> AnyResponse:
    """Change a hand that all have seen: every phone shows who does it, and the round waits.

    If this phone doubts the round, its doubt is taken back.
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
    """Keep the hands unchanged. A player who was changing a hand can still send it."""
    if table.round.changing:
        store_after(table.state, table.open.with_hands_kept(table.round.changing))
    return to_table(table.state)
