"""The history of a game, undo and redo, and calling the game or playing on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.games.open_rounds import find_open
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.mapping import game_without_rounds
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.board import board_rows
from scorekeeper.web.games.sheet import answer_sheet, undo_buttons
from scorekeeper.web.parts.game_history import change_words, history_entries
from scorekeeper.web.shell.requests import game_or_404, older_than, read_form_token
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_member

PAGE = 50
"""The number of changes on a page of the history."""

UNDONE = "undone"
"""The category of messages about an undone change. These show a redo button."""


@blueprint.get("/games/<game_id>/trail")
def history(game_id: str) -> str:
    row, before = game_or_404(game_id), older_than()
    entries = history_entries(row, PAGE + 1, before)
    return render_template(
        "games/history.html",
        row=row,
        game=game_without_rounds(row),
        entries=entries[:PAGE],
        older=entries[PAGE - 1].id if len(entries) > PAGE else None,
        is_first=before is None,
        **vars(undo_buttons(row, find_open(row.id))),
    )


@blueprint.get("/games/<game_id>/call")
def ask_to_call(game_id: str) -> str | AnyResponse:
    row = game_or_404(game_id)
    if row.status != "playing" or not row.played:
        return redirect(url_for(".show", game_id=row.id), 303)
    called = fold(replace(game_of(row), called=True))
    return render_template(
        "games/call.html",
        row=row,
        sheet=called,
        board_rows=board_rows(called, row.people),
        key=commands.new_key(),
    )


@blueprint.post("/games/<game_id>/call")
def call(game_id: str) -> AnyResponse:
    return _change(game_id, _call)


def _call(game_id: str, **form: Any) -> GameRow:
    commands.check_something_to_end(game_or_404(game_id))
    return commands.call(game_id, **form)


@blueprint.post("/games/<game_id>/play-on")
def play_on(game_id: str) -> AnyResponse:
    return _change(game_id, commands.play_on)


@blueprint.post("/games/<game_id>/undo")
def undo(game_id: str) -> AnyResponse:
    return _change(game_id, commands.undo)


@blueprint.post("/games/<game_id>/redo")
def redo(game_id: str) -> AnyResponse:
    return _change(game_id, commands.redo)


def _change(game_id: str, change: Callable[..., GameRow]) -> AnyResponse:
    row, form_token = game_or_404(game_id), read_form_token()
    who = current_member().player
    try:
        row = change(row.id, version=form_token.version, key=form_token.key, entered_by=who)
    except RuleError as error:
        return answer_sheet(row, 422, translate(error.message, row.players))
    (latest,) = changes(row, 1, game=game_of(row))
    words = f"{change_words(latest)}."
    flash(words, UNDONE if latest.kind is ChangeKind.UNDO else "message")
    return redirect(url_for(".show", game_id=row.id), 303)
