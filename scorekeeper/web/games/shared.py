"""The page that a link shows to people outside the club: sheet, rulings and house rules."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.share_links import NoShareLinkError, ShareLinkGoneError, shared_game
from scorekeeper.storage.folded_games import game_of, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import people_of
from scorekeeper.web.games.house_rules import rules_shown
from scorekeeper.web.games.sheet import shown_sheet
from scorekeeper.web.shell.errors import error_answer
from scorekeeper.web.shell.requests import address_to_send, round_or_404, speak_of
from scorekeeper.web.shell.responses import HIDDEN_PATH
from scorekeeper.web.subjects.game_picture import picture_answer

blueprint = Blueprint("shared", __name__, url_prefix="/shared/<link_token>")


@blueprint.after_request
def _keep_secret(response: Response) -> Response:
    """Hide the address, which is a secret, from other sites and search engines."""
    response.headers["Referrer-Policy"] = HIDDEN_PATH
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(NoShareLinkError)
def _no_link(error: NoShareLinkError) -> Response:
    return error_answer(
        410 if isinstance(error, ShareLinkGoneError) else 404,
        _("This link does not work any more. Ask whoever sent it for a new one."),
    )


def _game_of(link_token: str) -> GameRow:
    row = shared_game(link_token)
    speak_of(row.variant)
    return row


@blueprint.get("")
def show(link_token: str) -> Response:
    """The game of this link. 204 if the page has `seen` this version."""
    row = _game_of(link_token)
    if request.args.get("seen", type=int) == row.version:
        return make_response("", 204)
    round_at = partial(url_for, ".round", link_token=link_token)
    page = render_template(
        "shared/game.html",
        row=row,
        rules=rules_shown(game_of(row)),
        address=address_to_send().base + url_for(".show", link_token=link_token),
        picture=url_for(".picture", link_token=link_token),
        follows=url_for(".show", link_token=link_token, seen=row.version),
        **vars(shown_sheet(row, people_of(row), round_at, for_club=False)),
    )
    return make_response(page)


@blueprint.get("/picture.png")
def picture(link_token: str) -> Response:
    return picture_answer(_game_of(link_token), for_club=False)


@blueprint.get("/rounds/<int:number>", endpoint="round")
def show_round(link_token: str, number: int) -> str:
    row = _game_of(link_token)
    entry = round_or_404(row, number)
    return render_template(
        "shared/round.html",
        sheet=sheet_of(row),
        entry=entry,
        people=people_of(row),
        back=url_for(".show", link_token=link_token),
        round_at=partial(url_for, ".round", link_token=link_token),
    )
