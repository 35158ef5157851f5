"""The page that compares a player's wins with those expected, and explains the expected number."""

from __future__ import annotations

from dataclasses import dataclass

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.fairness import ENOUGH_TO_COMPARE, Wins
from scorekeeper.statistics.players import games_by_share, months_played, totals_by_variant
from scorekeeper.statistics.totals import all_of
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.players.span_form import span_form
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.subjects.expected import compare_wins, expected_text, parts_of


@blueprint.get(f"/{PLAYER_PATH}/expected")
def expected(player_id: int) -> AnyResponse:
    player = person_or_404(player_id)
    if player.id != player_id:
        return redirect(url_for(".expected", player_id=player.id), 301)
    form = span_form(request.args, months_played(player.id))
    span = form.span
    wins = all_of(totals_by_variant(player.id, span).values()).wins
    page = render_template(
        "players/expected.html",
        player=player,
        form=form,
        span=span,
        wins=wins,
        compared=compare_wins(wins),
        enough=ENOUGH_TO_COMPARE,
        expected=expected_text(wins.expected),
        line=_line(wins) if wins.games >= ENOUGH_TO_COMPARE else None,
        parts=list(parts_of(games_by_share(player.id, span))),
    )
    return make_response(page, 422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """Positions of the wins, the expected wins and the range of luck, in percent of a line."""

    won: float
    expected: float
    low: float
    high: float


def _line(wins: Wins) -> ExpectedLine:
    low, high = wins.by_luck
    least, most = min(low, wins.won), max(high, wins.won)
    beyond = max((most - least) * 0.25, 1.0)

    def place(number: float) -> float:
        return 100 * (number - least + beyond) / (most - least + 2 * beyond)

    return ExpectedLine(place(wins.won), place(float(wins.expected)), place(low), place(high))
