"""Queries that find games and players. They write nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, literal, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased, lazyload

from scorekeeper.rummy.documents.names import heard
from scorekeeper.storage.database import db, single_query
from scorekeeper.storage.models import (
    Club,
    Device,
    EntrantPlayer,
    GameRow,
    OpenRoundRow,
    People,
    Player,
    SeatRow,
    TournamentRow,
    with_sides,
)
from scorekeeper.storage.tokens import is_id

_NOT_DELETED = GameRow.deleted_at.is_(None)
# Literal, not a parameter: only then do databases use the partial index.
_PLAYING = literal("playing", literal_execute=True)
IN_PLAY = and_(GameRow.status == _PLAYING, _NOT_DELETED)
FINISHED = and_(GameRow.status != _PLAYING, _NOT_DELETED)

PLAY_ORDER = (GameRow.played_on, GameRow.created_at, GameRow.id)
"""The columns that sort games in the order of play."""

RowState: TypeAlias = tuple[int, datetime, int]
"""The state of a game: its version, its last change, and its number of renames of players."""

LATEST_FIRST = tuple(column.desc() for column in PLAY_ORDER)
"""The order of the list of games: latest first."""

# Seats are read on first use. `populate_existing` reads rows again that this session wrote.
_GAME = (
    select(GameRow)
    .where(GameRow.id == bindparam("game"), GameRow.club_id == bindparam("club"))
    .options(lazyload(GameRow.seats))
    .execution_options(populate_existing=True)
)
_ROW_STATE = select(GameRow.version, GameRow.changed_at, GameRow.renamed).where(
    GameRow.id == bindparam("game"), GameRow.club_id == bindparam("club"), _NOT_DELETED
)
_GAME_NOT_DELETED, _GAME_DELETED = _GAME.where(_NOT_DELETED), _GAME.where(~_NOT_DELETED)

_PEOPLE = (
    select(Player)
    .join(SeatRow, SeatRow.player_id == Player.id)
    .where(SeatRow.game_id == bindparam("game"))
    .order_by(SeatRow.number)
)


def find_game(club: Club, game_id: str) -> GameRow | None:
    """The game with this id in this club, unless it is deleted."""
    return find_game_of(club.id, game_id)


def find_game_of(club_id: int, game_id: str) -> GameRow | None:
    return _find_game(_GAME_NOT_DELETED, club_id, game_id)


def find_deleted_game(club: Club, game_id: str) -> GameRow | None:
    return _find_game(_GAME_DELETED, club.id, game_id)


def _find_game(query: Select[GameRow], club_id: int, game_id: str) -> GameRow | None:
    if not is_id(game_id):
        return None
    return db.session.scalar(query, {"game": game_id, "club": club_id})


def find_row_state(club_id: int, game_id: str) -> RowState | None:
    """`None` if the club has no such game, or has deleted it."""
    if not is_id(game_id):
        return None
    with single_query() as connection:
        found = connection.execute(_ROW_STATE, {"game": game_id, "club": club_id}).one_or_none()
    return found and (found.version, found.changed_at, found.renamed)


def people_of(row: GameRow) -> People:
    """The players of a game in order of play, with their sides.

    This does not load the rows of the seats, because no page needs these rows.
    """
    players = db.session.scalars(_PEOPLE, {"game": row.id})
    return with_sides(row.sides, tuple(player.person for player in players))


def has_games(club: Club) -> bool:
    """Check whether the club has a game, including deleted games."""
    query = select(GameRow.id).where(GameRow.club_id == club.id)
    return db.session.scalar(query.limit(1)) is not None


def etag_of(row: GameRow) -> str:
    """An etag for the versions of a game and of its open round.

    Renaming a player does not change the etag.
    """
    query = select(OpenRoundRow.id, OpenRoundRow.version).where(OpenRoundRow.game_id == row.id)
    return etag_text(row.version, *(db.session.execute(query).one_or_none() or (None, None)))


def etag_text(version: int, open_id: str | None, open_version: int | None) -> str:
    return f"{version}" if open_id is None else f"{version}-{open_id}-{open_version}"


def game_after(row: GameRow, variant: str = "") -> GameRow | None:
    """The latest game in play that the same players started after this game.

    A rematch always counts, whatever its start time. Any other game counts only if it is of the
    same variant or of `variant`, or has a round, because people set up more games than they play. A
    tournament game does not count.
    """
    players = [seat.player_id for seat in row.seats]
    seated = select(func.count()).where(SeatRow.game_id == GameRow.id)
    query = select(GameRow).where(
        GameRow.club_id == row.club_id,
        IN_PLAY,
        GameRow.tournament_id.is_(None),
        or_(
            GameRow.rematch_of == row.id,
            and_(
                GameRow.created_at > row.created_at,
                or_(GameRow.variant.in_((row.variant, variant)), GameRow.played > 0),
            ),
        ),
        seated.where(SeatRow.player_id.in_(players)).scalar_subquery() == len(players),
        seated.scalar_subquery() == len(players),
    )
    return db.session.scalar(query.order_by(GameRow.created_at.desc(), GameRow.id).limit(1))


def newer_game(row: GameRow, player_id: int) -> GameRow | None:
    """The latest game in play that began after this game and has this player in a seat."""
    person = select(func.coalesce(Player.same_as_id, Player.id)).where(Player.id == player_id)
    query = (
        select(GameRow)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .where(GameRow.club_id == row.club_id, IN_PLAY)
        # Redundant, but the index of games in play is sorted by `changed_at`.
        .where(GameRow.created_at > row.created_at, GameRow.changed_at > row.created_at)
        .where(SeatRow.player_id.in_([player_id, person.scalar_subquery()]))
    )
    return db.session.scalar(query.order_by(GameRow.created_at.desc(), GameRow.id).limit(1))


def active_people(club: Club) -> list[Player]:
    """The club's players who are not archived, most recently seen first."""
    return list(db.session.scalars(_active_people(), {"club": club.id}))


@cache
def _active_people() -> Select[Player]:
    query = select(Player).where(is_in_the_book(), Player.archived_at.is_(None))
    return query.order_by(Player.seen_at.desc(), Player.name)


GUESTS_OF_TOURNAMENTS = (
    select(EntrantPlayer.player_id)
    .join(TournamentRow, TournamentRow.id == EntrantPlayer.tournament_id)
    .where(
        TournamentRow.club_id == bindparam("club"),
        ~select(SeatRow.player_id)
        .join(GameRow, GameRow.id == SeatRow.game_id)
        .where(SeatRow.player_id == EntrantPlayer.player_id, GameRow.tournament_id.is_(None))
        .exists(),
    )
)
"""A query for the ids of players who entered a tournament of the `club` and sat in no other game.
"""


def is_in_the_book() -> ColumnElement[bool]:
    """The condition for players that pages show: players of the `club` who were not merged.

    Players who appear only in deleted games are excluded, unless they have a device or another
    player was merged into them.
    """
    sat_in = select(SeatRow.player_id).where(SeatRow.player_id == Player.id)
    has_device = select(Device.player_id).where(Device.player_id == Player.id)
    other = aliased(Player)
    merged = select(other.id).where(other.same_as_id == Player.id)
    return and_(
        Player.club_id == bindparam("club"),
        Player.same_as_id.is_(None),
        or_(
            _is_any(sat_in.join(GameRow, GameRow.id == SeatRow.game_id).where(_NOT_DELETED)),
            _is_any(has_device),
            _is_any(merged),
            ~_is_any(sat_in),
        ),
    )


def _is_any(query: Select[int] | Select[int | None]) -> ColumnElement[bool]:
    """A condition: the query finds a row. The database looks up the index once for each player.

    With EXISTS and OR, PostgreSQL could scan both tables instead.
    """
    return query.limit(1).scalar_subquery().is_not(None)


def is_after(row: GameRow, order: Sequence[InstrumentedAttribute[Any]]) -> ColumnElement[bool]:
    values = [literal(getattr(row, column.key), column.type) for column in order]
    return tuple_(*order) > tuple_(*values)


def find_player(session: Session, club_id: int, name: str) -> Player | None:
    """The player with this name. “ann” finds Ann, unless there is also an “ann”."""
    query = select(Player).where(Player.club_id == club_id)
    query = query.order_by(Player.seen_at.desc(), Player.id)
    # Compared in Python, because SQLite's lower() handles only ASCII letters.
    called = heard(name)
    same = [player for player in session.scalars(query) if heard(player.name) == called]
    return next((player for player in same if player.name == name), same[0] if same else None)
