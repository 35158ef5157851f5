"""The page that asks players who joined by a code who they are. A link's page asks before."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import invitations
from scorekeeper.clubs.members import PlayerTakenError, set_player
from scorekeeper.web.clubs.join import invited_page
from scorekeeper.web.clubs.join_page import landing_address
from scorekeeper.web.clubs.player_form import PlayerForm
from scorekeeper.web.rounds.whose_phone import note_whose
from scorekeeper.web.shell.visitor import current_member

blueprint = Blueprint("who", __name__, url_prefix="/join/who")


@blueprint.get("")
def ask() -> AnyResponse:
    return _who_page()


def _who_page(status: int = 200, taken: PlayerTakenError | None = None) -> AnyResponse:
    member = current_member()
    invitation = invitations.invitation_of(member.device_id)
    if member.player is not None or invitation is None:
        game_id = invitation.game_id if invitation else None
        return redirect(landing_address(member.club_id, game_id), 303)
    return invited_page(invitation, url_for(".say"), status, taken)


@blueprint.post("")
def say() -> AnyResponse:
    form, only_watches = PlayerForm(), "watch" in request.form
    if not only_watches and not form.validate():
        return _who_page(422)
    member = current_member()
    try:
        name = None if only_watches else form.player
        name = member.player or set_player(member, name)
    except PlayerTakenError as error:
        return _who_page(422, error)
    if name or only_watches:  # Without a name, this phone is asked again when a round is announced.
        note_whose(name)
    game_id = invitations.game_id_invited_from(member.device_id)
    return redirect(landing_address(member.club_id, game_id), 303)
