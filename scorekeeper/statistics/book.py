"""The book of a club's games: the latest evening first, filtered, and a page at a time.

A page begins after the last game of the page before it, instead of by counting, so that the
thousandth page costs as much as the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TypeAlias

from sqlalchemy import Date, literal, select, tuple_

from scorekeeper.statistics.book_filters import Filters, conditions
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    Club,
    GameRow,
    Instant,
    Player,
    PlayerEvening,
)

PAGE = 30
"""How many games a page shows."""

RECENT_GAMES = 100
"""How many games back places are suggested from."""

Wins: TypeAlias = list[tuple[Player, int]]
"""How many games each player won."""

_CURSOR = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{20})-([0-9a-z]{1,16})", re.ASCII)
_MOMENT = "%Y%m%d%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last game of a page, in the order of the book."""

    played_on: date
    created_at: datetime
    game_id: str

    def __str__(self) -> str:
        return f"{self.played_on.isoformat()}-{self.created_at:{_MOMENT}}-{self.game_id}"


def read_cursor(text: str) -> Cursor | None:
    """Read a cursor from an address; `None` if the text is not one."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        return None
    try:
        moment = datetime.strptime(found[2], _MOMENT).replace(tzinfo=UTC)
        return Cursor(date.fromisoformat(found[1]), moment, found[3])
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class BookPage:
    """Some games of the book; there are more after the cursor `older`."""

    games: list[GameRow]
    older: Cursor | None


def book_page(
    club: Club, filters: Filters, after: Cursor | None = None, most: int = PAGE
) -> BookPage:
    """The games that the filters find, the latest evening first, and in it the latest game."""
    key = tuple_(GameRow.played_on, GameRow.created_at, GameRow.id)
    query = (
        select(GameRow)
        .where(conditions(club, filters))
        .order_by(GameRow.played_on.desc(), GameRow.created_at.desc(), GameRow.id.desc())
    )
    if after is not None:
        sought = literal(after.created_at, Instant())
        query = query.where(
            key < tuple_(literal(after.played_on, Date()), sought, literal(after.game_id))
        )
    found = list(db.session.scalars(query.limit(most + 1)))
    games = found[:most]
    return BookPage(games, _cursor_of(games[-1]) if len(found) > most else None)


def _cursor_of(row: GameRow) -> Cursor:
    return Cursor(row.played_on, row.created_at, row.id)


def people(club: Club) -> list[Player]:
    """Everybody who can be looked for in the book, by name."""
    query = select(Player).where(Player.club_id == club.id, Player.same_as_id.is_(None))
    return sorted(db.session.scalars(query), key=lambda player: player.name.casefold())


def wins_of_evenings(club: Club, evenings: Iterable[date]) -> dict[date, Wins]:
    """Who won how many games on these evenings, the most first; nobody without a win."""
    query = (
        select(PlayerEvening.played_on, Player, PlayerEvening.won)
        .join(Player, Player.id == PlayerEvening.player_id)
        .where(
            PlayerEvening.club_id == club.id,
            PlayerEvening.played_on.in_(list(evenings)),
        )
    )
    wins: dict[date, Wins] = {}
    # Asked for the wins, or for their order, SQLite would look through all evenings.
    found = sorted(db.session.execute(query), key=lambda row: (-row[2], row[1].name))
    for evening, player, won in found:
        if won:
            wins.setdefault(evening, []).append((player, won))
    return wins


def last_places(club: Club) -> list[str]:
    """Where the club played lately, the last place first."""
    query = select(GameRow.place).where(GameRow.club_id == club.id, GameRow.deleted_at.is_(None))
    query = query.order_by(
        GameRow.played_on.desc(), GameRow.created_at.desc(), GameRow.id.desc()
    ).limit(RECENT_GAMES)
    return list(dict.fromkeys(filter(None, db.session.scalars(query))))
