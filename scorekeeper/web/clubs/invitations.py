"""Invitations, which keepers create and revoke: a link, its QR code, and a code to type."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField, RadioField, SelectChoice

from scorekeeper import clock
from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import InvitationSecrets, NoInvitationError
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Club, GameRow, Invitation
from scorekeeper.storage.queries import find_game
from scorekeeper.storage.tokens import print_code
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.squares import draw_square
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.visitor import current_club

SHOWN = "invitations"
"""The session key of the last links and codes of this browser. The database has only hashes."""

MOST_SHOWN = 4

blueprint = Blueprint("invitations", __name__, url_prefix="/club/invitations")
blueprint.add_app_template_filter(print_code)


LASTS = {"evening": timedelta(hours=12), "week": timedelta(days=7), "month": timedelta(days=30)}
"""The choices of how long an invitation is valid."""


class InvitationForm(BaseForm):
    """An invitation's role, its game if any, and how long it is valid."""

    game = HiddenField()
    role = RadioField(
        lazy_gettext("Role"),
        description=lazy_gettext(
            "Organisers invite people and say who may do what. Players start games and enter "
            "rounds. Viewers just look on."
        ),
        choices=[
            SelectChoice(Role.PLAYER.value, lazy_gettext("Play")),
            SelectChoice(Role.WATCHER.value, lazy_gettext("Watch")),
            SelectChoice(Role.KEEPER.value, lazy_gettext("Organise")),
        ],
    )
    lasts = RadioField(
        lazy_gettext("Valid for"),
        choices=[
            SelectChoice("evening", lazy_gettext("this evening")),
            SelectChoice("week", lazy_gettext("a week")),
            SelectChoice("month", lazy_gettext("a month")),
        ],
    )


@blueprint.get("")
def index() -> str:
    club = current_club()
    game = find_game(club, request.args.get("game", ""))
    chosen = {"role": Role.PLAYER.value, "lasts": "evening", "game": game and game.id}
    return render_template(
        "clubs/invitations.html",
        club=club,
        invitations=invitations.active_invitations(club),
        guests=invitations.count_joined(club),
        shown=_shown(),
        form=InvitationForm(data=chosen),
        game=game,
    )


@blueprint.post("")
def invite() -> AnyResponse:
    """Create an invitation and show it.

    With `at_once`, show an earlier invitation of this browser for the same role and game, if its
    code is still valid.
    """
    form, club = InvitationForm(), current_club()
    if not form.validate():
        abort(400)
    game = find_game(club, form.game.data or "")
    role, lasts = Role(form.role.data), LASTS[form.lasts.data]
    if "at_once" in request.form and (made := _made_before(club, role, game)):
        return redirect(url_for(".show", invitation_id=made.id), 303)
    return _show_made(invitations.invite(club, role, lasts, game))


def _made_before(club: Club, role: Role, game: GameRow | None) -> Invitation | None:
    same = (
        invitation
        for invitation in _with_good_code(club, game.id if game else None)
        if invitation.role == role
    )
    return next(same, None)


def _with_good_code(club: Club, game_id: str | None) -> list[Invitation]:
    now = clock.now()
    return [
        invitation
        for invitation in invitations.active_invitations(club)
        if invitation.game_id == game_id
        and invitation.id in _shown()
        and invitation.code_expires_at is not None
        and invitation.code_expires_at > now
    ]


class WayIn(NamedTuple):
    """Two ways to join from a big screen: scan `square`, a QR code, or type `code` at `address`."""

    square: Markup
    address: str
    code: str


@blueprint.app_template_global()
def way_in(game_id: str, drawing: str) -> WayIn | None:
    """The invitation to play in this game, if this browser made one with a valid code.

    `drawing` is the CSS class of the QR code.
    """
    if not _shown():
        return None
    for invitation in _with_good_code(current_club(), game_id):
        if invitation.role == Role.PLAYER:
            token, code = _shown()[invitation.id]
            base = address_to_send().base
            link = base + url_for("join.invitation", token=token)
            return WayIn(
                draw_square(link, drawing),
                (base + request.script_root).split("//")[-1],
                code,
            )
    return None


def _shown() -> dict[str, list[str]]:
    """Links and codes by invitation, newest last."""
    return dict(session.get(SHOWN, ()))


@blueprint.post("/keeper-link")
def keeper_link() -> AnyResponse:
    """Create the link that lets a keeper back in. It replaces the previous link."""
    return _show_made(invitations.make_keeper_link(current_club()))


def _show_made(made: InvitationSecrets) -> AnyResponse:
    shown = {**_shown(), made.invitation_id: [made.token, made.code]}
    # Pairs keep their order; the cookie sorts the keys of a dict.
    session[SHOWN] = list(shown.items())[-MOST_SHOWN:]
    return redirect(url_for(".show", invitation_id=made.invitation_id), 303)


@blueprint.get("/<invitation_id>")
def show(invitation_id: str) -> str | Response:
    """Show an invitation. Only the browser that made it shows the QR code and the code to type."""
    club = current_club()
    invitation = invitations.find_active_invitation(club, invitation_id) or abort(404)
    token, code = _shown().get(invitation_id, (None, None))
    at = address_to_send()
    link = token and at.base + url_for("join.invitation", token=token)
    return render_template(
        "clubs/invitation.html",
        invitation=invitation,
        role=Role(invitation.role),
        game=find_game(club, invitation.game_id or ""),
        link=link,
        code=code,
        at=at,
        square=link and draw_square(link),
        form=InvitationForm(
            data={"role": invitation.role, "lasts": "evening", "game": invitation.game_id}
        ),
    )


@blueprint.post("/<invitation_id>/revoke")
def revoke(invitation_id: str) -> AnyResponse:
    try:
        invitations.revoke_invitation(current_club(), invitation_id)
    except NoInvitationError:
        abort(404)
    session[SHOWN] = [made for made in _shown().items() if made[0] != invitation_id]
    flash(_("The invitation is revoked: its link and its code no longer work."))
    return redirect(url_for(".index"), 303)
