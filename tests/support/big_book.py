"""A club with a great number of games, each with its rounds and results.

A few games are really played, so the program writes their results. The database then copies their
rows for other evenings and other players.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Date,
    Float,
    FromClause,
    Integer,
    MetaData,
    String,
    Table,
    case,
    cast,
    insert,
    literal,
    select,
)

from scorekeeper import clock
from scorekeeper.clubs.members import get_or_create_player
from scorekeeper.games import commands
from scorekeeper.statistics import sums
from scorekeeper.statistics.standings import NEWCOMER, next_streak, rated
from scorekeeper.storage.database import Base, db, table, write
from scorekeeper.storage.models import (
    ChangeRow,
    GameResult,
    GameRow,
    Instant,
    RoundResult,
    RoundRow,
    SeatRow,
)
from scorekeeper.storage.search_text import games_with_text, refresh_texts
from scorekeeper.storage.tokens import new_id
from tests.support.clubs import the_club
from tests.support.scorebook import form, play, start

NAMES = (
    *("Ann", "Bob", "Cem", "Dan", "Eve", "Flo", "Gil", "Hal", "Ida", "Jon", "Kim", "Lou"),
    *("Max", "Nia", "Oli", "Pia", "Quin", "Rob", "Sue", "Tom", "Una", "Val", "Wes", "Zoe"),
)
"""The club’s players, the most frequent first."""

TABLES = (("gin", 2), ("knock", 3), ("basic", 4), ("three-thirteen", 3), ("tonk", 3))
"""The variants that are played, and their numbers of players."""

ENDINGS = {
    "gin": (0.8, "gin"),
    "knock": (0.8, "rum"),
    "basic": (0.0, "out"),
    "three-thirteen": (0.0, "out"),
    "tonk": (0.8, "out"),
}
"""The share of a variant’s rounds that end with a knock, and the ending of the other rounds."""

PLAYED_OF_EACH = 30
GAMES_AN_EVENING = 20
NOTE_EVERY = 10
"""Every tenth game has a note."""

AT_ONCE = 2_000
"""The number of games that one statement copies."""

COPY = Table(
    "copied_game",
    MetaData(),
    Column("number", Integer, primary_key=True),
    Column("of", String(16)),
    Column("game_id", String(16)),
    Column("played_on", Date),
    Column("started_at", Instant),
)
COPIED_SEAT = Table(
    "copied_seat",
    COPY.metadata,
    Column("game_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Integer),
    Column("mu", Float),
    Column("sigma", Float),
    Column("streak", Integer),
    Column("variant_streak", Integer),
)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, with the facts that its copies need."""

    id: str
    variant: str
    ranks: tuple[int, ...]


def fill(games: int) -> None:
    """Write this many finished games into the first club, up to the end of last month."""
    played = _play()
    last = clock.now().date().replace(day=1) - timedelta(days=1)
    with write() as session:
        connection = session.connection()
        COPY.metadata.create_all(connection)
        club_id = the_club().id
        known = [get_or_create_player(session, club_id, name) for name in NAMES]
        session.flush()
        people = [player.id for player in known]
        copies, seats = _copies(played, people, games, last)
        for rows_of, rows in ((COPY, copies), (COPIED_SEAT, seats)):
            connection.execute(insert(rows_of), rows)
    for first in range(0, games, AT_ONCE):
        with write() as session:
            _copy(session.connection(), first)
    with write() as session:
        sums.write_again(session.connection())
        refresh_texts(session.connection(), games_with_text(session.connection()))
        COPY.metadata.drop_all(session.connection())
    if db.engine.dialect.name == "postgresql":
        with db.engine.connect() as plain:
            plain.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")


def _play() -> list[Played]:
    """Play some games of every variant, to their end or until somebody calls them."""
    chance = random.Random(7)
    return [
        _play_one(variant, NAMES[:players], chance)
        for variant, players in TABLES
        for _game in range(PLAYED_OF_EACH)
    ]


def _play_one(variant: str, names: Sequence[str], chance: random.Random) -> Played:
    rounds = [_round_of(variant, names, chance) for _ in range(chance.randint(10, 17))]
    row = play(start(names, variant=variant), *rounds, entered_by=names[0])
    if row.status == "playing":
        row = commands.call(row.id, **form(row))
    ranks = select(GameResult.rank).where(GameResult.game_id == row.id).order_by(GameResult.seat)
    return Played(row.id, variant, tuple(db.session.scalars(ranks)))


def _round_of(variant: str, names: Sequence[str], chance: random.Random) -> dict[str, Any]:
    by = chance.choice(names)
    # Few rounds have high counts, so few players hold a record.
    hands = {name: min(1 + int(chance.expovariate(1 / 5)), 30) for name in names if name != by}
    knocks, out = ENDINGS[variant]
    if chance.random() < knocks:
        return {"ending": "knock", "by": by, "hands": hands | {by: chance.randint(1, 10)}}
    return {"ending": out, "by": by, "hands": hands}


def _copies(
    played: Sequence[Played], people: Sequence[int], games: int, last: date
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the games to copy, and their seats with the players’ ratings and streaks."""
    chance, standings = random.Random(11), _Standings()
    keen = [1 / (place + 1) ** 0.5 for place in range(len(people))]
    first = last - timedelta(days=(games - 1) // GAMES_AN_EVENING)
    copies, seats = [], []
    for number in range(games):
        game, game_id = played[number % len(played)], new_id()
        days, hour = divmod(number, GAMES_AN_EVENING)
        evening = first + timedelta(days=days)
        started = datetime.combine(evening, time(18, 10 * hour % 60), UTC)
        copies.append(
            {
                "number": number,
                "of": game.id,
                "game_id": game_id,
                "played_on": evening,
                "started_at": started + timedelta(minutes=10 * hour),
            }
        )
        company: list[int] = []
        while len(company) < len(game.ranks):
            [one] = chance.choices(people, keen)
            company += [one] if one not in company else []
        seats += [
            {"game_id": game_id, "seat": seat, "player_id": person, **standing}
            for seat, (person, standing) in enumerate(standings.after(game, company))
        ]
    return copies, seats


class _Standings:
    """The ratings and streaks of all players, updated game by game."""

    def __init__(self) -> None:
        self._ratings: dict[tuple[str, int], Any] = {}
        self._streaks: dict[tuple[str, int], int] = {}

    def after(self, game: Played, company: Sequence[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each player of a game with the rating and streaks after it."""
        before = [self._ratings.get((game.variant, each), NEWCOMER) for each in company]
        ratings = rated(before, list(game.ranks), range(len(before)))
        for person, rating, rank in zip(company, ratings, game.ranks, strict=True):
            self._ratings[game.variant, person] = rating
            for kind in ("", game.variant):
                before_it = self._streaks.get((kind, person), 0)
                self._streaks[kind, person] = next_streak(before_it, rank == 1)
            streak, of_variant = (self._streaks[kind, person] for kind in ("", game.variant))
            standing = {"streak": streak, "variant_streak": of_variant}
            yield person, {"mu": rating.mu, "sigma": rating.sigma, **standing}


def _copy(connection: Connection, first: int) -> None:
    """Copy the rows of the next `AT_ONCE` games, from number `first` on."""
    some = COPY.c.number.between(first, first + AT_ONCE - 1)
    dated = {"game_id": COPY.c.game_id, "played_on": COPY.c.played_on}
    stamp = {"id": COPY.c.game_id, "created_at": COPY.c.started_at, "changed_at": COPY.c.started_at}
    told = literal("A long evening by the fire, number ") + cast(COPY.c.number, String)
    note = case((COPY.c.number % NOTE_EVERY == 0, told), else_=literal(""))
    game, round = table(GameRow), table(RoundRow)
    _insert(
        connection,
        GameRow,
        COPY.join(game, game.c.id == COPY.c.of),
        {**stamp, "played_on": COPY.c.played_on, "note": note},
        some,
    )
    seated = COPY.join(COPIED_SEAT, COPIED_SEAT.c.game_id == COPY.c.game_id)
    person = {"player_id": COPIED_SEAT.c.player_id}
    seat = {"game_id": COPY.c.game_id, "number": COPIED_SEAT.c.seat, **person}
    _insert(connection, SeatRow, seated, seat, some)
    played = COPY.join(round, round.c.game_id == COPY.c.of)
    _insert(connection, RoundRow, played, {"game_id": COPY.c.game_id}, some)
    change = table(ChangeRow)
    key = cast(change.c.id, String) + literal("-") + COPY.c.game_id
    changed = COPY.join(change, change.c.game_id == COPY.c.of)
    _insert(connection, ChangeRow, changed, {"game_id": COPY.c.game_id, "key": key}, some)
    standing = {name: COPIED_SEAT.c[name] for name in ("mu", "sigma", "streak", "variant_streak")}
    for results, more in (
        (GameResult, {"started_at": COPY.c.started_at, **standing}),
        (RoundResult, {}),
    ):
        result = table(results)
        of = (result.c.game_id == COPY.c.of) & (result.c.seat == COPIED_SEAT.c.seat)
        _insert(connection, results, seated.join(result, of), {**dated, **person, **more}, some)


def _insert(
    connection: Connection,
    rows: type[Base],
    source: FromClause,
    other: Mapping[str, ColumnElement[Any]],
    some: ColumnElement[bool],
) -> None:
    """Insert the rows of `source`, with `other` values in these columns."""
    target = table(rows)
    # The database itself gives one column its numbers.
    names = [column.name for column in target.c if column is not target.autoincrement_column]
    values = [other.get(name, target.c[name]) for name in names]
    query = select(*values).select_from(source).where(some)
    connection.execute(insert(target).from_select(names, query))
