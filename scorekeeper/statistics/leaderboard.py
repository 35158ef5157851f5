"""Who wins how often: the players of a club in order, in one game or all, in one year or all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sqlalchemy import ScalarSelect, String, bindparam, func, literal, select, union_all

from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.standings import Rating, in_points
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameResult, Player, PlayerMonth

MOST_NEEDED = 10
"""More games than this nobody needs for a place."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player on the leaderboard; `rating` is in points, `None` over all games.

    `place` is `None` if the player has too few games; players who win equally often share one.
    """

    player: Player
    games: int
    won: int
    shared: int
    place: int | None = None
    rating: int | None = None

    @property
    def rate(self) -> Fraction:
        """How much of their games the player won."""
        return Fraction(self.won, self.games)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The players with a place in order, and those who have fewer than `needed` games."""

    needed: int
    placed: list[Entry]
    others: list[Entry]


def leaderboard(club: Club, span: Span) -> Leaderboard:
    """The leaderboard of a club; places go by how many of the games were won."""
    entries = _with_ratings(_entries(club, span), span)
    needed = games_needed(max((entry.games for entry in entries), default=0))
    return Leaderboard(
        needed=needed,
        placed=_placed(entry for entry in entries if entry.games >= needed),
        others=[entry for entry in entries if entry.games < needed],
    )


def games_needed(most: int) -> int:
    """How many games a place needs where somebody has the `most`: a quarter of them, up to ten.

    >>> [games_needed(most) for most in (1, 7, 22, 4000)]
    [1, 2, 6, 10]
    """
    return min(MOST_NEEDED, -(-most // 4))


def seasons(club: Club) -> dict[str, range]:
    """The variants of which a game counts, each with the years from the first game to the last."""
    known = [
        select(literal(each.key, String), _month(func.min, each), _month(func.max, each))
        for each in VARIANTS
    ]
    found = db.session.execute(union_all(*known), {"club": club.id})
    return {variant: range(first.year, last.year + 1) for variant, first, last in found if first}


def _month(extreme: Callable[..., Any], variant: Variant) -> ScalarSelect[Any]:
    """The first or the last month of a variant: one look-up in an index for each."""
    mine = (PlayerMonth.club_id == bindparam("club"), PlayerMonth.variant == variant.key)
    return select(extreme(PlayerMonth.month)).where(*mine).scalar_subquery()


def _entries(club: Club, span: Span) -> list[Entry]:
    """Everybody who finished a game, whoever wins most often first."""
    sums = [func.sum(column) for column in (PlayerMonth.games, PlayerMonth.won, PlayerMonth.shared)]
    query = (
        select(Player, *sums)
        .join(PlayerMonth, PlayerMonth.player_id == Player.id)
        .where(PlayerMonth.club_id == club.id, span.covers(PlayerMonth.variant, PlayerMonth.month))
        .group_by(Player.id)
    )
    entries = [Entry(player, *map(int, sums)) for player, *sums in db.session.execute(query)]
    return sorted(entries, key=lambda entry: (-entry.rate, -entry.games, entry.player.name))


def _placed(entries: Iterable[Entry]) -> list[Entry]:
    """The same entries with their places; those that are equal have the same: 1, 2, 2, 4."""
    placed: list[Entry] = []
    for number, entry in enumerate(entries, start=1):
        is_equal = bool(placed) and placed[-1].rate == entry.rate
        placed.append(replace(entry, place=placed[-1].place if is_equal else number))
    return placed


def _with_ratings(entries: list[Entry], span: Span) -> list[Entry]:
    """The entries with everybody's rating at the end of the span; there is none over all games."""
    if not span.variant:
        return entries
    ratings = _last_ratings({entry.player.id for entry in entries}, span)
    return [replace(entry, rating=in_points(ratings[entry.player.id])) for entry in entries]


def _last_ratings(player_ids: Collection[int], span: Span) -> dict[int, Rating]:
    """What each of these players had come to after their last game in the span."""
    games = select(GameResult).where(
        GameResult.player_id == Player.id, span.covers(GameResult.variant, GameResult.played_on)
    )
    # Two look-ups in an index for each player; joined, SQLite would look at all of their games.
    last = games.order_by(
        GameResult.played_on.desc(), GameResult.started_at.desc(), GameResult.game_id.desc()
    ).limit(1)
    mu, sigma = (
        last.with_only_columns(column).correlate(Player).scalar_subquery()
        for column in (GameResult.mu, GameResult.sigma)
    )
    query = select(Player.id, mu, sigma).where(Player.id.in_(player_ids))
    return {player_id: Rating(mu, sigma) for player_id, mu, sigma in db.session.execute(query)}
