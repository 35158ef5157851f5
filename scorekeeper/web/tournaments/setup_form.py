"""The form of a new tournament: its game, points, clock, name, day and place."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, HiddenField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, ValidationError

from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variant import Variant
from scorekeeper.tournament.document import MOST_MINUTES, MOST_ROUNDS, USUAL_BREAKS
from scorekeeper.tournament.model import (
    BREAKS,
    DRAWN_PAIRS,
    FOUR_SINGLES,
    LAP,
    PAIRS,
    SINGLES,
    TWO_SIDES,
)
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments.setup import check_setup
from scorekeeper.web.games.setup import NewGameDraft
from scorekeeper.web.games.setup_form import RULES
from scorekeeper.web.parts.forms import DayField
from scorekeeper.web.parts.house_rules_form import house_rules_form, read_overrides
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.translation import translated
from scorekeeper.web.subjects.tournament_words import BREAK_WORDS, CLOCK_WORDS
from scorekeeper.web.tournaments.points_form import (
    HANDS,
    MOST_POINTS,
    PLACES,
    VICTORY,
    WINS,
    PointsForm,
    choices_of,
    usual_numbers,
    whole_number,
)

WHO = {
    "pairs": (PAIRS, FOUR_SINGLES, lazy_gettext("Pairs")),
    "four": (SINGLES, FOUR_SINGLES, lazy_gettext("Singles, four at a table")),
    "two": (SINGLES, TWO_SIDES, lazy_gettext("Singles, two at a table")),
    "drawn": (DRAWN_PAIRS, FOUR_SINGLES, lazy_gettext("Singles, partners drawn every round")),
}
"""Ways to enter: who plays, the number of players at a full table, and the label."""

USUAL_HANDS = 3
"""The usual number of hands in a round, if the game has such a house rule."""

_OF_REFUSAL = {
    "name": "name",
    "date": "played_on",
    "place": "place",
    "minutes": "minutes",
    "at_the_clock": "at_the_clock",
    "bye": "bye_points",
    "breaks": "break_1",
}
"""The form field that shows an error in a setup, by the key of the setup."""


def ways_to_enter(variant: Variant) -> list[str]:
    """The ways to enter a tournament of this game, the usual one first."""
    can_be_pairs = TWO_SIDES in variant.sides.get(FOUR_SINGLES, ())
    partners = ["pairs", "drawn"] if can_be_pairs else []
    alone = []
    if variant.allows_sides(FOUR_SINGLES, 0) and FOUR_SINGLES in variant.sizes:
        alone.append("four")
    if TWO_SIDES in variant.sizes and variant.allows_sides(TWO_SIDES, 0):
        alone.append("two")
    return partners + alone if variant.needs_sides else alone + partners


def usual_rules(variant: Variant) -> dict[str, str]:
    """The house rules of a round: a number of hands without a target, if the game has both."""
    names = {rule.name for rule in house_rules(variant.rules_type)}
    return {"target": "0", HANDS: str(USUAL_HANDS)} if {"target", HANDS} <= names else {}


def usual_points(who: str, rules: Mapping[str, str]) -> str:
    if who == "four":
        return PLACES
    return VICTORY if who in ("pairs", "drawn") and rules.get(HANDS, "0") != "0" else WINS


class TournamentForm(PointsForm):
    """The form of a new tournament. `draft` has the game and its house rules."""

    key = HiddenField()
    variant = HiddenField()
    preset = HiddenField()
    who = RadioField(lazy_gettext("Who enters?"))
    planned = StringField(
        lazy_gettext("Rounds of the evening"),
        [whole_number(MOST_ROUNDS)],
        description=lazy_gettext("Leave it empty if that is still open."),
        default="",
    )
    minutes = StringField(
        lazy_gettext("Minutes of a round"),
        [whole_number(MOST_MINUTES)],
        description=lazy_gettext("Leave it empty to play without a clock."),
        default="",
    )
    at_the_clock = RadioField(
        lazy_gettext("When the time is up"),
        choices=choices_of(CLOCK_WORDS),
        default=LAP,
    )
    name = StringField(lazy_gettext("Name"), default="")
    played_on = DayField(
        lazy_gettext("Date of the evening"),
        validators=[InputRequired(lazy_gettext("Choose the day it is played."))],
    )
    place = StringField(lazy_gettext("Place"), default="")
    bye_points = StringField(
        lazy_gettext("Points for who sits out"),
        [whole_number(MOST_POINTS)],
        description=lazy_gettext("Leave it empty for what is usual."),
        default="",
    )
    bye_score = StringField(
        lazy_gettext("Difference for who sits out"), [whole_number(MOST_POINTS)], default=""
    )
    break_1 = SelectField(lazy_gettext("First tie-break"))
    break_2 = SelectField(lazy_gettext("Second tie-break"))
    break_3 = SelectField(lazy_gettext("Third tie-break"))

    def __init__(self, draft: NewGameDraft, sent: Any = None, **usual: Any) -> None:
        super().__init__(sent, data={"variant": draft.variant.key, **usual})
        self.draft = draft
        self.variant.data, self.preset.data = draft.variant.key, draft.preset.key
        self.who.choices = [SelectChoice(way, WHO[way][2]) for way in ways_to_enter(draft.variant)]
        self.offer_endings()
        for field in self.breaks:
            field.choices = [
                SelectChoice("", _("No tie-break")),
                *choices_of({key: BREAK_WORDS[key] for key in BREAKS}),
            ]
        rules_form = house_rules_form(draft.variant.rules_type)
        self.rules = rules_form(None, data=draft.rules, prefix=RULES)
        if self.hands:
            self.hands.label.text = _("Hands at each table")

    @property
    def hands(self) -> Field | None:
        """The house rule for the number of hands at a table, if the game has it."""
        return next((field for field in self.rules if field.short_name == HANDS), None)

    @classmethod
    def usual(cls, draft: NewGameDraft, name: str, day: Any) -> TournamentForm:
        """The form with the usual values for this game."""
        who = ways_to_enter(draft.variant)[0]
        first, second, third = USUAL_BREAKS
        return cls(
            draft,
            who=who,
            points=usual_points(who, draft.rules),
            name=name,
            played_on=day,
            **usual_numbers(draft.variant),
            break_1=first,
            break_2=second,
            break_3=third,
        )

    @property
    def breaks(self) -> tuple[Field, Field, Field]:
        return (self.break_1, self.break_2, self.break_3)

    @property
    def details(self) -> tuple[Field, ...]:
        """The fields that few organisers change."""
        points = chain.from_iterable(self.of_points.values())
        return (*points, self.bye_points, self.bye_score, *self.breaks)

    @property
    def faults(self) -> list[tuple[Field, str]]:
        """Every error with its field, in the order of the page."""
        fields = [*self.rules, *(field for field in self)]
        return [(field, text) for field in fields for text in field.errors]

    def validate(self, extra_validators: Any = None) -> bool:
        """Check each field. If all are valid, check the whole setup."""
        is_right = super().validate(extra_validators)
        if not self.rules.validate() or not is_right:
            return False
        try:
            check_setup(self.setup)
        except Refusal as refusal:
            self.refuse(refusal)
        return not self.faults

    def refuse(self, refusal: Refusal) -> None:
        match refusal.where:
            case ("game", "rules", str() as rule, *_rest) if rule in self.rules:
                field: Field = self.rules[rule]
            case ("game" | "play", *_rest):
                field = self.who
            case ("points", *place):
                field = self.field_of_points(place)
            case (str() as key, *_rest) if key in _OF_REFUSAL:
                field = self[field_of(key)]
            case _:
                field = self.points
        field.errors = [*field.errors, refusal.sentence.text(translated)]

    @property
    def game(self) -> dict[str, Any]:
        """The game that all tables play, as a document."""
        draft = self.draft
        rules = read_overrides(draft.variant, draft.changed)
        return {"variant": draft.variant.key, "preset": draft.preset.key, "rules": rules}

    @property
    def setup(self) -> dict[str, Any]:
        """The setup of the new tournament. The fields must be valid."""
        play, seats, _words = WHO[self.who.data]
        return {
            **setup_of_evening(self),
            "play": play,
            "seats": seats,
            "game": self.game,
            "points": self.scheme,
            "breaks": [field.data for field in self.breaks if field.data],
            **self._bye(),
        }

    def _bye(self) -> dict[str, Any]:
        if not self.bye_points.data.strip():
            return {}
        score = read_number(self.bye_score.data or "0")
        return {"bye": {"points": read_number(self.bye_points.data), "score": score}}

    def validate_who(self, field: Field) -> None:
        if field.data not in [choice.value for choice in self.who.choices]:
            raise ValidationError(_("Choose one of these."))


def setup_of_evening(form: Any) -> dict[str, Any]:
    """The keys of a setup that can change during play, from a form with their fields."""
    return {
        "name": " ".join(form.name.data.split()),
        "date": form.played_on.data.isoformat(),
        "place": " ".join(form.place.data.split()),
        "planned": read_number(form.planned.data or "0"),
        "minutes": read_number(form.minutes.data or "0"),
        "at_the_clock": form.at_the_clock.data,
    }


def field_of(key: str) -> str:
    return _OF_REFUSAL.get(key, key)
