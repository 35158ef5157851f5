"""The page of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_percent, ngettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.duels import opponents_of
from scorekeeper.statistics.fairness import Wins
from scorekeeper.statistics.merging import merged_into
from scorekeeper.statistics.players import (
    CurvePoint,
    Month,
    caught_by,
    last_games,
    leads_in_club,
    longest_streak,
    months_played,
    results_curve,
    totals_by_variant,
)
from scorekeeper.statistics.totals import Span, Totals, all_of, extremes_of
from scorekeeper.storage.models import GameResult, Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.players import PLAYER, blueprint, person_or_404
from scorekeeper.web.players.figures import (
    Figure,
    SpanForm,
    extreme_figures,
    figures_of,
    game_name,
    share,
    times,
)
from scorekeeper.web.players.insights import insights, most_caught, score
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.shell.visitor import current_club

blueprint.add_app_template_global(share)
blueprint.add_app_template_global(times)
blueprint.add_app_template_global(score)
blueprint.add_app_template_filter(game_name)


@dataclass(frozen=True, slots=True)
class OfGame:
    """A player's figures in one game."""

    variant: str
    totals: Totals
    figures: list[Figure]


@blueprint.get(f"/{PLAYER}")
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
    club = current_club()
    by_variant = totals_by_variant(player.id, span)
    extremes = extremes_of(player.id, by_variant, span)
    totals, recent = all_of(by_variant.values()), last_games(player.id, span)
    rivals, caught = opponents_of(club, player.id, span), most_caught(by_variant)
    catchers = caught_by(club, player.id, replace(span, variant=caught)) if caught else []
    page = render_template(
        "players/show.html",
        player=player,
        form=form,
        span=span,
        since=months[0].day if months else None,
        totals=totals,
        insights=insights(player, by_variant, rivals, catchers, leads_in_club(club, span)),
        meter=_meter(totals.wins) if totals.games else None,
        figures=list(figures_of(totals, by_variant)),
        games=[
            OfGame(
                variant,
                in_game,
                [
                    *(figures_of(in_game, [variant]) if len(by_variant) > 1 else ()),
                    *extreme_figures(variant, extremes[variant]),
                ],
            )
            for variant, in_game in by_variant.items()
        ],
        recent=recent[::-1],
        streak=_streak(recent, span),
        longest=longest_streak(player.id, span),
        chart=_curve(player, results_curve(player.id, span, months)),
        rivals=rivals,
        merged=merged_into(player),
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


def _streak(recent: Sequence[GameResult], span: Span) -> int:
    """The current streak: games won in a row, or games not won as a negative number."""
    if not recent:
        return 0
    return recent[0].variant_streak if span.variant else recent[0].streak


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
