"""The tables and nothing else: clubs and who is in them, games as facts, their history."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.storage.database import Base


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, aware of it in every database; SQLite has no time zones of its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Store any moment as UTC."""
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Answer UTC, whatever the connection's time zone is."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Club(Base):
    """The unit of privacy: its players, games and devices; `name` is empty until it is given.

    `all_agree` and `shows_at_once` are how it enters rounds together: whether a round is recorded
    when everybody agrees to it, and whether a hand is shown before all hands are in.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(Instant)
    all_agree: Mapped[bool] = mapped_column(default=False, server_default=false())
    shows_at_once: Mapped[bool] = mapped_column(default=False, server_default=false())


class Player(Base):
    """A person of a club, by name; `seen_at` is when they last sat down to a game."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("club_id", "name"),
        Index(None, "club_id", "seen_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    seen_at: Mapped[datetime] = mapped_column(Instant)


class Invitation(Base):
    """A way into a club, by link or by code; only hashes of both are kept.

    `once` is a link that lets one device in. `expires_at` is `None` for one that waits for ever.
    `game_id` is the game on whose sheet it was made, if it was; that may be gone since.
    """

    __tablename__ = "invitation"
    __table_args__ = (CheckConstraint("role IN ('watcher', 'player', 'keeper')", name="role"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    code_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    game_id: Mapped[str | None] = mapped_column(String(16))
    once: Mapped[bool]
    made_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime | None] = mapped_column(Instant)
    code_expires_at: Mapped[datetime | None] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)

    club: Mapped[Club] = relationship()


class Device(Base):
    """A browser that is in a club, found by the hash of the token in its cookie.

    `player_id` is whom it speaks for, where it said so; `label` is what kind of device it is.
    `arrived` says that the token it was given came back at least once.
    """

    __tablename__ = "device"
    __table_args__ = (CheckConstraint("role IN ('watcher', 'player', 'keeper')", name="role"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    player_id: Mapped[int | None] = mapped_column(
        ForeignKey("player.id", ondelete="SET NULL"), index=True
    )
    invitation_id: Mapped[str | None] = mapped_column(
        ForeignKey("invitation.id", ondelete="SET NULL"), index=True
    )
    label: Mapped[str] = mapped_column(String(60))
    made_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
    arrived: Mapped[bool] = mapped_column(default=True, server_default=true())

    player: Mapped[Player | None] = relationship()


class WrongCode(Base):
    """A code that let nobody in, counted so that guessing meets its limit."""

    __tablename__ = "wrong_code"
    __table_args__ = (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


def _list_index(name: str, moment: str, condition: str) -> Index:
    """The index of one list of games, in its order and of these games alone."""
    where = text(condition)
    return Index(
        f"ix_game_{name}", "club_id", moment, "id", sqlite_where=where, postgresql_where=where
    )


class Founding(Base):
    """A club that a stranger made beside others, counted so that nobody makes them without end."""

    __tablename__ = "founding"
    __table_args__ = (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


class GameRow(Base):
    """A game: the rules it keeps for ever, and where it stands.

    `id` is unguessable, for it is in addresses. `overrides` state every house rule. `status`,
    `totals` (with the bonuses), `winners` (seats) and `played` repeat what follows from the facts,
    for lists of games; `called` is a fact.
    One with a `deleted_at` is seen by keepers alone; `deleted_by` is who did it, where known.
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("status IN ('playing', 'over', 'called')", name="status"),
        _list_index("in_play", "changed_at", "status = 'playing' AND deleted_at IS NULL"),
        _list_index("finished", "changed_at", "status != 'playing' AND deleted_at IS NULL"),
        _list_index("deleted", "deleted_at", "deleted_at IS NOT NULL"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    variant: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    overrides: Mapped[dict[str, Any]] = mapped_column(JSON)
    dealer: Mapped[int]
    called: Mapped[bool]
    extras: Mapped[list[list[str]]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(10))
    totals: Mapped[list[int]] = mapped_column(JSON)
    winners: Mapped[list[int]] = mapped_column(JSON)
    played: Mapped[int]
    version: Mapped[int] = mapped_column()
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)
    deleted_by: Mapped[str | None] = mapped_column(Text)

    club: Mapped[Club] = relationship()
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.number", lazy="selectin")
    rounds: Mapped[list[RoundRow]] = relationship(order_by="RoundRow.number", viewonly=True)

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy reads it as it is

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return tuple(seat.player.name for seat in self.seats)

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever done in it but to start it."""
        return self.version == 1


class SeatRow(Base):
    """A player's place in the order of play of one game, counted from 0."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """What happened in one round; `by` and `dealer` are seats, `upcard` a card as it is printed."""

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    number: Mapped[int]
    ending: Mapped[str] = mapped_column(String(10))
    by: Mapped[int | None]
    upcard: Mapped[str | None] = mapped_column(String(3))
    dealer: Mapped[int | None]
    allow: Mapped[list[str]] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    extras: Mapped[list[list[str]]] = mapped_column(JSON)
    entered_at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)

    hands: Mapped[list[HandRow]] = relationship(
        order_by="HandRow.seat", lazy="selectin", cascade="all, delete-orphan"
    )
    adjustments: Mapped[list[AdjustmentRow]] = relationship(
        order_by="AdjustmentRow.place", lazy="selectin", cascade="all, delete-orphan"
    )


class HandRow(Base):
    """What one seat had at the count, in one of three ways.

    `cards` are the unmatched ones as they were entered, `points` their count; `whole` is a whole
    hand as a game document writes it.
    """

    __tablename__ = "hand"
    __table_args__ = (
        CheckConstraint(
            "(CASE WHEN cards IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN points IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN whole IS NULL THEN 0 ELSE 1 END) = 1",
            name="one",
        ),
    )

    round_id: Mapped[int] = mapped_column(
        ForeignKey("round.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cards: Mapped[str | None] = mapped_column(Text)
    points: Mapped[int | None]
    whole: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class AdjustmentRow(Base):
    """Points that the table gave or took in a round by its own decision."""

    __tablename__ = "adjustment"

    round_id: Mapped[int] = mapped_column(
        ForeignKey("round.id", ondelete="CASCADE"), primary_key=True
    )
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    points: Mapped[int]
    note: Mapped[str] = mapped_column(Text)
    extras: Mapped[list[list[str]]] = mapped_column(JSON)


class ChangeRow(Base):
    """One entry of a game's history; none is ever altered, and it goes only with its game.

    It is of round `number`. `before` and `after` are the rounds that are not the same, as
    `changed_rounds` writes them. `key` makes a form count once; `undoes_id` is the change that an
    undo took back, or the undo that a redo did.
    """

    __tablename__ = "change"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    number: Mapped[int | None]
    before: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    after: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    called_before: Mapped[bool]
    called_after: Mapped[bool]
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("change.id"), unique=True)


class OpenRound(Base):
    """The round that a table is entering together, at most one a game.

    `facts` are the fields of the round form as they were typed, but for the hands. `version` moves
    with every change, `facts_version` with those of facts and hands; `agreed` are the seats that
    agree to the latter. `device_id` is where it was opened.
    """

    __tablename__ = "open_round"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    device_id: Mapped[str | None] = mapped_column(
        ForeignKey("device.id", ondelete="SET NULL"), index=True
    )
    version: Mapped[int]
    facts_version: Mapped[int]
    facts: Mapped[dict[str, str]] = mapped_column(JSON)
    agreed: Mapped[list[int]] = mapped_column(JSON)

    hands: Mapped[list[OpenHand]] = relationship(
        order_by="OpenHand.seat", lazy="selectin", cascade="all, delete-orphan"
    )


class OpenHand(Base):
    """A hand as it was typed for an open round, empty where it was taken back, and on which device.

    `version` moves whenever somebody changes it.
    """

    __tablename__ = "open_hand"

    open_round_id: Mapped[str] = mapped_column(
        ForeignKey("open_round.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    device_id: Mapped[str | None] = mapped_column(
        ForeignKey("device.id", ondelete="SET NULL"), index=True
    )
