"""The games of a club, for programs that have its access token: a page of them, one, the last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.documents import document_of
from scorekeeper.rummy.documents.answers import Answer, PointsByName, ScoredGame, scored
from scorekeeper.statistics.book import Cursor, book_page, read_cursor, years_played
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import games_on_the_table
from scorekeeper.web.api.blueprint import answered, blueprint
from scorekeeper.web.history.filters import FilterForm
from scorekeeper.web.shell.errors import problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import translated
from scorekeeper.web.shell.visitor import current_club

GAME_DOCUMENT = "GameDocument"
"""The name of the schema of a game document, in the description of the API."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame(Answer):
    """A game in a list: `totals` are with the end-of-game bonuses, `rounds` how many were played.

    `status` is `playing`, `over`, or `called` if the table stopped before the end.
    """

    id: str
    variant: str
    date: str
    place: str
    status: str
    players: tuple[str, ...]
    rounds: int
    totals: PointsByName
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGames(Answer):
    """A page of games; `next` is the address of the page after it, `None` on the last one."""

    games: tuple[ListedGame, ...]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame(Answer):
    """A game of the score book: its document, and the answer to that."""

    document: Annotated[dict[str, Any], GAME_DOCUMENT]
    answer: ScoredGame


@blueprint.get("/games")
def games() -> Response:
    """The games that the filters find, the latest evening first, a page at a time."""
    form = FilterForm(request.args, years=years_played(current_club()))
    text = request.args.get("after", "")
    after = read_cursor(text) if text else None
    if not form.validate():
        [name, errors] = next(iter(form.errors.items()))
        return problem(422, str(errors[0]), str(form[name].name))
    if text and after is None:
        return problem(422, _("No page begins there."), "after")
    book = book_page(current_club(), form.filters, after)
    listed = tuple(_listed(row) for row in book.games)
    return answered(ListedGames(games=listed, next=_next_page(book.older)))


@blueprint.get("/games/<game_id>")
def game(game_id: str) -> Response:
    """One game, with every round and every point."""
    return _recorded(game_or_404(game_id))


@blueprint.get("/games/current")
def current() -> Response:
    """The game in play; of several, the one that was changed last."""
    found = games_on_the_table(current_club(), most=1)
    return _recorded(found[0]) if found else problem(404, _("No game is in play."))


def _recorded(row: GameRow) -> Response:
    answer = scored(sheet_of(row), translated)
    return answered(RecordedGame(document=document_of(row), answer=answer))


def _listed(row: GameRow) -> ListedGame:
    names = row.players
    return ListedGame(
        id=row.id,
        variant=row.variant,
        date=row.played_on.isoformat(),
        place=row.place,
        status=row.status,
        players=names,
        rounds=row.played,
        totals=dict(zip(names, row.totals, strict=True)),
        winners=tuple(names[seat] for seat in row.winners),
    )


def _next_page(after: Cursor | None) -> str | None:
    if after is None:
        return None
    asked = {name: text for name, text in request.args.items() if text}
    values: dict[str, Any] = asked | {"after": str(after)}
    return url_for(".games", **values)
