"""The form that filters the games on pages of statistics."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.players import Month
from scorekeeper.statistics.totals import Span
from scorekeeper.web.parts.forms import BaseForm, check_choice
from scorekeeper.web.shell.translation import translate


class SpanForm(BaseForm):
    """The games to count: one variant or all, one year or all."""

    game = SelectField(lazy_gettext("Game"), default="", validate_choice=False)
    year = SelectField(lazy_gettext("Year"), default="", validate_choice=False)

    def __init__(self, sent: object, variants: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(sent)
        played = set(variants)
        games = [
            SelectChoice(variant.key, translate(variant.name))
            for variant in VARIANTS
            if variant.key in played
        ]
        found = sorted(set(years), reverse=True)
        times = [SelectChoice(str(year), str(year)) for year in found]
        every = f"{found[-1]}–{found[0] % 100:02}" if len(found) > 1 else _("All years")
        self.game.choices = [SelectChoice("", _("All games")), *games]
        self.year.choices = [SelectChoice("", every), *times]

    def validate_game(self, field: Field) -> None:
        check_choice(field)

    def validate_year(self, field: Field) -> None:
        check_choice(field)

    @property
    def span(self) -> Span:
        """The span that the form asks for, or all games if it is invalid."""
        if not self.validate():
            return Span()
        return Span(self.game.data, int(self.year.data) if self.year.data else None)

    @property
    def useful(self) -> list[Field]:
        return [field for field in (self.game, self.year) if len(field.choices) > 2 or field.errors]


def span_form(sent: object, months: Iterable[Month]) -> SpanForm:
    played = list(months)
    return SpanForm(sent, {month.variant for month in played}, {month.day.year for month in played})
