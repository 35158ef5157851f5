"""Tournaments: their facts as documents, the rows that guard them, the leagues they are in."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Day, Instant


class TournamentRow(Base):
    """An evening of several tables.

    `setup` has what is agreed for all of it: who enters, the game with its house rules, points,
    tie-breaks, the clock. `version` goes up with every change of its facts, and when the result of
    a table changes. `changed_at` is when it did so last.
    """

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_evening", "club_id", "played_on", "id"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(80))
    played_on: Mapped[date] = mapped_column(Day)
    place: Mapped[str] = mapped_column(String(80), default="")
    setup: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)


class TournamentPart(Base):
    """A fact of a tournament: an entrant, a round with its draw, a table, an adjustment.

    An entrant has the round 0, a round the number 0, a table both. Players are named by their ids.
    """

    __tablename__ = "tournament_part"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[dict[str, Any]] = mapped_column(JSON)


class EntrantPlayer(Base):
    """A player of an entrant: nobody enters a tournament twice."""

    __tablename__ = "entrant_player"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )
    player_id: Mapped[int] = mapped_column(
        ForeignKey("player.id"), primary_key=True, autoincrement=False, index=True
    )
    entrant: Mapped[int]


class RoundSeat(Base):
    """The table of an entrant in a round, 0 for who sits out: nobody sits at two tables."""

    __tablename__ = "round_seat"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entrant: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int]


class TableGameRow(Base):
    """The game of a table in a round: a game is one table's, and a table has one."""

    __tablename__ = "table_game"
    __table_args__ = (UniqueConstraint("tournament_id", "round", "table"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"))
    round: Mapped[int]
    table: Mapped[int]


class TableLink(Base):
    """The card that lies on a table: who has its link enters the rounds of that table.

    Only the hash of its token is stored. New cards replace it.
    """

    __tablename__ = "table_link"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), index=True
    )
    table: Mapped[int]
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class TournamentChange(Base):
    """One entry of a tournament's history, which never changes.

    `before` and `after` are the parts that differ, by their names; a part that was not there, or is
    gone, is null. `key` makes a form count once. `undoes_id` is the change that this one took back.
    """

    __tablename__ = "tournament_change"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), index=True
    )
    key: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(12))
    at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("tournament_change.id"), unique=True)


class LeagueRow(Base):
    """A season of tournaments whose points are added up: the `best` of each player, or all.

    `places` are what an evening gives by place. Without them it gives its tournament points.
    `version` goes up with every change of these columns and of its evenings, `key` is that of the
    form that changed it last.
    """

    __tablename__ = "league"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    best: Mapped[int | None]
    places: Mapped[list[int]] = mapped_column(JSON)
    breaks: Mapped[list[str]] = mapped_column(JSON)
    archived: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int]
    key: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Instant)


class LeagueEveningRow(Base):
    """A tournament that counts in a league, `factor` times."""

    __tablename__ = "league_evening"

    league_id: Mapped[str] = mapped_column(
        ForeignKey("league.id", ondelete="CASCADE"), primary_key=True
    )
    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    factor: Mapped[int]
