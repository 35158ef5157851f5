"""A table of who beats whom among the most active players, and details of one pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, make_response, render_template, request

from scorekeeper.statistics.duels import duel_of, pairs_among
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.leaderboard import leaderboard, seasons
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import Player
from scorekeeper.web.players import blueprint
from scorekeeper.web.players.span_form import SpanForm
from scorekeeper.web.shell.visitor import current_club

MOST_PLAYERS = 12
"""The most players in the table, which has a row and a column for each."""

MOST_GAMES = 3
"""The most kinds of game that a pair's details list separately."""


@blueprint.get("/pairs")
def pairs() -> Response:
    """Show how often each player finished ahead of every other, in leaderboard order."""
    club = current_club()
    played = seasons(club)
    form = SpanForm(request.args, played, {year for years in played.values() for year in years})
    span = form.span
    ranked = [entry for entry in leaderboard(club, span) if entry.wins.games]
    most = sorted(ranked, key=lambda entry: -entry.wins.games)[:MOST_PLAYERS]
    players = [entry.player for entry in ranked if entry in most]
    odds = pairs_among(players, span)
    page = render_template(
        "players/pairs.html",
        form=form,
        span=span,
        players=players,
        odds=odds,
        sides={pair: _side(of, len(odds) // 2) for pair, of in odds.items()},
        duel=_chosen(players, odds, span),
    )
    return make_response(page, 422 if form.errors else 200)


def _side(odds: Odds, pairs: int) -> str:
    """`ahead` or `behind` if the difference is hardly luck among this many pairs, or empty."""
    if not odds.is_beyond_luck(pairs):
        return ""
    return "ahead" if odds.ahead > odds.behind else "behind"


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """Two of the compared players, and their results in the kinds of game that they played most.

    `others` sums up their other kinds of game, or is `None` if there are none.
    """

    one: Player
    other: Player
    odds: Odds
    games: list[tuple[str, Odds]]
    others: Odds | None


def _chosen(
    players: Sequence[Player], odds: dict[tuple[int, int], Odds], span: Span
) -> ChosenPair | None:
    ids = tuple(request.args.get(name, 0, int) for name in ("one", "other"))
    chosen = {player.id: player for player in players}
    if ids not in odds:
        return None
    one, other = (chosen[player_id] for player_id in ids)
    duel = duel_of(one.id, other.id, span)
    games = [
        (variant, Odds(side.ahead, duel.theirs[variant].ahead))
        for variant, side in duel.mine.items()
    ]
    rest = games[MOST_GAMES:]
    others = Odds(sum(of.ahead for _v, of in rest), sum(of.behind for _v, of in rest))
    return ChosenPair(
        one, other, odds[one.id, other.id], games[:MOST_GAMES], others if rest else None
    )
