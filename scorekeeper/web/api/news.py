"""The changes in a club, in order, for programs that poll for news."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.documents import written_moment
from scorekeeper.games.news import BEGINNING, News, newest_cursor, news_since
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.storage.models import NewsRow
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.operations import Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.visitor import current_club

FROM_NOW_ON = "now"

SINCE = Parameter(
    "since",
    "The cursor: the `next` of the previous page, or `now` for changes from now on. Without a "
    "cursor, the changes start with the oldest.",
    {"type": "string", "pattern": r"\S"},
)


@dataclass(slots=True, kw_only=True)
class ToldChange(Answer):
    """A change of a game or of a tournament.

    Either `game` or `tournament` is set: the id of what was changed. `program` is true if the
    author in `by` is a program.
    """

    kind: News = described(
        "`ended` follows the change that ended the game, `resumed` the change that continued it. "
        "An `imported` game brings its earlier changes. An `erased` game is deleted for ever. "
        "`drawn`, `shown`, `closed` and `adjusted` are changes of tournaments, or undo one.",
    )
    number: int | None = described("The place of the entry in `rounds`, from 1.")
    by: str | None = described("The player or program that made the change, if known.")
    at: str = described("Time of the change.", format="date-time")
    program: bool | None = None
    game: str | None = None
    tournament: str | None = None


@dataclass(slots=True, kw_only=True)
class ChangesPage(Answer):
    """A page of changes, the oldest first."""

    changes: tuple[ToldChange, ...]
    next: str = described("The cursor for the next request, also after an empty page.")
    more: bool = described("True if there are more changes already.")


@operation(
    "GET",
    "/changes",
    "live",
    role=WATCHER,
    answers=(ChangesPage,),
    parameters=(SINCE,),
)
def changes() -> Response:
    """The changes of games and tournaments of the club, the oldest first, 100 to a page."""
    club, cursor = current_club(), request.args.get("since", BEGINNING)
    page = news_since(club, newest_cursor(club) if cursor == FROM_NOW_ON else cursor)
    if page is None:
        sentence = _("Unknown cursor. Omit “since”, or send “since=now”.")
        return problem(422, sentence, "since")
    told = ChangesPage(changes=tuple(map(_told, page.news)), next=page.next, more=page.more)
    return answered(told, next_page=url_for(".changes", since=page.next) if page.more else None)


def _told(row: NewsRow) -> ToldChange:
    program = program_of(row.by or "")
    return ToldChange(
        game=row.game_id,
        tournament=row.tournament_id,
        kind=News(row.kind),
        number=row.place,
        by=program or row.by,
        at=written_moment(row.at),
        program=True if program else None,
    )
