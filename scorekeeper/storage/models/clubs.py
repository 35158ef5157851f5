"""Clubs with their players, devices, invitations and tokens, and the limits for strangers."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Day, Instant


class Club(Base):
    """A group of players with their games and devices, which nobody outside it can see.

    `name` is empty until the club is named. Two options are for rounds that are entered together:
    with `all_agree` a round is recorded only when everybody agrees to it. With `shows_at_once` each
    hand is shown as it comes, otherwise all are shown once all are in.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(Instant)
    all_agree: Mapped[bool] = mapped_column(default=False)
    shows_at_once: Mapped[bool] = mapped_column(default=False)


class Player(Base):
    """A player of a club. `seen_at` is when a game with them was last started.

    Their face is a `colour` (a number of the palette) with a `sign`, such as an emoji, or with
    their initial if the sign is empty. `same_as_id` is the player that this one was merged into:
    they are one person then, and only that one is shown. An archived player is not suggested.
    """

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("club_id", "name"),
        Index(None, "club_id", "seen_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    seen_at: Mapped[datetime] = mapped_column(Instant)
    colour: Mapped[int] = mapped_column(default=0)
    sign: Mapped[str] = mapped_column(String(16), default="")
    archived_at: Mapped[datetime | None] = mapped_column(Instant)
    same_as_id: Mapped[int | None] = mapped_column(
        ForeignKey("player.id", ondelete="SET NULL"), index=True
    )

    same_as: Mapped[Player | None] = relationship(remote_side=[id])

    @property
    def person(self) -> Player:
        return self.same_as or self


class ImportAnswer(Base):
    """What a club answered once about files of results, so that it is not asked again.

    `about` says what was asked: who a name is, which game is meant, what comes first in a date.
    `written` is the text of the file, and `word` its form for comparisons. The answer is a player,
    or else a text that the import reads.
    """

    __tablename__ = "import_answer"
    __table_args__ = (
        UniqueConstraint("club_id", "about", "word"),
        CheckConstraint("about IN ('name', 'game', 'dates')", name="about"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    about: Mapped[str] = mapped_column(String(8))
    word: Mapped[str] = mapped_column(String(200))
    written: Mapped[str] = mapped_column(String(200))
    player_id: Mapped[int | None] = mapped_column(
        ForeignKey("player.id", ondelete="CASCADE"), index=True
    )
    answer: Mapped[str] = mapped_column(String(40))

    player: Mapped[Player | None] = relationship()


class Invitation(Base):
    """An invitation to a club, by link or by code. Only the hashes of these are stored.

    With `once` only a single device can join by it. It never expires if `expires_at` is `None`.
    `game_id` is the game from whose sheet it was sent, if any. That game may be gone by now.
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

    `player_id` is the player it belongs to, if known. `label` is the kind of device. `arrived` is
    true once the browser has sent back the token that it was given. `login` is the name that a
    proxy said when it signed in without an invitation. `blocks_login` is true of a removed device
    whose login may not sign in again. A device at a `table` signed in by the card of the table
    `table_link_id`.
    """

    __tablename__ = "device"
    __table_args__ = (
        CheckConstraint("role IN ('table', 'watcher', 'player', 'keeper')", name="role"),
    )

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
    arrived: Mapped[bool] = mapped_column(default=True)
    login: Mapped[str | None] = mapped_column(String(40))
    blocks_login: Mapped[bool] = mapped_column(default=False)
    table_link_id: Mapped[str | None] = mapped_column(
        ForeignKey("table_link.id", ondelete="CASCADE"), index=True
    )

    player: Mapped[Player | None] = relationship()


class AccessToken(Base):
    """A secret with which a program reads what a watcher of the club may see, or plays too.

    Only its hash is stored. `name` says which program has it. `used_at` is when it was last used.
    It works until it is revoked, at most until the end of the evening `ends_on`.
    """

    __tablename__ = "access_token"
    __table_args__ = (CheckConstraint("role IN ('watcher', 'player')", name="role"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    role: Mapped[str] = mapped_column(String(10))
    ends_on: Mapped[date | None] = mapped_column(Day)
    made_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class AnsweredRequest(Base):
    """What a program was answered to a request that changed something, for when it asks again.

    `id` is made from its access token and the key that it sent, `sent` from what it sent beside
    that. The answer has no `status` and no game while the request is being answered. Its `body` is
    compressed. It is deleted with the game of which it tells.
    """

    __tablename__ = "answered_request"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    game_id: Mapped[str | None] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), index=True
    )
    sent: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant, index=True)
    status: Mapped[int | None]
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[bytes]


class CountedByAddress(Base):
    """Something that was done from an address at a time."""

    __abstract__ = True

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> Any:
        return (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


class WrongCode(CountedByAddress):
    """A wrong code of an invitation that somebody typed."""

    __tablename__ = "wrong_code"

    code_hash: Mapped[str] = mapped_column(String(64), default="", server_default="")


class CreatedClub(CountedByAddress):
    """A club that a stranger created beside others."""

    __tablename__ = "created_club"


class ApiCall(CountedByAddress):
    """A call of a program that asked for a score or for melds."""

    __tablename__ = "api_call"
