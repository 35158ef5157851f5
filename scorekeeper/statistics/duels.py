"""Two players compared in their games against each other, and a player's opponents and partners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.sums import have_met
from scorekeeper.statistics.totals import Span, Totals, all_of, sums_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameResult, PairMonth, Player

MOST_GAMES_COMPARED = 400
"""Up to this many games, the lead is drawn game by game. For more games, it is drawn by month."""


@dataclass(frozen=True, slots=True)
class DuelSide:
    """The totals of one of two players.

    - `ahead`: the number of games in which this player finished before the other player
    - `level`: the number of games in which both players have the same rank
    """

    totals: Totals
    ahead: int
    level: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players compared by variant, most played first."""

    mine: dict[str, DuelSide]
    theirs: dict[str, DuelSide]

    @property
    def games(self) -> int:
        return sum(side.totals.games for side in self.mine.values())


@dataclass(frozen=True, slots=True)
class GamesAhead:
    """A player's lead over the other player on this day, as a number of games."""

    day: date
    games: int


def together(sides: dict[str, DuelSide]) -> DuelSide:
    return DuelSide(
        all_of(side.totals for side in sides.values()),
        sum(side.ahead for side in sides.values()),
        sum(side.level for side in sides.values()),
    )


def duel_of(mine: int, other: int, span: Span) -> Duel:
    query = (
        select(
            PairMonth.player_id,
            PairMonth.variant,
            func.sum(PairMonth.ahead),
            func.sum(PairMonth.level),
            *sums_of(PairMonth),
        )
        .where(_is_pair(mine, other), span.covers(PairMonth))
        .group_by(PairMonth.player_id, PairMonth.variant)
    )
    sides: dict[int, dict[str, DuelSide]] = {mine: {}, other: {}}
    for player, variant, ahead, level, *sums in db.session.execute(query):
        sides[player][variant] = DuelSide(Totals(*sums), ahead, level)
    order = sorted(sides[mine], key=lambda variant: (-sides[mine][variant].totals.games, variant))
    return Duel(*({variant: sides[who][variant] for variant in order} for who in (mine, other)))


def _is_pair(mine: int, other: int) -> ColumnElement[bool]:
    pairs = [
        and_(PairMonth.player_id == one, PairMonth.opponent_id == two)
        for one, two in ((mine, other), (other, mine))
    ]
    return or_(*pairs)


def spans_of_pair(mine: int, other: int) -> list[tuple[str, date]]:
    """Each variant that two players played against each other, with each month of such games."""
    query = (
        select(PairMonth.variant, PairMonth.month)
        .where(PairMonth.player_id == mine, PairMonth.opponent_id == other)
        .order_by(PairMonth.month, PairMonth.variant)
    )
    return [(variant, month) for variant, month in db.session.execute(query)]


def leads(mine: int, other: int, span: Span, games: int) -> list[GamesAhead]:
    """A player's lead over another player, after each game, or after each month of many games.

    `games` is the number of games that the two players have in the span.
    """
    by_game = games <= MOST_GAMES_COMPARED
    steps = _game_steps(mine, other, span) if by_game else _month_steps(mine, other, span)
    found, ahead = [], 0
    for day, step in steps:
        ahead += step
        found.append(GamesAhead(day, ahead))
    return found


def _game_steps(mine: int, other: int, span: Span) -> list[tuple[date, int]]:
    me, them = aliased(GameResult), aliased(GameResult)
    query = (
        select(me.played_on, me.rank, them.rank)
        .join(
            them,
            and_(
                them.game_id == me.game_id,
                them.player_id == other,
                have_met(me.met, them.seat),
            ),
        )
        .where(me.player_id == mine, span.covers(me))
        .order_by(me.played_on, me.started_at, me.game_id)
    )
    return [
        (day, (rank < their_rank) - (rank > their_rank))
        for day, rank, their_rank in db.session.execute(query)
    ]


def _month_steps(mine: int, other: int, span: Span) -> list[tuple[date, int]]:
    query = (
        select(PairMonth.player_id, PairMonth.month, func.sum(PairMonth.ahead))
        .where(_is_pair(mine, other), span.covers(PairMonth))
        .group_by(PairMonth.player_id, PairMonth.month)
    )
    steps: dict[date, int] = defaultdict(int)
    for player, month, ahead in db.session.execute(query):
        steps[month] += ahead if player == mine else -ahead
    return sorted(steps.items())


def opponents_of(club: Club, player_id: int, span: Span) -> list[tuple[Player, Odds]]:
    """A player's opponents, most games first, with how often the player was ahead and behind."""
    rows = db.session.execute(_opponents(span), {"player": player_id, "club": club.id})
    return [
        (player, Odds(int(ahead), int(games - ahead - level)))
        for player, games, ahead, level in rows
    ]


@lru_cache(maxsize=64)
def _opponents(span: Span) -> Select[Player, int, int, int]:
    """The opponents of a `player`. Cached, because building it takes longer than running it."""
    games = func.sum(PairMonth.games)
    return (
        select(Player, games, func.sum(PairMonth.ahead), func.sum(PairMonth.level))
        .join(PairMonth, PairMonth.opponent_id == Player.id)
        .where(
            PairMonth.player_id == bindparam("player"),
            Player.club_id == bindparam("club"),
            span.covers(PairMonth),
        )
        .group_by(Player.id)
        .order_by(games.desc(), Player.name)
    )


@dataclass(frozen=True, slots=True)
class Partnership:
    """A partner of a player, and the numbers of games and wins of both on one side."""

    partner: Player
    games: int
    won: int


def partners_of(club: Club, player_id: int, span: Span) -> list[Partnership]:
    """The partners of a player, most games first."""
    query = _partners(span)
    return [
        Partnership(player, games, int(won))
        for player, games, won in db.session.execute(query, {"player": player_id, "club": club.id})
    ]


@lru_cache(maxsize=64)
def _partners(span: Span) -> Select[Player, int, int]:
    me, them = aliased(GameResult), aliased(GameResult)
    games = func.count()
    return (
        select(Player, games, func.sum(me.won))
        .join(them, them.player_id == Player.id)
        .join(me, and_(me.game_id == them.game_id, me.side == them.side, me.seat != them.seat))
        .where(
            me.player_id == bindparam("player"),
            Player.club_id == bindparam("club"),
            span.covers(me),
        )
        .group_by(Player.id)
        .order_by(games.desc(), Player.name)
    )


def pairs_among(players: Collection[Player], span: Span) -> dict[tuple[int, int], Odds]:
    """How often the first of two players was ahead of the second, and behind, by their ids."""
    ids = [player.id for player in players]
    query = (
        select(
            PairMonth.player_id,
            PairMonth.opponent_id,
            func.sum(PairMonth.games),
            func.sum(PairMonth.ahead),
            func.sum(PairMonth.level),
        )
        .where(
            PairMonth.player_id.in_(ids),
            PairMonth.opponent_id.in_(ids),
            span.covers(PairMonth),
        )
        .group_by(PairMonth.player_id, PairMonth.opponent_id)
    )
    return {
        (one, other): Odds(int(ahead), int(games - ahead - level))
        for one, other, games, ahead, level in db.session.execute(query)
    }
