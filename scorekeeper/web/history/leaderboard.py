"""The leaderboard of a club, by game and by year."""

from __future__ import annotations

from datetime import date

from flask import Response, make_response, render_template, request

from scorekeeper.statistics.leaderboard import leaderboard, seasons
from scorekeeper.statistics.totals import Span
from scorekeeper.web.history import blueprint
from scorekeeper.web.players.figures import SpanForm
from scorekeeper.web.shell.visitor import current_club


@blueprint.get("/leaderboard", endpoint="leaderboard")
def show() -> Response:
    """Who wins how often, in all games or in those that the form asks for."""
    club = current_club()
    played = seasons(club)
    form = SpanForm(request.args, played, {year for years in played.values() for year in years})
    span = form.span
    page = render_template(
        "history/leaderboard.html", form=form, span=span, board=leaderboard(club, span)
    )
    return make_response(page, 422 if form.errors else 200)


@blueprint.app_template_global()
def span_days(span: Span) -> dict[str, str]:
    """The first and the last day of a year, as the filters of the book are named."""
    if span.year is None:
        return {}
    return {"from": date(span.year, 1, 1).isoformat(), "to": date(span.year, 12, 31).isoformat()}
