"""Questions to a phone: who its player is, and whether that player joins the game."""

from __future__ import annotations

from flask import Response, abort, flash, make_response, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import members
from scorekeeper.rummy.game.joining_and_leaving import may_join
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import side_of
from scorekeeper.web.entering.game_state import GameState
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.rounds.announcing import blueprint, to_sheet, to_table, with_state, with_table
from scorekeeper.web.shell.requests import see_other
from scorekeeper.web.shell.visitor import may

_LATER, _NOBODY = "later", "nobody"
"""The answers without a player: ask again in the next round, and the phone has no player."""

_HAS_NO_PLAYER = "nobodys"
"""The cookie's key for a phone that has no player and is not asked again."""

_UNASKED_ROUND = "whose-later"
"""The cookie's key for the open round in which the phone is not asked again."""

_ONLY_WATCHES = "only-watches"
"""The cookie's key for the game that the player of this phone only watches."""


def asks_whose(table: OpenTable) -> bool:
    """Check whether to ask who the player of this phone is before it shows the round.

    A phone that announced the round gives all hands if no other player has a phone here, so it is
    not asked.
    """
    member = table.state.member
    if member.player is not None or session.get(_HAS_NO_PLAYER, False):
        return False
    if table.round.is_complete or session.get(_UNASKED_ROUND) == table.open.id:
        return False
    others = table.state.others_have_phones or table.open.announced_by != member.device_id
    return others and not any(map(table.is_from_here, table.round.shares))


def whose_page(table: OpenTable) -> Response:
    etag = table.state.etag(table.open)
    return make_response(render_template("rounds/whose.html", table=table, etag=etag))


def note_whose(name: str | None) -> None:
    """Note in the cookie whether this phone has a player. `None`: it has none, do not ask again."""
    if name is None:
        session[_HAS_NO_PLAYER] = True
    else:
        session.pop(_HAS_NO_PLAYER, None)


@blueprint.post("/whose")
@with_table
def say_whose(table: OpenTable) -> AnyResponse:
    """Set the player of this phone, and go on to their hand.

    `who` is a seat, `later` or `nobody`. If the player of the seat already has a phone, this phone
    can still enter their hand.
    """
    state, who = table.state, request.form.get("who", "")
    if who == _LATER:
        session[_UNASKED_ROUND] = table.open.id
        return to_sheet(state)
    names = {str(int(seat)): table.round.players[seat] for seat in table.state.sheet.players_in} | {
        _NOBODY: None
    }
    if who not in names:
        abort(400)
    try:
        note_whose(members.set_player(state.member, names[who]))
    except members.PlayerTakenError as error:
        words = _(
            "An organiser can say on the Club page that %(name)s has two phones.", name=error.name
        )
        flash(words)
        share = _given_by(Seat(int(who)), table)
        return see_other(url_for(".show", game_id=state.id, seat=int(share)))
    return to_table(state)


def _given_by(player: Seat, table: OpenTable) -> Seat:
    """The share that a player gives: their hand, or the side's if their own does not count."""
    share = table.round.share_of(player)
    if share is None or not table.round.counts(share):
        return side_of(player, table.round.seats)
    return share


def asks_to_join(state: GameState) -> bool:
    """Check whether to ask the player of this phone, who has no seat in the game, to join it."""
    name = state.member.player
    if name is None or name in state.players or session.get(_ONLY_WATCHES) == state.id:
        return False
    return may("between.join") and not state.is_announced and may_join(state.sheet)


@blueprint.post("/only-watch")
@with_state
def only_watch(state: GameState) -> AnyResponse:
    note_only_watches(state.id)
    return to_sheet(state)


def note_only_watches(game_id: str) -> None:
    """Note that the player of this phone does not join the game, or only keeps its score."""
    session[_ONLY_WATCHES] = game_id
