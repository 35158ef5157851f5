"""Which games of the book are wanted, as conditions for the database.

A condition that few games meet names them, so that the database looks these up instead of going
through the whole book in search of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, or_, select, union_all

from scorekeeper.statistics.results import Persons
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameRow, Player, SeatRow
from scorekeeper.storage.search_text import games_with_word, words_of

FEW = 300
"""Up to how many games a condition names."""

STATUSES = {
    "playing": GameRow.status == "playing",
    "finished": GameRow.status != "playing",
    "over": GameRow.status == "over",
    "called": GameRow.status == "called",
}
"""What a filter may ask of the status of a game."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games of the book are wanted; what is empty asks for nothing.

    `status` is a key of `STATUSES`; `first` and `last` are evenings. Each of the `words` begins a
    word of the name of somebody who plays, of the place, or of a note, or else the name of a game
    that `called` has for it, by their keys.
    """

    variant: str = ""
    player_id: int | None = None
    first: date | None = None
    last: date | None = None
    status: str = ""
    words: tuple[str, ...] = ()
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def conditions(club: Club, filters: Filters) -> ColumnElement[bool]:
    """The condition that a game is one of this club and that the filters want it."""
    named = list(_named(club, filters))
    are_few = any(is_few for _condition, is_few in named)
    # The sum keeps SQLite from the index of the club, where it would look at every game.
    of_club = (GameRow.club_id + 0 if are_few else GameRow.club_id) == club.id
    wanted = (condition for condition, _is_few in named)
    return and_(of_club, GameRow.deleted_at.is_(None), *_plain(filters), *wanted)


def _plain(filters: Filters) -> Iterator[ColumnElement[bool]]:
    if filters.variant:
        yield GameRow.variant == filters.variant
    if filters.first is not None:
        yield GameRow.played_on >= filters.first
    if filters.last is not None:
        yield GameRow.played_on <= filters.last
    if filters.status:
        yield STATUSES[filters.status]


def _named(club: Club, filters: Filters) -> Iterator[tuple[ColumnElement[bool], bool]]:
    """The conditions that few games may meet, each with whether it names them."""
    if filters.player_id is None and not filters.words:
        return
    persons = Persons(db.session.connection(), club.id)
    if filters.player_id is not None:
        yield _few(*_played_by(persons.same(filters.player_id)))
    names = _names(club, persons) if filters.words else {}
    for word in filters.words:
        people = [player for player, words in names.items() if _begins(word, words)]
        plays, seats = _played_by(people)
        texts = games_with_word(word)
        is_called = GameRow.variant.in_(filters.called.get(word, ()))
        games = select(GameRow.id).where(GameRow.club_id == club.id, is_called)
        condition = or_(GameRow.id.in_(texts), plays, is_called)
        yield _few(condition, union_all(texts, seats, games))


def _few(
    condition: ColumnElement[bool], query: Select[str] | CompoundSelect[str]
) -> tuple[ColumnElement[bool], bool]:
    """The condition, or the games that the query finds if they are few, and whether they are."""
    games = list(db.session.scalars(query.limit(FEW + 1)))
    if len(games) > FEW:
        return condition, False
    return GameRow.id.in_(set(games)), True


def _played_by(players: Iterable[int]) -> tuple[ColumnElement[bool], Select[str]]:
    """The condition that one of these plays, and the query that finds these games."""
    is_one = SeatRow.player_id.in_(list(players))
    return GameRow.seats.any(is_one), select(SeatRow.game_id).where(is_one)


def _names(club: Club, persons: Persons) -> dict[int, list[str]]:
    """The words of every player's name; of one who was merged into another, of both names."""
    query = select(Player.id, Player.name).where(Player.club_id == club.id)
    names = {row.id: row.name for row in db.session.execute(query)}
    return {
        player: words_of(f"{name} {names[persons.person(player)]}")
        for player, name in names.items()
    }


def _begins(word: str, words: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in words)
