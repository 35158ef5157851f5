"""The games of a club: the games that filters find, and one game with its document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.documents import document_of, written_moment
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import PointsByName, ScoredGame, scored
from scorekeeper.rummy.documents.names import check_place
from scorekeeper.rummy.documents.reading import read_moment
from scorekeeper.rummy.documents.schema import place_schema
from scorekeeper.rummy.documents.schema_words import PLAIN_TEXT, Schema
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import by_side
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import STATUSES, BookCursor, book_page, read_cursor, years_played
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import last_entered
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.etags import game_tag
from scorekeeper.web.api.operations import GAME_DOCUMENT, GAME_ID, Parameter, one_of, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import address_to_send, game_or_404
from scorekeeper.web.shell.translation import translate, translated
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.filters import FilterForm
from scorekeeper.web.subjects.games import card_of

_DAY: Schema = {"type": "string", "format": "date"}
_WRITTEN: Schema = {"pattern": r"\S"}

FILTERS = (
    Parameter(
        "game", "The key of a kind of game.", {"enum": [variant.key for variant in VARIANTS]}
    ),
    Parameter("status", "The status of the games.", {"enum": list(STATUSES)}),
    Parameter("year", "The year in which the games were played.", {"type": "integer"}),
    Parameter("place", "The place where the games were played.", place_schema() | _WRITTEN),
    Parameter("from", "The earliest date.", _DAY),
    Parameter("to", "The latest date.", _DAY),
    Parameter("q", "Words or numbers to find in names, places and notes.", PLAIN_TEXT | _WRITTEN),
)
UPDATED_SINCE = Parameter(
    "updated_since",
    "Find games with a change at or after this time, such as 2026-11-21T20:15:00Z.",
    {"type": "string", "format": "date-time"},
)
AFTER = Parameter(
    "after",
    "The cursor of the page, from `next`. Its form can change.",
    {"type": "string"} | _WRITTEN,
)


@dataclass(slots=True, kw_only=True)
class GameOfBook(Answer):
    """Facts of every game in the score book, for programs that show it."""

    name: str = described("The name of the kind of game, in the requested language.")
    wins: Literal["most", "fewest"] = described("The points that win: most or fewest.")
    imported: bool = described("True if the game was imported with totals only.")
    page: str = described("The address of the game’s page, for members of the club.", format="uri")
    ended: str | None = described(
        "The time when the last round was recorded. Null until the game is over.",
        format="date-time",
    )
    changed: str = described(
        "Time of the last change of the game, its names or its note.", format="date-time"
    )


@dataclass(slots=True, kw_only=True)
class ListedGame(GameOfBook):
    """A game in a list. `totals` include end-of-game bonuses. `rounds` counts the rounds played.

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


@dataclass(slots=True, kw_only=True)
class ListedGames(Answer):
    """A page of games."""

    games: tuple[ListedGame, ...]
    next: str | None = described(
        "The address of the next page, with its cursor as `after`. Null on the last page.",
        format="uri-reference",
    )


@dataclass(slots=True, kw_only=True)
class WholeGame(GameOfBook):
    """A game of the score book: its document, and its scored rounds."""

    document: Annotated[dict[str, Any], GAME_DOCUMENT]
    answer: ScoredGame


@operation(
    "GET",
    "/games",
    "games",
    role=WATCHER,
    answers=(ListedGames,),
    parameters=(*FILTERS, UPDATED_SINCE, AFTER),
)
def games() -> Response:
    """The games that the filters find, the latest evening first, a page at a time."""
    years = years_played(current_club())
    _check_year(years)
    check_place(request.args.get("place", ""), "place")
    form = FilterForm(request.args, years=years)
    text = request.args.get("after", "")
    after = read_cursor(text) if text else None
    if not form.validate():
        [name, errors] = next(iter(form.errors.items()))
        return problem(422, str(errors[0]), str(form[name].name))
    if text and after is None:
        return problem(422, _("No page begins there."), "after")
    book = book_page(current_club(), replace(form.filters, updated_since=_updated_since()), after)
    ends = last_entered(book.games)
    listed = tuple(listed_game(row, ends) for row in book.games)
    following = _next_page(book.older)
    return answered(ListedGames(games=listed, next=following), next_page=following)


def _check_year(years: range) -> None:
    year = request.args.get("year", "")
    if year and year not in map(str, years):
        if not years:
            raise RuleError(message("Nothing has been played in this club yet."), "year")
        raise one_of(years, "year")


def _updated_since() -> datetime | None:
    """The time `updated_since` in the query, or `None` if it is omitted.

    Raises `RuleError` for an invalid time.
    """
    text = request.args.get(UPDATED_SINCE.name)
    if text is None:
        return None
    written = read_moment(text, UPDATED_SINCE.name)
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RuleError(message("That date does not exist."), UPDATED_SINCE.name) from None


@operation(
    "GET",
    "/games/<game_id>",
    "games",
    role=WATCHER,
    answers=(WholeGame,),
    parameters=(GAME_ID,),
)
def game(game_id: str) -> Response:
    """One game, with every round and every point."""
    return answered_game(game_or_404(game_id))


def answered_game(
    row: GameRow, status: int = 200, *, headers: Mapping[str, str] | None = None
) -> Response:
    return answered(whole_game(row), status, state=game_tag(row), headers=headers)


def whole_game(row: GameRow) -> WholeGame:
    answer = scored(sheet_of(row), translated)
    said = _said_of(row, last_entered([row]))
    return WholeGame(**said, document=document_of(row), answer=answer)


def listed_game(row: GameRow, ends: Mapping[str, datetime]) -> ListedGame:
    """`ends` has the time of the last round of each game, by the id of the game."""
    names = row.players
    return ListedGame(
        **_said_of(row, ends),
        id=row.id,
        variant=row.variant,
        date=row.played_on.isoformat(),
        place=row.place,
        status=row.status,
        players=names,
        rounds=row.played,
        totals=dict(zip(by_side(names), row.totals, strict=True)),
        winners=tuple(by_side(names)[seat] for seat in row.winners),
    )


def _said_of(row: GameRow, ends: Mapping[str, datetime]) -> dict[str, Any]:
    card = card_of(row)
    ended = None if row.status == "playing" else ends.get(row.id, row.changed_at)
    return {
        "name": translate(card.name) if card.name else row.variant,
        "wins": "fewest" if card.lowest_wins else "most",
        "imported": card.is_imported,
        "page": address_to_send().base + url_for("games.show", game_id=row.id),
        "ended": ended and written_moment(ended),
        "changed": written_moment(row.updated_at),
    }


def _next_page(after: BookCursor | None) -> str | None:
    if after is None:
        return None
    asked = {name: text for name, text in request.args.items() if text}
    values: dict[str, Any] = asked | {"after": str(after)}
    return url_for(".games", **values)
