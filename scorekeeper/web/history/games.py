"""The book of games: every game of the club by evening, filtered, a page at a time."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for

from scorekeeper.statistics.book import (
    BookPage,
    Cursor,
    Filters,
    book_page,
    people,
    read_cursor,
    wins_of_evenings,
)
from scorekeeper.web.history.blueprint import blueprint
from scorekeeper.web.history.filter_form import FilterForm
from scorekeeper.web.history.listed import by_evening
from scorekeeper.web.shell.requests import is_htmx
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
