"""Deleting a game, after a page that asks first and shows what is lost."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands, deletion
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.games import blueprint
from scorekeeper.web.games.listed import listed
from scorekeeper.web.games.sheet import may_delete, sheet_page
from scorekeeper.web.rounds.open_table import open_table
from scorekeeper.web.shell.requests import game_or_404, read_form_token
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club, current_member, may


@blueprint.get("/games/<game_id>/delete")
def ask_to_delete(game_id: str) -> str | AnyResponse:
    """Ask before the game is deleted on every phone."""
    row = game_or_404(game_id)
    if not may_delete(row):
        flash(translate(deletion.only_keepers().message, row.players), "error")
        return redirect(url_for(".show", game_id=row.id), 303)
    return render_template(
        "games/delete.html", listed=listed(row), table=open_table(row), key=commands.new_key()
    )


@blueprint.post("/games/<game_id>/delete")
def delete(game_id: str) -> AnyResponse:
    """Delete the game; sending the same form again is harmless."""
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
        return sheet_page(conflict.game, 409, problem)
    except RuleError as error:
        return sheet_page(row, 422, translate(error.message, row.players))
    return _deleted()


def _deleted() -> AnyResponse:
    flash(Markup("{} {}").format(_("The game is deleted."), _way_back()))
    return redirect(url_for("home.index"), 303)


def _way_back() -> str:
    """A link to where a keeper brings the game back; for others, the words that a keeper can."""
    if not may("deleted.index"):
        return str(_("A keeper can bring it back."))
    return Markup('<a href="{}">{}</a>').format(url_for("deleted.index"), _("Deleted games"))
