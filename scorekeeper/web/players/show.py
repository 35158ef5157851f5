"""The page of each player."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.players import months_played
from scorekeeper.statistics.totals import Span
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.expected import compare_wins
from scorekeeper.web.subjects.figures import few_words, game_name, share
from scorekeeper.web.subjects.insights import score
from scorekeeper.web.subjects.players import PlayerSummary

blueprint.add_app_template_global(share)
blueprint.add_app_template_global(score)
blueprint.add_app_template_filter(game_name)


@blueprint.get(f"/{PLAYER_PATH}")
def show(player_id: int) -> AnyResponse:
    """The page of a player: wins, last games, and results that are hardly luck.

    A game or a year in the address redirects to the figures of those games.
    """
    player = person_or_404(player_id)
    if player.id != player_id:
        return redirect(url_for(".show", player_id=player.id), 301)
    game, year = request.args.get("game"), request.args.get("year")
    if game or year:
        return redirect(url_for(".figures", player_id=player.id, game=game, year=year))
    found = PlayerSummary(current_club(), player, Span(), months_played(player.id))
    page = render_template(
        "players/show.html",
        player=player,
        found=found,
        totals=found.totals,
        favourite=_favourite(found),
        few=few_words(found.totals.wins),
        compared=compare_wins(found.totals.wins),
        recent=found.recent[:STRIP][::-1],
    )
    return make_response(page)


STRIP = 10
"""The number of last games that a player's page draws."""


def _favourite(found: PlayerSummary) -> str:
    won = sorted(((totals.won, key) for key, totals in found.by_variant.items()), reverse=True)
    if len(won) < 2 or won[0][0] == won[1][0]:
        return ""
    return game_name(won[0][1])
