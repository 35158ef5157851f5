"""A player's results: by variant and month, the last games, and the opponents who caught them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, and_, bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.statistics.fairness import stands_out
from scorekeeper.statistics.results import LATEST_RESULTS_FIRST, ORDER_COLUMNS
from scorekeeper.statistics.totals import Span, Totals, sums_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameResult, Player, PlayerMonth, RoundResult
from scorekeeper.storage.planner import unindexed

RECENT_GAMES = 12
"""The number of last games in the list."""

LATELY = 100
"""The number of last games used to find the opponents who catch a player."""

FEW_MONTHS = 3
"""With fewer months, the curve of results is drawn game by game."""

MOST_GAMES_DRAWN = 200
"""The most games in a curve."""

# Built once for all players, because building takes longer than running.
_PLAYER, _CLUB = bindparam("player", type_=Integer()), bindparam("club", type_=Integer())
_PLAYER_OF = select(Player).where(Player.id == _PLAYER, Player.club_id == _CLUB)
_MONTHS = (
    select(PlayerMonth.variant, PlayerMonth.month, PlayerMonth.games, PlayerMonth.won)
    .where(PlayerMonth.player_id == _PLAYER)
    .order_by(PlayerMonth.month, PlayerMonth.variant)
)


@dataclass(frozen=True, slots=True)
class Month:
    """A player's games of one variant in one month. `day` is its first day."""

    variant: str
    day: date
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A step of the curve of results: the games of a day or month, and the games won."""

    day: date
    games: int
    won: int


def find_person(club: Club, player_id: int) -> Player | None:
    player = find_player_of(club, player_id)
    return None if player is None else player.person


def find_player_of(club: Club, player_id: int) -> Player | None:
    """The player with this id in a club, even if merged into another player."""
    return db.session.scalar(_PLAYER_OF, {"player": player_id, "club": club.id})


def months_played(player_id: int) -> list[Month]:
    return [Month(*row) for row in db.session.execute(_MONTHS, {"player": player_id})]


def totals_by_variant(player_id: int, span: Span) -> dict[str, Totals]:
    """The totals by variant, most played first."""
    rows = db.session.execute(_totals(span), {"player": player_id})
    found = {variant: Totals(*sums) for variant, *sums in rows}
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))


@lru_cache(maxsize=64)
def _totals(span: Span) -> Select[*tuple[Any, ...]]:
    return (
        select(PlayerMonth.variant, *sums_of(PlayerMonth))
        .where(PlayerMonth.player_id == _PLAYER, span.covers(PlayerMonth))
        .group_by(PlayerMonth.variant)
    )


def games_by_share(player_id: int, span: Span) -> list[tuple[int, int]]:
    """A player’s expected shares of a win, in parts, and the number of games with each share.

    The largest share comes first.
    """
    query = (
        select(GameResult.fair, func.count())
        .where(GameResult.player_id == player_id, span.covers(GameResult))
        .group_by(GameResult.fair)
        .order_by(GameResult.fair.desc())
    )
    return [(share, games) for share, games in db.session.execute(query)]


@dataclass(frozen=True, slots=True)
class ClubSums:
    """Sums over all players of a club in some games, for comparison with one player.

    - `led`: the number of leads without a tie after half of a game
    - `led_won`: the number of wins after such a lead
    """

    led: int = 0
    led_won: int = 0
    knocks: int = 0
    high_knocks: int = 0


def sums_of_club(club: Club, span: Span) -> dict[str, ClubSums]:
    rows = db.session.execute(_sums(span), {"club": club.id})
    return {variant: ClubSums(*map(int, sums)) for variant, *sums in rows}


@lru_cache(maxsize=64)
def _sums(span: Span) -> Select[*tuple[Any, ...]]:
    counted = (
        PlayerMonth.led,
        PlayerMonth.led_won,
        PlayerMonth.knocks,
        PlayerMonth.high_knocks,
    )
    return (
        select(PlayerMonth.variant, *map(func.sum, counted))
        .where(PlayerMonth.club_id == _CLUB, span.covers(PlayerMonth))
        .group_by(PlayerMonth.variant)
    )


def last_games(player_id: int, span: Span, most: int = RECENT_GAMES) -> list[GameResult]:
    """The last games, latest first."""
    return list(db.session.scalars(_last_games(span, most), {"player": player_id}))


@lru_cache(maxsize=64)
def _last_games(span: Span, most: int) -> Select[GameResult]:
    return (
        select(GameResult)
        .where(GameResult.player_id == _PLAYER, span.covers(GameResult))
        .order_by(*LATEST_RESULTS_FIRST)
        .limit(most)
    )


def longest_streak(player_id: int, span: Span) -> int:
    column = GameResult.variant_streak if span.variant else GameResult.streak
    theirs = GameResult.player_id == player_id, span.covers(GameResult)
    if span.year is None:
        return max(db.session.scalar(select(func.max(column)).where(*theirs)) or 0, 0)
    # Of a streak that began before the year, only the games of the year count.
    streaks = db.session.scalars(select(column).where(*theirs).order_by(*ORDER_COLUMNS))
    return max([0, *(min(streak, games) for games, streak in enumerate(streaks, 1))])


def results_curve(player_id: int, span: Span, months: Sequence[Month]) -> list[CurvePoint]:
    """The curve of a player's results, by month, or game by game over only a few months."""
    steps: dict[date, CurvePoint] = {}
    for month in months:
        if span.variant in ("", month.variant) and span.year in (None, month.day.year):
            before = steps.get(month.day, CurvePoint(month.day, 0, 0))
            steps[month.day] = CurvePoint(
                month.day, before.games + month.games, before.won + month.won
            )
    if len(steps) >= FEW_MONTHS:
        return list(steps.values())
    games_played = last_games(player_id, span, MOST_GAMES_DRAWN)
    return [CurvePoint(result.played_on, 1, result.won) for result in reversed(games_played)]


@dataclass(frozen=True, slots=True)
class CaughtBy:
    """How an opponent caught a player: the number of times and the points in all.

    - `surplus`: the points above the average of other opponents at tables of the same size
    - `variance`: the variance of the surplus
    """

    player: Player
    times: int = 0
    points: int = 0
    surplus: float = 0.0
    variance: float = 0.0

    @property
    def average(self) -> float:
        return self.points / self.times

    @property
    def stands_out(self) -> bool:
        return self.surplus > 0 and stands_out(self.surplus, self.variance)


class Hands(NamedTuple):
    """The number of some hands, the sum of their points, and the sum of the squared points."""

    times: int
    points: int
    squares: int

    def beside(self, others: Hands) -> tuple[float, float]:
        """The surplus in points over an equal number of `others`, and the surplus’s variance."""
        if not others.times:
            return 0.0, 0.0
        expected = self.times * others.points / others.times
        times, points, squares = map(sum, zip(self, others, strict=True))
        spread = squares / times - (points / times) ** 2
        return self.points - expected, spread * self.times * times / others.times


def catches(rows: Iterable[tuple[Player, int, Hands]]) -> list[CaughtBy]:
    """The opponents who caught a player, most often first.

    Each row is for an opponent and a table size.
    """
    by_size: dict[int, dict[Player, Hands]] = defaultdict(dict)
    for catcher, size, hands in rows:
        by_size[size][catcher] = hands
    found: dict[Player, CaughtBy] = {}
    for table in by_size.values():
        whole = Hands(*map(sum, zip(*table.values(), strict=True)))
        for catcher, hands in table.items():
            others = Hands(*(all_ - own for all_, own in zip(whole, hands, strict=True)))
            surplus, variance = hands.beside(others)
            before = found.get(catcher, CaughtBy(catcher))
            found[catcher] = CaughtBy(
                catcher,
                before.times + hands.times,
                before.points + hands.points,
                before.surplus + surplus,
                before.variance + variance,
            )
    return sorted(found.values(), key=lambda by: (-by.times, by.player.name))


def caught_by(club: Club, player_id: int, span: Span) -> list[CaughtBy]:
    """The opponents who caught a player in the last `LATELY` games, most often first."""
    asked = {"player": player_id, "club": club.id}
    return catches(
        (catcher, at_this, Hands(*map(int, of_size)))
        for catcher, at_this, *of_size in db.session.execute(_catchers(span, LATELY), asked)
    )


@lru_cache(maxsize=64)
def _catchers(span: Span, lately: int) -> Select[Any]:
    played = (
        select(GameResult.game_id)
        .where(
            GameResult.player_id == _PLAYER,
            span.covers(GameResult),
        )
        .order_by(*LATEST_RESULTS_FIRST)
        .limit(lately)
        .subquery()
    )
    mine, theirs = aliased(RoundResult), aliased(RoundResult)
    hands = func.count(), func.sum(mine.deadwood), func.sum(mine.deadwood * mine.deadwood)
    caught = and_(
        mine.game_id == played.c.game_id,
        unindexed(mine.player_id) == _PLAYER,
        mine.deadwood.is_not(None),
    )
    ended = and_(
        theirs.game_id == mine.game_id,
        theirs.number == mine.number,
        theirs.side != mine.side,
        theirs.ended.is_(True),
    )
    others = aliased(RoundResult)
    at_table = select(func.count(others.side.distinct())).where(
        others.game_id == mine.game_id, others.number == mine.number
    )
    size = at_table.scalar_subquery().label("size")
    in_club = Player.club_id == _CLUB
    return (
        select(Player, size, *hands)
        .select_from(played)
        .join(mine, caught)
        .join(theirs, ended)
        .join(Player, and_(Player.id == theirs.player_id, in_club))
        .group_by(Player.id, "size")
    )
