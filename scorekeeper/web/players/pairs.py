"""Who beats whom: a table of those who have played most."""

from __future__ import annotations

from flask import Response, make_response, render_template, request

from scorekeeper.statistics.duels import pairs_among
from scorekeeper.statistics.leaderboard import leaderboard, seasons
from scorekeeper.web.players import blueprint
from scorekeeper.web.players.span_form import SpanForm
from scorekeeper.web.shell.visitor import current_club

MOST_PLAYERS = 12
"""The most players in the table, which has a row and a column for each."""


@blueprint.get("/pairs")
def pairs() -> Response:
    """How often each player finished ahead of each other, in the order of the leaderboard."""
    club = current_club()
    played = seasons(club)
    form = SpanForm(request.args, played, {year for years in played.values() for year in years})
    span = form.span
    ranked = [entry for entry in leaderboard(club, span) if entry.wins.games]
    most = sorted(ranked, key=lambda entry: -entry.wins.games)[:MOST_PLAYERS]
    players = [entry.player for entry in ranked if entry in most]
    page = render_template(
        "players/pairs.html",
        form=form,
        span=span,
        players=players,
        odds=pairs_among(players, span),
    )
    return make_response(page, 422 if form.errors else 200)
