"""All figures of a player, filtered by game and year."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from flask import make_response, redirect, render_template, request, url_for
from flask_babel import format_percent, ngettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.players import CurvePoint, months_played, results_curve
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.players.span_form import span_form
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.expected import compare_wins
from scorekeeper.web.subjects.figures import few_words
from scorekeeper.web.subjects.players import PlayerSummary


@blueprint.get(f"/{PLAYER_PATH}/figures")
def figures(player_id: int) -> AnyResponse:
    player = person_or_404(player_id)
    if player.id != player_id:
        return redirect(url_for(".figures", player_id=player.id), 301)
    months = months_played(player.id)
    form = span_form(request.args, months)
    found = PlayerSummary(current_club(), player, form.span, months)
    page = render_template(
        "players/figures.html",
        player=player,
        form=form,
        span=found.span,
        found=found,
        totals=found.totals,
        few=few_words(found.totals.wins),
        compared=compare_wins(found.totals.wins),
        longest=found.longest,
        insights=found.insights,
        chart=_curve(player, results_curve(player.id, found.span, months)),
    )
    return make_response(page, 422 if form.errors else 200)


def _curve(player: Player, steps: Sequence[CurvePoint]) -> Chart | None:
    if len(steps) < 2:
        return None
    games = accumulate(step.games for step in steps)
    won = accumulate(step.won for step in steps)
    rates = [100 * part / whole for part, whole in zip(won, games, strict=True)]
    curve = Curve(player.name, player.colour, rates, _percent(rates[-1]))
    return draw_chart(
        [curve],
        _places(steps),
        axis=_("After"),
        number=_percent,
    )


def _places(steps: Sequence[CurvePoint]) -> list[str]:
    months = [day_text(step.day, "yMMM") for step in steps]
    if len(set(months)) == len(months):
        return months
    games = accumulate(step.games for step in steps)
    return [ngettext("%(num)d game", "%(num)d games", number) for number in games]


def _percent(rate: float) -> str:
    return str(format_percent(rate / 100))
