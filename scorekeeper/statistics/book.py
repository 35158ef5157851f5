"""The book: a list of a club's games, latest evening first, with filters, one page at a time.

Pages are found by cursors, as in `storage.game_lists`. A condition that few games meet is replaced
by their ids, because the database would otherwise search the whole book for a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Date,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
)

from scorekeeper.statistics.results import Persons
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    UNKNOWN_DAY,
    Club,
    GameResult,
    GameRow,
    Instant,
    Player,
    PlayerEvening,
    SeatRow,
)
from scorekeeper.storage.planner import unindexed
from scorekeeper.storage.queries import GUESTS_OF_TOURNAMENTS, LATEST_FIRST, PLAY_ORDER
from scorekeeper.storage.search_text import alphabetical, games_with_word, words_of

PAGE = 30
"""The number of games on a page."""

RECENT_GAMES = 100
"""The number of last games used to suggest places."""

MOST_IDS = 300
"""A condition is replaced by ids if at most this many games meet it."""

STATUSES = {
    "playing": GameRow.status == "playing",
    "finished": GameRow.status != "playing",
    "over": GameRow.status == "over",
    "called": GameRow.status == "called",
}
"""The filters for the status of a game."""

_OF_CLUB = GameRow.club_id == bindparam("club")
_DATED = _OF_CLUB, GameRow.played_on > UNKNOWN_DAY
_ENDS = select(
    select(func.min(GameRow.played_on)).where(*_DATED).scalar_subquery().label("first"),
    select(func.max(GameRow.played_on)).where(*_DATED).scalar_subquery().label("last"),
)
_PEOPLE = select(Player).where(Player.club_id == bindparam("club"), Player.same_as_id.is_(None))
_LAST_PLACES = (
    select(GameRow.place)
    .where(_OF_CLUB, GameRow.deleted_at.is_(None))
    .order_by(*LATEST_FIRST)
    .limit(RECENT_GAMES)
)
_FIRST_PAGE = (
    select(GameRow)
    .where(_OF_CLUB, GameRow.deleted_at.is_(None))
    .order_by(*LATEST_FIRST)
    .limit(bindparam("most"))
)
"""The first page without filters. Other queries are built for each request."""

PlayerWins: TypeAlias = list[tuple[Player, int]]
"""Players with their numbers of games won."""

_CURSOR = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{20})-([0-9a-z]{1,16})", re.ASCII)
_TIME_FORMAT = "%Y%m%d%H%M%S%f"


@dataclass(frozen=True, slots=True)
class BookCursor:
    """The last game of a page, in the order of the book."""

    played_on: date
    created_at: datetime
    game_id: str

    def __str__(self) -> str:
        return f"{self.played_on.isoformat()}-{self.created_at:{_TIME_FORMAT}}-{self.game_id}"


def read_cursor(text: str) -> BookCursor | None:
    """`None` if the text is not a cursor."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        return None
    try:
        created_at = datetime.strptime(found[2], _TIME_FORMAT).replace(tzinfo=UTC)
        return BookCursor(date.fromisoformat(found[1]), created_at, found[3])
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class BookPage:
    """Some games of the book. More games follow after the cursor `older`.

    `found` is the number of games on all pages. It is `None` if nobody asked for it, or if there
    are more than `MOST_IDS` games.
    """

    games: list[GameRow]
    older: BookCursor | None
    found: int | None = None


def book_page(
    club: Club,
    filters: Filters,
    after: BookCursor | None = None,
    most: int = PAGE,
    *,
    counts: bool = False,
) -> BookPage:
    """The games that match the filters. The latest evening and its latest game come first."""
    if filters == Filters() and after is None and not counts:
        found = list(db.session.scalars(_FIRST_PAGE, {"club": club.id, "most": most + 1}))
        return BookPage(found[:most], _older(found, most))
    wanted = conditions(club, filters)
    query = select(GameRow).where(wanted).order_by(*LATEST_FIRST)
    if after is not None:
        day, time = literal(after.played_on, Date()), literal(after.created_at, Instant())
        query = query.where(tuple_(*PLAY_ORDER) < tuple_(day, time, literal(after.game_id)))
    found = list(db.session.scalars(query.limit(most + 1)))
    return BookPage(found[:most], _older(found, most), _count(wanted) if counts else None)


def _older(found: list[GameRow], most: int) -> BookCursor | None:
    if len(found) <= most:
        return None
    last = found[most - 1]
    return BookCursor(last.played_on, last.created_at, last.id)


def _count(wanted: ColumnElement[bool]) -> int | None:
    some = select(literal(1)).select_from(GameRow).where(wanted).limit(MOST_IDS + 1)
    found = db.session.scalar(select(func.count()).select_from(some.subquery())) or 0
    return found if found <= MOST_IDS else None


def years_played(club: Club) -> range:
    ends = db.session.execute(_ENDS, {"club": club.id}).one()
    return range(ends.first.year, ends.last.year + 1) if ends.first else range(0)


def people(club: Club) -> list[Player]:
    """The players of the club, by name. Players merged into others are left out."""
    found = db.session.scalars(_PEOPLE, {"club": club.id})
    return sorted(found, key=lambda player: alphabetical(player.name))


def wins_of_evenings(club: Club, evenings: Iterable[date]) -> dict[date, PlayerWins]:
    """The winners of these evenings with their wins, most wins first.

    Guests of tournaments are left out, because the standings of their tournament have them.
    """
    query = (
        select(PlayerEvening.played_on, Player, PlayerEvening.won)
        .join(Player, Player.id == PlayerEvening.player_id)
        .where(
            PlayerEvening.club_id == club.id,
            PlayerEvening.played_on.in_(list(evenings)),
            PlayerEvening.player_id.not_in(GUESTS_OF_TOURNAMENTS),
        )
    )
    wins: dict[date, PlayerWins] = {}
    # Python sorts and filters the rows, because SQLite would read all evenings for that.
    asked = {"club": club.id}
    found = sorted(
        db.session.execute(query, asked), key=lambda row: (-row[2], alphabetical(row[1].name))
    )
    for evening, player, won in found:
        if won:
            wins.setdefault(evening, []).append((player, won))
    return wins


def last_places(club: Club) -> list[str]:
    """The recent places, latest first."""
    places = db.session.scalars(_LAST_PLACES, {"club": club.id})
    return list(dict.fromkeys(filter(None, places)))


class DateRange(NamedTuple):
    """The evenings from `first` to `last`."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the book. An empty field means no filter.

    - `won`: only games that the player won
    - `first`, `last`: the first and the last evening
    - `status`: a key of `STATUSES`
    - `words`: each word must match the start of a word in a player's name, in the place or in a
      note, or name the game's variant or evening
    - `variants_named`: for a word that names games, the keys of their variants
    - `times`: for a word that names a time, its evenings
    """

    variant: str = ""
    player_id: int | None = None
    won: bool = False
    place: str = ""
    first: date | None = None
    last: date | None = None
    status: str = ""
    updated_since: datetime | None = None
    words: tuple[str, ...] = ()
    variants_named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    times: Mapping[str, tuple[DateRange, ...]] = field(default_factory=dict)


def conditions(club: Club, filters: Filters) -> ColumnElement[bool]:
    selective = list(_selective(club, filters))
    are_few = any(is_few for _condition, is_few in selective)
    of_club = (unindexed(GameRow.club_id) if are_few else GameRow.club_id) == club.id
    wanted = (condition for condition, _is_few in selective)
    return and_(of_club, GameRow.deleted_at.is_(None), *_plain(filters), *wanted)


def _plain(filters: Filters) -> Iterator[ColumnElement[bool]]:
    if filters.variant:
        yield GameRow.variant == filters.variant
    if filters.place:
        yield GameRow.place == filters.place
    if filters.first is not None:
        yield GameRow.played_on >= filters.first
    if filters.last is not None:
        yield GameRow.played_on <= filters.last
    if filters.status:
        yield STATUSES[filters.status]


def _selective(club: Club, filters: Filters) -> Iterator[tuple[ColumnElement[bool], bool]]:
    """The conditions that few games can meet. Each comes with true if it is a list of ids."""
    if filters.updated_since is not None:
        is_new = GameRow.updated_at >= filters.updated_since
        yield _few(is_new, select(GameRow.id).where(GameRow.club_id == club.id, is_new))
    if filters.player_id is None and not filters.words:
        return
    persons = Persons(db.session.connection(), club.id)
    if filters.player_id is not None:
        games_of = _won_by if filters.won else _played_by
        yield _few(*games_of(persons.same(filters.player_id)))
    names = _names(club, persons) if filters.words else {}
    for word in filters.words:
        people = [
            player
            for player, own_words in names.items()
            if any(own.startswith(word) for own in own_words)
        ]
        plays, seats = _played_by(people)
        described = games_with_word(word)
        is_named = GameRow.variant.in_(filters.variants_named.get(word, ()))
        evenings = [GameRow.played_on.between(*span) for span in filters.times.get(word, ())]
        games = [
            select(GameRow.id).where(GameRow.club_id == club.id, meant)
            for meant in (is_named, *evenings)
        ]
        condition = or_(GameRow.id.in_(described), plays, is_named, *evenings)
        yield _few(condition, union_all(described, seats, *games))


def _few(
    condition: ColumnElement[bool], query: Select[str] | CompoundSelect[str]
) -> tuple[ColumnElement[bool], bool]:
    """The condition and false. If few games meet the condition, a list of their ids and true."""
    games = list(db.session.scalars(query.limit(MOST_IDS + 1)))
    if len(games) > MOST_IDS:
        return condition, False
    return GameRow.id.in_(set(games)), True


def _played_by(players: Iterable[int]) -> tuple[ColumnElement[bool], Select[str]]:
    """The condition that one of these players plays, and a query for the ids of these games."""
    is_one = SeatRow.player_id.in_(list(players))
    return GameRow.seats.any(is_one), select(SeatRow.game_id).where(is_one)


def _won_by(players: Iterable[int]) -> tuple[ColumnElement[bool], Select[str]]:
    people = list(players)
    # The same as `won > 0`, but streaks have an index.
    query = select(GameResult.game_id).where(
        GameResult.player_id.in_(people), GameResult.streak > 0
    )
    in_game = GameResult.game_id == GameRow.id, unindexed(GameResult.player_id).in_(people)
    return exists().where(*in_game, GameResult.won > 0), query


def _names(club: Club, persons: Persons) -> dict[int, list[str]]:
    query = select(Player.id, Player.name).where(Player.club_id == club.id)
    names = {row.id: row.name for row in db.session.execute(query)}
    return {
        player: words_of(f"{name} {names[persons.person(player)]}")
        for player, name in names.items()
    }
