"""Ratings and streaks: the effect of each game, in order, on its players.

Ratings use the method of Weng and Lin (Plackett-Luce), game by game, in the order of `OrderKey`.
After a change to a game, only its effects are recomputed: this game and the later games, until no
player's standing differs from the stored standing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import Connection, Row, Select, bindparam, select, tuple_, update

from scorekeeper.statistics.results import (
    LATEST_RESULTS_FIRST,
    ORDER_COLUMNS,
    UNKNOWN,
    OrderKey,
    Result,
)
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameResult

_MODEL = PlackettLuce()

AT_ONCE = 1_000
"""The number of results that one query reads, far more than one game can have."""

_RESULT = table(GameResult)

_LONG_AGO = datetime.min.replace(tzinfo=UTC)

_OF_PERSON = _RESULT.c.player_id == bindparam("person")
_OF_VARIANT = _RESULT.c.variant == bindparam("of_variant")
_KEY = tuple_(*[bindparam(column.name, type_=column.type) for column in ORDER_COLUMNS])
_BEFORE, _FROM = tuple_(*ORDER_COLUMNS) < _KEY, tuple_(*ORDER_COLUMNS) >= _KEY

_NEEDED = (
    *ORDER_COLUMNS,
    *[_RESULT.c[name] for name in ("seat", "player_id", "side", "rank", "won", *UNKNOWN)],
)

# These queries are built once, because building such a query takes longer than running it.
_LAST_STREAK = (
    select(_RESULT.c.streak).where(_OF_PERSON, _BEFORE).order_by(*LATEST_RESULTS_FIRST).limit(1)
)
_LAST_STANDING = (
    select(*_NEEDED)
    .where(_OF_PERSON, _OF_VARIANT, _BEFORE)
    .order_by(*LATEST_RESULTS_FIRST)
    .limit(1)
)
_IN_ORDER = select(*_NEEDED).where(_FROM).order_by(*ORDER_COLUMNS, _RESULT.c.seat)
_FIRST_OF_PERSON = _IN_ORDER.where(_OF_PERSON, _OF_VARIANT).limit(1)
_NEXT_OF_PERSON = _IN_ORDER.where(_OF_PERSON).limit(bindparam("at_once"))
_NEXT_OF_ALL = _IN_ORDER.where(_RESULT.c.club_id == bindparam("club"), _OF_VARIANT).limit(
    bindparam("at_once")
)

_THIS = (_RESULT.c.game_id == bindparam("game")) & (_RESULT.c.seat == bindparam("at"))

_SET_STREAK = update(_RESULT).where(_THIS).values(streak=bindparam("new_streak"))

_SET_STANDING = (
    update(_RESULT)
    .where(_THIS)
    .values(
        mu=bindparam("new_mu"),
        sigma=bindparam("new_sigma"),
        variant_streak=bindparam("new_streak"),
    )
)


class Rating(NamedTuple):
    """The strength of a player: the estimate `mu` with the uncertainty `sigma`."""

    mu: float
    sigma: float


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player before the first game."""


def rated(ratings: Sequence[Rating], ranks: Sequence[int], sides: Sequence[int]) -> list[Rating]:
    """The ratings of players after a game, from their ratings before the game and their ranks.

    Players with the same number in `sides` are a team.
    """
    places = {side: [place for place, of in enumerate(sides) if of == side] for side in sides}
    teams = [[_MODEL.rating(*ratings[place]) for place in team] for team in places.values()]
    after = _MODEL.rate(teams, ranks=[ranks[team[0]] for team in places.values()])
    found = {
        place: Rating(player.mu, player.sigma)
        for team, players in zip(places.values(), after, strict=True)
        for place, player in zip(team, players, strict=True)
    }
    return [found[place] for place in range(len(ratings))]


def in_points(rating: Rating) -> int:
    """A rating in points for pages: a careful estimate, three `sigma` below `mu`.

    A newcomer has 1000. One unit of openskill's scale is 20 points.

    >>> in_points(NEWCOMER), in_points(Rating(30.0, 3.0))
    (1000, 1420)
    """
    return round(1000 + 20 * (rating.mu - 3 * rating.sigma))


class PlayerStanding(NamedTuple):
    """A player's rating and streak in one variant."""

    rating: Rating = NEWCOMER
    streak: int = 0


class RunningStandings:
    """The standings of all players, updated game by game from the first game on."""

    def __init__(self) -> None:
        self._standings: defaultdict[tuple[int, str], PlayerStanding] = defaultdict(PlayerStanding)
        self._streaks: defaultdict[int, int] = defaultdict(int)

    def rate(self, results: Iterable[Result]) -> None:
        """Write ratings and streaks into the next results, which must be grouped by game."""
        for _game, seats in groupby(results, key=itemgetter("game_id")):
            self._rate_game(list(seats))

    def _rate_game(self, game: Sequence[Result]) -> None:
        persons = [(result["player_id"], result["variant"]) for result in game]
        before = [self._standings[person] for person in persons]
        ranks, sides = ([result[name] for result in game] for name in ("rank", "side"))
        ratings = rated([result.rating for result in before], ranks, sides)
        for result, person, old, rating in zip(game, persons, before, ratings, strict=True):
            won = result["won"] > 0
            new = self._standings[person] = PlayerStanding(rating, next_streak(old.streak, won))
            streak = self._streaks[person[0]] = next_streak(self._streaks[person[0]], won)
            result.update(rating._asdict(), streak=streak, variant_streak=new.streak)


def recompute(
    connection: Connection, club_id: int, variant: str, start: OrderKey, persons: Collection[int]
) -> None:
    """Recompute the ratings and streaks affected by a change to the game at `start`.

    The change concerns these `persons`. The stored values of earlier games must be correct.
    """
    recompute_ratings(connection, club_id, variant, start, persons)
    for person in sorted(persons):
        recompute_streak(connection, person, start)


def recompute_from(
    connection: Connection, club_id: int, first: date, persons: Collection[int]
) -> None:
    theirs = _RESULT.c.player_id.in_(persons), _RESULT.c.played_on >= first
    start = OrderKey(first, _LONG_AGO, "")
    connection.execute(update(_RESULT).where(*theirs).values(UNKNOWN))
    variants = connection.scalars(select(_RESULT.c.variant).where(*theirs).distinct())
    for variant in sorted(variants):
        recompute_ratings(connection, club_id, variant, start, persons)
    for person in sorted(persons):
        recompute_streak(connection, person, start)


def next_streak(streak: int, won: bool) -> int:
    """The streak after another game.

    A positive streak is the number of games won in a row. A negative streak counts games not won.

    >>> next_streak(2, True), next_streak(2, False), next_streak(-1, False)
    (3, -1, -2)
    """
    if won:
        return max(streak, 0) + 1
    return min(streak, 0) - 1


def recompute_streak(connection: Connection, person: int, start: OrderKey) -> None:
    mine = {"person": person}
    streak = connection.scalar(_LAST_STREAK, mine | start._asdict()) or 0
    key: OrderKey | None = start
    while key is not None:
        rows, key = _read_batch(connection, _NEXT_OF_PERSON, mine, key)
        changed = []
        for row in rows:
            streak = next_streak(streak, row.won > 0)
            if streak == row.streak:
                key = None
                break
            changed.append({"game": row.game_id, "at": row.seat, "new_streak": streak})
        if changed:
            connection.execute(_SET_STREAK, changed)


def recompute_ratings(
    connection: Connection, club_id: int, variant: str, start: OrderKey, persons: Iterable[int]
) -> None:
    """Recompute the ratings and streaks of one variant, from `start` on.

    `persons` are the people with possibly wrong stored standings.
    """
    everyone = {"club": club_id, "of_variant": variant}
    moved, standings = set(persons), _Standings(connection, variant)
    key: OrderKey | None = start
    while key is not None:
        rows, key = _read_batch(connection, _NEXT_OF_ALL, everyone, key)
        changed: list[dict[str, Any]] = []
        for _game, results in groupby(rows, key=order_key_of_row):
            _rate(list(results), standings, moved, changed)
        if changed:
            connection.execute(_SET_STANDING, changed)
        if key is not None:
            standings.keep(moved)
            key = _first_of(connection, variant, moved, key)


def _rate(
    game: Sequence[Row[Any]], standings: _Standings, moved: set[int], changed: list[dict[str, Any]]
) -> None:
    """Rate one game again if it has a player in `moved`. Add differences to `changed`."""
    if moved.isdisjoint(row.player_id for row in game):
        standings.note(game)
        return
    before = [standings.before(row) for row in game]
    ratings = rated(
        [standing.rating for standing in before],
        [row.rank for row in game],
        [row.side for row in game],
    )
    for row, old, rating in zip(game, before, ratings, strict=True):
        new = PlayerStanding(rating, next_streak(old.streak, row.won > 0))
        standings.set(row.player_id, new)
        if new == standing_of(row):
            moved.discard(row.player_id)
            continue
        moved.add(row.player_id)
        changed.append(
            {
                "game": row.game_id,
                "at": row.seat,
                "new_mu": new.rating.mu,
                "new_sigma": new.rating.sigma,
                "new_streak": new.streak,
            }
        )


class _Standings:
    """The current standings of people in a variant. Missing standings are looked up."""

    def __init__(self, connection: Connection, variant: str) -> None:
        self._connection, self._variant = connection, variant
        self._found: dict[int, PlayerStanding] = {}

    def before(self, row: Row[Any]) -> PlayerStanding:
        person = row.player_id
        if person not in self._found:
            asked = {"person": person, "of_variant": self._variant}
            asked |= order_key_of_row(row)._asdict()
            last = self._connection.execute(_LAST_STANDING, asked).one_or_none()
            self._found[person] = PlayerStanding() if last is None else standing_of(last)
        return self._found[person]

    def set(self, person: int, standing: PlayerStanding) -> None:
        self._found[person] = standing

    def note(self, game: Iterable[Row[Any]]) -> None:
        """Note the standings after a game with correct stored values."""
        for row in game:
            self._found[row.player_id] = standing_of(row)

    def keep(self, persons: Collection[int]) -> None:
        """Keep only these persons, because games without these persons are skipped now."""
        self._found = {who: standing for who, standing in self._found.items() if who in persons}


def standing_of(row: Row[Any]) -> PlayerStanding:
    return PlayerStanding(Rating(row.mu, row.sigma), row.variant_streak)


def order_key_of_row(row: Row[Any]) -> OrderKey:
    return OrderKey(row.played_on, row.started_at, row.game_id)


def _first_of(
    connection: Connection, variant: str, persons: Iterable[int], key: OrderKey
) -> OrderKey | None:
    """The key of the first game of any of these people, from this key on."""
    asked = {"of_variant": variant, **key._asdict()}
    found = [
        connection.execute(_FIRST_OF_PERSON, asked | {"person": person}).one_or_none()
        for person in persons
    ]
    starts = [(row.played_on, row.started_at) for row in found if row is not None]
    if not starts:
        return None
    # Databases sort ids differently, so only the database compares ids. If the first game starts at
    # the time of this key, return the key itself, so that no game before the key counts twice.
    first = min(starts)
    return key if first == key[:2] else OrderKey(*first, "")


def _read_batch(
    connection: Connection, query: Select[Any], asked: Mapping[str, Any], start: OrderKey
) -> tuple[Sequence[Row[Any]], OrderKey | None]:
    """The next results from `start` on, of whole games, and the key after them.

    The key is `None` at the end.
    """
    values = {**asked, **start._asdict(), "at_once": AT_ONCE}
    rows = connection.execute(query, values).all()
    if len(rows) < AT_ONCE:
        return rows, None
    last = order_key_of_row(rows[-1])
    return [row for row in rows if row.game_id != last.game_id], last
