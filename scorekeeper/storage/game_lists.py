"""Lists of games, one page at a time. Of games at tables of tournaments, only deleted ones appear.

A page is found by the game at its edge, not by counting. So the thousandth page is as fast as the
first page, and a game that moves makes no other game disappear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper import clock
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    Club,
    GameRow,
    Instant,
    OpenRoundRow,
    Player,
    RoundRow,
    SeatRow,
)
from scorekeeper.storage.queries import FINISHED, IN_PLAY
from scorekeeper.storage.tokens import is_id

PAGE = 20
"""The number of games on a page."""

PUT_ASIDE_AFTER = timedelta(days=1)
"""A game without a round is put aside after this time."""

RECENT_GAMES = 100
"""The number of last games that show what a club plays."""

_DELETED = GameRow.deleted_at.is_not(None)

_PUT_ASIDE = and_(
    GameRow.played == 0,
    GameRow.changed_at < bindparam("long_ago", type_=Instant()),
    ~select(OpenRoundRow.id).where(OpenRoundRow.game_id == GameRow.id).exists(),
)
"""A condition: the game has no round, also no open round, and nothing changed for a day."""

_OWN = GameRow.tournament_id.is_(None)
"""A condition: the game is not at a table of a tournament."""

_IN_PLAY, _FINISHED = and_(IN_PLAY, _OWN), and_(FINISHED, _OWN)
_ON_THE_TABLE, _NOT_BEGUN = and_(_IN_PLAY, ~_PUT_ASIDE), and_(_IN_PLAY, _PUT_ASIDE)
_AT_TABLES = and_(IN_PLAY, GameRow.tournament_id == bindparam("tournament"))
_OF_CLUB = GameRow.club_id == bindparam("club")

_ASKING = aliased(Player)
_SITS = (
    select(SeatRow.number)
    .join(Player, Player.id == SeatRow.player_id)
    .where(
        SeatRow.game_id == GameRow.id,
        func.coalesce(Player.same_as_id, Player.id)
        == select(func.coalesce(_ASKING.same_as_id, _ASKING.id))
        .where(_ASKING.id == bindparam("player"))
        .scalar_subquery(),
    )
    .exists()
)
"""A condition: the player sits in the game, under any name of the same person."""

_IS_ANNOUNCED = (
    select(OpenRoundRow.id)
    .where(OpenRoundRow.game_id == GameRow.id, OpenRoundRow.announced_by != "")
    .exists()
)
_ON_THE_TABLE_FOR_PLAYER = (
    select(GameRow)
    .where(_OF_CLUB, _ON_THE_TABLE)
    .order_by(
        case((and_(_SITS, _IS_ANNOUNCED), 0), (_SITS, 1), else_=2),
        GameRow.changed_at.desc(),
        GameRow.id.desc(),
    )
    .limit(bindparam("most"))
)

_COUNT_NOT_BEGUN = select(func.count()).select_from(GameRow).where(_OF_CLUB, _NOT_BEGUN)
_LATELY = (
    select(GameRow.id, GameRow.variant)
    .where(_OF_CLUB, _FINISHED)
    .order_by(GameRow.changed_at.desc(), GameRow.id.desc())
    .limit(RECENT_GAMES)
)
_LAST_OR_OF_EVENING = (
    select(GameRow)
    .where(
        _OF_CLUB,
        _FINISHED,
        or_(
            GameRow.id.in_(bindparam("last", expanding=True)),
            GameRow.played_on == bindparam("evening"),
        ),
    )
    .order_by(GameRow.created_at, GameRow.id)
)

_CURSOR = re.compile(r"([0-9]{20})-([0-9a-z]{1,16})", re.ASCII)
_TIME_FORMAT = "%Y%m%d%H%M%S%f"

TimeColumn: TypeAlias = InstrumentedAttribute[datetime] | InstrumentedAttribute[datetime | None]


@dataclass(frozen=True, slots=True)
class ListCursor:
    """The first or last game of a page: its id, and its time in the order of the list."""

    at: datetime
    game_id: str

    def __str__(self) -> str:
        return f"{self.at:{_TIME_FORMAT}}-{self.game_id}"


def read_cursor(text: str) -> ListCursor | None:
    """`None` if the text is not a cursor."""
    found = _CURSOR.fullmatch(text)
    try:
        return found and ListCursor(
            datetime.strptime(found[1], _TIME_FORMAT).replace(tzinfo=UTC), found[2]
        )
    except ValueError:
        return None


class ListPosition(NamedTuple):
    """A page of a list: the games `older` or `newer` than a cursor.

    Without a cursor, it is the page of the newest games.
    """

    older: ListCursor | None = None
    newer: ListCursor | None = None


NEWEST = ListPosition()

_Listed = TypeVar("_Listed")
_Read = TypeVar("_Read")


class Page(list[_Listed]):
    """Some games of a list. The cursors tell whether there are `newer` and `older` games."""

    newer: ListCursor | None = None
    older: ListCursor | None = None

    def read_as(self, read: Callable[[_Listed], _Read]) -> Page[_Read]:
        page = Page(map(read, self))
        page.newer, page.older = self.newer, self.older
        return page


def games_in_play(club: Club, most: int = PAGE, position: ListPosition = NEWEST) -> Page[GameRow]:
    """The last changed first."""
    return _page(club, _IN_PLAY, GameRow.changed_at, most, position)


def games_on_the_table(club: Club, most: int, player_id: int | None = None) -> Page[GameRow]:
    """Games in play that are not put aside, last changed first.

    With a player: first the player's games with an announced round, then the player's other games,
    then the games of others.
    """
    if player_id is None:
        return _page(club, _ON_THE_TABLE, GameRow.changed_at, most, NEWEST)
    asked = _asked(club) | {"player": player_id, "most": most + 1}
    found = list(db.session.scalars(_ON_THE_TABLE_FOR_PLAYER, asked))
    page = Page(found[:most])
    if len(found) > most:
        page.older = _cursor_of(page[-1], GameRow.changed_at)
    return page


def latest_at_tables(club: Club, tournament_id: str) -> GameRow | None:
    """The game in play at a table of a tournament that was changed last."""
    if not is_id(tournament_id):
        return None
    asked = _asked(club) | {"tournament": tournament_id, "most": 1}
    query = _query(_AT_TABLES, GameRow.changed_at, newer=False, older=False)
    return db.session.scalar(query, asked)


def games_not_begun(club: Club, position: ListPosition = NEWEST) -> Page[GameRow]:
    """The games put aside without a round, last changed first."""
    return _page(club, _NOT_BEGUN, GameRow.changed_at, PAGE, position)


def count_not_begun(club: Club) -> int:
    return db.session.scalar(_COUNT_NOT_BEGUN, _asked(club)) or 0


def _asked(club: Club) -> dict[str, object]:
    return {"club": club.id, "long_ago": clock.now() - PUT_ASIDE_AFTER}


def last_of_variant(club: Club, variant: str) -> GameRow | None:
    for game_id, played in db.session.execute(_LATELY, {"club": club.id}):
        if played == variant:
            return db.session.get(GameRow, game_id)
    return None


class LatestGames(NamedTuple):
    """Games that a club finished lately.

    `variants` and the last `games` are sorted from the latest. `of_evening` are all finished games
    of one evening in the order of their start.
    """

    variants: list[str]
    games: list[GameRow]
    of_evening: list[GameRow]


def finished_lately(club: Club, evening: date, most: int) -> LatestGames:
    """The recent variants, the last `most` games, and all finished games of one evening."""
    lately = db.session.execute(_LATELY, {"club": club.id}).all()
    last = [game_id for game_id, _variant in lately[:most]]
    # One query, because tonight's games are usually the last games.
    asked = {"club": club.id, "last": last, "evening": evening}
    found = {row.id: row for row in db.session.scalars(_LAST_OR_OF_EVENING, asked)}
    return LatestGames(
        variants=list(dict.fromkeys(variant for _game_id, variant in lately)),
        games=[found[game_id] for game_id in last if game_id in found],
        of_evening=[row for row in found.values() if row.played_on == evening],
    )


def played_lately(club: Club) -> Counter[str]:
    """The number of recent games of each variant, last played first."""
    rows = db.session.execute(_LATELY, {"club": club.id})
    return Counter(variant for _game_id, variant in rows)


def finished_games(club: Club, most: int) -> Page[GameRow]:
    """Games that are over or called. The last changed first."""
    return _page(club, _FINISHED, GameRow.changed_at, most, NEWEST)


def deleted_games(club: Club, position: ListPosition = NEWEST) -> Page[GameRow]:
    """Games that can be restored. The last deleted first."""
    return _page(club, _DELETED, GameRow.deleted_at, PAGE, position)


def has_deleted_games(club: Club) -> bool:
    query = select(GameRow.id).where(GameRow.club_id == club.id, _DELETED)
    return db.session.scalar(query.limit(1)) is not None


def _page(
    club: Club,
    listed: ColumnElement[bool],
    time_column: TimeColumn,
    most: int,
    position: ListPosition,
) -> Page[GameRow]:
    query = _query(listed, time_column, position.newer is not None, position.older is not None)
    asked = _asked(club) | {"most": most + 1}
    for edge, cursor in position._asdict().items():
        asked |= {f"{edge}_at": cursor.at, f"{edge}_id": cursor.game_id} if cursor else {}
    found = list(db.session.scalars(query, asked))
    # An incomplete page would look like the end of the list.
    if position != NEWEST and (not found or (position.newer and len(found) < most)):
        return _page(club, listed, time_column, most, NEWEST)
    page = Page(found[:most][::-1] if position.newer else found[:most])
    has_more = len(found) > most
    if position.older or (position.newer and has_more):
        page.newer = _cursor_of(page[0], time_column)
    if position.newer or has_more:
        page.older = _cursor_of(page[-1], time_column)
    return page


@cache
def _query(
    listed: ColumnElement[bool], time_column: TimeColumn, newer: bool, older: bool
) -> Select[GameRow]:
    """The query of a page. Cached, because building it takes longer than running it."""
    key = tuple_(time_column, GameRow.id)
    query = select(GameRow).where(_OF_CLUB, listed).limit(bindparam("most"))
    if newer:
        query = query.where(key > _edge("newer")).order_by(time_column, GameRow.id)
    else:
        query = query.order_by(time_column.desc(), GameRow.id.desc())
    return query.where(key < _edge("older")) if older else query


def _edge(name: str) -> ColumnElement[tuple[datetime, str]]:
    return tuple_(bindparam(f"{name}_at", type_=Instant()), bindparam(f"{name}_id", type_=String()))


def _cursor_of(row: GameRow, time_column: TimeColumn) -> ListCursor:
    return ListCursor(getattr(row, time_column.key), row.id)


def last_entered(games: Iterable[GameRow]) -> dict[str, datetime]:
    """The time of the last entry on the sheet of each game, by game id."""
    query = (
        select(RoundRow.game_id, func.max(RoundRow.entered_at, type_=Instant()))
        .where(RoundRow.game_id.in_([row.id for row in games]))
        .group_by(RoundRow.game_id)
    )
    return {row[0]: row[1] for row in db.session.execute(query)}
