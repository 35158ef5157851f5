"""Tournaments and leagues: facts as documents, and rows with keys that prevent contradictions."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Day, Instant


class TournamentRow(Base):
    """An evening of several tables.

    `setup` has the settings for the whole tournament: who can enter, the game with its house rules,
    points, tie-breaks, the clock. `version` goes up with every change of its facts and with the
    result of a table. `changed_at` is the time of the last such change. A player’s new name or face
    raises only `version`.
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
    leagues: Mapped[list[LeagueRow]] = relationship(
        secondary="league_evening", order_by="LeagueRow.created_at.desc()", viewonly=True
    )


class TournamentPart(Base):
    """A fact of a tournament: an entrant, a round with its draw, a table, an adjustment.

    For an entrant or an adjustment, `round` is 0. For a round, `number` is 0. For a table, `round`
    and `number` are both set. Documents refer to players by id.
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
    """A player of an entrant. The key prevents a player from entering a tournament twice."""

    __tablename__ = "entrant_player"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )
    player_id: Mapped[int] = mapped_column(
        ForeignKey("player.id"), primary_key=True, autoincrement=False, index=True
    )
    entrant: Mapped[int]


class RoundSeat(Base):
    """The table of an entrant in a round, or 0 for a bye. An entrant has one table per round."""

    __tablename__ = "round_seat"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entrant: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int]


class TableGameRow(Base):
    """The game of a table in a round. A table has only one game, and a game only one table."""

    __tablename__ = "table_game"
    __table_args__ = (UniqueConstraint("tournament_id", "round", "table"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"))
    round: Mapped[int]
    table: Mapped[int]


class TableLink(Base):
    """The card of a table. A device with its link enters the rounds of that table.

    Only the hash of its token is stored. Renewing the cards of the tournament revokes it.
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
    """One entry in the history of a tournament or of a league. It is never altered.

    For a tournament, `before` and `after` have the parts that differ, by name. A missing part is
    null. For a league, they have all its facts. `key` makes a form count once. `undoes_id` is the
    change that this change reversed.
    """

    __tablename__ = "tournament_change"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str | None] = mapped_column(
        ForeignKey("tournament.id", ondelete="CASCADE"), index=True
    )
    league_id: Mapped[str | None] = mapped_column(
        ForeignKey("league.id", ondelete="CASCADE"), index=True
    )
    key: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(12))
    at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("tournament_change.id"), unique=True)


class LeagueRow(Base):
    """A season of tournaments with summed points.

    The `best` evenings of each player count, or all evenings if `best` is `None`. `places` are the
    points of an evening by place. Without `places`, the tournament points count.
    `version` goes up with every change of these columns and of its evenings. `key` belongs to the
    last form that changed it.
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
