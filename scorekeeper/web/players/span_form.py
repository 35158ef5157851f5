"""The form that chooses a game and a year, on the pages of players."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField, ValidationError

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.totals import Span
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.translation import translate


class SpanForm(BaseForm):
    """Which games are counted: of one game or all, of one year or all."""

    game = SelectField(lazy_gettext("Game"), default="", validate_choice=False)
    year = SelectField(lazy_gettext("Year"), default="", validate_choice=False)

    def __init__(self, sent: object, variants: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(sent)
        played = set(variants)
        games = [
            SelectChoice(each.key, translate(each.name)) for each in VARIANTS if each.key in played
        ]
        times = [SelectChoice(str(year), str(year)) for year in sorted(set(years), reverse=True)]
        self.game.choices = [SelectChoice("", _("All games")), *games]
        self.year.choices = [SelectChoice("", _("All years")), *times]

    def validate_game(self, field: Field) -> None:
        """Refuse a game that is not in the list."""
        _check_choice(field)

    def validate_year(self, field: Field) -> None:
        """Refuse a year that is not in the list."""
        _check_choice(field)

    @property
    def span(self) -> Span:
        """What the form asks for; everything if it is not valid."""
        if not self.validate():
            return Span()
        return Span(self.game.data, int(self.year.data) if self.year.data else None)

    @property
    def is_useful(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.game.choices) > 2 or len(self.year.choices) > 2 or bool(self.errors)


def _check_choice(field: Field) -> None:
    if field.data not in [choice.value for choice in field.choices]:
        raise ValidationError(_("Choose one of these."))
