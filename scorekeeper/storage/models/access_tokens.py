"""Tokens with which other programs read the games of a club."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class AccessToken(Base):
    """A secret that lets a program read what a watcher of the club may see, until it is revoked.

    Only its hash is stored. `name` says what it is for; `used_at` is when it was last used.
    """

    __tablename__ = "access_token"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
