"""Clubs with their players, devices, invitations and tokens, and the limits for strangers."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Day, Instant


class Club(Base):
    """A group of players with their games and devices. Only its members can see it.

    `name` is empty until the club is named. Two options are for rounds entered on several phones.
    With `all_agree`, a round is recorded only after every player has agreed. With `shows_at_once`,
    each hand is shown when it arrives. If not, all hands are shown once all hands have arrived.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(Instant)
    all_agree: Mapped[bool] = mapped_column(default=False)
    shows_at_once: Mapped[bool] = mapped_column(default=False)


class Player(Base):
    """A player of a club. `seen_at` is the start of their last game.

    The face of a player is a `colour` (a number of the palette) with a `sign`, such as an emoji. An
    empty sign means their initial. `same_as_id` is the player that this player was merged into.
    Both are one person, and pages do not show the merged player. Forms do not suggest an archived
    player.
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
    """An answer of a club about an imported file, stored so that the question comes once.

    `about` is the kind of question: the player for a name, the game for a word, or the order of
    dates. `written` is the text in the file, and `word` is the same text in a form for comparisons.
    The answer is a player (`player_id`) or a text for the import (`answer`).
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
    """An invitation to a club, by link or by code. Only their hashes are stored.

    With `once`, only one device can join. If `expires_at` is `None`, the invitation never expires.
    If the invitation was sent from the page of a game, `game_id` is that game. The game can be
    deleted by now.
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

    - `player_id` is its owner, if known.
    - `label` is the kind of device.
    - `arrived` is true once the browser has sent its new token back.
    - `login` is the name from a proxy, if the browser signed in without an invitation.
    - `blocks_login` is true for a removed device if its login cannot sign in again.
    - `table_link_id` is the card that signed in a device with the role `table`.
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
    """A secret for a program. The program can read like a watcher of the club, or also play.

    Only its hash is stored. `name` tells which program has it. `used_at` is its last use. It works
    until it is revoked or the evening `ends_on` is over.
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
    """The answer to a program's request that changed something, kept for repeats of the request.

    `id` is computed from the access token and the program's key. `sent` is computed from the rest
    of the request. While the request is being answered, the row has no `status` and no game. `body`
    is compressed. The row is deleted with its game.
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
    """An action from a network address at a time."""

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
    """A club that a stranger created on a server with other clubs."""

    __tablename__ = "created_club"


class ApiCall(CountedByAddress):
    """A request of a program for a score or for melds."""

    __tablename__ = "api_call"
