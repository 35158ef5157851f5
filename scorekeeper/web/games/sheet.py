"""The sheet of a game, its end, its trail, its document, and what stops, resumes or takes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import game_after
from scorekeeper.web import formatting
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.change_text import change_words, redo_words, undo_words
from scorekeeper.web.games.history import trail_entries
from scorekeeper.web.games.sheet_table import column_rows, rows, rules_of, standings
from scorekeeper.web.games.shown_rounds import shown_rounds
from scorekeeper.web.permissions import current_member, may
from scorekeeper.web.requests import the_game, the_stamp
from scorekeeper.web.rounds.hands import draw_given
from scorekeeper.web.rounds.shared_state import the_table
from scorekeeper.web.translation import translate

for word in (
    draw_given,
    formatting.ended,
    formatting.draw_cards,
    formatting.listed,
    formatting.names_of,
    formatting.result_words,
    formatting.scored,
    formatting.short_names,
    formatting.signed,
    formatting.tag_words,
    formatting.tell,
):
    blueprint.add_app_template_filter(word)

CHANGES_AT_ONCE = 50
"""So many changes a page of the trail shows."""


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> AnyResponse:
    """The sheet, which is also the end once the game is over.

    Whoever `left` the page of a round for it because that was recorded or discarded is told so.
    """
    row = the_game(game_id)
    if request.args.get("left") != "round":
        return sheet_page(row)
    flash(_("The round was recorded or discarded on another phone."))
    return redirect(url_for(".show", game_id=row.id), 303)


def sheet_page(row: GameRow, status: int = 200, problem: str = "") -> Response:
    """The sheet as it is now; `problem` is a sentence on why something was not done."""
    page = render_template(
        "games/sheet.html",
        rules=rules_of(commands.facts(row)),
        problem=problem,
        **sheet_parts(row),
    )
    return make_response(page, status)


def sheet_parts(row: GameRow) -> dict[str, Any]:
    """What the parts of the sheet that change are made of; `mark` is the state that they show."""
    sheet = commands.sheet(row)
    lines = column_rows(sheet) if sheet.game.variant.columns > 1 else rows(sheet)
    return {
        "row": row,
        "mark": commands.mark_of(row),
        "sheet": sheet,
        "table": the_table(row),
        "standings": standings(sheet),
        "rows": lines,
        "shown": shown_rounds(lines),
        "next_game": None if row.status == "playing" else game_after(row),
        "may_delete": may_delete(row),
        **_steps(row),
    }


def _steps(row: GameRow) -> dict[str, Any]:
    """What the buttons say that take back the last change and bring it back, and their key."""
    undone, redone = commands.last_change(row), commands.redoable(row)
    return {
        "undoes": undone and undo_words(commands.origin(undone), undone.number),
        "redoes": redone and redo_words(commands.origin(redone), redone.number),
        "key": commands.new_key(),
    }


def may_delete(row: GameRow) -> bool:
    """Whether who asks may delete this game: a keeper any, a player one that is new."""
    return may("games.delete") and (row.is_new or current_member().keeps)


@blueprint.get("/games/<game_id>/document")
def document(game_id: str) -> Response:
    """The game as a document to take away."""
    row = the_game(game_id)
    text = json.dumps(write_game(commands.facts(row)), ensure_ascii=False, indent=2)
    response = make_response(text + "\n")
    response.mimetype = "application/json"
    name = f"{row.variant}-{row.created_at:%Y-%m-%d}.json"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


@blueprint.get("/games/<game_id>/trail")
def trail(game_id: str) -> str:
    """The changes with what was before and after each, a page at a time."""
    row, before = the_game(game_id), request.args.get("older", type=int)
    entries = trail_entries(row, CHANGES_AT_ONCE + 1, before)
    return render_template(
        "games/trail.html",
        row=row,
        game=commands.opening(row),
        entries=entries[:CHANGES_AT_ONCE],
        older=entries[CHANGES_AT_ONCE - 1].id if len(entries) > CHANGES_AT_ONCE else None,
        is_first=before is None,
        **_steps(row),
    )


@blueprint.get("/games/<game_id>/call")
def ask_to_call(game_id: str) -> str | AnyResponse:
    """Ask before the game is stopped: the totals as they would stand."""
    row = the_game(game_id)
    if row.status != "playing" or not row.played:
        return redirect(url_for(".show", game_id=row.id), 303)
    called = fold(replace(commands.facts(row), called=True))
    return render_template(
        "games/call.html",
        row=row,
        sheet=called,
        standings=standings(called),
        key=commands.new_key(),
    )


@blueprint.post("/games/<game_id>/call")
def call(game_id: str) -> AnyResponse:
    """Stop the game early: the totals stand."""
    row, _stamp = the_game(game_id), the_stamp()
    if row.status == "playing" and not row.played:
        problem = _("No round is recorded yet, so there is no game to call.")
        return sheet_page(row, 422, problem)
    return _change(game_id, commands.call)


@blueprint.post("/games/<game_id>/play-on")
def play_on(game_id: str) -> AnyResponse:
    """Take up a game that was called."""
    return _change(game_id, commands.play_on)


@blueprint.post("/games/<game_id>/undo")
def undo(game_id: str) -> AnyResponse:
    """Take back the last change that is not undone yet."""
    return _change(game_id, commands.undo)


@blueprint.post("/games/<game_id>/redo")
def redo(game_id: str) -> AnyResponse:
    """Bring back what the last undo took back."""
    return _change(game_id, commands.redo)


def _change(game_id: str, change: Callable[..., GameRow]) -> AnyResponse:
    row, stamp = the_game(game_id), the_stamp()
    who = current_member().player
    try:
        row = change(row.id, version=stamp.version, key=stamp.key, entered_by=who)
    except commands.Conflict as conflict:
        problem = _("Somebody changed this game meanwhile, so nothing was done. This is the sheet.")
        return sheet_page(conflict.game, 409, problem)
    except RuleError as error:
        return sheet_page(row, 422, translate(error.message, row.players))
    (latest,) = commands.changes(row, 1)
    flash(f"{change_words(latest.kind, latest.number, latest.undoes)}.")
    return redirect(url_for(".show", game_id=row.id), 303)
