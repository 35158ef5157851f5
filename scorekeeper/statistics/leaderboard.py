"""The leaderboard: a club's players by wins, by rating, or by their last game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.fairness import ENOUGH, Wins, stands_out
from scorekeeper.statistics.results import LATEST_RESULTS_FIRST
from scorekeeper.statistics.standings import Rating, in_points
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    WHOLE_WIN,
    Club,
    GameResult,
    Player,
    PlayerEvening,
    PlayerMonth,
)
from scorekeeper.storage.queries import is_in_the_book
from scorekeeper.storage.search_text import alphabetical


class LeaderboardOrder(StrEnum):
    """The order of the leaderboard. Ratings exist per variant."""

    WINS = ""
    RATING = "rating"
    LATEST = "latest"


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A player on the leaderboard. `rating` is in points, `None` without a variant.

    `last_played` is the evening of the player's last game of any variant and year.

    Equal players share a `place`. `place` is `None` for a player with too few games, and for all
    players in the order of their last games.
    """

    player: Player
    wins: Wins
    shared: int
    last_played: date | None
    rating: int | None = None
    place: int | None = None

    @property
    def missing(self) -> int:
        return max(ENOUGH - self.wins.games, 0)


def leaderboard(
    club: Club, span: Span, order: LeaderboardOrder = LeaderboardOrder.WINS
) -> list[LeaderboardEntry]:
    """All players with a finished game in this span, in order.

    A span of all games includes players without a finished game. Players with too few games for a
    place come last, unless the order is by last game.
    """
    entries = _entries(club, span)
    if span.variant:
        ratings = _last_ratings({entry.player.id for entry in entries}, span)
        entries = [replace(entry, rating=in_points(ratings[entry.player.id])) for entry in entries]
    if order is LeaderboardOrder.LATEST:
        return sorted(entries, key=lambda entry: entry.last_played or date.min, reverse=True)

    def worth(entry: LeaderboardEntry) -> float:
        return entry.rating or 0 if order is LeaderboardOrder.RATING else entry.wins.times_expected

    ranked = sorted(
        (entry for entry in entries if not entry.missing),
        key=lambda entry: (-worth(entry), -entry.wins.games),
    )
    others = sorted((entry for entry in entries if entry.missing), key=lambda entry: entry.missing)
    return [*_placed(ranked, worth), *others]


@dataclass(frozen=True, slots=True)
class Deals:
    """A number of rounds, and the number `won` by their dealers.

    `parts` is the number of wins to expect, in parts of `WHOLE_WIN`; see `Measures`.
    """

    rounds: int
    won: int
    parts: int

    @property
    def stand_out(self) -> bool:
        fair = self.parts / WHOLE_WIN
        # This variance is exact for tables of one size, and a little too high for mixed sizes.
        return self.rounds > 0 and stands_out(self.won - fair, fair * (1 - fair / self.rounds))


def deals_of(club: Club, span: Span) -> Deals:
    counted = (PlayerMonth.deals, PlayerMonth.deals_won, PlayerMonth.deals_fair)
    query = select(*(func.coalesce(func.sum(column), 0) for column in counted)).where(
        PlayerMonth.club_id == club.id, span.covers(PlayerMonth)
    )
    return Deals(*map(int, db.session.execute(query).one()))


def seasons(club: Club) -> dict[str, range]:
    found = {
        variant: range(first.year, last.year + 1)
        for variant, first, last in db.session.execute(_seasons(), {"club": club.id})
    }
    return {variant.key: found[variant.key] for variant in VARIANTS if variant.key in found}


@cache
def _seasons() -> Select[Any]:
    """The variants of a club's games, with their first and last months.

    The query takes three index look-ups per variant. A grouped query would read the whole index.
    """
    mine = PlayerMonth.club_id == bindparam("club")
    played = select(func.min(PlayerMonth.variant).label("variant")).where(mine)
    found = played.cte("found", recursive=True)
    following = played.where(PlayerMonth.variant > found.c.variant).scalar_subquery()
    found = found.union_all(select(following).where(found.c.variant.is_not(None)))
    first, last = (
        select(extreme(PlayerMonth.month))
        .where(mine, PlayerMonth.variant == found.c.variant)
        .scalar_subquery()
        for extreme in (func.min, func.max)
    )
    return select(found.c.variant, first, last).where(found.c.variant.is_not(None))


def _entries(club: Club, span: Span) -> list[LeaderboardEntry]:
    entries = [
        LeaderboardEntry(
            player, Wins(int(games or 0), int(won or 0), int(fair or 0)), int(shared or 0), day
        )
        for player, games, won, fair, shared, day in db.session.execute(
            _sums(span), {"club": club.id}
        )
    ]
    return sorted(entries, key=lambda entry: alphabetical(entry.player.name))


@lru_cache(maxsize=64)
def _sums(span: Span) -> Select[Any]:
    """A club's players with their sums. Cached, because building the query is slow."""
    counted = (PlayerMonth.games, PlayerMonth.won, PlayerMonth.fair, PlayerMonth.shared)
    sums = (
        select(PlayerMonth.player_id, *(func.sum(column).label(column.key) for column in counted))
        .where(PlayerMonth.club_id == bindparam("club"), span.covers(PlayerMonth))
        .group_by(PlayerMonth.player_id)
        .subquery()
    )
    last = (
        select(func.max(PlayerEvening.played_on))
        .where(PlayerEvening.player_id == Player.id)
        .scalar_subquery()
    )
    query = select(Player, *(sums.c[column.key] for column in counted), last).where(
        is_in_the_book()
    )
    return query.join(sums, sums.c.player_id == Player.id, isouter=span == Span())


def _placed(
    entries: Iterable[LeaderboardEntry], worth: Callable[[LeaderboardEntry], float]
) -> list[LeaderboardEntry]:
    """The entries with their places. Equal entries share a place: 1, 2, 2, 4."""
    placed: list[LeaderboardEntry] = []
    for number, entry in enumerate(entries, start=1):
        is_equal = bool(placed) and worth(placed[-1]) == worth(entry)
        placed.append(replace(entry, place=placed[-1].place if is_equal else number))
    return placed


def _last_ratings(player_ids: Collection[int], span: Span) -> dict[int, Rating]:
    games = select(GameResult).where(GameResult.player_id == Player.id, span.covers(GameResult))
    # Two index look-ups per player. A join would read all their games.
    last = games.order_by(*LATEST_RESULTS_FIRST).limit(1)
    mu, sigma = (
        last.with_only_columns(column).correlate(Player).scalar_subquery()
        for column in (GameResult.mu, GameResult.sigma)
    )
    query = select(Player.id, mu, sigma).where(Player.id.in_(player_ids))
    return {player_id: Rating(mu, sigma) for player_id, mu, sigma in db.session.execute(query)}
