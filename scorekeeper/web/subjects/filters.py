"""The filters of the list of games: a search, chips, and the names that a search suggests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import BooleanField, Field, SelectChoice, SelectField, StringField, ValidationError
from wtforms.validators import Optional

from scorekeeper.rummy.documents.names import LONGEST_PLACE, is_plain_name
from scorekeeper.rummy.documents.reading import check_plain
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import Filters
from scorekeeper.storage.models import Player
from scorekeeper.storage.search_text import fold_letters, words_of
from scorekeeper.web.parts.forms import BaseForm, DayField, check_choice, refused_in_words
from scorekeeper.web.shell.translation import tonight, translate
from scorekeeper.web.subjects.search_times import Months, SearchTerms, read_words

MOST_WORDS = 8
"""The most words of a search. Further words are ignored."""

SHORTEST_WORD = 2
"""For shorter words, the search suggests no games, players or places."""

MOST_MATCHES = 6
"""The most games, players and places that a search suggests, all together."""

STATUS_WORDS = {
    "": lazy_gettext("State"),
    "playing": lazy_gettext("In play"),
    "finished": lazy_gettext("Finished"),
    "over": lazy_gettext("Played to the end"),
    "called": lazy_gettext("Ended early"),
}


class FilterForm(BaseForm):
    """The filters of games. An empty field filters nothing, and `won` needs a player."""

    q = StringField(lazy_gettext("Search"), default="")
    game = SelectField(lazy_gettext("Game"), default="", validate_choice=False)
    player = SelectField(lazy_gettext("Player"), default="", validate_choice=False)
    won = BooleanField(lazy_gettext("Won"))
    year = SelectField(lazy_gettext("Year"), default="", validate_choice=False)
    place = SelectField(lazy_gettext("Place"), default="", validate_choice=False)
    status = SelectField(
        lazy_gettext("State"),
        choices=[SelectChoice(key, words) for key, words in STATUS_WORDS.items()],
        default="",
        validate_choice=False,
    )
    first = DayField(lazy_gettext("From"), name="from", validators=[Optional()])
    last = DayField(lazy_gettext("To"), name="to", validators=[Optional()])

    def __init__(
        self,
        sent: object,
        people: Sequence[Player] = (),
        years: range = range(0),
        places: Iterable[str] = (),
    ) -> None:
        super().__init__(sent)
        self.people, self.years = people, years
        place = self.place.data
        can_be = place and is_plain_name(place) and len(place) <= LONGEST_PLACE
        known = dict.fromkeys([*([place] if can_be else []), *places])
        games = [SelectChoice(variant.key, translate(variant.name)) for variant in VARIANTS]
        players = [SelectChoice(str(player.id), player.name) for player in people]
        times = [SelectChoice(str(year), str(year)) for year in reversed(years)]
        self.game.choices = [SelectChoice("", _("Game")), *games]
        self.player.choices = [SelectChoice("", _("Player")), *players]
        self.year.choices = [SelectChoice("", _("Year")), *times]
        self.place.choices = [SelectChoice("", _("Place")), *(SelectChoice(p, p) for p in known)]

    def validate_q(self, field: Field) -> None:
        with refused_in_words():
            check_plain(field.data, "\n\r\t")
        if field.data.strip() and not words_of(field.data):
            raise ValidationError(_("Search for letters or numbers."))

    def validate_game(self, field: Field) -> None:
        check_choice(field)

    def validate_player(self, field: Field) -> None:
        check_choice(field)

    def validate_year(self, field: Field) -> None:
        check_choice(field)

    def validate_place(self, field: Field) -> None:
        check_choice(field)

    def validate_status(self, field: Field) -> None:
        check_choice(field)

    def validate_last(self, field: Field) -> None:
        if self.first.data and field.data and field.data < self.first.data:
            raise ValidationError(_("That is before the first day."))

    @cached_property
    def asked(self) -> SearchTerms:
        said = tuple(dict.fromkeys(words_of(self.q.data)))[:MOST_WORDS]
        return read_words(said, tonight(), self.years)

    @property
    def words(self) -> tuple[str, ...]:
        return self.asked.words

    @property
    def asks_more(self) -> bool:
        """Check whether a field without a chip is filled in, validly or not."""
        fields = (self.status, self.first, self.last)
        return any(field.raw_data and field.raw_data[0] for field in fields)

    @property
    def filters(self) -> Filters:
        spans = list(self.asked.spans)
        if self.year.data:
            spans.append(Months(1, 12).of(int(self.year.data)))
        first = [self.first.data, *(span.first for span in spans)]
        last = [self.last.data, *(span.last for span in spans)]
        return Filters(
            variant=self.game.data,
            player_id=int(self.player.data) if self.player.data else None,
            won=bool(self.player.data) and self.won.data,
            place=self.place.data,
            first=max(filter(None, first), default=None),
            last=min(filter(None, last), default=None),
            status=self.status.data,
            words=self.words,
            variants_named={word: keys for word in self.words if (keys := _variants_named(word))},
            times=self.asked.times,
        )

    def matches(self) -> list[Match]:
        """Games, players and places with a word of the search anywhere in their names."""
        faces = {str(player.id): player for player in self.people}
        found = [
            Match(
                field.name,
                choice.value,
                choice.label,
                word,
                faces.get(choice.value) if field is self.player else None,
            )
            for field in (self.game, self.player, self.place)
            if not field.data
            for word in self.words
            if len(word) >= SHORTEST_WORD
            for choice in field.choices[1:]
            if word in fold_letters(choice.label)
        ]
        return found[:MOST_MATCHES]


@dataclass(frozen=True, slots=True)
class Match:
    """A game, player or place that a `word` of the search can mean.

    `name` and `value` are the form field and its choice, and `words` is the label of the choice.
    """

    name: str
    value: str
    words: str
    word: str
    player: Player | None


def _variants_named(word: str) -> tuple[str, ...]:
    return tuple(
        variant.key
        for variant in VARIANTS
        for name in (variant.name, *variant.other_names)
        if any(written.startswith(word) for written in words_of(translate(name)))
    )
