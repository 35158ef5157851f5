"""The form that chooses which games the pages of statistics count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.totals import Span
from scorekeeper.web.parts.forms import BaseForm, check_choice
from scorekeeper.web.shell.translation import translate


class SpanForm(BaseForm):
    """Which games are counted: those of one variant or all, of one year or all."""

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
        times = [SelectChoice(str(year), str(year)) for year in sorted(set(years), reverse=True)]
        self.game.choices = [SelectChoice("", _("All games")), *games]
        self.year.choices = [SelectChoice("", _("All years")), *times]

    def validate_game(self, field: Field) -> None:
        """Refuse a game that is not in the list."""
        check_choice(field)

    def validate_year(self, field: Field) -> None:
        """Refuse a year that is not in the list."""
        check_choice(field)

    @property
    def span(self) -> Span:
        """The span that the form asks for; everything if it is invalid."""
        if not self.validate():
            return Span()
        return Span(self.game.data, int(self.year.data) if self.year.data else None)

    @property
    def is_useful(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.game.choices) > 2 or len(self.year.choices) > 2 or bool(self.errors)

    @property
    def asked(self) -> dict[str, str]:
        """The fields that are filled in, as the query of an address."""
        return {field.name: field.data for field in self if field.data}

    def chips(self) -> Iterator[Chip]:
        """The choices: all games, what is chosen now, then the other years and games."""
        chosen = self.asked
        everything, *games = self.game.choices
        yield Chip(everything.label, without(chosen, "game"), not chosen.get("game"))
        chips = [
            Chip(choice.label, chosen | {field.name: choice.value}, is_chosen=False)
            if field.data != choice.value
            else Chip(choice.label, without(chosen, field.name), is_chosen=True)
            for field, choices in ((self.year, self.year.choices[1:]), (self.game, games))
            for choice in (choices if len(choices) > 1 or field.data else [])
        ]
        yield from sorted(chips, key=lambda chip: not chip.is_chosen)


@dataclass(frozen=True, slots=True)
class Chip:
    """A choice: its label, and the query of the address that chooses it."""

    words: str
    asks: dict[str, str]
    is_chosen: bool


def without(asked: Mapping[str, str], name: str) -> dict[str, str]:
    """This query without one of its fields."""
    return {key: value for key, value in asked.items() if key != name}
