"""The page of each player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_percent, ngettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.duels import partners_of
from scorekeeper.statistics.players import CurvePoint, Month, months_played, results_curve
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.players.span_form import SpanForm, span_form
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.expected import beside_expected
from scorekeeper.web.subjects.figures import few_words, game_name, share
from scorekeeper.web.subjects.insights import score
from scorekeeper.web.subjects.players import PlayerSummary, player_summary

blueprint.add_app_template_global(share)
blueprint.add_app_template_global(score)
blueprint.add_app_template_filter(game_name)


@blueprint.get(f"/{PLAYER_PATH}")
def show(player_id: int) -> AnyResponse:
    """A player's figures, in all games or in those that the form asks for."""
    player = person_or_404(player_id)
    if player.id != player_id:
        return redirect(url_for(".show", player_id=player.id), 301)
    months = months_played(player.id)
    form = span_form(request.args, months)
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
        favourite=_favourite(found),
        few=few_words(found.totals.wins),
        beside=beside_expected(found.totals.wins),
        telling=found.telling,
        insights=found.insights,
        figures=found.figures,
        games=found.games,
        recent=found.recent[:STRIP][::-1],
        streak=found.streak,
        longest=found.longest,
        chart=_curve(player, results_curve(player.id, span, months)),
        rivals=found.rivals,
        partners=partners_of(current_club(), player.id, span),
        merged=found.merged,
    )
    return make_response(page, 422 if form.errors else 200)


STRIP = 10
"""How many of the last games a player's page draws."""


def _favourite(found: PlayerSummary) -> str:
    """The game that a player won most often, if they won several and one more than the others."""
    won = sorted(((game.totals.won, game.variant) for game in found.games), reverse=True)
    if len(won) < 2 or won[0][0] == won[1][0]:
        return ""
    return game_name(won[0][1])


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
