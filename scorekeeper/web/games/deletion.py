"""Deleting a game after a confirmation. Keepers can restore it or delete it for good."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands, deletion
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.game_lists import deleted_games
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_deleted_game
from scorekeeper.web.entering.open_table import announced_table
from scorekeeper.web.games import blueprint as games
from scorekeeper.web.games.sheet import answer_sheet, may_delete
from scorekeeper.web.parts.game_history import WORDS
from scorekeeper.web.shell.requests import game_or_404, list_position, read_form_token
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club, current_member, may
from scorekeeper.web.subjects.games import listed

blueprint = Blueprint("deleted", __name__, url_prefix="/club/deleted")


@games.get("/games/<game_id>/delete")
def ask_to_delete(game_id: str) -> str | AnyResponse:
    row = game_or_404(game_id)
    if not may_delete(row):
        flash(translate(deletion.only_keepers().message, row.players), "error")
        return redirect(url_for(".show", game_id=row.id), 303)
    return render_template(
        "games/delete.html", listed=listed(row), table=announced_table(row), key=commands.new_key()
    )


@games.post("/games/<game_id>/delete")
def delete(game_id: str) -> AnyResponse:
    """Delete the game. The same form sent twice deletes once."""
    if deletion.is_deleted_by(current_club(), game_id, request.form.get("key", "")):
        return _deleted()
    row, form_token, member = game_or_404(game_id), read_form_token(), current_member()
    try:
        deletion.delete(
            row.id,
            version=form_token.version,
            key=form_token.key,
            only_new=not member.keeps,
            entered_by=member.player,
        )
    except commands.VersionConflict as conflict:
        problem = _("Somebody else has just changed this game, so it was not deleted.")
        return answer_sheet(conflict.game, 409, problem)
    except RuleError as error:
        return answer_sheet(row, 422, translate(error.message, row.players))
    return _deleted()


def _deleted() -> AnyResponse:
    flash(Markup("{} {}").format(_("The game is deleted."), _way_back()))
    return redirect(url_for("home.index"), 303)


def _way_back() -> str:
    if not may("deleted.index"):
        return str(_("An organiser can restore it."))
    return Markup('<a href="{}">{}</a>').format(url_for("deleted.index"), _("Deleted games"))


@blueprint.get("")
def index() -> Response:
    return _page()


def _page(status: int = 200, problem: str = "") -> Response:
    club = current_club()
    found = deleted_games(club, position=list_position()).read_as(listed)
    keys = {game.card.id: commands.new_key() for game in found}
    page = render_template("clubs/deleted.html", club=club, games=found, keys=keys, problem=problem)
    return make_response(page, status)


def _deleted_game(game_id: str) -> GameRow:
    row = find_deleted_game(current_club(), game_id)
    if row is None:
        raise commands.NoSuchGameError(game_id)
    return row


@blueprint.post("/<game_id>/restore")
def restore(game_id: str) -> AnyResponse:
    """Restore a game. The same form sent twice restores once."""
    row = find_deleted_game(current_club(), game_id) or game_or_404(game_id)
    form_token, who = read_form_token(), current_member().player
    try:
        row = deletion.restore(
            row.id, version=form_token.version, key=form_token.key, entered_by=who
        )
    except commands.VersionConflict as conflict:
        problem = _("Somebody else has just changed this game, so nothing was done.")
        is_back = conflict.game.deleted_at is None
        return answer_sheet(conflict.game, 409, problem) if is_back else _page(409, problem)
    except RuleError as error:
        return _page(422, translate(error.message))
    flash(f"{WORDS[ChangeKind.RESTORE].done}.")
    return redirect(url_for("games.show", game_id=row.id), 303)


@blueprint.get("/<game_id>/delete", endpoint="ask_to_delete")
def ask_to_delete_for_ever(game_id: str) -> Response:
    return _confirm(_deleted_game(game_id))


def _confirm(row: GameRow, status: int = 200, problem: str = "") -> Response:
    page = render_template(
        "clubs/delete_game.html", listed=listed(row), problem=problem, key=commands.new_key()
    )
    return make_response(page, status)


@blueprint.post("/<game_id>/delete", endpoint="delete")
def delete_for_ever(game_id: str) -> AnyResponse:
    """Delete a game for good, unless it has changed since the page was shown."""
    row, form_token = _deleted_game(game_id), read_form_token()
    try:
        deletion.delete_for_ever(current_club(), row.id, version=form_token.version)
    except commands.VersionConflict as conflict:
        problem = _("Somebody else has just changed this game, so it was not deleted.")
        is_back = conflict.game.deleted_at is None
        return answer_sheet(conflict.game, 409, problem) if is_back else _confirm(row, 409, problem)
    flash(_("The game is deleted for good."))
    return redirect(url_for(".index"), 303)
