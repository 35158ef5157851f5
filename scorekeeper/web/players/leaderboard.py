"""The leaderboard of a club: by wins, by rating, or by who played last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Response, make_response, render_template, request
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField

from scorekeeper.statistics.leaderboard import Entry, Order, leaderboard, seasons
from scorekeeper.web.parts.forms import check_choice
from scorekeeper.web.players import blueprint
from scorekeeper.web.players.span_form import Chip, SpanForm, without
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.leaderboard import dealer_words, missing_words

blueprint.add_app_template_global(missing_words)

ORDER_WORDS = {
    Order.WINS: lazy_gettext("Wins"),
    Order.RATING: lazy_gettext("Rating"),
    Order.LATEST: lazy_gettext("Last played"),
}


class OrderForm(SpanForm):
    """Which games are counted, and the order; only one game at a time has a rating."""

    order = SelectField(default="", validate_choice=False)

    def __init__(self, sent: object, variants: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(sent, variants, years)
        orders = [order for order in Order if self.game.data or order is not Order.RATING]
        self.order.choices = [SelectChoice(order.value, ORDER_WORDS[order]) for order in orders]

    def chips(self) -> Iterator[Chip]:
        """The choices; over all games there is no order by rating."""
        for chip in super().chips():
            rated = "game" in chip.asks or chip.asks.get("order") != Order.RATING
            yield chip if rated else replace(chip, asks=without(chip.asks, "order"))

    def orders(self) -> Iterator[Chip]:
        """The orders that can be chosen."""
        asked = without(self.asked, "order")
        for key, words, is_chosen, _attributes in self.order.iter_choices():
            yield Chip(words, asked | ({"order": key} if key else {}), is_chosen)

    def validate_order(self, field: Field) -> None:
        """Refuse an order that is not in the list."""
        check_choice(field)


@blueprint.get("")
def index() -> Response:
    """Everybody in order; archived players without a place are folded away."""
    club = current_club()
    played = seasons(club)
    form = OrderForm(request.args, played, {year for years in played.values() for year in years})
    span = form.span
    order = Order(form.order.data) if not form.errors else Order.WINS
    entries = leaderboard(club, span, order)
    archived = [entry for entry in entries if entry.player.archived_at and not entry.place]
    rows = [entry for entry in entries if entry not in archived]
    page = render_template(
        "players/index.html",
        form=form,
        span=span,
        order=order,
        rows=list(zip(rows, _drawn(rows), strict=True)),
        archived=archived,
        dealer=dealer_words(club, span),
    )
    return make_response(page, 422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from par, in the middle, to a player's wins, with the `range` of the true rate.

    All numbers are percentages of the width.
    """

    left: float
    width: float
    is_ahead: bool
    range: tuple[float, float] | None


NARROWEST = 0.25
"""The scale of the bars reaches at least this far from par."""


def _drawn(rows: Sequence[Entry]) -> list[Bar | None]:
    """A bar for everybody with a place, scaled to the longest."""
    values = [float(entry.wins.times) if not entry.missing else None for entry in rows]
    reach = max([NARROWEST, *(abs(value - 1) for value in values if value is not None)])
    return [
        None if value is None else _bar(value, entry, reach)
        for entry, value in zip(rows, values, strict=True)
    ]


def _bar(value: float, entry: Entry, reach: float) -> Bar:
    def place(times: float) -> float:
        return min(max(50 + 48 * (times - 1) / reach, 0), 100)

    ends, found = sorted((50.0, place(value))), entry.wins.times_range
    return Bar(
        ends[0],
        ends[1] - ends[0],
        is_ahead=value > 1,
        range=found and (place(found.low), place(found.high) - place(found.low)),
    )
