"""The first steps of entering a round together: its upcard, and the announcement of its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, abort, flash, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.open_round import UPCARD, new_open_round
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.entering.ending import read_ending
from scorekeeper.web.entering.facts import facts_of
from scorekeeper.web.entering.game_state import GameState, SheetInstead, find_state, reason_to_leave
from scorekeeper.web.entering.open_round_changes import announce_draft, store_after
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.entering.round_in_progress import in_progress
from scorekeeper.web.rounds.errors import refusal
from scorekeeper.web.rounds.page import undone_round
from scorekeeper.web.shell.requests import read_form_token, see_other

View = Callable[[GameState], AnyResponse]

blueprint = Blueprint("together", __name__, url_prefix="/games/<game_id>/round")

MOST_TRIES = 16
"""The most tries of a request while other phones change the round."""


def with_state(view: View) -> Callable[[str], AnyResponse]:
    """Give a view the state of the game. Run the view again if another phone changes the round."""

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
    """Give a view the announced round. If there is none, redirect to the sheet.

    A form that names an earlier round as `open` is redirected with a message.
    """

    @with_state
    @wraps(view)
    def asked(state: GameState) -> AnyResponse:
        if state.open is None or not state.is_announced:
            left = reason_to_leave(state)
            return see_other(url_for("games.show", game_id=state.id, left=left))
        if request.values.get("open", state.open.id) != state.open.id:
            return to_table(state, _("That was another round. This is the one being entered now."))
        if request.endpoint != "together.show":
            _check_takes_part(state)
        try:
            return view(OpenTable(state, state.open))
        except RuleError as error:
            raise error.under(names=state.players) from None

    return asked


def _check_takes_part(state: GameState) -> None:
    if state.only_watches:
        raise RuleError(message("You are out of this game, so this phone only watches."))


def to_sheet(state: GameState, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("games.show", game_id=state.id))


def to_table(state: GameState, words: str = "") -> AnyResponse:
    if words:
        flash(words)
    return see_other(url_for("together.show", game_id=state.id))


@blueprint.post("/upcard")
def turn_up(game_id: str) -> AnyResponse:
    """Store the upcard or another fact of the deal. Every phone shows it until the round ends."""
    state, form_token = find_state(game_id), read_form_token()
    name, text = _turned_up(state)
    if state.is_announced:  # A fact of the announced round is changed on another page.
        raise commands.VersionConflict(state.row)
    known = state.open.facts.get(name, "") if state.open else ""
    if known == text:
        return to_sheet(state)
    _check_takes_part(state)
    try:
        if known != request.form.get("was", "") or form_token.version != state.version:
            raise OpenRoundConflict
        open_round = state.open or new_open_round()
        store_after(state, open_round.with_facts({**open_round.facts, name: text}))
    except OpenRoundConflict:
        raise commands.VersionConflict(find_state(game_id).row) from None
    return to_sheet(state)


def _turned_up(state: GameState) -> tuple[str, str]:
    """The name and the text of the fact: the upcard, or another fact that the deal depends on."""
    game = state.sheet.game
    suit, rank = request.form.get("suit", ""), request.form.get("rank", "")
    for fact in game.variant.facts_of_deal(game.rules):
        if rank in fact.choices:
            return fact.key, rank
    if not game.variant.takes_upcard or rank not in tuple(RANKS) or suit not in ("", *SUITS):
        abort(400)
    if not suit and game.variant.counts_twice(game.rules, Card(rank, "S")):
        raise SheetInstead(state.row, 422, _("Enter the upcard’s suit: a spade counts double."))
    return UPCARD, rank + suit


@blueprint.post("/announce")
@with_state
def announce(state: GameState) -> AnyResponse:
    """Open the round on every phone: `ending` says who ended it, and how.

    If no other player has a phone here, redirect to the form of a round. The sheet cannot decide
    this, because others can arrive after it was loaded. With `again`, announce the round that was
    just undone, with its hands.
    """
    form_token, said = read_form_token(), request.form.get("ending", "")
    _check_takes_part(state)
    if not state.others_have_phones and not state.is_announced:
        number = len(state.sheet.rounds) + 1
        return see_other(url_for("rounds.new", game_id=state.id, ending=said, round=number))
    ending = read_ending(said, state.sheet.game)
    draft = Draft(ending.ending, ending.by)
    if "again" in request.form and (undone := undone_round(state)):
        draft = draft_of(undone, state.sheet.game)
        ending = facts_of(draft, state.sheet.game).ending
    if state.open is not None and state.is_announced:
        return to_table(state, _already_announced(OpenTable(state, state.open), draft))
    if state.version != form_token.version or not state.is_playing or state.is_full:
        raise commands.VersionConflict(state.row)
    if not ending.is_possible:
        raise SheetInstead(state.row, 422, _("Choose how the round ended."))
    for fault in in_progress(state.sheet, draft).wrong_facts:
        raise SheetInstead(state.row, 422, refusal(fault))
    announce_draft(state, draft)
    return to_table(state)


def _already_announced(table: OpenTable, draft: Draft) -> str:
    if (table.round.draft.ending, table.round.draft.by) == (draft.ending, draft.by):
        return ""
    return str(_("Another phone was faster. If it is wrong, press “Something’s wrong”."))
