"""The news of a club: changes of its games and tournaments, for programs that poll it.

The ids of changes do not show the order of their commits: on PostgreSQL, a writer that commits
later can have a lower id. So each entry takes the next number of its club under a lock that is held
until the commit. A program that has read up to a number has missed no entry before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text

from scorekeeper import clock
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import Club, GameRow, NewsRow

PAGE = 100
"""The number of entries on a page."""

NEWS_LOCK = 1_852_139_379
"""The first number of the advisory lock of a club’s news. The second number is the club’s id."""


class News(StrEnum):
    """An event of a game or, from `drawn` on, of a tournament."""

    STARTED = "started"
    RECORDED = "recorded"
    CORRECTED = "corrected"
    REMOVED = "removed"
    UNDONE = "undone"
    REDONE = "redone"
    ENDED = "ended"
    RESUMED = "resumed"
    DETAILS = "details"
    DELETED = "deleted"
    RESTORED = "restored"
    IMPORTED = "imported"
    ERASED = "erased"
    DRAWN = "drawn"
    SHOWN = "shown"
    CLOSED = "closed"
    ADJUSTED = "adjusted"


_OF_KIND = {
    ChangeKind.START: News.STARTED,
    ChangeKind.RECORD: News.RECORDED,
    ChangeKind.CORRECT: News.CORRECTED,
    ChangeKind.REMOVE: News.REMOVED,
    ChangeKind.UNDO: News.UNDONE,
    ChangeKind.REDO: News.REDONE,
    ChangeKind.CALL: News.ENDED,
    ChangeKind.PLAY_ON: News.RESUMED,
    ChangeKind.DETAILS: News.DETAILS,
    ChangeKind.PLAYER: News.DETAILS,
    ChangeKind.DELETE: News.DELETED,
    ChangeKind.RESTORE: News.RESTORED,
}
"""The news of each kind of change. Drawing lots is part of the start and has no news."""

_NEWS = table(NewsRow)
_OF_CLUB = _NEWS.c.club_id == bindparam("club")
_LAST = select(func.coalesce(func.max(_NEWS.c.number), 0)).where(_OF_CLUB)
_ADD = insert(_NEWS).values(club_id=bindparam("club"), number=_LAST.scalar_subquery() + 1)
_READ = (
    select(NewsRow)
    .where(NewsRow.club_id == bindparam("club"), NewsRow.number >= bindparam("first"))
    .order_by(NewsRow.number)
    .limit(PAGE + 2)  # besides the page, the entry of the cursor and one that shows if more exist
)
_NEWEST = (
    select(NewsRow)
    .where(NewsRow.club_id == bindparam("club"))
    .order_by(NewsRow.number.desc())
    .limit(1)
)


def lock_news(connection: Connection, club_id: int) -> None:
    """Make other writers of this club’s news wait until the transaction ends.

    A writer that also locks the club’s results must lock the news before the results. SQLite has
    only one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(:lock, :club)")
        connection.execute(lock, {"lock": NEWS_LOCK, "club": club_id})


def add_news(
    connection: Connection,
    row: GameRow,
    kind: ChangeKind,
    status_before: str = "playing",
    *,
    place: int | None = None,
    by: str | None = None,
) -> None:
    if kind not in _OF_KIND:
        return
    reported = [_OF_KIND[kind]]
    if (row.status == "playing") != (status_before == "playing"):
        reported.append(News.RESUMED if row.status == "playing" else News.ENDED)
    lock_news(connection, row.club_id)
    for news in dict.fromkeys(reported):
        _add(connection, row.club_id, row.id, news, place=place, by=by)


def add_tournament_news(
    connection: Connection, club_id: int, tournament_id: str, news: News, by: str | None
) -> None:
    lock_news(connection, club_id)
    _add(connection, club_id, None, news, tournament_id=tournament_id, by=by)


def add_erased_news(connection: Connection, club_id: int, game_id: str) -> None:
    """Replace all news of a game by one entry, which says that it was deleted permanently."""
    lock_news(connection, club_id)
    # Add first, so that the last number of the club never goes back.
    _add(connection, club_id, game_id, News.ERASED)
    of_game = _NEWS.c.game_id == game_id, _NEWS.c.kind != News.ERASED.value
    connection.execute(delete(_NEWS).where(_NEWS.c.club_id == club_id, *of_game))


def _add(
    connection: Connection,
    club_id: int,
    game_id: str | None,
    news: News,
    *,
    tournament_id: str | None = None,
    place: int | None = None,
    by: str | None = None,
) -> None:
    about = {"club": club_id, "game_id": game_id, "tournament_id": tournament_id}
    event = {"kind": news.value, "at": clock.now(), "place": place, "by": by}
    connection.execute(_ADD, about | event)


def add_imported_news(connection: Connection, club_id: int, game_ids: Sequence[str]) -> None:
    """Add an entry for each imported game. The news must be locked."""
    last, now = connection.execute(_LAST, {"club": club_id}).scalar_one(), clock.now()
    shared = {"club_id": club_id, "kind": News.IMPORTED.value, "at": now}
    shared |= dict.fromkeys(("tournament_id", "place", "by"))
    numbered = enumerate(game_ids, last + 1)
    rows = [shared | {"number": number, "game_id": game} for number, game in numbered]
    insert_many(connection, _NEWS, rows)


_CURSOR = re.compile(r"([1-9][0-9]{0,8})-([0-9a-f]{8})", re.ASCII)

BEGINNING = "0"
"""The cursor before the first entry."""


@dataclass(frozen=True, slots=True)
class NewsPage:
    """Some news, oldest first, and the cursor after the last entry.

    `more` says whether more news exists.
    """

    news: Sequence[NewsRow]
    next: str
    more: bool


def news_since(club: Club, cursor: str) -> NewsPage | None:
    """Return the news after a cursor, or `None` if the cursor is not of this club.

    An entry that was already read can be gone because its game was deleted permanently. A later
    entry then reports the deletion. A score book restored from a backup does not know the cursors
    that it gave out after the backup.
    """
    parsed = _CURSOR.fullmatch(cursor)
    if parsed is None and cursor != BEGINNING:
        return None
    after = int(parsed[1]) if parsed else 0
    rows = list(db.session.scalars(_READ, {"club": club.id, "first": after}))
    if parsed:
        if not rows or (rows[0].number == after and _cursor_of(rows[0]) != cursor):
            return None
        rows = rows[1:] if rows[0].number == after else rows
    news = rows[:PAGE]
    return NewsPage(news, _cursor_of(news[-1]) if news else cursor, len(rows) > PAGE)


def newest_cursor(club: Club) -> str:
    newest = db.session.scalar(_NEWEST, {"club": club.id})
    return _cursor_of(newest) if newest else BEGINNING


def _cursor_of(row: NewsRow) -> str:
    """Return the cursor of an entry.

    It is the entry’s number with a short hash that differs in every club and score book.
    """
    about = row.game_id or row.tournament_id
    facts = row.club_id, row.number, about, row.kind, row.at.isoformat()
    return f"{row.number}-{sha256(repr(facts).encode()).hexdigest()[:8]}"
