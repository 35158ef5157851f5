"""The book of a club's games: the latest evening first, filtered, and a page at a time.

A page begins after the last game of the page before it, instead of by counting, so that the
thousandth page costs as much as the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Date,
    Select,
    literal,
    or_,
    select,
    tuple_,
    union,
)
from sqlalchemy.orm import aliased

from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    Club,
    GameRow,
    Instant,
    Player,
    PlayerEvening,
    SeatRow,
)
from scorekeeper.storage.search_text import games_with_word, words_of

PAGE = 30
"""How many games a page shows."""

LATELY = 100
"""How many games back places are suggested from."""

STATUSES = {
    "playing": GameRow.status == "playing",
    "finished": GameRow.status != "playing",
    "over": GameRow.status == "over",
    "called": GameRow.status == "called",
}
"""What a filter may ask of the status of a game."""

FEW = 300
"""Up to how many games are sorted, instead of being looked for in the order of the book."""

Wins: TypeAlias = list[tuple[Player, int]]
"""How many games each player won."""

_WRITTEN = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{20})-([0-9a-z]{1,16})", re.ASCII)
_MOMENT = "%Y%m%d%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Edge:
    """The last game of a page, in the order of the book."""

    played_on: date
    created_at: datetime
    game_id: str

    def __str__(self) -> str:
        return f"{self.played_on.isoformat()}-{self.created_at:{_MOMENT}}-{self.game_id}"


def read_edge(text: str) -> Edge | None:
    """Read an edge from an address; `None` if the text is not one."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    try:
        moment = datetime.strptime(found[2], _MOMENT).replace(tzinfo=UTC)
        return Edge(date.fromisoformat(found[1]), moment, found[3])
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games of the book are wanted; what is empty asks for nothing.

    `status` is a key of `STATUSES`; `first` and `last` are evenings. Each of the `words` begins a
    word of the name of somebody who plays, of the place, or of a note.
    """

    variant: str = ""
    player_id: int | None = None
    first: date | None = None
    last: date | None = None
    status: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookPage:
    """Some games of the book; there are more after the edge `older`."""

    games: list[GameRow]
    older: Edge | None


def book_page(
    club: Club, filters: Filters, after: Edge | None = None, most: int = PAGE
) -> BookPage:
    """The games that the filters find, the latest evening first, and in it the latest game."""
    key = tuple_(GameRow.played_on, GameRow.created_at, GameRow.id)
    query = select(GameRow).where(GameRow.club_id == club.id, GameRow.deleted_at.is_(None))
    query = query.where(*_conditions(club, filters)).order_by(
        GameRow.played_on.desc(), GameRow.created_at.desc(), GameRow.id.desc()
    )
    if after is not None:
        sought = literal(after.created_at, Instant())
        query = query.where(
            key < tuple_(literal(after.played_on, Date()), sought, literal(after.game_id))
        )
    found = list(db.session.scalars(query.limit(most + 1)))
    games = found[:most]
    return BookPage(games, _edge(games[-1]) if len(found) > most else None)


def _edge(row: GameRow) -> Edge:
    return Edge(row.played_on, row.created_at, row.id)


def _conditions(club: Club, filters: Filters) -> Iterable[ColumnElement[bool]]:
    if filters.variant:
        yield GameRow.variant == filters.variant
    if filters.player_id is not None:
        ids = _ids_of(filters.player_id)
        few = _few_of(_games_of(ids))
        yield _has_seat_of(ids) if few is None else few
    if filters.first is not None:
        yield GameRow.played_on >= filters.first
    if filters.last is not None:
        yield GameRow.played_on <= filters.last
    if filters.status:
        yield STATUSES[filters.status]
    names = _names(club) if filters.words else {}
    for word in filters.words:
        called = [player for player, words in names.items() if _begins(word, words)]
        few = _few_of(union(games_with_word(word), _games_of(called)))
        many = or_(GameRow.id.in_(games_with_word(word)), _has_seat_of(called))
        yield many if few is None else few


def _games_of(player_ids: Sequence[int]) -> Select[str]:
    return select(SeatRow.game_id).where(SeatRow.player_id.in_(player_ids))


def _has_seat_of(player_ids: Sequence[int]) -> ColumnElement[bool]:
    return GameRow.seats.any(SeatRow.player_id.in_(player_ids))


def _few_of(games: Select[str] | CompoundSelect[str]) -> ColumnElement[bool] | None:
    """The condition that a game is one of these, if they are few; otherwise `None`.

    Few games are quickly sorted. Of many, some are soon found in the order of the book. Neither
    database can tell which is the better way.
    """
    ids = list(db.session.scalars(games.limit(FEW + 1)))
    return GameRow.id.in_(ids) if len(ids) <= FEW else None


def _begins(word: str, words: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in words)


def _names(club: Club) -> dict[int, list[str]]:
    """The words of every player's name; of one who was merged into another, of both names."""
    person = aliased(Player)
    query = select(Player.id, Player.name, person.name)
    query = query.outerjoin(person, person.id == Player.same_as_id)
    found = db.session.execute(query.where(Player.club_id == club.id))
    return {player: words_of(f"{name} {same or ''}") for player, name, same in found}


def _ids_of(player_id: int) -> list[int]:
    """A person's own id, with those of the players who were merged into them."""
    query = select(Player.id).where(or_(Player.id == player_id, Player.same_as_id == player_id))
    return list(db.session.scalars(query))


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
    ).limit(LATELY)
    return list(dict.fromkeys(filter(None, db.session.scalars(query))))
