"""The evenings of a club: their games, and the wins of each player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import bindparam, case, func, select

from scorekeeper.statistics.book import PlayerWins, wins_of_evenings
from scorekeeper.statistics.results import Persons
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, GameRow, Player, PlayerEvening
from scorekeeper.storage.queries import GUESTS_OF_TOURNAMENTS
from scorekeeper.storage.search_text import alphabetical

EVENINGS_A_PAGE = 30
"""The number of evenings on a page."""

_GAMES_OF_EVENING = (
    select(GameRow)
    .where(
        GameRow.club_id == bindparam("club"),
        GameRow.played_on == bindparam("played_on"),
        GameRow.deleted_at.is_(None),
        GameRow.tournament_id.is_(None),
    )
    .order_by(GameRow.created_at, GameRow.id)
)


@dataclass(frozen=True, slots=True)
class EveningResult:
    """A player's results of an evening, in the games that are over or were called."""

    player: Player
    games: int = 0
    won: int = 0
    shared: int = 0
    undercuts: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening with its games in the order of their start, and its table of results.

    Games at tables of tournaments are not in `games`. These games count in `table`, except for
    guests of tournaments, who played no other game in the club. `table` also has the players of
    games in play.
    """

    played_on: date
    games: list[GameRow]
    table: list[EveningResult]

    @property
    def in_play(self) -> list[GameRow]:
        return [row for row in self.games if row.status == "playing"]

    @property
    def finished(self) -> list[GameRow]:
        return [row for row in self.games if row.status != "playing"]


@dataclass(frozen=True, slots=True)
class EveningInBrief:
    """An evening with its number of games, including those of tournaments, and its winners."""

    played_on: date
    games: int
    finished: int
    wins: PlayerWins


def evenings_of_club(club: Club, before: date | None) -> tuple[list[EveningInBrief], bool]:
    """A page of the evenings with games, latest first, and whether more evenings follow."""
    finished = func.sum(case((GameRow.status != "playing", 1), else_=0))
    query = (
        select(GameRow.played_on, func.count(), finished)
        .where(GameRow.club_id == club.id, GameRow.deleted_at.is_(None))
        .group_by(GameRow.played_on)
        .order_by(GameRow.played_on.desc())
    )
    if before is not None:
        query = query.where(GameRow.played_on < before)
    rows = db.session.execute(query.limit(EVENINGS_A_PAGE + 1)).all()
    wins = wins_of_evenings(club, [played_on for played_on, *_numbers in rows[:EVENINGS_A_PAGE]])
    return [
        EveningInBrief(played_on, games, int(over), wins.get(played_on, []))
        for played_on, games, over in rows[:EVENINGS_A_PAGE]
    ], len(rows) > EVENINGS_A_PAGE


def evening_of_club(club: Club, played_on: date) -> Evening:
    """One evening. The player with the most wins comes first in its table."""
    games = games_of_evening(club, played_on)
    return Evening(played_on, games, _table(club, played_on, games))


def games_of_evening(club: Club, played_on: date) -> list[GameRow]:
    """The games of an evening outside tournaments, in the order of their start."""
    asked = {"club": club.id, "played_on": played_on}
    return list(db.session.scalars(_GAMES_OF_EVENING, asked))


def _table(club: Club, played_on: date, games: Iterable[GameRow]) -> list[EveningResult]:
    persons = Persons(db.session.connection(), club.id)
    counted = {
        row.player_id: row
        for row in db.session.scalars(
            select(PlayerEvening).where(
                PlayerEvening.club_id == club.id,
                PlayerEvening.played_on == played_on,
                PlayerEvening.player_id.not_in(GUESTS_OF_TOURNAMENTS),
            ),
            {"club": club.id},
        )
    }
    in_play = (row for row in games if row.status == "playing")
    seated = {persons.person(seat.player_id) for row in in_play for seat in row.seats}
    query = select(Player).where(Player.id.in_(seated | counted.keys()))
    table = [
        EveningResult(player, row.games, row.won, row.shared, row.undercuts)
        if (row := counted.get(player.id))
        else EveningResult(player)
        for player in db.session.scalars(query)
    ]
    return sorted(
        table, key=lambda result: (-result.won, -result.games, alphabetical(result.player.name))
    )


def evenings_around(club: Club, played_on: date) -> tuple[date | None, date | None]:
    """The nearest evenings with games before and after this evening."""
    there = GameRow.club_id == club.id, GameRow.deleted_at.is_(None)
    before = select(func.max(GameRow.played_on)).where(*there, GameRow.played_on < played_on)
    after = select(func.min(GameRow.played_on)).where(*there, GameRow.played_on > played_on)
    return db.session.scalar(before), db.session.scalar(after)
