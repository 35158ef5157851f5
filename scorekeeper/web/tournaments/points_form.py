"""The points of tables as fields of a new tournament. Each kind of points has its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import starmap
from typing import Any, TypeAlias

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, RadioField, SelectChoice, SelectMultipleField, StringField
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput

from scorekeeper.rummy.variant import Variant
from scorekeeper.tournament.points import LIMITS, DealPoints
from scorekeeper.web.games.setup import NewGameDraft
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.numbers import read_number, read_numbers
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.subjects.tournament_words import POINTS_WORDS

VICTORY, WINS, TOTAL, PLACES, DEALS = POINTS = tuple(POINTS_WORDS)

HANDS = "rounds"
"""The name of the house rule that ends a game after a number of hands."""

MOST_POINTS = 100_000

USUAL_DEALS = DealPoints()


def usual_numbers(variant: Variant) -> dict[str, Any]:
    """The default numbers of all kinds of points."""
    return {
        "win": "3",
        "tie": "1",
        "loss": "0",
        "places": "5 3 1",
        "out": str(USUAL_DEALS.out),
        "hand": str(USUAL_DEALS.hand),
        "by_hand": [rule.ending.value for rule in variant.endings if rule.all_at_once],
        "left": " ".join(f"{limit} {points}" for limit, points in USUAL_DEALS.left),
    }


Validator: TypeAlias = Callable[[Any, Field], None]


def whole_number(most: int, points: str = "") -> Validator:
    """A validator of a whole number from 0 to `most`, if these `points` are chosen. Empty is 0."""

    def check(form: Any, field: Field) -> None:
        if points and form.points.data != points:
            return
        number = read_number(field.data.strip() or "0")
        if number is None or not 0 <= number <= most:
            raise ValidationError(_("Write a whole number from 0 to %(most)d.", most=most))

    return check


def whole_numbers(points: str, *, can_be_empty: bool = False) -> Validator:
    """A validator of whole numbers, if these `points` are chosen."""

    def check(form: Any, field: Field) -> None:
        if form.points.data != points or (can_be_empty and not field.data.strip()):
            return
        numbers = read_numbers(field.data)
        if not numbers or None in numbers:
            raise ValidationError(_("Write whole numbers with spaces between them, such as 5 3 1."))

    return check


def choices_of(words: Mapping[str, str]) -> list[SelectChoice]:
    return list(starmap(SelectChoice, words.items()))


class PointsForm(BaseForm):
    """The kind of points and the numbers of all kinds. `draft` has the game."""

    draft: NewGameDraft

    points = RadioField(lazy_gettext("Points"), choices=choices_of(POINTS_WORDS))
    limits = StringField(
        lazy_gettext("Limits of the Victory Points"),
        description=lazy_gettext(
            "Ten differences, for 10–10 to 19–1. Leave it empty for the usual ones of three or "
            "four hands."
        ),
        validators=[whole_numbers(VICTORY, can_be_empty=True)],
        default="",
    )
    win = StringField(lazy_gettext("For a win"), [whole_number(MOST_POINTS, WINS)], default="")
    tie = StringField(lazy_gettext("For a tie"), [whole_number(MOST_POINTS, WINS)], default="")
    loss = StringField(lazy_gettext("For a loss"), [whole_number(MOST_POINTS, WINS)], default="")
    places = StringField(
        lazy_gettext("By place at the table"),
        description=lazy_gettext("From the first place on, such as 5 3 1."),
        validators=[whole_numbers(PLACES)],
        default="",
    )
    out = StringField(lazy_gettext("For going out"), [whole_number(MOST_POINTS, DEALS)], default="")
    hand = StringField(
        lazy_gettext("For going out at once"), [whole_number(MOST_POINTS, DEALS)], default=""
    )
    by_hand = SelectMultipleField(
        lazy_gettext("Endings that are at once"),
        option_widget=CheckboxInput(),
        validate_choice=False,
    )
    left = StringField(
        lazy_gettext("For few points left"),
        description=lazy_gettext(
            "How much is left at most, and its points: 10 3 20 2 30 1 gives 3 for up to 10."
        ),
        validators=[whole_numbers(DEALS, can_be_empty=True)],
        default="",
    )

    @property
    def of_points(self) -> dict[str, tuple[Field, ...]]:
        """The fields of each kind of points."""
        return {
            VICTORY: (self.limits,),
            WINS: (self.win, self.tie, self.loss),
            PLACES: (self.places,),
            DEALS: (self.out, self.hand, self.by_hand, self.left),
        }

    def offer_endings(self) -> None:
        """Offer the game's endings that name the player who ended the round."""
        self.by_hand.choices = [
            SelectChoice(rule.ending.value, translate(rule.word or rule.label))
            for rule in self.draft.variant.endings
            if rule.needs_player
        ]

    def field_of_points(self, place: Sequence[str | int]) -> Field:
        """The field to show an error at this place within the `points` of a setup."""
        match place:
            case ("hands" | "limits", *_rest):
                return self.limits
            case ("places" | "left" as key, *_rest):
                return self[key]
        return self.points

    @property
    def scheme(self) -> dict[str, Any]:
        """The `points` of a setup. The fields must be valid."""
        by = {"by": self.points.data}
        if self.points.data == WINS:
            of = {"win": self.win, "tie": self.tie, "loss": self.loss}
            return by | {key: read_number(field.data or "0") for key, field in of.items()}
        if self.points.data == PLACES:
            return by | {"places": read_numbers(self.places.data)}
        if self.points.data == DEALS:
            numbers = read_numbers(self.left.data)
            return by | {
                "out": read_number(self.out.data or "0"),
                "hand": read_number(self.hand.data or "0"),
                "by_hand": self.by_hand.data,
                "left": [numbers[place : place + 2] for place in range(0, len(numbers), 2)],
            }
        if self.points.data != VICTORY:
            return by
        if self.limits.data.strip():
            return by | {"limits": read_numbers(self.limits.data)}
        return by | {"hands": read_number(self.draft.rules.get(HANDS, "")) or min(LIMITS) - 1}
