"""Results for statistics. They follow from the facts and are written in the same transaction.

A game that is over or called has a result for each player with a round that is not void. An
imported game without rounds has a result for each player. A deleted game has no results.
`player_id` is never a merged player, but the player they were merged into. `scorekeeper rebuild`
writes all results again, and `scorekeeper check` compares them with the facts.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.counters import Counters, Measures
from scorekeeper.storage.models.instant import Day, Instant


class GameResult(Counters, Measures, Base):
    """A player's result of one game, which counts as one in `games`.

    - `side` is the seat of the first player of the side. A player without partners has their own.
    - `rank` is the place from 1, equal for a tie. Winners have rank 1.
    - `final` is the total of the side with bonuses.
    - `to_the_end` is true if the game was played to its end, and the player was in from start to
      end or was eliminated by the rules.
    - `met` has a bit for the player's seat, and for the seat of each opponent in a round. Partners
      have no bit. In an imported game without rounds, all opponents have one.
    - `margin` is the lead of the winners over the best other player still playing. `None` for a
      loser, or without such a lead.
    - `comeback` is the biggest deficit of a sole winner. `None` for other players.
    - `mu` and `sigma` are the player's rating in this variant after the game.
    - `streak` is the number of games in a row that the player won, including this game. A negative
      streak counts games not won. The order of games is `played_on`, `started_at`, `game_id`.
    - `variant_streak` is a streak of games of this variant.
    """

    __tablename__ = "game_result"
    __table_args__ = (
        Index("ix_game_result_order", "club_id", "variant", "played_on", "started_at", "game_id"),
        Index("ix_game_result_player", "player_id", "played_on", "started_at", "game_id"),
        Index(
            "ix_game_result_player_variant",
            "player_id",
            "variant",
            "played_on",
            "started_at",
            "game_id",
        ),
        Index("ix_game_result_streak", "club_id", "streak", "played_on"),
        *(
            Index(f"ix_game_result_{value}", "club_id", "variant", value, "played_on")
            for value in ("variant_streak", "rounds")
        ),
        *(
            Index(f"ix_game_result_{value}", "club_id", "variant", "preset", value, "played_on")
            for value in ("margin", "comeback")
        ),
        Index(
            "ix_game_result_final",
            *("club_id", "variant", "preset", "to_the_end", "final", "played_on"),
        ),
        Index(
            "ix_game_result_player_final",
            *("player_id", "variant", "to_the_end", "final", "played_on"),
        ),
        Index("ix_game_result_player_streak", "player_id", "streak"),
        Index("ix_game_result_player_variant_streak", "player_id", "variant", "variant_streak"),
    )

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    variant: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    played_on: Mapped[date] = mapped_column(Day)
    started_at: Mapped[datetime] = mapped_column(Instant)
    side: Mapped[int]
    rank: Mapped[int]
    final: Mapped[int]
    to_the_end: Mapped[bool]
    met: Mapped[int]
    margin: Mapped[int | None]
    comeback: Mapped[int | None]
    mu: Mapped[float]
    sigma: Mapped[float]
    streak: Mapped[int]
    variant_streak: Mapped[int]


class RoundResult(Base):
    """A player's result of one round that was not void.

    - `ending` is the actual ending: a knock with no deadwood is gin, rum or going out. `ended` is
      true if this player ended the round.
    - `undercut` is true for all players if the round was an undercut. The player with `won` made
      it, and the player with `ended` suffered it.
    - `points` are without adjustments.
    - `deadwood` is the points of the hand after lay-offs. `None` if no hands were counted.
    """

    __tablename__ = "round_result"
    __table_args__ = (
        Index("ix_round_result_points", "club_id", "variant", "preset", "points", "played_on"),
        Index("ix_round_result_player", "player_id", "variant", "points", "played_on"),
        Index("ix_round_result_deadwood", "player_id", "variant", "deadwood", "played_on"),
    )

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    variant: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    played_on: Mapped[date] = mapped_column(Day)
    side: Mapped[int]
    ending: Mapped[str] = mapped_column(String(40))
    ended: Mapped[bool]
    won: Mapped[bool]
    undercut: Mapped[bool]
    points: Mapped[int]
    deadwood: Mapped[int | None]


class PlayerMonth(Counters, Measures, Base):
    """The sums of a player in one variant and one month. `month` is its first day."""

    __tablename__ = "player_month"
    __table_args__ = (
        # The leaderboard reads only this index, and no row.
        Index(
            "ix_player_month_club",
            *("club_id", "variant", "month", "player_id", "games", "won", "shared", "fair"),
        ),
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    variant: Mapped[str] = mapped_column(String(40), primary_key=True)
    month: Mapped[date] = mapped_column(Day, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))


class PairMonth(Counters, Base):
    """The counters of a player in the games against one opponent, by variant and month.

    Only games count where the opponent is in the `met` of the `GameResult`. `ahead` counts the
    games in which the player finished before the opponent. `level` counts the games in which both
    have the same rank.
    """

    __tablename__ = "pair_month"

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    opponent_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    variant: Mapped[str] = mapped_column(String(40), primary_key=True)
    month: Mapped[date] = mapped_column(Day, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    ahead: Mapped[int] = mapped_column(default=0)
    level: Mapped[int] = mapped_column(default=0)


class PlayerEvening(Counters, Base):
    """The counters of a player on one evening, over all games."""

    __tablename__ = "player_evening"
    __table_args__ = (
        Index(None, "club_id", "played_on"),
        *(
            Index(f"ix_player_evening_{value}", "club_id", value, "played_on")
            for value in ("won", "outs", "undercuts")
        ),
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    played_on: Mapped[date] = mapped_column(Day, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))


class StatisticsState(Base):
    """The version of the statistics that wrote the results. A book has one row.

    When the program counts differently, its version goes up, and the next start writes the results
    again.
    """

    __tablename__ = "statistics_state"

    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class BookIdentity(Base):
    """The database in which a book on PostgreSQL was last opened. It has one row."""

    __tablename__ = "book_identity"

    identity: Mapped[str] = mapped_column(String(120), primary_key=True)
