"""The book of games: every game of the club by evening, filtered, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, SelectChoice, SelectField, StringField, ValidationError
from wtforms.validators import Optional

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import (
    BookPage,
    Cursor,
    Filters,
    Wins,
    book_page,
    people,
    read_cursor,
    wins_of_evenings,
)
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.search_text import words_of
from scorekeeper.web.games.listed import Listed, listed
from scorekeeper.web.history import blueprint
from scorekeeper.web.history.evenings import places_of
from scorekeeper.web.parts.forms import BaseForm, DayField
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club


@blueprint.get("/history")
def games() -> Response:
    """The games that the filters find; htmx asks for the games of the next page alone."""
    club, after = current_club(), _after()
    form = FilterForm(request.args, people(club))
    is_valid = form.validate()
    book = book_page(club, form.filters, after) if is_valid else BookPage([], None)
    wins = wins_of_evenings(club, {row.played_on for row in book.games})
    page = render_template(
        "history/_games.html" if is_htmx() else "history/games.html",
        form=form,
        is_valid=is_valid,
        is_filtered=form.filters != Filters() if is_valid else True,
        evenings=list(by_evening(book.games, wins, after.played_on if after else None)),
        is_first=after is None,
        older=book.older and _address(after=str(book.older)),
        newest=_address(),
    )
    return make_response(page, 200 if is_valid else 422)


def _after() -> Cursor | None:
    text = request.args.get("after", "")
    return (read_cursor(text) or abort(404)) if text else None


def _address(**more: str) -> str:
    """The address of another page of what this one shows."""
    asked = {name: text for name, text in request.args.items() if text and name != "after"}
    values: dict[str, Any] = asked | more
    return url_for(".games", **values)


@dataclass(frozen=True, slots=True)
class ListedEvening:
    """Games of one evening on a page; `goes_on` if the page before it has others."""

    played_on: date
    goes_on: bool
    places: list[str]
    wins: Wins
    games: list[Listed]


def by_evening(
    rows: Iterable[GameRow], wins: Mapping[date, Wins], before: date | None
) -> Iterator[ListedEvening]:
    """The games by evening; `before` is the last evening on the page before this one."""
    for played_on, group in groupby(rows, key=lambda row: row.played_on):
        found = list(group)
        yield ListedEvening(
            played_on=played_on,
            goes_on=before == played_on,
            places=places_of(found),
            wins=wins.get(played_on, []),
            games=[listed(row) for row in found],
        )


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
    """Which games are shown; an empty field filters nothing."""

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
