"""The form that filters the book of games."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField, StringField, ValidationError
from wtforms.validators import Optional

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import Filters
from scorekeeper.storage.models import Player
from scorekeeper.storage.search_text import words_of
from scorekeeper.web.parts.forms import BaseForm, DayField
from scorekeeper.web.shell.translation import translate

MOST_WORDS = 8
"""How many words are searched; more are ignored."""

STATUS_WORDS = {
    "": lazy_gettext("All states"),
    "playing": lazy_gettext("In play"),
    "finished": lazy_gettext("Finished"),
    "over": lazy_gettext("Played to the end"),
    "called": lazy_gettext("Ended early"),
}


class FilterForm(BaseForm):
    """Which games are shown; an empty field asks for nothing."""

    q = StringField(
        lazy_gettext("Search"),
        description=lazy_gettext("In the names of players and games, in places and in notes."),
        default="",
    )
    game = SelectField(lazy_gettext("Game"), default="", validate_choice=False)
    player = SelectField(lazy_gettext("Player"), default="", validate_choice=False)
    status = SelectField(
        lazy_gettext("State"),
        choices=[SelectChoice(key, words) for key, words in STATUS_WORDS.items()],
        default="",
        validate_choice=False,
    )
    first = DayField(lazy_gettext("From"), name="from", validators=[Optional()])
    last = DayField(lazy_gettext("To"), name="to", validators=[Optional()])

    def __init__(self, sent: object, people: Iterable[Player]) -> None:
        super().__init__(sent)
        games = [SelectChoice(each.key, translate(each.name)) for each in VARIANTS]
        players = [SelectChoice(str(each.id), each.name) for each in people]
        self.game.choices = [SelectChoice("", _("All games")), *games]
        self.player.choices = [SelectChoice("", _("Everybody")), *players]

    def validate_game(self, field: Field) -> None:
        """Refuse a game that is not in the list."""
        _check_choice(field)

    def validate_player(self, field: Field) -> None:
        """Refuse a player who is not in the list."""
        _check_choice(field)

    def validate_status(self, field: Field) -> None:
        """Refuse a state that is not in the list."""
        _check_choice(field)

    def validate_last(self, field: Field) -> None:
        """Refuse an end before the beginning."""
        if self.first.data and field.data and field.data < self.first.data:
            raise ValidationError(_("That is before the first day."))

    @property
    def is_narrowed(self) -> bool:
        """Whether any field but the search asks for something, right or wrong."""
        return any(field.raw_data and field.raw_data[0] for field in self if field is not self.q)

    @property
    def filters(self) -> Filters:
        """What a valid form asks for."""
        words = tuple(dict.fromkeys(words_of(self.q.data)))[:MOST_WORDS]
        return Filters(
            variant=self.game.data,
            player_id=int(self.player.data) if self.player.data else None,
            first=self.first.data,
            last=self.last.data,
            status=self.status.data,
            words=words,
            called={word: keys for word in words if (keys := _games_called(word))},
        )


def _games_called(word: str) -> tuple[str, ...]:
    """The keys of the games that have a name, in the page's language, with such a word."""
    return tuple(
        variant.key
        for variant in VARIANTS
        for name in (variant.name, *variant.other_names)
        if any(each.startswith(word) for each in words_of(translate(name)))
    )


def _check_choice(field: Field) -> None:
    if field.data not in [choice.value for choice in field.choices]:
        raise ValidationError(_("Choose one of these."))
