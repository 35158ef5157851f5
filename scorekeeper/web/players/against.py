"""Two players head to head: all their games together."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.statistics.duels import GamesAhead, spans_of_pair
from scorekeeper.statistics.players import MOST_GAMES_DRAWN
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.players.span_form import SpanForm
from scorekeeper.web.shell.requests import OTHER_PATH, PLAYER_PATH
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.subjects.figures import few_words
from scorekeeper.web.subjects.head_to_head import compared


@blueprint.get(f"/{PLAYER_PATH}/against/{OTHER_PATH}")
def against(player_id: int, other_id: int) -> AnyResponse:
    player, other = person_or_404(player_id), person_or_404(other_id)
    if player.id == other.id:
        abort(404)
    if (player.id, other.id) != (player_id, other_id):
        return redirect(url_for(".against", player_id=player.id, other_id=other.id), 301)
    played = spans_of_pair(player.id, other.id)
    form = SpanForm(
        request.args,
        {variant for variant, _month in played},
        {month.year for _variant, month in played},
    )
    return _page(player, other, form, form.span)


def _page(player: Player, other: Player, form: SpanForm, span: Span) -> Response:
    found = compared(player, other, span)
    page = render_template(
        "players/against.html",
        player=player,
        other=other,
        form=form,
        span=span,
        games=found.games,
        mine=found.mine,
        theirs=found.theirs,
        few=few_words(found.mine.totals.wins),
        chart=_chart(player, other, found.leads, found.games),
        pairs=found.pairs,
        verdict=found.verdict,
        never=found.never,
    )
    return make_response(page, 422 if form.errors else 200)


def _chart(player: Player, other: Player, found: Sequence[GamesAhead], games: int) -> Chart | None:
    """The player's lead in games over time, in the colour of the player who leads now."""
    if len(found) < 2:
        return None
    now = found[-1].games
    pattern = "medium" if games <= MOST_GAMES_DRAWN else "yMMM"
    first = GamesAhead(found[0].day, 0)
    curve = Curve(
        _("games ahead"),
        (player if now >= 0 else other).colour,
        [lead.games for lead in (first, *found)],
        signed(now),
    )
    labels = [_("before"), *(day_text(lead.day, pattern) for lead in found)]
    return draw_chart([curve], labels, axis=_("After"), filled=True)
