"""The page of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_percent, ngettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.duels import partners_of
from scorekeeper.statistics.fairness import Wins
from scorekeeper.statistics.players import CurvePoint, Month, months_played, results_curve
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.players.span_form import SpanForm
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.figures import few_words, game_name, share, times
from scorekeeper.web.subjects.insights import score
from scorekeeper.web.subjects.players import player_summary

blueprint.add_app_template_global(share)
blueprint.add_app_template_global(times)
blueprint.add_app_template_global(score)
blueprint.add_app_template_filter(game_name)


@blueprint.get(f"/{PLAYER_PATH}")
def show(player_id: int) -> AnyResponse:
    """A player's figures, in all games or in those that the form asks for."""
    player = person_or_404(player_id)
    if player.id != player_id:
        return redirect(url_for(".show", player_id=player.id), 301)
    months = months_played(player.id)
    variants, years = {month.variant for month in months}, {month.day.year for month in months}
    form = SpanForm(request.args, variants, years)
    return _page(player, form, form.span, months)


def _page(player: Player, form: SpanForm, span: Span, months: Sequence[Month]) -> Response:
    found = player_summary(current_club(), player, span, months)
    page = render_template(
        "players/show.html",
        player=player,
        form=form,
        span=span,
        since=found.since,
        totals=found.totals,
        few=few_words(found.totals.wins),
        insights=found.insights,
        meter=_meter(found.totals.wins) if found.totals.games else None,
        figures=found.figures,
        games=found.games,
        recent=found.recent[::-1],
        streak=found.streak,
        longest=found.longest,
        chart=_curve(player, results_curve(player.id, span, months)),
        rivals=found.rivals,
        partners=partners_of(current_club(), player.id, span),
        merged=found.merged,
    )
    return make_response(page, 422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class Meter:
    """The length of a bar of wins and the position of par on it, in percent.

    `range` is the interval of the true rate.
    """

    won: float
    fair: float
    range: tuple[float, float] | None


def _meter(wins: Wins) -> Meter:
    times, found = float(wins.times), wins.times_range
    fair = 100 / max(2.0, times, found.high if found else 0)
    return Meter(times * fair, fair, found and (found.low * fair, found.high * fair))


def _curve(player: Player, steps: Sequence[CurvePoint]) -> Chart | None:
    """The win rate after each step."""
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
    """The labels along the curve: months, or the numbers of games if a month has several steps."""
    months = [day_text(step.day, "yMMM") for step in steps]
    if len(set(months)) == len(months):
        return months
    games = accumulate(step.games for step in steps)
    return [ngettext("%(num)d game", "%(num)d games", number) for number in games]


def _percent(rate: float) -> str:
    return str(format_percent(rate / 100))
