"""What the book knows of each player of a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select

from scorekeeper.statistics.totals import Span, Totals, sums_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameResult, Player, PlayerEvening, PlayerMonth
from scorekeeper.storage.queries import is_in_the_book

RECENT_GAMES = 10
"""How many of the last games are listed one by one."""

FEW_MONTHS = 3
"""Results over fewer months than this are drawn game by game."""

MOST_GAMES_DRAWN = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """A player in the list of players, with their finished games and the last evening of them."""

    player: Player
    games: int
    won: int
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Month:
    """What a player played of one variant in one month; `day` is its first."""

    variant: str
    day: date
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Step:
    """A place on the curve of results: what was played there, and what was won of it."""

    day: date
    games: int
    won: int


def listed_players(club: Club) -> list[Listed]:
    """The people of a club, those who played last first."""
    sums = (
        select(
            PlayerMonth.player_id,
            func.sum(PlayerMonth.games).label("games"),
            func.sum(PlayerMonth.won).label("won"),
        )
        .where(PlayerMonth.club_id == club.id)
        .group_by(PlayerMonth.player_id)
        .subquery()
    )
    last = (
        select(func.max(PlayerEvening.played_on))
        .where(PlayerEvening.player_id == Player.id)
        .scalar_subquery()
    )
    query = (
        select(Player, func.coalesce(sums.c.games, 0), func.coalesce(sums.c.won, 0), last)
        .outerjoin(sums, sums.c.player_id == Player.id)
        .where(is_in_the_book(club))
    )
    found = [Listed(*row) for row in db.session.execute(query)]
    found.sort(key=lambda each: each.player.name.casefold())
    return sorted(found, key=lambda each: each.last_played or date.min, reverse=True)


def find_person(club: Club, player_id: int) -> Player | None:
    """The player of this id in this club; the person, if they were merged into another player."""
    player = find_player_of(club, player_id)
    return None if player is None else player.person


def find_player_of(club: Club, player_id: int) -> Player | None:
    """The player of this id in this club, merged or not."""
    query = select(Player).where(Player.id == player_id, Player.club_id == club.id)
    return db.session.scalar(query)


def months_played(player_id: int) -> list[Month]:
    """Every month in which a player played a variant, in order."""
    query = (
        select(PlayerMonth.variant, PlayerMonth.month, PlayerMonth.games, PlayerMonth.won)
        .where(PlayerMonth.player_id == player_id)
        .order_by(PlayerMonth.month, PlayerMonth.variant)
    )
    return [Month(*row) for row in db.session.execute(query)]


def totals_by_variant(player_id: int, span: Span) -> dict[str, Totals]:
    """What a player comes to in each variant, the one played most first."""
    query = (
        select(PlayerMonth.variant, *sums_of(PlayerMonth))
        .where(
            PlayerMonth.player_id == player_id, span.covers(PlayerMonth.variant, PlayerMonth.month)
        )
        .group_by(PlayerMonth.variant)
    )
    found = {variant: Totals(*sums) for variant, *sums in db.session.execute(query)}
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))


def last_games(player_id: int, span: Span, most: int = RECENT_GAMES) -> list[GameResult]:
    """The last results of a player, the latest first."""
    query = (
        select(GameResult)
        .where(
            GameResult.player_id == player_id,
            span.covers(GameResult.variant, GameResult.played_on),
        )
        .order_by(
            GameResult.played_on.desc(), GameResult.started_at.desc(), GameResult.game_id.desc()
        )
    )
    return list(db.session.scalars(query.limit(most)))


def longest_streak(player_id: int, span: Span) -> int:
    """The most games that a player won in a row, in these games."""
    column = GameResult.variant_streak if span.variant else GameResult.streak
    query = select(func.max(column)).where(
        GameResult.player_id == player_id, span.covers(GameResult.variant, GameResult.played_on)
    )
    return max(db.session.scalar(query) or 0, 0)


def steps_of(player_id: int, span: Span, months: Sequence[Month]) -> list[Step]:
    """The results of a player in order: month by month, or game by game over only a few months."""
    steps: dict[date, Step] = {}
    for each in months:
        if span.variant in ("", each.variant) and span.year in (None, each.day.year):
            before = steps.get(each.day, Step(each.day, 0, 0))
            steps[each.day] = Step(each.day, before.games + each.games, before.won + each.won)
    if len(steps) >= FEW_MONTHS:
        return list(steps.values())
    games_played = last_games(player_id, span, MOST_GAMES_DRAWN)
    return [Step(each.played_on, 1, each.won) for each in reversed(games_played)]
