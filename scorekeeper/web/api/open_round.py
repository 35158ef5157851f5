"""The open round of a game: see it, announce it, give its hands, record it.

A token is a device without a player. It sees the hands that it gave, and all hands when the last
one is in. If the club shows hands as they come, it sees each hand then. It cannot agree for a
player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from flask import Response, abort, request
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.games.commands import new_key
from scorekeeper.rummy.documents.draft import write_given
from scorekeeper.rummy.documents.hand import read_hand
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.documents.round import BETWEEN
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.judging.validation import check_in, have_own_hands
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import Side, shares_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.answering import answered, sent_document
from scorekeeper.web.api.conflicts import change_of_a_game, check_current, refuse_open
from scorekeeper.web.api.entries import OF_THE_ENTRY, RecordedEntry, recorded, sent_entry
from scorekeeper.web.api.etags import asked_rest, game_tag
from scorekeeper.web.api.games import answered_game, whole_game
from scorekeeper.web.api.open_round_answer import (
    HAND,
    ROUND,
    OpenRound,
    OutdatedRound,
    open_round_answer,
)
from scorekeeper.web.api.operations import GAME_ID, OF_THE_GAME, Parameter, leads_to, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.entering.game_state import GameState, state_of
from scorekeeper.web.entering.hand_in_progress import check_given
from scorekeeper.web.entering.open_round_changes import (
    announce_draft,
    give_hands,
    record_as_shown,
    store_after,
)
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.entering.round_in_progress import RoundInProgress, in_progress
from scorekeeper.web.parts.formatting import names_of, who_did
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import ProblemType, problem
from scorekeeper.web.shell.requests import FormToken, game_or_404
from scorekeeper.web.shell.translation import translate

HAND_OF = Parameter("player", "The player or side with this hand.", {"type": "string"})

TAKE = Parameter(
    "take",
    "True to take the hand over from another device. All players see that.",
    {"type": "boolean"},
)


@operation(
    "GET",
    "/games/<game_id>/open",
    "open round",
    role=WATCHER,
    answers=(OpenRound,),
    parameters=(GAME_ID,),
)
def open_round(game_id: str) -> Response:
    """The open round, with the hands that this token may see. A complete round shows all hands."""
    state = state_of(game_or_404(game_id))
    if state.open is None:
        return problem(404, _("No round is open in this game."), about=ProblemType.NO_OPEN_ROUND)
    return _answered(OpenTable(state, state.open))


def _answered(table: OpenTable, status: int = 200) -> Response:
    return answered(open_round_answer(table), status, state=_tag(table))


def _tag(table: OpenTable) -> str:
    return f"{game_tag(table.state.row)}.{table.open.revision}"


# Announcing, giving hands, discarding


@change_of_a_game(
    "POST",
    "/open",
    "open round",
    answer=OpenRound,
    status=201,
    documents=(ROUND,),
    links=leads_to(OF_THE_GAME, "open_round", "record_open", "throw_away")
    | leads_to(OF_THE_GAME | {"player": "$response.body#/awaited/0"}, "give_hand"),
)
def announce(game_id: str) -> Response:
    """Announce that a round is over. Every phone asks for its hand. Known hands can be sent."""
    row = game_or_404(game_id)
    check_current(row)
    state = state_of(row)
    if state.is_announced:
        refuse_open(row, _("A round is being entered on the phones of the table."))
    _check_goes_on(state)
    game = state.sheet.game
    played = sent_entry(game.players, game.variant.pieces, is_new=False).entry
    if not isinstance(played, Round):
        raise RuleError(message("Only a round can be announced."), BETWEEN)
    draft = draft_of(played, game)
    for side, given in draft.hands.items():
        try:
            check_given(given.hand, side, game)
        except RuleError as error:
            raise error.under(names=game.players) from None
    _check_faults(replace(in_progress(state.sheet, draft), is_partial=True))
    announce_draft(state, draft)
    return _answered(_table(game_or_404(game_id)), 201)


def _check_goes_on(state: GameState) -> None:
    if not state.is_playing:
        raise RuleError(message("This game is over, so there is no next round."))
    if state.is_full:
        raise RuleError(commands.FULL_SHEET)


def _check_faults(announced: RoundInProgress) -> None:
    """Raise `RuleError` for an error that is certain before all hands are in."""
    if not announced.ending.is_possible:
        text = message("Choose how the round ended.")
        raise RuleError(text, "by" if announced.ending.rule else "ending")
    for fault in (*announced.wrong_facts, *announced.faults):
        raise fault


def _table(row: GameRow) -> OpenTable:
    state = state_of(row)
    if state.open is None or not state.is_announced:
        words = _("No round is being entered in this game. Announce one first.")
        abort(problem(404, words, about=ProblemType.NO_OPEN_ROUND))
    return OpenTable(state, state.open)


@change_of_a_game(
    "PUT",
    "/open/hands/<path:player>",
    "open round",
    answer=OpenRound,
    documents=(HAND,),
    parameters=(HAND_OF, TAKE),
)
def give_hand(game_id: str, player: str) -> Response:
    """Give the hand of a player or side.

    This needs `take` if the player has a phone at the table, or if another device gave the hand.
    If partners score as one, a player's hand is the cards still held. A side's hand is what it
    melded, or its whole hand.
    """
    row = game_or_404(game_id)
    check_current(row)
    table = _table(row)
    everybody = shares_of(table.state.sheet.game.sides)
    seat = next((share for share in everybody if table.round.players[share] == player), None)
    if seat is None:
        words = message("Nobody in this game is called “{name}”.", name=shortened(player))
        abort(problem(404, translate(words)))
    with _seen_from_hand(seat, table.round.players):
        if isinstance(seat, Side) and seat not in table.round.shares:
            raise RuleError(have_own_hands(seat))
        check_in(seat, table.round.shares)
        if not table.round.counts(seat):
            raise RuleError(
                message("There is no hand of {player} to give in this round.", player=seat)
            )
        _check_not_elsewhere(table, seat)
        given = _sent_hand(table, seat)
    if table.round.is_another(seat, given) or not table.is_from_here(seat):
        give_hands(table, {seat: write_given(given)})
    elif seat in table.round.changing:
        store_after(table.state, table.open.with_hands_kept([seat]))
    return _answered(_table(game_or_404(game_id)))


@contextmanager
def _seen_from_hand(seat: Seat, names: Sequence[str]) -> Iterator[None]:
    """Make the place of an error relative to the hand, which is all that was sent."""
    try:
        yield
    except RuleError as error:
        where = error.where[2:] if error.where[:2] == ("hands", seat) else error.where
        raise RuleError(error.message, *where, names=error.names or names) from None


def _check_not_elsewhere(table: OpenTable, seat: Seat) -> None:
    """Abort, asking for `take`, if another device gave this hand or its player has a phone here."""
    if request.args.get(TAKE.name) == "true":
        return
    if table.is_from_elsewhere(seat):
        refuse_open(table.state.row, table.who_entered(seat), TAKE.name)
    if table.asks_first(seat):
        words = _("%(name)s has a phone at the table.", name=table.round.players[seat])
        refuse_open(table.state.row, words, TAKE.name)


def _sent_hand(table: OpenTable, seat: Seat) -> GivenHand:
    """Read the hand that was sent, and check it without other hands. Raises `RuleError`."""
    game = table.state.sheet.game
    given = GivenHand(read_hand(sent_document(), seat, game.variant.pieces))
    check_given(given.hand, seat, game)
    entered = tuple(given if share == seat else None for share in table.round.givers)
    alone = table.round.with_shares(table.round.facts, entered)
    if wrong := alone.hands[seat].fault or alone.hands[seat].missing:
        raise wrong
    if isinstance(seat, Side) and (covered := table.covered_by(seat, alone)):
        refuse_open(table.state.row, table.who_entered(covered))
    return given


@change_of_a_game("DELETE", "/open", "open round")
def throw_away(game_id: str) -> Response:
    """Discard the open round. Only the token that announced it can do this."""
    row = game_or_404(game_id)
    check_current(row)
    table = _table(row)
    if table.open.announced_by != table.state.member.device_id:
        words = _("Only the program that announced this round can discard it.")
        return problem(403, words, about=ProblemType.NOT_ANNOUNCER)
    store_after(table.state, table.discarded)
    return answered_game(game_or_404(game_id))


# Recording


@change_of_a_game(
    "POST",
    "/open/record",
    "open round",
    answer=RecordedEntry,
    outdated=OutdatedRound,
    status=201,
    links=leads_to(OF_THE_ENTRY, "entry"),
)
def record_open(game_id: str) -> Response:
    """Record the open round as it was shown. If-Match is the ETag of the open round."""
    row = game_or_404(game_id)
    table = _table(row)
    if f"{table.open.revision}" not in {rest.partition(".")[0] for rest in asked_rest()}:
        return _outdated(table)
    check_current(row)
    _check_ready(table)
    return recorded(record_as_shown(table, FormToken(row.version, new_key())))


def _outdated(table: OpenTable) -> Response:
    words = _("The round has just changed, so nothing was done. This is how it stands now.")
    game, now = whole_game(table.state.row), open_round_answer(table)
    response = problem(412, words, kind=OutdatedRound, game=game, open=now)
    response.set_etag(_tag(table), weak=True)
    return response


def _check_ready(table: OpenTable) -> None:
    """Raise an error if the Record button would not record the round."""
    names = table.round.players
    if table.round.awaited:
        words = _("Still to come: %(names)s", names=names_of(table.round.awaited, names))
        refuse_open(table.state.row, words)
    if not table.round.is_complete or table.round.ruling is None:
        table.round.whole.complete()
        raise table.round.whole.fault or RuleError(message("This round is not complete yet."))
    if table.round.changing:
        words = _("A hand is being changed: %(names)s", names=names_of(table.round.changing, names))
        refuse_open(table.state.row, words)
    for doubter in table.open.doubters.values():
        words = _("%(who)s says that something is wrong.", who=who_did(doubter))
        refuse_open(table.state.row, words)
    if table.still_to_agree:
        words = _("Still to agree: %(names)s", names=names_of(table.still_to_agree, names))
        refuse_open(table.state.row, words)
