"""The leaderboard of a club, by wins, by rating or by last game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import Response, make_response, render_template, request
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField

from scorekeeper.statistics.leaderboard import LeaderboardOrder, leaderboard, seasons
from scorekeeper.statistics.totals import Span
from scorekeeper.web.parts.forms import check_choice
from scorekeeper.web.parts.pages import page_of
from scorekeeper.web.players import blueprint
from scorekeeper.web.players.span_form import SpanForm
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.subjects.expected import compare_wins
from scorekeeper.web.subjects.leaderboard import (
    STEPS,
    beginning_of,
    dealer_words,
    missing_words,
    totals_text,
    winner_words,
)

blueprint.add_app_template_global(compare_wins)
blueprint.add_app_template_global(missing_words)
blueprint.add_app_template_filter(totals_text)
blueprint.add_app_template_filter(winner_words)


ORDER_WORDS = {
    LeaderboardOrder.WINS: lazy_gettext("Wins"),
    LeaderboardOrder.RATING: lazy_gettext("Rating"),
    LeaderboardOrder.LATEST: lazy_gettext("Last played"),
}


@dataclass(frozen=True, slots=True)
class OrderLink:
    """An order to choose, and the query parameters for it."""

    words: str
    asks: dict[str, str]
    is_chosen: bool


class OrderForm(SpanForm):
    """The filters of games, and the order. Order by rating needs a filter by kind of game."""

    order = SelectField(default="", validate_choice=False)

    def __init__(self, sent: object, variants: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(sent, variants, years)
        orders = [
            order
            for order in LeaderboardOrder
            if self.game.data or order is not LeaderboardOrder.RATING
        ]
        self.order.choices = [SelectChoice(order.value, ORDER_WORDS[order]) for order in orders]

    def orders(self) -> Iterator[OrderLink]:
        asked = {field.name: field.data for field in (self.game, self.year) if field.data}
        for key, words, is_chosen, _attributes in self.order.iter_choices():
            yield OrderLink(words, asked | ({"order": key} if key else {}), is_chosen)

    def validate_order(self, field: Field) -> None:
        check_choice(field)


@blueprint.get("")
def index() -> Response:
    """The players in order, a page at a time. Archived players without a place are folded away."""
    club = current_club()
    played = seasons(club)
    form = OrderForm(request.args, played, {year for years in played.values() for year in years})
    span = form.span
    order = LeaderboardOrder(form.order.data) if not form.errors else LeaderboardOrder.WINS
    entries = leaderboard(club, span, order)
    archived = [entry for entry in entries if entry.player.archived_at and not entry.place]
    rows = [entry for entry in entries if entry not in archived]
    part = page_of(rows)
    mine = current_member().player_id
    page = render_template(
        "players/index.html",
        form=form,
        span=span,
        order=order,
        part=part,
        own=[entry for entry in rows if entry.player.id == mine and entry not in part.items],
        archived=archived,
        dealer=dealer_words(club, span),
        begun=None if form.errors or span != Span() else beginning_of(club, entries),
        steps=STEPS,
    )
    return make_response(page, 422 if form.errors else 200)
