"""Changes of the entries of a game's sheet: record, correct, remove."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from flask import Response, abort, request
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.games.commands import EndsEarlierConflict, new_key
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.round import Round
from scorekeeper.storage.folded_games import game_of, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.conflicts import change_of_a_game, check_current, refuse_open
from scorekeeper.web.api.entries import (
    ENTRY,
    OF_THE_ENTRY,
    PLACE,
    RecordedEntry,
    at_names_joining,
    changed,
    check_place,
    recorded,
    sent_entry,
)
from scorekeeper.web.api.etags import asked_version
from scorekeeper.web.api.games import answered_game
from scorekeeper.web.api.operations import OF_THE_GAME, Parameter, leads_to
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.entering.amendments import told_on_one_phone
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.entering.game_state import state_of
from scorekeeper.web.shell.problems import ProblemType, problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.visitor import current_member

DROP_LATER = Parameter(
    "drop_later",
    "True to drop the later entries if the game now ends earlier.",
    {"type": "boolean"},
)


@change_of_a_game(
    "POST",
    "/rounds",
    "rounds",
    answer=RecordedEntry,
    status=201,
    documents=(ENTRY,),
    links=leads_to(OF_THE_ENTRY, "entry", "correct", "remove") | leads_to(OF_THE_GAME, "undo"),
)
def record(game_id: str) -> Response:
    """Record an entry at the end of the sheet."""
    row = game_or_404(game_id)
    check_current(row)
    game = game_of(row)
    sent = sent_entry(game.players, game.variant.pieces)
    _check_none_open(row, sent.entry)
    form: dict[str, Any] = {
        "version": row.version,
        "key": new_key(),
        "entered_by": current_member().author,
    }
    if isinstance(sent.entry, Round):
        told = partial(
            told_on_one_phone,
            game_id=row.id,
            game=game,
            entered=draft_of(sent.entry, game),
            who=form["entered_by"] or "",
        )
        return recorded(commands.record(row.id, round=sent.entry, told=told, **form))
    if sent.newcomers:
        with at_names_joining():
            row = commands.join(row, names=sent.newcomers, between=sent.entry, **form)
        return recorded(row)
    return recorded(commands.record_between(row.id, between=sent.entry, **form))


def _check_none_open(row: GameRow, entry: Entry) -> None:
    if not isinstance(entry, Round):
        return
    state = state_of(row)
    if state.is_announced:
        refuse_open(row, _("A round is being entered on the phones of the table."))
    if state.others_must_agree:
        refuse_open(row, _("In this club everybody confirms a round. Announce it first."))


@change_of_a_game(
    "PUT",
    "/rounds/<int:place>",
    "rounds",
    answer=RecordedEntry,
    documents=(ENTRY,),
    parameters=(PLACE, DROP_LATER),
)
def correct(game_id: str, place: int) -> Response:
    """Replace an entry on the sheet. Everything after it is computed again."""
    row = game_or_404(game_id)
    check_current(row)
    sheet = sheet_of(row)
    check_place(sheet, place)
    sent = sent_entry(sheet.game.players, sheet.game.variant.pieces, is_new=False)
    with _later_entries():
        row = commands.correct(row.id, place=place, entry=sent.entry, **_form(row))
    return changed(row, place)


@change_of_a_game(
    "DELETE",
    "/rounds/<int:place>",
    "rounds",
    parameters=(PLACE, DROP_LATER),
)
def remove(game_id: str, place: int) -> Response:
    """Remove an entry from the sheet. Later entries move up."""
    row = game_or_404(game_id)
    check_current(row)
    check_place(sheet_of(row), place)
    with _later_entries():
        row = commands.remove(row.id, place=place, **_form(row))
    return answered_game(row)


def _form(row: GameRow) -> dict[str, Any]:
    return {
        "version": asked_version(row),
        "key": new_key(),
        "entered_by": current_member().author,
        "drop_later": request.args.get("drop_later") == "true",
    }


@contextmanager
def _later_entries() -> Iterator[None]:
    """Abort, asking for `drop_later`, if the game would be over before its last entry."""
    try:
        yield
    except EndsEarlierConflict:
        words = _(
            "The game would be over before its last entry. With %(name)s those are dropped.",
            name="drop_later=true",
        )
        abort(problem(409, words, DROP_LATER.name, about=ProblemType.ENDS_EARLIER))
