"""What other programs ask for in JSON: scores and melds of documents, and the games of a club.

Documents are not stored. Cookies are ignored, so pages of any site may call the API: without an
access token they get nothing of a club.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper import __version__
from scorekeeper.clubs.address_limits import count_call
from scorekeeper.games.documents import document_of, written_moment
from scorekeeper.rummy import answer_melds
from scorekeeper.rummy.documents.answers import (
    Answer,
    PointsByName,
    ScoredGame,
    described,
    scored,
)
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.judging.validation import check_can_be_laid_out
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Count, Round, RuleError
from scorekeeper.statistics.book import BookCursor, book_page, read_cursor, years_played
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import games_on_the_table, last_entered
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.listed import card_of
from scorekeeper.web.history.filters import FilterForm
from scorekeeper.web.shell.errors import json_bytes, problem
from scorekeeper.web.shell.long_work import (
    LARGE,
    effort_for_visitor,
    refuse_strangers_if_busy,
    take_turn_for_hands,
)
from scorekeeper.web.shell.requests import API, address_to_send, game_or_404, is_api
from scorekeeper.web.shell.translation import translate, translated
from scorekeeper.web.shell.visitor import current_club

blueprint = Blueprint("api", __name__, url_prefix=API)

GAME_DOCUMENT = "GameDocument"
"""The name of the schema of a game document, in the description of the API."""

MOST_LARGE = 8
"""The most large hands in a document, as many as at the judge's desk."""

_ONE_DAY = "86400"


@blueprint.after_app_request
def _open_to_every_site(response: Response) -> Response:
    """Let pages of every site read an answer, also a refusal from outside these routes."""
    if not is_api():
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Max-Age"] = _ONE_DAY
    else:
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response.headers["Content-Language"] = str(get_locale())
        response.vary.update(("Accept-Language", "Authorization"))
    return response


@blueprint.errorhandler(RuleError)
def _refused(error: RuleError) -> Response:
    return problem(422, error.text(translated), error.place)


def _answered(answer: Answer) -> Response:
    """An answer in JSON; 304 if the program has it already."""
    response = Response(json_bytes(answer), mimetype="application/json")
    if request.method in ("GET", "HEAD"):
        response.add_etag(weak=True)  # It may be sent compressed or plain.
        response.make_conditional(request)
    return response


@dataclass(slots=True, kw_only=True)
class Greeting(Answer):
    """What answers here."""

    program: str
    version: str
    description: str = described("The address of this description.", format="uri-reference")


@blueprint.get("/", strict_slashes=False)
def index() -> Response:
    """What answers here, and where it is described."""
    description = url_for(".openapi")
    return _answered(Greeting(program="Scorekeeper", version=__version__, description=description))


@blueprint.post("/score")
def score() -> Response:
    """The answer to a game document, as `scorekeeper score` gives it."""
    game = read_game(_document())
    _check_hands(game)
    return _answered(scored(fold(game), translated))


@blueprint.post("/melds")
def melds() -> Response:
    """The answer to a question about the best melds of a hand, as `scorekeeper melds` gives it."""
    document = _document()
    take_turn_for_hands([_cards_asked_about(document)])
    return _answered(answer_melds(document, translated, effort_for_visitor()))


def _cards_asked_about(document: object) -> int:
    """How many cards the hand of a question has, valid or not."""
    hand = document.get("hand") if isinstance(document, dict) else None
    cards = hand.replace(",", " ").split() if isinstance(hand, str) else hand
    return len(cards) if isinstance(cards, list) else 0


def _document() -> object:
    """The document that was sent; not read if its address has sent too many."""
    if not request.is_json:
        abort(415)
    refuse_strangers_if_busy()
    count_call(request.remote_addr or "")
    return read_json(request.get_data())


def _check_hands(game: Game) -> None:
    """Refuse too many large hands, and take the turn if laying out the others takes long.

    Raises `RuleError` at the first hand that is refused.
    """
    large, cards = 0, []
    for index, played in enumerate(game.entries):
        for seat, hand in enumerate(played.hands if isinstance(played, Round) else ()):
            if hand is None or isinstance(hand, Count):
                continue
            cards.append(len(hand.cards))
            large += len(hand.cards) > LARGE
            try:
                check_can_be_laid_out(Seat(seat), hand)
                _check_number(large, Seat(seat))
            except RuleError as error:
                raise error.under("rounds", index, names=game.players) from None
    take_turn_for_hands(cards)


def _check_number(large: int, seat: Seat) -> None:
    if large > MOST_LARGE:
        text = message(
            "Only {most} hands of more than {number} cards are counted at once: enter the others "
            "as points.",
            most=MOST_LARGE,
            number=LARGE,
        )
        raise RuleError(text, "hands", seat)


@dataclass(slots=True, kw_only=True)
class GameOfBook(Answer):
    """What is said of every game of the score book, for people who see it elsewhere."""

    name: str = described("The name of the game that is played, in the language asked for.")
    wins: Literal["most", "fewest"] = described("Whether most or fewest points win.")
    imported: bool = described("Whether only its totals are known: it was imported without rounds.")
    page: str = described("The address of its page, for members of the club.", format="uri")
    ended: str | None = described(
        "When the last round of a game that is over was recorded; null while it is played.",
        format="date-time",
    )


@dataclass(slots=True, kw_only=True)
class ListedGame(GameOfBook):
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


@dataclass(slots=True, kw_only=True)
class ListedGames(Answer):
    """A page of games."""

    games: tuple[ListedGame, ...]
    next: str | None = described(
        "The address of the next page, with its cursor as `after`; null on the last one.",
        format="uri-reference",
    )


@dataclass(slots=True, kw_only=True)
class WholeGame(GameOfBook):
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
    ends = last_entered(book.games)
    listed = tuple(_listed(row, ends) for row in book.games)
    return _answered(ListedGames(games=listed, next=_next_page(book.older)))


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
    said = _said_of(row, last_entered([row]))
    return _answered(WholeGame(**said, document=document_of(row), answer=answer))


def _listed(row: GameRow, ends: Mapping[str, datetime]) -> ListedGame:
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
        totals=dict(zip(names, row.totals, strict=True)),
        winners=tuple(names[seat] for seat in row.winners),
    )


def _said_of(row: GameRow, ends: Mapping[str, datetime]) -> dict[str, Any]:
    """The fields of `GameOfBook`, given when the last round of each game was recorded."""
    card = card_of(row)
    ended = None if row.status == "playing" else ends.get(row.id, row.changed_at)
    return {
        "name": translate(card.name) if card.name else row.variant,
        "wins": "fewest" if card.lowest_wins else "most",
        "imported": card.is_imported,
        "page": address_to_send().base + url_for("games.show", game_id=row.id),
        "ended": ended and written_moment(ended),
    }


def _next_page(after: BookCursor | None) -> str | None:
    if after is None:
        return None
    asked = {name: text for name, text in request.args.items() if text}
    values: dict[str, Any] = asked | {"after": str(after)}
    return url_for(".games", **values)
