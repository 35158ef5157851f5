"""The book of games: all games of the club by evening, filtered, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup, escape

from scorekeeper.statistics.book import (
    BookPage,
    Filters,
    book_page,
    last_places,
    people,
    read_cursor,
    years_played,
)
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.search_text import fold_letters, words_of
from scorekeeper.web.history import blueprint
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.translation import total, translate
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.evenings import places_of
from scorekeeper.web.subjects.filters import FilterForm, Match
from scorekeeper.web.subjects.games import Listed, listed, score_text


@blueprint.get("/history")
def games() -> Response:
    """The games that the filters find. An htmx request for the next page gets only its games."""
    club, position = current_club(), request.args.get("after", "")
    after = (read_cursor(position) or abort(404)) if position else None
    form = FilterForm(request.args, people(club), years_played(club), last_places(club))
    is_valid = form.validate()
    filters = form.filters if is_valid else Filters()
    is_filtered = filters != Filters() or not is_valid
    book = BookPage([], None)
    if is_valid:
        book = book_page(club, filters, after, counts=is_filtered and after is None)
    page = render_template(
        "history/_games.html" if is_htmx() and after else "history/games.html",
        form=form,
        is_valid=is_valid,
        is_filtered=is_filtered,
        found=book.found,
        evenings=list(by_evening(book.games, after.played_on if after else None)),
        is_first=after is None,
        older=book.older and _address(after=str(book.older)),
        newest=_address(),
        without=_without,
        narrowed=_narrowed,
    )
    response = make_response(page, 200 if is_valid else 422)
    if is_htmx() and not after:
        response.headers["HX-Replace-Url"] = _address()
    return response


def _address(**more: str) -> str:
    asked = {name: text for name, text in request.args.items() if text and name != "after"}
    values: dict[str, Any] = {name: text for name, text in (asked | more).items() if text}
    return url_for(".games", **values)


def _without(*names: str) -> str:
    return _address(**dict.fromkeys(names, ""))


def _narrowed(match: Match) -> str:
    asked = request.args.get("q", "").split()
    rest = [word for word in asked if match.word not in words_of(word)]
    return _address(q=" ".join(rest), **{match.name: match.value})


@dataclass(frozen=True, slots=True)
class EveningOnPage:
    """Games of one evening on a page. `goes_on` if the evening began on the page before."""

    played_on: date
    goes_on: bool
    places: list[str]
    games: list[Listed]


def by_evening(rows: Iterable[GameRow], before: date | None) -> Iterator[EveningOnPage]:
    """Group games by evening. `before` is the last evening on the page before this one."""
    for played_on, group in groupby(rows, key=lambda row: row.played_on):
        found = list(group)
        yield EveningOnPage(
            played_on=played_on,
            goes_on=before == played_on,
            places=places_of(found),
            games=[listed(row) for row in found],
        )


@blueprint.app_template_filter()
def game_title(game: Listed) -> str:
    """A game's name, with the score if single players won it: `Gin Rummy, 132–88`."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    name = translate(card.name)
    has_score = card.winners and not card.is_by_sides
    return f"{name}, {score_text(card)}" if has_score else name


@blueprint.app_template_filter()
def outcome(game: Listed) -> str:
    """The result of a game: `Léa beat Nora`. Without winners, the names of the players.

    A side can be called “We”, so sides get no verb: `They 1,495 – We 1,055`.
    """
    card = game.card
    winners = [card.scorers[seat] for seat in card.winners]
    others = [name for seat, name in enumerate(card.scorers) if seat not in card.winners]
    if not winners:
        return list_of(card.scorers)
    if card.is_by_sides:
        return " – ".join(f"{card.scorers[at]} {total(card.totals[at])}" for at in game.ranked)
    if not others:
        return str(_("%(names)s shared it", names=list_of(winners)))
    return str(
        ngettext(
            "%(names)s beat %(others)s",
            "%(names)s beat %(others)s",
            card.people_who_won,
            names=list_of(winners),
            others=list_of(others),
        )
    )


@blueprint.app_template_filter()
def marked(text: str, words: Iterable[str], *, inside: bool = False) -> Markup:
    """Mark these words in the text where a word begins, or with `inside` anywhere."""
    lit, plain = [False] * len(text), fold_letters(text)
    for word in words:
        start = plain.find(word)
        while start >= 0:
            if inside or not plain[max(start - 1, 0) : start].isalnum():
                lit[start : start + len(word)] = [True] * len(word)
            start = plain.find(word, start + 1)
    return Markup().join(_parts(text, lit))


def _parts(text: str, lit: Sequence[bool]) -> Iterator[Markup]:
    begin = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or lit[end] != lit[begin]:
            part = escape(text[begin:end])
            yield Markup("<mark>{}</mark>").format(part) if lit[begin] else part
            begin = end
