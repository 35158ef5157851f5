"""The page of each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_percent, ngettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.duels import opponents_of, partners_of
from scorekeeper.statistics.fairness import Odds, Wins
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
from scorekeeper.storage.models import Club, GameResult, Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.players import PLAYER, blueprint, person_or_404
from scorekeeper.web.players.figures import (
    Figure,
    SpanForm,
    extreme_figures,
    few_words,
    figures_of,
    game_name,
    share,
    times,
)
from scorekeeper.web.players.insights import Insight, insights, most_caught, score
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


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """All that is told of a player in some games; the `recent` ones come latest first.

    `since` is the month of the first game ever. The `streak` is that of games won in a row, or of
    games not won as a negative number.
    """

    since: date | None
    totals: Totals
    figures: list[Figure]
    games: list[OfGame]
    insights: list[Insight]
    recent: list[GameResult]
    streak: int
    longest: int
    rivals: list[tuple[Player, Odds]]
    merged: list[Player]


def of_player(club: Club, player: Player, span: Span, months: Sequence[Month]) -> OfPlayer:
    """What the games of the span say of a player, who played in these months."""
    by_variant = totals_by_variant(player.id, span)
    totals, recent = all_of(by_variant.values()), last_games(player.id, span)
    rivals, caught = opponents_of(club, player.id, span), most_caught(by_variant)
    catchers = caught_by(club, player.id, replace(span, variant=caught)) if caught else []
    return OfPlayer(
        since=months[0].day if months else None,
        totals=totals,
        figures=list(figures_of(totals, by_variant)),
        games=list(_by_game(player, by_variant, span)),
        insights=insights(player, by_variant, rivals, catchers, leads_in_club(club, span)),
        recent=recent,
        streak=_streak(recent, span),
        longest=longest_streak(player.id, span),
        rivals=rivals,
        merged=merged_into(player),
    )


def _by_game(player: Player, by_variant: Mapping[str, Totals], span: Span) -> Iterator[OfGame]:
    extremes = extremes_of(player.id, by_variant, span)
    for variant, totals in by_variant.items():
        # In a single game they would be those of all games again.
        figures = figures_of(totals, [variant]) if len(by_variant) > 1 else ()
        extreme = extreme_figures(variant, extremes[variant])
        yield OfGame(variant, totals, [*figures, *extreme])


def _page(player: Player, form: SpanForm, span: Span, months: Sequence[Month]) -> Response:
    found = of_player(current_club(), player, span, months)
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
