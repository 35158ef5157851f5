"""Links that show a game to people outside the club: made, listed and revoked.

Only the browser that made a link shows its address.
"""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games.share_links import (
    NoShareLinkError,
    ShareLinkGoneError,
    make_share_link,
    revoke_share_link,
    share_links,
)
from scorekeeper.games.transaction import new_key
from scorekeeper.web.shell.requests import address_to_send, game_or_404
from scorekeeper.web.shell.visitor import current_member

SHOWN = "share_links"
"""The session key for links made in this browser. The database has only their hashes."""

MOST_SHOWN = 4

blueprint = Blueprint("sharing", __name__, url_prefix="/games/<game_id>/links")


@blueprint.get("")
def index(game_id: str) -> str:
    row = game_or_404(game_id)
    at = address_to_send()
    return render_template(
        "games/links.html",
        row=row,
        links=share_links(row.id),
        addresses=_addresses(at.base),
        at=at,
        key=new_key(),
    )


def _shown() -> dict[str, str]:
    return dict(session.get(SHOWN, ()))


def _addresses(base: str) -> dict[str, str]:
    return {
        link_id: base + url_for("shared.show", link_token=token)
        for link_id, token in _shown().items()
    }


def link_to_send(game_id: str) -> str:
    """The newest valid link to a game that this browser made. Empty without one."""
    if not _shown():
        return ""
    addresses = _addresses(address_to_send().base)
    return next((addresses[link.id] for link in share_links(game_id) if link.id in addresses), "")


@blueprint.post("")
def make(game_id: str) -> AnyResponse:
    """Make a link and show it. A second tap on the button shows the same link."""
    row, member, key = game_or_404(game_id), current_member(), request.form.get("key", "")
    try:
        made = make_share_link(member.club_id, row.id, key, member.player)
    except ShareLinkGoneError:
        flash(_("The link no longer works."))
        return redirect(url_for(".index", game_id=row.id), 303)
    shown = {**_shown(), made.id: made.token}
    # As pairs, because the session sorts the keys of a dict.
    session[SHOWN] = list(shown.items())[-MOST_SHOWN:]
    flash(_("Here is the link. Send it to anybody who should see this game."))
    return redirect(url_for(".index", game_id=row.id), 303)


@blueprint.post("/<link_id>/revoke")
def revoke(game_id: str, link_id: str) -> AnyResponse:
    row = game_or_404(game_id)
    try:
        revoke_share_link(row.id, link_id)
    except NoShareLinkError:
        abort(404)
    session[SHOWN] = [made for made in _shown().items() if made[0] != link_id]
    flash(_("The link no longer works."))
    return redirect(url_for(".index", game_id=row.id), 303)
