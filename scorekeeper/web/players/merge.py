"""Merges two players who are one person, after a page that says what happens, and undoes that."""

from __future__ import annotations

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.merging import (
    SatTogetherError,
    belongings,
    game_together,
    merge_players,
    merged_into,
    part_player,
)
from scorekeeper.statistics.players import find_player_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from scorekeeper.web.players import PLAYER, blueprint, person_or_404
from scorekeeper.web.players.edit import MergeForm, edit_page, others_than
from scorekeeper.web.shell.visitor import current_club


@blueprint.get(f"/{PLAYER}/merge")
def ask_to_merge(player_id: int) -> Response:
    """What the merge would do; or why these two cannot be one person."""
    player = person_or_404(player_id)
    form = MergeForm(others_than(player), request.args)
    if not form.validate():
        return edit_page(player, 422, merge_form=form)
    return _ask(player, person_or_404(int(form.person.data)))


def _ask(player: Player, person: Player, before: Player | None = None) -> Response:
    """The page that says what happens; `before` was asked about and is `player` since then."""
    together = game_together(db.session(), player, person)
    page = render_template(
        "players/merge.html",
        player=player,
        person=person,
        before=before,
        together=together,
        brings=belongings(player),
        along=merged_into(player),
    )
    return make_response(page, 422 if together else 409 if before else 200)


@blueprint.post(f"/{PLAYER}/merge")
def merge(player_id: int) -> AnyResponse:
    """Merge a player into another one."""
    given = find_player_of(current_club(), player_id)
    player = person_or_404(player_id)
    form = MergeForm(others_than(given or player), request.form)
    if not form.validate():
        return edit_page(player, 422, merge_form=form)
    person = person_or_404(int(form.person.data))
    to_person = redirect(url_for(".show", player_id=person.id), 303)
    if player.id == person.id:  # a double tap: they are merged
        return to_person
    if given is not None and given.id != player.id:
        return _ask(player, person, before=given)
    try:
        merge_players(player, person)
    except SatTogetherError:
        return _ask(player, person)
    flash(_("%(name)s and %(other)s are one person now.", name=player.name, other=person.name))
    return to_person


@blueprint.post(f"/{PLAYER}/part")
def part(player_id: int) -> AnyResponse:
    """Undo the merge of a player, who is a person of their own again."""
    person = person_or_404(player_id)
    player = find_player_of(current_club(), player_id) or person
    if player.id != person.id:
        part_player(player)
        flash(
            _("%(name)s and %(other)s are two people again.", name=player.name, other=person.name)
        )
    return redirect(url_for(".show", player_id=player.id), 303)
