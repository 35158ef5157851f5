"""Live updates: the changes since a page was sent, and the big screen."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import etag_of, game_after
from scorekeeper.web.entering.game_state import reason_to_leave, state_of
from scorekeeper.web.entering.open_table import OpenTable, announced_table
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.sheet import sheet_page_of
from scorekeeper.web.parts.formatting import done_by
from scorekeeper.web.parts.game_history import change_words
from scorekeeper.web.rounds.whose_phone import asks_whose
from scorekeeper.web.shell.requests import game_or_404, htmx_redirect
from scorekeeper.web.shell.visitor import current_member, may, seated, shown_to

PAGES = {
    "sheet": "games/_live.html",
    "watch": "games/_watch.html",
    "round": "rounds/_together_live.html",
    "whose": "rounds/_whose.html",
    "elsewhere": "rounds/_announced_live.html",
}
"""The template for the live part of each page. The page polls with its name here."""

ROUND_PAGES = ("round", "whose", "elsewhere")
"""Pages during a round: the round, the question who the phone's player is, and any other page."""


@blueprint.app_template_global()
def live_address(game_id: str, seen: str | None, at: str, **more: Any) -> str:
    """The address that the page named `at` polls for changes since the state `seen`."""
    member = current_member()
    more["seated"] = seated(member) if at == "sheet" else None
    return url_for("games.live", game_id=game_id, seen=seen, at=at, to=shown_to(member), **more)


blueprint.add_app_template_global(etag_of, "etag_of_game")


@blueprint.app_template_global()
def asked_every(table: OpenTable | None, *, over: bool = False) -> str:
    """The time between polls in htmx's notation, shorter while phones enter a round."""
    if over:
        return "15s"  # The end can be undone, or a rematch can begin.
    is_entered = table is not None and not table.open.is_being_played
    return "500ms" if is_entered else "2s"


@blueprint.get("/games/<game_id>/live")
def live(game_id: str) -> Response:
    """The changes since the state that the page has `seen`, or 204 without changes.

    The page of a finished game sends the `next` game that it knows, to notice a rematch. A sheet
    sends the time when its player was last `seated` in a new game. If the role or the player of the
    device has changed, htmx reloads the whole page.
    """
    row = game_or_404(game_id)
    if request.args.get("to") not in (None, shown_to(current_member())):
        response = make_response("", 204, {"HX-Refresh": "true"})
    elif _is_seen(row) and not _has_new_rematch(row):
        response = make_response("", 204)
    else:
        response = _changed_part(row)
    response.headers["Cache-Control"] = "no-store"
    return response


def _is_seen(row: GameRow) -> bool:
    seen = request.args.get("seen", "")
    if request.args.get("seated") not in (None, seated(current_member())):
        return False
    return seen.partition("-")[0] == str(row.version) and seen == etag_of(row)


def _has_new_rematch(row: GameRow) -> bool:
    known = request.args.get("next")
    if known is None:
        return False
    following = game_after(row)
    return known != (following.id if following else "")


def _news_of(row: GameRow) -> list[str]:
    """The change that another phone has just made: `Round 1 corrected by Marie`."""
    if request.args.get("seen", "").partition("-")[0] == str(row.version):
        return []
    [latest] = changes(row, 1, game=game_of(row))
    words, who = change_words(latest), done_by(latest.entered_by)
    return [f"{words} {_('by %(name)s', name=who)}" if who else words]


def _changed_part(row: GameRow) -> Response:
    at = request.args.get("at", "sheet")
    template = PAGES.get(at) or abort(400)
    if at == "sheet" and _was_announced(row):
        return htmx_redirect(url_for("together.show", game_id=row.id))
    if at not in ROUND_PAGES:
        page = sheet_page_of(row, for_all=at == "watch")
        if at == "watch" and page.next_game:
            return htmx_redirect(url_for("games.watch", game_id=page.next_game.id))
        return make_response(render_template(template, **vars(page), news=_news_of(row)))
    table = announced_table(row)
    if table is None and at != "elsewhere":
        left = reason_to_leave(state_of(row))
        return htmx_redirect(url_for("games.show", game_id=row.id, left=left))
    if at == "whose" and table and not asks_whose(table):
        return htmx_redirect(url_for("together.show", game_id=row.id))
    answer = render_template(
        template,
        row=row,
        table=table,
        seats=table.asked_among(request.args.getlist("seat")) if table else [],
        etag=etag_of(row),
        key=commands.new_key(),
        ruled=_ruled(table.open.id) if table else "",
        is_wrong="wrong" in request.args,
        overrules="anyway" in request.args,
        takes="take" in request.args,
    )
    return make_response(answer)


def _was_announced(row: GameRow) -> bool:
    """Check whether a new round was announced that this phone can enter.

    A phone that went back from an open round to the sheet stays on the sheet.
    """
    known = request.args.get("open")
    if known is None or not may("together.show"):
        return False
    table = announced_table(row)
    return table is not None and table.open.id != known and not table.state.only_watches


def _ruled(open_id: str) -> str:
    """The key of the ruled hands that the page shows. Empty without a ruling of this round."""
    known = request.args.get("ruled", "")
    return known if known.startswith(f"{open_id}-") else ""


@blueprint.get("/games/<game_id>/watch")
def watch(game_id: str) -> Response:
    page = sheet_page_of(game_or_404(game_id), for_all=True)
    return make_response(render_template("games/watch.html", **vars(page)))
