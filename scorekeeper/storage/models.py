"""The tables: clubs, their devices and players, games, and the history of every change."""

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
    """A time in UTC, with its time zone in every database; SQLite does not store time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Store any time in UTC."""
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return UTC, whatever the time zone of the connection is."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Club(Base):
    """A group of players with their games and devices, which nobody outside it can see.

    `name` is empty until the club is named. Two options are for rounds that are entered together:
    with `all_agree` a round is recorded only when everybody agrees to it; with `shows_at_once` a
    hand is shown before all hands are in.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(Instant)
    all_agree: Mapped[bool] = mapped_column(default=False, server_default=false())
    shows_at_once: Mapped[bool] = mapped_column(default=False, server_default=false())


class Player(Base):
    """A player of a club; `seen_at` is when a game with them was last started."""

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
    """An invitation to a club, by link or by code; only the hashes of these are stored.

    With `once` it lets in a single device. It never expires if `expires_at` is `None`. `game_id` is
    the game from whose sheet it was sent, if any; that game may be gone by now.
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
    """A browser that is signed in to a club, found by the hash of the token in its cookie.

    `player_id` is the player it belongs to, if known; `label` is the kind of device. `arrived` is
    true once the browser has sent back the token that it was given.
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
    """A wrong code that somebody entered; they are counted to limit guessing."""

    __tablename__ = "wrong_code"
    __table_args__ = (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


def _list_index(name: str, moment: str, condition: str) -> Index:
    """A partial index for one list of games, in the order of the list."""
    where = text(condition)
    return Index(
        f"ix_game_{name}", "club_id", moment, "id", sqlite_where=where, postgresql_where=where
    )


class Founding(Base):
    """A club that a stranger created; they are counted to limit how many one address creates."""

    __tablename__ = "founding"
    __table_args__ = (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


class GameRow(Base):
    """A game: its rules, which never change, and its standing.

    `id` cannot be guessed, because it appears in addresses. `overrides` has a value for every house
    rule. `status`, `totals` (with bonuses), `winners` (seats) and `played` follow from the facts;
    they are stored for lists of games. `called` is a fact. A game with a `deleted_at` is shown only
    to keepers; `deleted_by` is who deleted it, if known.
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

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy expects a plain dict

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return tuple(seat.player.name for seat in self.seats)

    @property
    def is_new(self) -> bool:
        """Whether nothing has happened in the game since it was started."""
        return self.version == 1


class SeatRow(Base):
    """A player's place in the order of play of a game, from 0."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """What happened in a round; `by` and `dealer` are seats, `upcard` is a card as text."""

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
    """A player's hand at the end of a round; exactly one of three columns is set.

    `cards` are the unmatched cards, `points` is only their count, and `whole` is a whole hand as in
    a game document.
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
    """Points that the table decided to give or take in a round."""

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
    """One entry of a game's history; it never changes and is deleted only with its game.

    `number` is the round that changed. `before` and `after` are the rounds that differ, as written
    by `changed_rounds`. `key` makes a form count once. `undoes_id` is the change that an undo took
    back, or the undo that a redo took back.
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
    """The round that a table is entering together; a game has at most one.

    `facts` are the fields of the round form as typed, without the hands. `version` goes up with
    every change, `facts_version` only with changes of facts and hands; `agreed` are the seats that
    agree to this `facts_version`. `device_id` is the device that opened it.
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
    """A hand of an open round, as typed on a device; its text is empty if it was taken back.

    `version` goes up with every change.
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
